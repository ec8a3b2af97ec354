"""`lostcities rules`: the rules of a game."""

from typing import Annotated

import typer

from lostcities.games.registry import NAMES
from lostcities.games.registry import game as game_named
from lostcities.text import ENGLISH as TEXT


def rules(game: Annotated[str, typer.Argument(metavar="GAME", help=TEXT("cli.rules.game", games=", ".join(NAMES)))]) -> None:
    """Print the rules of a game.

    Example: lostcities rules card
    """
    from rich.console import Console

    from lostcities.terminal.pages import rules_page

    page = rules_page(game_named(game).name)
    console = Console(highlight=False)
    console.print(page, width=min(console.width, 100))
