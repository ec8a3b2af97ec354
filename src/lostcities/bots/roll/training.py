"""What training needs to know about the roll & write game: the tables to play at, and the worth of a point."""

from lostcities.bots.interface import Mix
from lostcities.games.kernel import Row, clear

MIX: Mix = ((34, 2, {}), (24, 3, {}), (22, 4, {}), (20, 5, {}))

POINT = 100
WIN = 1.0

VALUE = 100
DOUBT = 0.35
SPREAD = 2.5
AHEAD = 1

SECRETS = 8
"""Only the next roll is hidden in this game, and nobody knows it."""


def secrets(row: Row, seat: int, color: int, out: Row) -> None:
    """Write the SECRETS of an expedition: there are none."""
    clear(out, 0, SECRETS)
