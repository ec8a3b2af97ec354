"""`lostcities puzzle`: solve puzzles in the terminal."""

from typing import Annotated

import typer

from lostcities.cli.common import fail
from lostcities.games.registry import NAMES
from lostcities.games.registry import game as game_named
from lostcities.text import ENGLISH as TEXT


def puzzle(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help=TEXT("cli.puzzles.game"))] = NAMES[0],
    theme: Annotated[str | None, typer.Option("--theme", metavar="THEME", help=TEXT("cli.puzzle.theme"))] = None,
    rating: Annotated[int | None, typer.Option("--rating", metavar="N", min=0, help=TEXT("cli.puzzle.rating"))] = None,
    seed: Annotated[int | None, typer.Option("--seed", help=TEXT("cli.puzzle.seed"))] = None,
) -> None:
    """Solve puzzles near your level, one after another.

    Example: lostcities puzzle card --theme wager
    """
    from rich.console import Console

    from lostcities.puzzles.puzzle import load
    from lostcities.puzzles.themes import rules_of
    from lostcities.terminal.puzzle import Solving

    chosen = game_named(game)
    known = rules_of(chosen).THEMES
    if theme is not None and theme not in known:
        fail(TEXT("cli.puzzle.no_theme", theme=theme, known=", ".join(known)))
    if not any(theme is None or theme in each.themes for each in load(chosen)):
        fail(TEXT("cli.puzzle.none"))
    Solving(chosen, Console(highlight=False), theme, rating, seed).run()
