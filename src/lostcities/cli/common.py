"""What several commands share: errors as one sentence, options written `key=value`, and plain output."""

import sys
from typing import TYPE_CHECKING, NoReturn

from lostcities.games.game import Game
from lostcities.games.options import Options, parse
from lostcities.text import ENGLISH as TEXT

if TYPE_CHECKING:
    from rich.console import Console

FAILED = 1
WRONG_USE = 2
INTERRUPTED = 130
"""The exit status after Ctrl-C, as in shells."""


def complain(why: object) -> None:
    """Print one sentence on stderr."""
    print(TEXT("cli.error", why=str(why)), file=sys.stderr)


def fail(why: object) -> NoReturn:
    """Exit after wrong usage or bad input."""
    complain(why)
    sys.exit(WRONG_USE)


def console(stderr: bool = False) -> "Console":
    """Return where text for people goes. Nothing in it is interpreted as a style, a number or an emoji."""
    from rich.console import Console

    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)


def parse_options(game: Game, texts: list[str]) -> Options:
    """Return the options given on a command line, checked; the others have their defaults."""
    return parse(game.options, texts)
