"""The kernels that every game's rules have. `rows` is written against these names; `Engine` puts a game's own in place.

What each does is said in the rules of the games. `observe` is the one of the game's observation.
"""

from lostcities.games.kernel import Rng, Row


def deal(row: Row, rng: Rng) -> None: ...


def new_match(row: Row, rng: Rng) -> None: ...


def legal(row: Row, mask: Row) -> None: ...


def step(row: Row, action: int, rng: Rng) -> None: ...


def random_action(row: Row, rng: Rng) -> int: ...


def observe(row: Row, seat: int, out: Row) -> None: ...


def score(row: Row, player: int) -> int: ...


def settle(row: Row) -> None: ...


def gain(row: Row, player: int) -> int: ...


def players(row: Row) -> int: ...


def player(row: Row) -> int: ...


def round_over(row: Row) -> bool: ...


def match_over(row: Row) -> bool: ...


def truncated(row: Row) -> bool: ...
