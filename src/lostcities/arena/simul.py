"""Play many matches at once between bots that decide in batches: the same matches as one `Contest` after another, many times faster."""

import random
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lostcities.arena.contest import Result, Stop, Stopped
from lostcities.arena.deal import Deal
from lostcities.arena.tournament import Table
from lostcities.bots.batches import BatchPolicy
from lostcities.bots.interface import engine_of
from lostcities.games.game import State
from lostcities.games.registry import game
from lostcities.play import Match, Seeded
from lostcities.play.crowd import Asked, Crowd, Decisions

PolicyOf = Callable[[str], BatchPolicy]
"""Returns the player that a text names."""


class Fixture(NamedTuple):
    """A match to play: the bots by seat, the deal, and what distinguishes matches of the same deal with other seats."""

    specs: list[str]
    deal: Deal
    first: int = 0


class Simul:
    """Matches between bots, all begun together. `play` plays them."""

    def __init__(
        self, table: Table, fixtures: Sequence[Fixture], policy_of: PolicyOf, stopped: Stop = lambda: False, positions: bool = False
    ) -> None:
        matches = [Match(table.table(), Seeded(fixture.deal.chance, fixture.deal.starter)) for fixture in fixtures]
        self.crowd = Crowd(matches, engine_of(game(table.game)), positions)
        self.stopped = stopped
        self.names = sorted({spec for fixture in fixtures for spec in fixture.specs})
        self.policies = [policy_of(name) for name in self.names]
        self.seated = np.array([[self.names.index(spec) for spec in fixture.specs] for fixture in fixtures])
        """Matches x seats: the number of the bot there."""
        self.generators = [
            [random.Random(fixture.deal.bot_seed(fixture.first, seat)) for seat in range(table.players)] for fixture in fixtures
        ]
        self.seconds = np.zeros(self.seated.shape)
        self.decisions: Decisions | None = None

    @property
    def states(self) -> list[State]:
        return [match.state for match in self.crowd.matches]

    def play(self) -> list[Result]:
        """Play all matches; return their results in order."""
        self.decisions = self.crowd.play(self.answer)
        moves = np.zeros(self.seated.shape, dtype=np.int64)
        np.add.at(moves, (self.decisions.matches, self.decisions.seats), 1)
        return [result(*match) for match in zip(self.states, self.seconds, moves, strict=True)]

    def answer(self, asked: Asked) -> NDArray[np.int64]:
        """Let every bot decide for all matches in which it is asked."""
        if self.stopped():
            raise Stopped
        actions = np.zeros(len(asked.matches), dtype=np.int64)
        deciding = self.seated[asked.matches, asked.seats]
        for number, policy in enumerate(self.policies):
            own = np.flatnonzero(deciding == number)
            if len(own):
                begin = time.perf_counter()
                actions[own] = policy(asked.observations[own], asked.masks[own], self.luck(policy, asked, own))
                self.seconds[asked.matches[own], asked.seats[own]] += (time.perf_counter() - begin) / len(own)
        return actions

    def luck(self, policy: BatchPolicy, asked: Asked, own: NDArray[np.int64]) -> NDArray[np.float64] | None:
        """Return the next random numbers of the bots that decide, each from its own generator."""
        if not policy.luck:
            return None
        deciding = zip(asked.matches[own].tolist(), asked.seats[own].tolist(), strict=True)
        generators = (self.generators[match][seat] for match, seat in deciding)
        return np.array([[generator.random() for _ in range(policy.luck)] for generator in generators])


def result(state: State, seconds: NDArray[np.float64], moves: NDArray[np.int64]) -> Result:
    outcome = state.outcome()
    assert outcome is not None
    truncated = sum(played.truncated for played in state.rounds)
    ms = [round(1000 * float(spent), 3) for spent in seconds]
    return Result(outcome.totals, outcome.winners, len(state.scores), truncated, ms, [int(count) for count in moves])
