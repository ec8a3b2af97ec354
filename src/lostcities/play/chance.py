"""Where the chance of a match comes from: a seeded generator, a fair shuffle, a record, or whoever pushes outcomes from outside."""

import random
from collections.abc import Callable
from typing import Protocol

from lostcities.games.game import Below, Setup, State


class Chance(Protocol):
    """The source of chance of one match."""

    def deal(self, state: State) -> None:
        """Begins the next round. A source that leaves that to others does nothing."""
        ...

    def act(self, state: State) -> None:
        """Does what a round awaits of chance, if anything: called after every decision."""
        ...


class Numbers:
    """Chance from a stream of numbers, such as a fair shuffle's. `below` may be another stream for every round."""

    def __init__(self, below: Below, starter: int | None = None) -> None:
        self.below = below
        self.starter = starter
        """Who starts the first round; None: as the rules give it."""

    def stream(self, state: State) -> Below:
        return self.below

    def deal(self, state: State) -> None:
        state.begin(state.game.shuffle(state, self.stream(state)), None if state.scores else self.starter)

    def act(self, state: State) -> None:
        while state.dealt and state.awaits_chance:
            state.push_chance(state.chance(self.stream(state)))


class Seeded(Numbers):
    """Chance from one generator for all rounds, or from another for each. Lots decide who starts the first round unless told."""

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
    """Chance as it was: the setup of every round and who started it."""

    def __init__(self) -> None:
        self.rounds: dict[int, tuple[Setup, int | None]] = {}
        """By their place in the match, counted from 0."""

    def deal(self, state: State) -> None:
        state.begin(*self.rounds[len(state.scores)])

    def act(self, state: State) -> None:
        """Most is dealt with the round; rolls are added to its setup while it is being played."""
        if state.dealt and state.awaits_chance:
            for roll in self.rounds[len(state.scores)][0].get("rolls", [])[len(state.rolls) : len(state.rolls) + 1]:
                state.push_chance("".join(roll))


class Outside:
    """Somebody else's chance: it is pushed with `Match.push_chance`."""

    def deal(self, state: State) -> None:
        """Nothing is dealt that was not pushed."""

    def act(self, state: State) -> None:
        """Nothing happens that was not pushed."""
