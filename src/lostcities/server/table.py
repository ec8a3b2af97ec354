"""A table: its seats, the match, and how every stored event changes them. No input or output, no clock, no chance but the fair shuffle.

Whoever holds a table checks a request (`checks.py`), stores the event that it becomes, and only then applies it here; replaying all
events of a table gives the same table again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, replace
from itertools import tee
from typing import Any

from lostcities.games.game import State
from lostcities.games.registry import game
from lostcities.records.fair import Shuffle, deal, fair_key, first_key, first_proof_of, go_on, proof_of
from lostcities.server.clocks import Clocks
from lostcities.server.endings import end_by_agreement
from lostcities.server.events import BOT, OPEN, PERSON, Event, Header
from lostcities.server.shuffling import Shuffling

DECK = "+"
"""The move that draws from the deck: the one decision that shows its player something the others do not see."""
STALLED = 30
"""Turns without a draw from the deck after which a round may be ended by agreement, and bots draw from the deck."""
MOST_TAKE_BACKS = 10
"""So often can one turn be taken back: each time is an event, and events are kept."""
SUBSTITUTE = "bruno"
"""Who plays on for a person."""

Turn = tuple[int, int, int | None]
"""The round, the turn and the seat that decides."""


@dataclass(slots=True)
class Seat:
    """Who decides for a seat. `away` says why a bot plays on for a person: `left`, `absent`, `flag`, `forgotten`."""

    kind: str
    bot: str | None = None
    away: str | None = None

    @property
    def player(self) -> str | None:
        """The bot that decides; None where a person does."""
        return SUBSTITUTE if self.kind == PERSON and self.away else self.bot


def planned(plan: str) -> Seat:
    return Seat("bot", plan.removeprefix(BOT)) if plan.startswith(BOT) else Seat(plan)


class Table:
    """A table as its events have made it."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.state: State = game(header.game).table(header.players, header.options)
        self.seats = [planned(plan) for plan in header.seats]
        self.version = 0
        self.position = 0
        """The version at which whose decision it is, or what can be decided, last changed."""
        self.keys: dict[str, int] = {}
        """The requests that became events, and which."""
        self.hints = header.hints
        self.clocks = Clocks(header.clock, header.players) if header.clock else None
        self.shuffling: Shuffling | None = None
        """That of the round being played, or of the next one once its commitment is shown."""
        self.shuffle: Shuffle | None = None
        self.agreed: list[tuple[int, int]] = []
        """The rounds ended by agreement, and after how many moves, both counted from 1 and 0 as records do."""
        self.turn_drawn = 0
        """The turn of this round in which the deck was last drawn from."""
        self.helped: set[int] = set()
        """The seats of people for whom a bot has decided."""
        self.start: State | None = None
        """The match at the start of the turn being played, once a decision of it has been made."""
        self.start_turn: Turn | None = None
        self.taken_back = 0
        """How often the turn being played has been taken back."""

    def copy(self) -> Table:
        """A table that goes its own way from here."""
        other = copy(self)
        other.state, other.start = self.state.copy(), self.start and self.start.copy()
        other.seats = [replace(seat) for seat in self.seats]
        other.clocks = self.clocks and self.clocks.copy()
        other.keys, other.agreed, other.helped = dict(self.keys), list(self.agreed), set(self.helped)
        other.shuffling = self.shuffling and self.shuffling.copy()
        if self.shuffle:
            other.shuffle = copy(self.shuffle)
            self.shuffle.words, other.shuffle.words = tee(self.shuffle.words)
        return other

    # -- what stands --

    @property
    def id(self) -> str:
        return self.header.id

    @property
    def begun(self) -> bool:
        return bool(self.state.rounds)

    @property
    def over(self) -> bool:
        return self.state.over

    @property
    def full(self) -> bool:
        """Whether every seat is taken."""
        return all(seat.kind != OPEN for seat in self.seats)

    @property
    def turn(self) -> Turn:
        return len(self.state.scores), self.state.turn, self.state.player

    @property
    def round(self) -> int:
        """The round being played, or the next one, counted from 1; after the end the last one."""
        return len(self.state.scores) + (not self.over)

    @property
    def stalled(self) -> int:
        """Turns of this round since somebody last drew from the deck; 0 in a game without one."""
        playing = self.state.player is not None and DECK in self.state.game.actions
        return self.state.turn - self.turn_drawn if playing else 0

    @property
    def committed(self) -> bool:
        """Whether the next round's commitment is shown, and its cards are not dealt."""
        return self.shuffling is not None and not self.state.dealt

    @property
    def can_take_back(self) -> bool:
        """Whether the turn being played can be taken back: drawing from the deck, rolling, and another's decision all end a turn."""
        return self.turn_begun and self.taken_back < MOST_TAKE_BACKS

    @property
    def turn_begun(self) -> bool:
        """Whether a decision of the turn being played has been made."""
        return self.start is not None and self.turn == self.start_turn

    def deciding_bot(self) -> str | None:
        """The bot whose decision it is."""
        seat = self.state.player
        return None if seat is None else self.seats[seat].player

    # -- what happens --

    def apply(self, event: Event) -> str | None:
        """Carries out a stored event; the card, if it was a draw from the deck. The event must be the next one, and have been checked."""
        assert event.version == self.version + 1, (self.id, event.version, self.version)
        self.version = event.version
        if event.key is not None:
            self.keys[event.key] = event.version
        return APPLY[event.what](self, event)

    def move(self, event: Event) -> str | None:
        seat, move = event.seat, event.body["move"]
        assert seat is not None
        before = self.turn
        if self.seats[seat].away:
            self.helped.add(seat)
        if before != self.start_turn:
            self.start, self.start_turn = self.state.copy(), before
        hand = Counter(self.state.hand(seat)) if move == DECK else Counter[str]()
        self.state.push(move)
        drawn = next(iter(Counter(self.state.hand(seat)) - hand), None) if move == DECK else None
        if move == DECK:
            self.turn_drawn = self.state.turn
        if self.turn != before:
            self.taken_back = 0
        self.spend(event, finished=self.turn != before)
        self.settle()
        return drawn

    def takeback(self, event: Event) -> None:
        assert self.start is not None
        self.state = self.start
        self.start = self.start_turn = None
        self.taken_back += 1
        self.spend(event, finished=False)
        self.position = self.version

    def end_round(self, event: Event) -> None:
        self.agreed.append((self.round, len(self.state.rounds[-1].moves)))
        end_by_agreement(self.state)
        self.settle()

    def spend(self, event: Event, finished: bool) -> None:
        """Runs the clock of the seat that decided."""
        if self.clocks and event.seat is not None:
            self.clocks.spend(event.seat, event.body.get("ms", 0))
            if finished:
                self.clocks.finish_turn(event.seat)

    def settle(self) -> None:
        """After the position has changed: chance acts if it is due, and a round that is over forgets its turn."""
        if self.shuffle:
            go_on(self.state, self.shuffle)
        self.position = self.version
        if not self.state.dealt:
            self.shuffling = self.shuffle = self.start = self.start_turn = None
            self.turn_drawn = self.taken_back = 0

    # -- shuffles --

    def commit(self, event: Event) -> None:
        """The server commits to a seed: for a new round, or for one whose shuffle somebody has stopped."""
        seed = bytes.fromhex(event.body["seed"])
        self.shuffling = self.shuffling.anew(seed) if self.shuffling else Shuffling(seed)

    def contribute(self, event: Event) -> None:
        """Only at tables from before seats committed to their bytes."""
        assert event.seat is not None
        assert self.shuffling is not None
        self.shuffling.contributions[event.seat] = bytes.fromhex(event.body["bytes"])

    def pledge(self, event: Event) -> None:
        assert event.seat is not None
        assert self.shuffling is not None
        self.shuffling.commitments[event.seat] = bytes.fromhex(event.body["commitment"])

    def fix(self, event: Event) -> None:
        assert self.shuffling is not None
        self.shuffling.fixed = True

    def reveal(self, event: Event) -> None:
        assert event.seat is not None
        assert self.shuffling is not None
        self.shuffling.shares[event.seat] = bytes.fromhex(event.body["bytes"])

    def deal(self, event: Event) -> None:
        key, proof = self.mixed(event.body.get("fair"))
        self.shuffle = Shuffle(key, self.header.game, self.round)
        deal(self.state, self.shuffle, None if self.state.scores else self.header.starter)
        self.state.rounds[-1].fair = proof
        go_on(self.state, self.shuffle)
        self.position = self.version

    def mixed(self, version: int | None) -> tuple[bytes, dict[str, Any]]:
        """The key of the round and its proof; events from before seats committed to their bytes have no version."""
        made = self.shuffling
        assert made is not None
        if version is None:
            added = [made.contributions.get(seat, b"") for seat in range(self.header.players)]
            return first_key(made.seed, added), first_proof_of(made.seed, added)
        return fair_key(made.seed, made.shares), proof_of(made.seed, made.shares, made.restarts)

    # -- people --

    def sit(self, event: Event) -> None:
        assert event.seat is not None
        self.seats[event.seat] = Seat(PERSON)

    def leave(self, event: Event) -> None:
        """A bot plays on; before the match begins the seat is free again."""
        assert event.seat is not None
        if event.body.get("withdrawn"):
            assert self.shuffling is not None
            self.shuffling.forget(event.seat)
        if self.begun:
            self.seats[event.seat].away = event.body["why"]
        else:
            self.seats[event.seat] = Seat(OPEN)

    def come_back(self, event: Event) -> None:
        assert event.seat is not None
        self.seats[event.seat].away = None

    def flag(self, event: Event) -> None:
        assert event.seat is not None
        self.spend(event, finished=False)
        self.seats[event.seat].away = "flag"

    def allow_hints(self, event: Event) -> None:
        self.hints = True


APPLY: dict[str, Callable[[Table, Event], str | None]] = {
    "move": Table.move,
    "takeback": Table.takeback,
    "sit": Table.sit,
    "leave": Table.leave,
    "return": Table.come_back,
    "commit": Table.commit,
    "contribute": Table.contribute,
    "pledge": Table.pledge,
    "fix": Table.fix,
    "reveal": Table.reveal,
    "deal": Table.deal,
    "end_round": Table.end_round,
    "flag": Table.flag,
    "hints": Table.allow_hints,
}
"""What each event does."""
