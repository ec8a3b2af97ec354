"""Tables without a server, for tests of what happens at them: checks make the events, which are applied at once."""

import random
import time
from hashlib import sha512
from types import SimpleNamespace
from typing import Any

import pytest

from lostcities.records.fair import commitment
from lostcities.server.settings import Settings
from lostcities.server.store.events import ClockRule, Event, Header
from lostcities.server.store.storage import Chair
from lostcities.server.tables import checks
from lostcities.server.tables.checks import Asker
from lostcities.server.tables.redaction import encode, event_message, state_message
from lostcities.server.tables.room import Room
from lostcities.server.tables.table import Audience, Table

NOW = 1_700_000_000_000
SERVER_ASKS = Asker((), None, NOW)


def header(game: str = "card", seats: list[str] | None = None, **fields: Any) -> Header:
    plans = seats or ["person", "person"]
    made: dict[str, Any] = {"id": "T", "options": {}, "starter": 0, "join": "J", "watch": "W", "created": NOW}
    return Header(game=game, seats=plans, **(made | fields))


def asks(*seats: int, id: str | None = None) -> Asker:
    return Asker(seats, id, NOW, min(seats, default=0))


def promise(share: bytes) -> str:
    """Return the commitment to some bytes, as a client sends it."""
    return commitment(share).hex()


class Playing:
    """A table with the events that led to it."""

    def __init__(self, header: Header, seed: object = 0) -> None:
        self.table = Table(header)
        self.seed = seed
        self.events: list[Event] = []

    def do(self, event: Event) -> None:
        self.events.append(event)
        self.table.apply(event)

    def deal(self) -> "Playing":
        """Commit and deal the next round, with only the server's bytes."""
        event = checks.commit(self.table, SERVER_ASKS)
        event.body["seed"] = sha512(f"{self.seed}/{self.table.round}".encode()).hexdigest()
        self.do(event)
        self.do(checks.deal(self.table, SERVER_ASKS))
        return self

    def add(self, shares: dict[int, bytes]) -> "Playing":
        """Add the commitments of some seats, fix the list, and reveal their bytes."""
        for seat, share in shares.items():
            self.do(checks.pledge(self.table, asks(seat), self.table.round, promise(share)))
        self.do(checks.fix(self.table, SERVER_ASKS))
        for seat, share in shares.items():
            self.do(checks.reveal(self.table, asks(seat), self.table.round, share.hex()))
        return self

    def move(self, *moves: str, ms: int = 0) -> "Playing":
        for move in moves:
            seat = self.table.state.player
            assert seat is not None
            self.do(checks.move(self.table, asks(seat), self.table.version, move, None, ms))
        return self

    def take_back(self) -> "Playing":
        seat = self.table.match.taker
        assert seat is not None
        self.do(checks.takeback(self.table, asks(seat), self.table.version, None, 0))
        return self

    def play(self, rng: random.Random, decisions: int) -> "Playing":
        """Make random moves, some of them undone, and deal when due."""
        for _ in range(decisions):
            if self.table.over:
                break
            if self.table.state.player is None:
                self.deal()
            self.move(rng.choice(self.table.state.legal()))
            if self.table.can_take_back and rng.random() < 0.15:
                self.take_back()
        return self


def room_of(table: Table) -> Room:
    """A room around a table, with nobody in it and no registry behind it."""
    chairs = [Chair(name=f"Player {seat}") for seat in range(table.players)]
    services: Any = SimpleNamespace(settings=Settings(data=None), duties=None)  # type: ignore[arg-type]
    return Room(services, table, chairs)


def shown(events: list[Event], header: Header, audience: Audience) -> list[str]:
    """Return every byte that a client is sent while these events happen: each event, and after it the whole table."""
    table = Table(header)
    room = room_of(table)
    sent = []
    for event in events:
        table.apply(event)
        sent.append(encode(event_message(table, event, audience)))
        sent.append(encode(state_message(room, audience, "http://here")))
    return sent


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop the clock."""
    monkeypatch.setattr(time, "monotonic", lambda: 1000.0)
    monkeypatch.setattr(time, "time", lambda: NOW / 1000)
    monkeypatch.setattr(time, "time_ns", lambda: NOW * 1_000_000)


CLOCK = ClockRule("budget", 60, 5)
