"""One match: the state, where its chance comes from, and the start of the turn being played."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from lostcities.games.game import Game, Round, State
from lostcities.games.head import PLAYER
from lostcities.games.notation import DRAW
from lostcities.play.chance import Chance, Outside, Recorded
from lostcities.play.event import Act, Event, Roll

Turn = tuple[int, int, int | None]
"""The round, the turn and the seat that decides."""


class Match:
    """A match being played. `state` is there to be read; whatever changes it is done here.

    A round is dealt when `deal` is called, so that everybody can look at the end of the one before. With `undo` the start of the
    last turn is kept, until another seat decides. Drawing, rolling and the end of a round forget it: taking back never shows
    anything hidden, nor does it take anything back that somebody has seen.
    """

    def __init__(self, state: State, chance: Chance, undo: bool = False) -> None:
        self.state = state
        self.chance = chance
        self.undo = undo
        self.start: State | None = None
        """The match at the start of the turn that can be taken back."""
        self.start_turn: Turn | None = None

    @staticmethod
    def new(game: Game, players: int, options: Mapping[str, object], chance: Chance, undo: bool = False) -> Match:
        """A match with its first round dealt."""
        match = Match(game.table(players, options), chance, undo)
        match.deal()
        return match

    # -- what happens --

    def deal(self) -> Roll | None:
        """Begins the next round; the roll with which its first turn begins, in a game with dice."""
        self.chance.deal(self.state)
        self.chance.act(self.state)
        self.start = self.start_turn = None
        return self.state.rolls[-1] if self.state.rolls else None

    def go_on(self) -> None:
        """Lets chance do what a match awaits that was left at any point: deal the next round, or roll."""
        if self.state.dealt:
            self.chance.act(self.state)
        else:
            self.deal()

    def push(self, move: str) -> Event:
        """Makes a move for the seat that decides; an illegal one raises `IllegalMove` and changes nothing."""
        state = self.state
        seat, rolls = state.row[PLAYER], len(state.rolls)
        card = state.card_drawn(move) if move[:1] == DRAW else None
        if self.undo:
            self.push_and_keep(move)
        else:
            state.push(move)
        if state.awaits_chance:
            self.chance.act(state)
        roll = state.rolls[-1] if len(state.rolls) > rolls else None
        return Event(seat, move, card, roll, None if state.dealt else state.scores[-1])

    def push_and_keep(self, move: str) -> None:
        state, turn = self.state, self.turn
        before = state.copy() if turn != self.start_turn else self.start
        state.push(move)
        stands = move[:1] == DRAW or state.awaits_chance or not state.dealt
        self.start, self.start_turn = (None, None) if stands else (before, turn)

    def push_chance(self, outcome: str) -> Act:
        """Lets chance act as somebody else has decided: one of the state's `chances()`."""
        state = self.state
        drawer, finished = state.drawer, len(state.scores)
        state.push_chance(outcome)
        return Act(outcome, drawer, state.scores[-1] if len(state.scores) > finished else None)

    # -- taking back --

    @property
    def turn(self) -> Turn:
        return len(self.state.scores), self.state.turn, self.state.player

    @property
    def can_take_back(self) -> bool:
        """Whether a decision has been made since which nothing new was seen and nobody else has decided."""
        return self.start is not None

    @property
    def taker(self) -> int | None:
        """The seat whose turn can be taken back."""
        return self.start_turn and self.start_turn[2]

    def take_back(self) -> None:
        """Returns to the start of that turn."""
        assert self.start is not None
        self.state = self.start
        self.start = self.start_turn = None

    def copy(self) -> Match:
        """A match that goes its own way from here, but for its source of chance, which both share."""
        other = Match(self.state.copy(), self.chance, self.undo)
        other.start, other.start_turn = self.start and self.start.copy(), self.start_turn
        return other


def imagined(state: State, seat: int, rng: random.Random) -> Match:
    """A random match that a seat cannot tell from the one it plays. Nothing is dealt ahead in it: chance is pushed from outside."""
    world = state.resample(seat, rng)
    world.leave_to_chance()
    return Match(world, Outside())


def after(state: State, move: str) -> State:
    """What a legal move would lead to, as far as it does not depend on chance."""
    later = state.copy()
    later.rng = None  # the next round is not dealt
    later.push(move)
    return later


class Step(NamedTuple):
    """One decision of a match that is gone through again."""

    before: State
    event: Event
    after: State
    """The match itself: it goes on with the next step."""


def dealt_again(state: State, played: Round) -> Match:
    """A match between rounds whose next round is dealt as one that has been played."""
    chance = Recorded()
    chance.rounds[len(state.scores)] = played.setup, played.starter
    match = Match(state, chance)
    match.deal()
    return match


def steps(state: State, rounds: Sequence[Round]) -> Iterator[Step]:
    """Plays rounds again in a match before its first deal, decision by decision."""
    for played in rounds:
        match = dealt_again(state, played)
        for move in played.moves:
            before = state.copy()
            yield Step(before, match.push(move), state)
