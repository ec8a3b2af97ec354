"""`lostcities rules`: the rules of a game."""

from typing import Annotated

import typer

from lostcities.cli.common import fail
from lostcities.games.errors import BadOption
from lostcities.games.registry import NAMES
from lostcities.games.registry import game as game_named
from lostcities.text import ENGLISH as TEXT


def rules(game: Annotated[str, typer.Argument(metavar="GAME", help=TEXT("cli.rules.game", games=", ".join(NAMES)))]) -> None:
    """Prints the rules of a game.

    Example: lostcities rules card
    """
    from rich.console import Console

    from lostcities.terminal.pages import rules_page

    try:
        name = game_named(game).name
    except BadOption as error:
        fail(error)
    console = Console(highlight=False)
    console.print(rules_page(name), width=min(console.width, 100))
