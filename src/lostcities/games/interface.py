"""What the modules of a game provide: to the Python engine as protocols, to kernels that play any game as stand-ins.

`rows` and others are written against the stand-ins; an `Engine` replaces them with a game's own kernels.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from lostcities.games.kernel import Rng, Row

M = TypeVar("M")
P = ParamSpec("P")
R = TypeVar("R")

Kernel = Callable[..., object]
"""A function over rows, as `docs/architecture.md` describes it."""

Kernels = Mapping[Kernel, Kernel]
"""A game's own kernel for each stand-in."""


class Rules(Protocol):
    """`rules.py`. Only `refusal` checks whether an action is legal."""

    ROW: int
    """Bytes per match."""
    ACTIONS: int

    def new_match(self, row: Row, rng: Rng) -> None:
        """Start a match over with the options in the row; the starter is drawn by lot."""

    def deal(self, row: Row, rng: Rng) -> None:
        """Shuffle and start a round."""

    def begin(self, row: Row) -> None:
        """Start a round with the components as they are in the row."""

    def legal(self, row: Row, mask: Row) -> None:
        """Set the legal actions in a mask of zeros."""

    def refusal(self, row: Row, action: int) -> int:
        """Return 0 for a legal action, else the number of the reason."""

    def apply(self, row: Row, action: int) -> None:
        """Carry out a legal action without chance."""

    def step(self, row: Row, action: int, rng: Rng) -> None:
        """Carry out a legal action, and the next outcome of chance."""

    def score(self, row: Row, player: int) -> int:
        """Return what the round is worth to a player as it stands."""

    def settle(self, row: Row) -> None:
        """Score a finished round and set the next starter."""

    def standing(self, row: Row, player: int) -> int:
        """Return the points that a player would have if the match ended now, with the round being played scored as it stands."""

    def gain(self, row: Row, player: int) -> int:
        """Return what a settled round gained a player, for rewards."""

    def total(self, row: Row, player: int) -> int:
        """Return a player's points in the settled rounds."""


Spec = tuple[tuple[str, int, str], ...]
"""The fields of an observation in order: name, bytes, meaning."""


class Observation(Protocol):
    """`observation.py`."""

    VERSION: int
    SIZE: int
    SPEC: Spec

    def observe(self, row: Row, seat: int, out: Row) -> None:
        """Write what a seat can know."""


class Chance(Protocol):
    """`chance.py`: what could have happened instead of what did."""

    OUTCOMES: int
    """How many outcomes an action can have, at most; those of one action are told apart by number."""
    SAMPLES: int
    """How often each outcome is tried: more than once where there are too many to number, and each try is another one."""
    EVENT: str
    """What an event of chance is called."""
    LATER: int
    """1: the event belongs to the seat that decides next; 0: to the one whose action led to it."""

    def weigh(self, row: Row, action: int, outcome: int) -> float:
        """Return the probability of an outcome of a legal action: 0 if there is no such outcome; 1 for outcome 0 if it is the only one."""

    def carry_out(self, row: Row, action: int, outcome: int, rng: Rng) -> bool:
        """Carry out a legal action with a possible outcome, whatever is dealt ahead in the row; return whether chance had a say."""


class RandomPlay(Protocol):
    """`random_play.py`."""

    def random_action(self, row: Row, rng: Rng) -> int:
        """Return a uniformly random legal action."""


class Worlds(Protocol):
    """`worlds.py`."""

    def resample(self, row: Row, seat: int, rng: Rng) -> None:
        """Redeal, in place, what a seat cannot know."""

    def resample_by(self, row: Row, seat: int, rng: Rng, odds: Sequence[float]) -> None:
        """Redeal what a seat cannot know, with hidden cards drawn by their odds."""


def stand_in(method: Callable[Concatenate[M, P], R]) -> Callable[P, R]:
    """Return a function with the signature of a protocol's method, which kernels call until an engine replaces it with a game's own."""

    def kernel(*_: P.args, **__: P.kwargs) -> R:
        raise AssertionError(f"a game's own {method.__name__} stands here when an engine runs")

    return kernel


deal = stand_in(Rules.deal)
new_match = stand_in(Rules.new_match)
legal = stand_in(Rules.legal)
apply = stand_in(Rules.apply)
step = stand_in(Rules.step)
score = stand_in(Rules.score)
settle = stand_in(Rules.settle)
standing = stand_in(Rules.standing)
gain = stand_in(Rules.gain)
total = stand_in(Rules.total)
observe = stand_in(Observation.observe)
weigh = stand_in(Chance.weigh)
carry_out = stand_in(Chance.carry_out)
random_action = stand_in(RandomPlay.random_action)
resample = stand_in(Worlds.resample)
resample_by = stand_in(Worlds.resample_by)
