"""What training needs to know of the roll & write game: the tables it plays at, and what a point is worth."""

from lostcities.games.kernel import Row, clear

MIX: tuple[tuple[int, int, dict[str, object]], ...] = ((34, 2, {}), (24, 3, {}), (22, 4, {}), (20, 5, {}))
"""Of a hundred matches, how many are played with so many players and these options."""

POINT = 100
"""So many points of lead are worth 1."""
WIN = 1.0
"""What a match won is worth; lost, as much less."""

VALUE = 100
"""A value of 1, in points of lead: what search and hints take it for, the match included."""
DOUBT = 0.35
"""By how many points a move is worse, as far as the network knows, for every factor e by which it is less likely ..."""
SPREAD = 2.5
"""... and the standard error of that, in points."""

SECRETS = 8
"""Nothing is hidden in this game but the next roll, which nobody knows."""


def secrets(row: Row, seat: int, color: int, out: Row) -> None:
    """Writes the SECRETS of an expedition: none."""
    clear(out, 0, SECRETS)
