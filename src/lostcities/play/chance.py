"""Sources of chance for a match: a seeded generator, a fair shuffle, a record, or outcomes pushed from outside."""

import random
from collections.abc import Callable
from typing import Protocol

from lostcities.games.game import Below, Setup, State


class Chance(Protocol):
    """The source of chance of one match."""

    def deal(self, state: State) -> None:
        """Begin the next round. A source whose outcomes are pushed from outside does nothing."""
        ...

    def act(self, state: State) -> None:
        """Carry out what the round needs from chance, if anything. Called after every decision."""
        ...


class Numbers:
    """Chance from a stream of numbers, such as a fair shuffle's. `below` may be replaced for every round."""

    def __init__(self, below: Below, starter: int | None = None) -> None:
        self.below = below
        self.starter = starter
        """Who starts the first round; None: as the rules say."""

    def stream(self, state: State) -> Below:
        return self.below

    def deal(self, state: State) -> None:
        state.begin(state.game.shuffle(state, self.stream(state)), None if state.scores else self.starter)

    def act(self, state: State) -> None:
        while state.dealt and state.awaits_chance:
            state.push_chance(state.chance(self.stream(state)))


class Seeded(Numbers):
    """Chance from one generator for all rounds, or from a new one for each. Who starts the first round is drawn by lot by default."""

    def __init__(self, generator: random.Random | Callable[[int], random.Random], starter: int | None = None) -> None:
        self.generator = generator
        self.rng = generator if isinstance(generator, random.Random) else generator(1)
        super().__init__(self.rng.randrange, starter)

    def stream(self, state: State) -> Below:
        return state.game.numbers(self.rng)

    def deal(self, state: State) -> None:
        if not isinstance(self.generator, random.Random):
            self.rng = self.generator(len(state.scores) + 1)
        if self.starter is None and not state.scores:
            self.starter = self.rng.randrange(state.players)
        super().deal(state)


class Recorded:
    """Chance as recorded: the setup of every round and who started it."""

    def __init__(self) -> None:
        self.rounds: dict[int, tuple[Setup, int | None]] = {}
        """By index of the round in the match, counted from 0."""

    def deal(self, state: State) -> None:
        state.begin(*self.rounds[len(state.scores)])

    def act(self, state: State) -> None:
        """Roll as recorded. Cards and tiles come with the deal, but rolls are added to a setup while its round is played."""
        if state.dealt and state.awaits_chance:
            for roll in self.rounds[len(state.scores)][0].get("rolls", [])[len(state.rolls) : len(state.rolls) + 1]:
                state.push_chance("".join(roll))


class Outside:
    """Chance decided by someone else, who pushes it with `Match.push_chance`."""

    def deal(self, state: State) -> None:
        """Do nothing: deals are pushed."""

    def act(self, state: State) -> None:
        """Do nothing: outcomes are pushed."""
