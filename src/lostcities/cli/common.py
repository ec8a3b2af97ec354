"""What several commands share: errors as one sentence, and options written `key=value`."""

import sys
from typing import NoReturn

from lostcities.games.errors import BadOption, Reason
from lostcities.games.game import Game
from lostcities.games.options import Options, shown
from lostcities.text import ENGLISH as TEXT

WRONG_USE = 2


def complain(why: object) -> None:
    """One sentence on stderr."""
    print(TEXT("cli.error", why=str(why)), file=sys.stderr)


def fail(why: object) -> NoReturn:
    """Ends the program: wrong use or bad input."""
    complain(why)
    sys.exit(WRONG_USE)


def parse_options(game: Game, texts: list[str]) -> Options:
    """The options that a command line gives, checked; others have their defaults."""
    known = {option.name: option for option in game.options}
    given: Options = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadOption(Reason("option_form", {"text": shown(text)}))
        if name in given:
            raise BadOption(Reason("option_twice", {"option": shown(name)}))
        given[name] = known[name].parse(value) if name in known else value
    chosen = game.complete(given)
    return {name: chosen[name] for name in given}
