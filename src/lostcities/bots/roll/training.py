"""What training needs to know of the roll & write game: the tables it plays at, and what a point is worth."""

from lostcities.bots.interface import Mix
from lostcities.games.kernel import Row, clear

MIX: Mix = ((34, 2, {}), (24, 3, {}), (22, 4, {}), (20, 5, {}))

POINT = 100
WIN = 1.0

VALUE = 100
DOUBT = 0.35
SPREAD = 2.5

SECRETS = 8
"""Nothing is hidden in this game but the next roll, which nobody knows."""


def secrets(row: Row, seat: int, color: int, out: Row) -> None:
    """Writes the SECRETS of an expedition: none."""
    clear(out, 0, SECRETS)
