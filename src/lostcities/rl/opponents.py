"""The other seats of a batch, played by an opponent until the agent, in seat 0, decides in every match.

Bots that are kernels play a match on without leaving compiled code; networks and the user's own policies decide for all
matches in which it is their turn.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Any, Protocol

from lostcities.bots.batches import BatchPolicy
from lostcities.bots.interface import thumb
from lostcities.games.head import PLAYER, round_over
from lostcities.games.interface import Kernel, random_action, step
from lostcities.games.kernel import MASK, STEP, Rng, Row, scramble
from lostcities.games.rows import MATCH_OVER, finish, show
from lostcities.games.threads import first, stride

Array = Any
"""A NumPy array, or a torch tensor on a GPU."""
FINEST = 1 << 53
"""As many different numbers from [0, 1) can be drawn."""


def play_on(row: Row, rng: Rng, action: int, rewards: MutableSequence[float], before: int) -> int:
    """Take one action and add what it paid; return what has ended since the agent decided: a match if one has, else the last round."""
    step(row, action, rng)
    ended = finish(row, rng, rewards) if round_over(row) else 0
    return before if ended == 0 or before & MATCH_OVER else ended


def thumb_plays(
    rows: Sequence[Row],
    rngs: Sequence[Rng],
    observations: Sequence[Row],
    masks: Sequence[Row],
    seats: Row,
    rewards: Sequence[MutableSequence[float]],
    done: Row,
) -> None:
    """Let the rules of thumb play the other seats. A kernel."""
    for i in range(first(), len(rows), stride()):
        while seats[i] != 0:
            done[i] = play_on(rows[i], rngs[i], thumb(observations[i], masks[i]), rewards[i], done[i])
            seats[i] = show(rows[i], observations[i], masks[i])


def random_plays(
    rows: Sequence[Row],
    rngs: Sequence[Rng],
    observations: Sequence[Row],
    masks: Sequence[Row],
    seats: Row,
    rewards: Sequence[MutableSequence[float]],
    done: Row,
) -> None:
    """Let the other seats play at random. Nobody has to look before the agent does. A kernel."""
    for i in range(first(), len(rows), stride()):
        if seats[i] != 0:
            while rows[i][PLAYER] != 0:
                done[i] = play_on(rows[i], rngs[i], random_action(rows[i], rngs[i]), rewards[i], done[i])
            seats[i] = show(rows[i], observations[i], masks[i])


def listed_play(
    rows: Sequence[Row],
    rngs: Sequence[Rng],
    observations: Sequence[Row],
    masks: Sequence[Row],
    seats: Row,
    rewards: Sequence[MutableSequence[float]],
    done: Row,
    listed: Row,
    actions: Row,
) -> None:
    """Take one legal action in every listed match. A kernel."""
    for k in range(first(), len(listed), stride()):
        i = listed[k]
        done[i] = play_on(rows[i], rngs[i], actions[k], rewards[i], done[i])
        seats[i] = show(rows[i], observations[i], masks[i])


def draw_luck(rngs: Sequence[Rng], listed: Row, luck: Sequence[MutableSequence[float]]) -> None:
    """Draw numbers from [0, 1) for the listed matches, from their own generators. A kernel."""
    for k in range(first(), len(listed), stride()):
        rng = rngs[listed[k]]
        for place in range(len(luck[k])):
            rng[0] = (rng[0] + STEP) & MASK
            luck[k][place] = (scramble(rng[0]) >> 7) / FINEST


class Matches(Protocol):
    """What opponents need of a batch, on a CPU or on a GPU."""

    observations: Array
    masks: Array
    seats: Array

    def each(self, kernel: Kernel) -> None:
        """Run a kernel over all matches: their rows, generators, what is shown, rewards and ends."""

    def some(self, kernel: Kernel, listed: Array, actions: Array) -> None:
        """Run a kernel over the listed matches, each with its action; on a CPU in one thread."""

    def listed(self) -> Array:
        """Return the numbers of the matches in which another seat decides."""

    def luck(self, listed: Array, count: int) -> Array:
        """Return random numbers for the listed matches."""


class Opponent(Protocol):
    """Whoever plays the other seats."""

    def play(self, batch: Matches) -> None:
        """Play until the agent decides in every match."""


class CompiledOpponent:
    """A bot that is a kernel."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel

    def play(self, batch: Matches) -> None:
        batch.each(self.kernel)


class PolicyOpponent:
    """A player of many matches."""

    def __init__(self, policy: BatchPolicy) -> None:
        self.policy = policy

    def play(self, batch: Matches) -> None:
        listed = batch.listed()
        while len(listed):
            luck = batch.luck(listed, self.policy.luck) if self.policy.luck else None
            actions = self.policy(batch.observations[listed], batch.masks[listed], luck)
            batch.some(listed_play, listed, actions)
            listed = listed[batch.seats[listed] > 0]


COMPILED = {"thumb": thumb_plays, "random": random_plays}


def compiled(name: str) -> CompiledOpponent:
    return CompiledOpponent(COMPILED[name])
