"""Worlds of the roll & write game: nothing is hidden, and the rolls to come are not in the row."""

from collections.abc import Sequence

from lostcities.games.kernel import Rng, Row


def resample(row: Row, seat: int, rng: Rng) -> None:
    """Leave everything as it is."""


def resample_by(row: Row, seat: int, rng: Rng, odds: Sequence[float]) -> None:
    """Leave everything as it is."""
