"""One match: the state, its source of chance, and the start of the current turn."""

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
    """A match being played. Read `state` freely, but change it only through this class.

    A round is dealt when `deal` is called, so that everyone can look at the end of the previous round first. With `undo` the start of
    the last turn is kept until another seat decides. It is dropped by a draw, a roll or the end of a round: an undo never reveals
    anything hidden, and never takes back what someone has seen.
    """

    def __init__(self, state: State, chance: Chance, undo: bool = False) -> None:
        self.state = state
        self.chance = chance
        self.undo = undo
        self.start: State | None = None
        """The match at the start of the turn that can be undone."""
        self.start_turn: Turn | None = None

    @staticmethod
    def new(game: Game, players: int, options: Mapping[str, object], chance: Chance, undo: bool = False) -> Match:
        """Return a match with its first round dealt."""
        match = Match(game.table(players, options), chance, undo)
        match.deal()
        return match

    # -- what happens --

    def deal(self) -> Roll | None:
        """Begin the next round. In a game with dice, return the roll that starts its first turn."""
        self.chance.deal(self.state)
        self.chance.act(self.state)
        self.start = self.start_turn = None
        return self.state.rolls[-1] if self.state.rolls else None

    def go_on(self) -> None:
        """Let chance act wherever the match was left: deal the next round, or roll."""
        if self.state.dealt:
            self.chance.act(self.state)
        else:
            self.deal()

    def push(self, move: str) -> Event:
        """Make a move for the seat that decides. An illegal move raises `IllegalMove` and changes nothing."""
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
        """Apply an outcome of chance that was decided elsewhere: one of the state's `chances()`."""
        state = self.state
        drawer, finished = state.drawer, len(state.scores)
        state.push_chance(outcome)
        return Act(outcome, drawer, state.scores[-1] if len(state.scores) > finished else None)

    # -- undo --

    @property
    def turn(self) -> Turn:
        return len(self.state.scores), self.state.turn, self.state.player

    @property
    def can_take_back(self) -> bool:
        """Whether a decision was made after which nothing new was seen and nobody else has decided."""
        return self.start is not None

    @property
    def taker(self) -> int | None:
        """The seat whose turn can be undone."""
        return self.start_turn and self.start_turn[2]

    def take_back(self) -> None:
        """Return to the start of the turn that can be undone."""
        assert self.start is not None
        self.state = self.start
        self.start = self.start_turn = None

    def copy(self) -> Match:
        """Return an independent copy. Only the source of chance is shared."""
        other = Match(self.state.copy(), self.chance, self.undo)
        other.start, other.start_turn = self.start and self.start.copy(), self.start_turn
        return other


def imagined(state: State, seat: int, rng: random.Random) -> Match:
    """Return a random match that a seat cannot tell from its own. Nothing is dealt in advance: chance is pushed from outside."""
    world = state.resample(seat, rng)
    world.leave_to_chance()
    return Match(world, Outside())


def after(state: State, move: str) -> State:
    """Return the state after a legal move, as far as it does not depend on chance."""
    later = state.copy()
    later.rng = None  # the next round is not dealt
    later.push(move)
    return later


class Step(NamedTuple):
    """One decision of a match that is replayed."""

    before: State
    event: Event
    after: State
    """The match itself, not a copy: the next step changes it."""


def dealt_again(state: State, played: Round) -> Match:
    """Return a match between rounds whose next round is dealt exactly as in `played`."""
    chance = Recorded()
    chance.rounds[len(state.scores)] = played.setup, played.starter
    match = Match(state, chance)
    match.deal()
    return match


def steps(state: State, rounds: Sequence[Round]) -> Iterator[Step]:
    """Replay rounds, decision by decision, in a match before its first deal."""
    for played in rounds:
        match = dealt_again(state, played)
        for move in played.moves:
            before = state.copy()
            yield Step(before, match.push(move), state)
