"""A table: its seats, the match, and how every stored event changes them. No input or output, no clock, no chance but the fair shuffle.

The holder of a table checks a request (`checks.py`), stores the event that it becomes, and only then applies it here. Replaying all
events of a table gives the same table again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from lostcities.games.game import State
from lostcities.games.notation import DRAW
from lostcities.games.registry import game
from lostcities.play import Event as Decision
from lostcities.play import Match, Numbers, Outside, Turn
from lostcities.records.fair import Shuffle, daily_key, daily_proof_of, fair_key, first_key, first_proof_of, proof_of
from lostcities.server.store.events import BOT, OPEN, PERSON, Event, Header
from lostcities.server.tables.agreed_end import end_by_agreement
from lostcities.server.tables.clocks import Clocks
from lostcities.server.tables.shuffling import Shuffling

STALLED = 30
"""Turns without a draw from the deck after which a round may be ended by agreement, and bots draw from the deck."""
MOST_TAKE_BACKS = 10
"""How often one turn can be undone: each undo is a stored event."""
MOST_RECENT = 12
"""Decisions that a table remembers, to show to clients that join."""
Audience = tuple[int, ...]
"""The seats of a client, in order; a spectator has none."""
SUBSTITUTE = "bruno"
"""The bot that plays for a person who is away."""


@dataclass(slots=True)
class Seat:
    """Who decides for a seat. `away` says why a bot plays for a person: `left`, `absent`, `flag`, `forgotten`."""

    kind: str
    bot: str | None = None
    away: str | None = None

    @property
    def player(self) -> str | None:
        """The bot that decides; None if a person does."""
        return SUBSTITUTE if self.kind == PERSON and self.away else self.bot


def planned(plan: str) -> Seat:
    return Seat("bot", plan.removeprefix(BOT)) if plan.startswith(BOT) else Seat(plan)


class Made(NamedTuple):
    """A decision, and the turn that it belongs to."""

    turn: Turn
    decision: Decision


class Table:
    """A table as its events have made it."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.players = len(header.seats)
        self.match = Match(game(header.game).table(self.players, header.options), Outside(), undo=True)
        self.seats = [planned(plan) for plan in header.seats]
        self.version = 0
        self.position = 0
        """The version at which the deciding seat, or its choices, last changed."""
        self.keys: dict[str, int] = {}
        """The requests that became events, and the versions of these."""
        self.hints = header.hints
        self.clocks = Clocks(header.clock, self.players) if header.clock else None
        self.shuffling: Shuffling | None = None
        """That of the current round, or of the next one once its commitment is shown."""
        self.shuffle: Shuffle | None = None
        """The chance of the current round."""
        self.agreed: list[tuple[int, int]] = []
        """The rounds ended by agreement, counted from 1, and after how many moves, as in records."""
        self.turn_drawn = 0
        """The turn of this round in which a card was last drawn from the deck."""
        self.helped: set[int] = set()
        """The seats of people for whom a bot has decided."""
        self.taken_back = 0
        """How often the turn of the last decision has been undone ..."""
        self.turn_taken: Turn | None = None
        """... and which turn that was."""
        self.recent: deque[Made] = deque(maxlen=MOST_RECENT)
        """The last decisions of this round that were not undone."""

    def copy(self) -> Table:
        """Return an independent copy."""
        other = copy(self)
        other.match = self.match.copy()
        other.seats = [replace(seat) for seat in self.seats]
        other.clocks = self.clocks and self.clocks.copy()
        other.keys, other.agreed, other.helped = dict(self.keys), list(self.agreed), set(self.helped)
        other.recent = self.recent.copy()
        other.shuffling = self.shuffling and self.shuffling.copy()
        if self.shuffle:
            other.take_chance_from(copy(self.shuffle))
        return other

    def take_chance_from(self, shuffle: Shuffle) -> None:
        self.shuffle = shuffle
        self.match.chance = Numbers(shuffle.below, self.header.starter)

    # -- how it stands --

    @property
    def id(self) -> str:
        return self.header.id

    @property
    def state(self) -> State:
        return self.match.state

    @property
    def begun(self) -> bool:
        return bool(self.state.rounds)

    @property
    def played_out(self) -> bool:
        """Whether the match was played to its end, and no round was cut short: only then can it be analysed."""
        return self.state.over and not self.agreed

    @property
    def over(self) -> bool:
        return self.state.over

    @property
    def full(self) -> bool:
        """Whether every seat is taken."""
        return all(seat.kind != OPEN for seat in self.seats)

    @property
    def round(self) -> int:
        """The current round, or the next one, counted from 1; after the end the last one."""
        return len(self.state.scores) + (not self.over)

    @property
    def rounds(self) -> int:
        """The number of rounds in the match."""
        return int(self.state.options.get("rounds") or 1)

    @property
    def standing(self) -> list[int]:
        """The points of the match, including what the current round would bring if it ended now."""
        state = self.state
        return [total + now for total, now in zip(state.totals, state.live, strict=True)] if state.dealt else state.totals

    @property
    def starter(self) -> int:
        """Who starts the current round, or the next one: fixed before anyone commits to bytes for its shuffle."""
        return self.state.starter if self.begun else self.header.starter

    @property
    def stalled(self) -> int:
        """Turns of this round since a card was last drawn from the deck; 0 in a game without one."""
        playing = self.state.player is not None and DRAW in self.state.game.actions
        return self.state.turn - self.turn_drawn if playing else 0

    @property
    def committed(self) -> bool:
        """Whether the next round's commitment is shown but its cards are not dealt."""
        return self.shuffling is not None and not self.state.dealt

    @property
    def can_take_back(self) -> bool:
        """Whether the person who decided last can undo their turn. Decisions of a bot for them cannot be undone."""
        seat = self.match.taker
        return seat is not None and self.seats[seat].player is None and self.taken_back < MOST_TAKE_BACKS

    def deciding_bot(self) -> str | None:
        """The bot that decides now."""
        seat = self.state.player
        return None if seat is None else self.seats[seat].player

    # -- what happens --

    def apply(self, event: Event) -> None:
        """Apply the next stored event, which has been checked."""
        assert event.version == self.version + 1, (self.id, event.version, self.version)
        self.version = event.version
        if event.key is not None:
            self.keys[event.key] = event.version
        APPLY[event.what](self, event)

    def move(self, event: Event) -> None:
        seat, move = event.seat, event.body["move"]
        assert seat is not None
        turn = self.match.turn
        if self.seats[seat].away:
            self.helped.add(seat)
        self.recent.append(Made(turn, self.match.push(move)))
        finished = self.match.turn != turn
        if move == DRAW:
            self.turn_drawn = self.state.turn
        if turn != self.turn_taken:
            self.turn_taken, self.taken_back = turn, 0
        self.spend(event, finished)
        self.settle()

    def takeback(self, event: Event) -> None:
        complete = self.match.turn != self.match.start_turn
        self.match.take_back()
        while self.recent and self.recent[-1].turn == self.match.turn:
            self.recent.pop()
        self.taken_back += 1
        self.spend(event, finished=False)
        if self.clocks and event.seat is not None and complete:
            self.clocks.resume_turn(event.seat)
        self.position = self.version

    def end_round(self, event: Event) -> None:
        self.agreed.append((self.round, len(self.state.rounds[-1].moves)))
        end_by_agreement(self.match)
        self.settle()

    def spend(self, event: Event, finished: bool) -> None:
        """Subtract the time of a decision from the seat's clock."""
        if self.clocks and event.seat is not None:
            self.clocks.spend(event.seat, event.body.get("ms", 0))
            if finished:
                self.clocks.finish_turn(event.seat)

    def settle(self) -> None:
        """After a change of position, drop the shuffle of a round that is over."""
        self.position = self.version
        if not self.state.dealt:
            self.shuffling = self.shuffle = None
            self.turn_drawn = self.taken_back = 0
            self.turn_taken = None

    # -- shuffles --

    def commit(self, event: Event) -> None:
        """The server commits to a seed: for a new round, or for one whose shuffle was spoiled."""
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
        self.take_chance_from(Shuffle(key, self.header.game, self.round))
        self.match.deal()
        self.recent.clear()
        self.state.rounds[-1].fair = proof
        self.position = self.version

    def mixed(self, version: int | None) -> tuple[bytes, dict[str, Any]]:
        """Return the key of the round and its proof. Events from before seats committed to their bytes have no version."""
        made, day = self.shuffling, self.header.daily
        assert made is not None
        if day:
            return daily_key(made.seed, day, self.header.game), daily_proof_of(made.seed, day)
        if version is None:
            added = [made.contributions.get(seat, b"") for seat in range(self.players)]
            return first_key(made.seed, added), first_proof_of(made.seed, added)
        return fair_key(made.seed, made.shares), proof_of(made.seed, made.shares, made.restarts)

    # -- people --

    def sit(self, event: Event) -> None:
        assert event.seat is not None
        self.seats[event.seat] = Seat(PERSON)
        if self.shuffling:
            self.shuffling.welcome()

    def leave(self, event: Event) -> None:
        """A bot plays on; before the match begins the seat becomes free again."""
        assert event.seat is not None
        if event.body.get("withdrawn"):
            assert self.shuffling is not None
            self.shuffling.forget(event.seat, for_good=not self.begun)
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


APPLY: dict[str, Callable[[Table, Event], None]] = {
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
