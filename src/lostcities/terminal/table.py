"""The table: a match, the players, and what has happened. It neither reads nor prints."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from lostcities.bots.bot import BotFailure
from lostcities.bots.follower import Follower
from lostcities.games.game import State, View
from lostcities.play import Event, Match, Step
from lostcities.play.match import Turn
from lostcities.records import record_of, write
from lostcities.records.files import Json


class Entry(NamedTuple):
    """A decision in the log that was not undone."""

    turn: Turn
    event: Event


class Finished(NamedTuple):
    """A finished round: as everyone saw it before its last move, and after."""

    earlier: View
    view: View

    @staticmethod
    def by(step: Step) -> Finished | None:
        """Return the round that a step has ended, if any."""
        return None if step.event.scores is None else Finished(step.before.view(None), step.after.view(None))


@dataclass
class Table:
    """A match with people and bots at it, kept in a file."""

    match: Match
    names: list[str]
    bots: dict[int, Follower]
    file: Path
    meta: Json = field(default_factory=dict)
    log: list[Entry] = field(default_factory=list)
    unsaved: bool = True

    @property
    def state(self) -> State:
        return self.match.state

    @property
    def people(self) -> list[int]:
        return [seat for seat in range(self.state.players) if seat not in self.bots]

    def play(self, move: str) -> Finished | None:
        """Make a legal move and deal the next round if necessary; return the finished round if this was its last move."""
        earlier, turn = self.state.view(None), self.match.turn
        event = self.match.push(move)
        self.log.append(Entry(turn, event))
        self.unsaved = True
        if event.scores is None:
            return None
        self.log.clear()
        finished = Finished(earlier, self.state.view(None))
        if not self.state.over:
            self.match.deal()
        return finished

    # -- bots --

    def let_bot_play(self) -> Finished | None:
        """Ask the bot that decides, and make its move. Raises `BotFailure` if it has none."""
        seat = self.state.player
        assert seat is not None
        return self.play(self.bots[seat].decide(self.state, self.names))

    def seat_bot(self, opponent: Follower) -> None:
        """Put a bot into a seat, replacing the previous one; the seat keeps its name."""
        if opponent.seat in self.bots:
            self.bots[opponent.seat].close()
        self.bots[opponent.seat] = opponent
        self.meta["bots"] = {str(seat): bot.spec for seat, bot in sorted(self.bots.items())}
        self.unsaved = True

    def part(self) -> None:
        """Tell the bots how the match ended, if it has, and close them."""
        for opponent in self.bots.values():
            with contextlib.suppress(BotFailure):  # a failure no longer matters
                if self.state.over:
                    opponent.catch_up(self.state, self.names)
            opponent.close()

    # -- what a seat sees --

    def events(self, seat: int) -> list[Event]:
        """Return what happened since the seat's last turn, and in its turn so far. Others' draws from the deck stay hidden."""
        current = [entry for entry in self.log if entry.turn == self.match.turn]
        since: list[Entry] = []
        for entry in reversed(self.log[: len(self.log) - len(current)]):
            since.insert(0, entry)
            if entry.event.seat == seat:
                break
        return [entry.event.seen_by(seat) for entry in [*since, *current]]

    # -- undo --

    def take_back(self) -> None:
        """Return to the start of the turn that can be undone."""
        self.match.take_back()
        self.log = [entry for entry in self.log if entry.turn != self.match.turn]
        self.unsaved = True

    # -- saving --

    def record(self) -> Json:
        return record_of(self.state, self.names, self.meta)

    def save(self) -> None:
        """Write the match to its file, if anything has changed."""
        if self.unsaved:
            write(self.record(), self.file)
            self.unsaved = False
