"""What all players of the roll & write game together know: nothing is hidden, so every one of them knows it."""

from lostcities.games.kernel import Row
from lostcities.games.roll.rules import expedition_score

VERSION = 1
TOGETHER = 0


def together(row: Row, observation: Row, seat: int, color: int, out: Row) -> None:
    """Write nothing."""


def part(row: Row, seat: int, color: int) -> int:
    """Return what an expedition is worth."""
    return expedition_score(row, seat, color)
