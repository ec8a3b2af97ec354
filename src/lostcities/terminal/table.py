"""The table: a match, who sits where, what has happened, and how far a turn can be taken back. It neither reads nor prints.

A turn can be taken back to its start while it is not complete. A checkpoint is kept for the turn being played, named by round, turn
and seat; since drawing from the deck, rolling, and another player's decision all come with the end of a turn, whatever is
taken back never shows anything hidden.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from lostcities.bots.bot import BotFailure
from lostcities.games.game import State, View
from lostcities.records import record_of, write
from lostcities.terminal.opponent import Opponent
from lostcities.terminal.views import Event

Turn = tuple[int, int, int | None]
"""The round, the turn and the seat that decides."""


class Entry(NamedTuple):
    """A decision that stands in the log."""

    turn: Turn
    event: Event


class Finished(NamedTuple):
    """A round that is over: as everybody saw it before its last move, and after."""

    earlier: View
    view: View


@dataclass
class Table:
    """A match with people and bots at it, kept in a file."""

    state: State
    names: list[str]
    bots: dict[int, Opponent]
    file: Path
    meta: dict[str, Any] = field(default_factory=dict)
    log: list[Entry] = field(default_factory=list)
    start: State | None = None
    """The match at the start of the turn being played, once a decision of it has been made."""
    start_turn: Turn | None = None
    unsaved: bool = True

    @property
    def people(self) -> list[int]:
        return [seat for seat in range(self.state.players) if seat not in self.bots]

    @property
    def turn(self) -> Turn:
        return len(self.state.scores), self.state.turn, self.state.player

    def play(self, move: str) -> Finished | None:
        """Makes a legal move for whoever is to decide; the round's end, if it was its last."""
        before = self.state.copy()
        turn = self.turn
        if turn != self.start_turn:
            self.start, self.start_turn = before, turn
        seat = before.player
        assert seat is not None
        self.state.push(move)
        self.log.append(Entry(turn, Event(seat, move, drawn(before, self.state, seat))))
        self.unsaved = True
        if len(self.state.scores) == len(before.scores):
            return None
        self.log.clear()
        return finish(before, move)

    # -- bots --

    def let_bot_play(self) -> Finished | None:
        """Asks the bot that is to decide, and makes its move; `BotFailure` if it has none."""
        seat = self.state.player
        assert seat is not None
        return self.play(self.bots[seat].decide(self.state, self.names))

    def seat_bot(self, opponent: Opponent) -> None:
        """Puts a bot into a seat, in place of the one that was there; the seat keeps its name."""
        if opponent.seat in self.bots:
            self.bots[opponent.seat].bot.close()
        self.bots[opponent.seat] = opponent
        self.meta["bots"] = {str(seat): bot.spec for seat, bot in sorted(self.bots.items())}
        self.unsaved = True

    def part(self) -> None:
        """Tells the bots how it ended, if it has, and lets them go."""
        for opponent in self.bots.values():
            with contextlib.suppress(BotFailure):  # whatever it does now cannot matter
                if self.state.over:
                    opponent.catch_up(self.state, self.names)
            opponent.bot.close()

    # -- what a seat sees --

    def events(self, seat: int) -> list[Event]:
        """What happened since the seat's last turn, and in its turn so far. Others' draws from the deck stay hidden."""
        current = [entry for entry in self.log if entry.turn == self.turn]
        since: list[Entry] = []
        for entry in reversed(self.log[: len(self.log) - len(current)]):
            since.insert(0, entry)
            if entry.event.seat == seat:
                break
        return [seen_by(seat, entry.event) for entry in [*since, *current]]

    # -- taking back --

    def can_take_back(self) -> bool:
        return self.start is not None and self.turn == self.start_turn

    def take_back(self) -> None:
        """Returns to the start of the turn."""
        assert self.start is not None
        self.log = [entry for entry in self.log if entry.turn != self.turn]
        self.state = self.start
        self.start = self.start_turn = None
        self.unsaved = True

    # -- keeping it --

    def record(self) -> dict[str, Any]:
        return record_of(self.state, self.names, self.meta)

    def save(self) -> None:
        """Writes the match to its file, if anything has changed."""
        if self.unsaved:
            write(self.record(), self.file)
            self.unsaved = False


def finish(before: State, move: str) -> Finished:
    """The end of a round by its last move, seen before the next round is dealt."""
    after = before.copy()
    after.rng = None
    after.push(move)
    return Finished(before.view(None), after.view(None))


def drawn(before: State, after: State, seat: int) -> str | None:
    """The card that a decision added to the seat's hand."""
    if len(after.scores) > len(before.scores):
        return None
    added: Counter[str] = Counter(after.view(seat).get("hand", [])) - Counter(before.view(seat).get("hand", []))
    return next(iter(added), None)


def seen_by(seat: int, event: Event) -> Event:
    hidden = event.seat != seat and event.move == "+"
    return Event(event.seat, event.move) if hidden else event
