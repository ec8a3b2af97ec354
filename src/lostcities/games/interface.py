"""The kernels that every game's rules have. `rows` is written against these names; `Engine` puts a game's own in place.

What each does is said in the rules of the games; `observe`, `random_action` and `resample` are in files of their own beside them.
"""

from collections.abc import Sequence

from lostcities.games.kernel import Rng, Row

STAND_IN = AssertionError("a game's own kernel stands here when an engine runs")


def deal(row: Row, rng: Rng) -> None:
    raise STAND_IN


def new_match(row: Row, rng: Rng) -> None:
    raise STAND_IN


def legal(row: Row, mask: Row) -> None:
    raise STAND_IN


def step(row: Row, action: int, rng: Rng) -> None:
    raise STAND_IN


def random_action(row: Row, rng: Rng) -> int:
    raise STAND_IN


def observe(row: Row, seat: int, out: Row) -> None:
    raise STAND_IN


def resample(row: Row, seat: int, rng: Rng) -> None:
    raise STAND_IN


def resample_by(row: Row, seat: int, rng: Rng, odds: Sequence[float]) -> None:
    raise STAND_IN


def score(row: Row, player: int) -> int:
    raise STAND_IN


def settle(row: Row) -> None:
    raise STAND_IN


def gain(row: Row, player: int) -> int:
    raise STAND_IN


def total(row: Row, player: int) -> int:
    raise STAND_IN
