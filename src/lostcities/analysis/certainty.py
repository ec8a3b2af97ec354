"""How far what is said about two moves is from what playing them to the end of the round shows, beside the error of the worlds.

`certainty.json` has a root mean square of it in points, by game; `research/certainty.py` measures it.
"""

from functools import cache
from importlib import resources

import msgspec

from lostcities.games.game import Game


class Certainty(msgspec.Struct, frozen=True):
    """How far off the distance between two moves is."""

    critic: float
    """If the critic says what both are worth."""
    playouts: float
    """If both are played out for some turns, and the critic says what the rest is worth."""


@cache
def certainties() -> dict[str, Certainty]:
    """Return how certain an opinion is, by game."""
    file = resources.files("lostcities.analysis") / "certainty.json"
    return msgspec.json.decode(file.read_bytes(), type=dict[str, Certainty])


def certainty_of(game: Game) -> Certainty:
    return certainties()[game.name]
