"""The games by name: the only list of them."""

from functools import cache
from importlib import import_module

from lostcities.games.errors import BadOption, Reason
from lostcities.games.game import Game
from lostcities.games.options import shown

NAMES = ("card", "board", "roll")


@cache
def _load(name: str) -> Game:
    module = import_module(f"lostcities.games.{name}.state")
    game = getattr(module, name.upper())
    assert isinstance(game, Game)
    return game


def game(name: object) -> Game:
    """Return the game of that name. Raises `BadOption` if there is none."""
    if not isinstance(name, str) or name not in NAMES:
        raise BadOption(Reason("unknown_game", {"game": shown(name), "known": ", ".join(NAMES)}))
    return _load(name)
