"""What each client of a table sent and received, and a checker that compares it with what is stored.

Whatever failed meanwhile, all of this must hold:

- A table has one order, which every client has seen; a client's versions only rise, without gaps.
- What was acknowledged is stored once, as it was sent; what was refused is not stored.
- Every message is exactly what its seats may see.
- Every duty was stored under a lease, and the epochs of a table's leases only rise.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from msgspec import to_builtins
from support.tables import room_of

from lostcities.server.store.events import Event, Header
from lostcities.server.tables.redaction import encode, event_message, state_message, table_info
from lostcities.server.tables.table import Audience, Table

Message = dict[str, Any]
Kind = Literal["joined", "sent", "got"]
OPEN_END = ("internal_error", "too_fast")
"""Refusals after which nobody knows whether it was stored, or which say nothing about the request."""
BY_LEASE = ("deal", "commit", "fix", "flag")
"""Events that only a table's duty makes. So is a move without a request."""
ASKED = {"move": "move", "takeback": "takeback", "commit": "pledge", "reveal": "reveal"}
"""What clients send, and the event that it becomes."""
PASSING = ("now", "deal_at", "proposals", "rematch")
"""What a client is told of a table that its events do not decide ..."""
OF_SEATS = ("kind", "bot", "away", "helped")
"""... and what they decide of its seats."""


class Line(NamedTuple):
    """What a client did or received: the version it had when it joined, what it sent, or what it got, as text."""

    kind: Kind
    text: str


@dataclass
class History:
    """One client, over all its connections."""

    table: str
    seats: Audience
    secrets: tuple[str, ...] = ()
    """What only this client may know, such as its token."""
    lines: list[Line] = field(default_factory=list)

    def note(self, kind: Kind, text: str) -> None:
        self.lines.append(Line(kind, text))

    def all(self, kind: Kind) -> Iterator[Message]:
        return (json.loads(line.text) for line in self.lines if line.kind == kind)

    @property
    def who(self) -> str:
        return f"seats {list(self.seats)} of {self.table}"

    @property
    def acknowledged(self) -> dict[str, int]:
        """The versions that requests were acknowledged with."""
        return {message["id"]: message["version"] for message in self.all("got") if message["type"] == "ack"}


class Stored(NamedTuple):
    """A table as it is stored."""

    header: Header
    events: list[Event]


def complaints(histories: Iterable[History], tables: Mapping[str, Stored]) -> list[str]:
    """Return everything that is wrong."""
    by_table: dict[str, list[History]] = defaultdict(list)
    for history in histories:
        by_table[history.table].append(history)
    return [what for id, stored in tables.items() for what in of_table(id, stored, by_table[id])]


def of_table(id: str, stored: Stored, histories: list[History]) -> Iterator[str]:
    if [event.version for event in stored.events] != list(range(1, len(stored.events) + 1)):
        yield f"{id}: the stored versions have gaps"
        return
    yield from of_leases(id, stored.events)
    yield from of_requests(id, stored.events, histories)
    for history in histories:
        yield from of_versions(history)
        yield from of_secrets(history, stored.events, histories)
    yield from of_sights(stored, histories)


# -- what is stored --


def of_leases(id: str, events: list[Event]) -> Iterator[str]:
    """Duties carry the epoch of a lease, and epochs only rise."""
    last = 0
    for event in events:
        if event.epoch is None:
            if event.what in BY_LEASE or (event.what == "move" and event.key is None):
                yield f"{id}: the duty {event.version} has no lease"
            continue
        if event.epoch < last:
            yield f"{id}: the duty {event.version} is of a stale epoch, {event.epoch} after {last}"
        last = max(last, event.epoch)


def of_requests(id: str, events: list[Event], histories: list[History]) -> Iterator[str]:
    """What was acknowledged is stored as it was sent, once. Nothing else is, and nothing that was refused."""
    stored: dict[str, Event] = {}
    for event in events:
        if event.key is not None:
            if event.key in stored:
                yield f"{id}: {event.key} is stored twice, as {stored[event.key].version} and {event.version}"
            stored[event.key] = event
    sent: set[str] = set()
    for history in histories:
        requests = {asked["id"]: asked for asked in history.all("sent") if "id" in asked}
        keys = {name: f"{min(history.seats, default=0)}/{name}" for name in requests}
        sent |= set(keys.values())
        for answer in history.all("got"):
            if answer.get("id") in keys:
                yield from of_answer(history, answer, stored.get(keys[answer["id"]]))
        for name, key in keys.items():
            if key in stored and not same(requests[name], stored[key]):
                yield f"{history.who}: {name} is not stored as it was sent"
    yield from (f"{id}: nobody sent {key}" for key in stored.keys() - sent)


def of_answer(history: History, answer: Message, found: Event | None) -> Iterator[str]:
    if answer["type"] == "ack" and found is None:
        yield f"{history.who}: {answer['id']} was acknowledged and is lost"
    elif answer["type"] == "ack" and found and found.version != answer["version"]:
        yield f"{history.who}: {answer['id']} was acknowledged as {answer['version']} and is stored as {found.version}"
    elif answer["type"] == "error" and answer["code"] not in OPEN_END and found:
        yield f"{history.who}: {answer['id']} was refused ({answer['code']}) and is stored as {found.version}"


def same(asked: Message, event: Event) -> bool:
    """Whether an event is what a client asked for."""
    return ASKED[asked["type"]] == event.what and all(
        asked[name] == event.body[name] for name in ("move", "commitment", "bytes") if name in asked
    )


# -- what clients saw --


def of_versions(history: History) -> Iterator[str]:
    """A client gets event after event. Only when it joins it may get a later position instead."""
    last, joining = 0, False
    for line in history.lines:
        message = json.loads(line.text)
        if line.kind == "joined":
            joining = True
            if message["since"] not in (0, last):
                yield f"{history.who}: joined with {message['since']} after {last}"
        elif line.kind == "got" and message["type"] == "event":
            if message["version"] != last + 1:
                yield f"{history.who}: saw version {message['version']} after {last}"
            last, joining = max(last, message["version"]), False
        elif line.kind == "got" and message["type"] == "state":
            if not joining or message["version"] < last:
                yield f"{history.who}: was set from version {last} to {message['version']}"
            last, joining = max(last, message["version"]), False


def of_secrets(history: History, events: list[Event], histories: list[History]) -> Iterator[str]:
    """Nobody is sent the server's seeds, others' tokens, or others' bytes before the deal that uses them."""
    never = [event.body["seed"] for event in events if event.what == "commit"]
    never += [secret for other in histories if other is not history for secret in other.secrets]
    text = "\n".join(line.text for line in history.lines if line.kind == "got")
    yield from (f"{history.who}: was sent a secret" for secret in never if secret in text)


def of_sights(stored: Stored, histories: list[History]) -> Iterator[str]:
    """Every message about the table is what these seats may see at that version, and nothing else."""
    seen: dict[int, list[tuple[History, Message]]] = defaultdict(list)
    for history in histories:
        for version, message in sights(history):
            seen[version].append((history, message))
    table = Table(stored.header)
    room = room_of(table)
    yield from of_sight(Sight(room, None), seen[0])
    for event in stored.events:
        table.apply(event)
        yield from of_sight(Sight(room, event), seen[event.version])
    yield from (f"{stored.header.id}: version {version} was seen and is lost" for version in seen if version > table.version)


def sights(history: History) -> Iterator[tuple[int, Message]]:
    """Return what a client was told about the table, each with the version it is about."""
    version = 0
    for message in history.all("got"):
        version = message["version"] if message["type"] in ("event", "state") else version
        if message["type"] in ("event", "state", "table"):
            yield version, message


class Sight:
    """What clients may be told after an event, for each audience and type of message."""

    def __init__(self, room: Any, event: Event | None) -> None:
        self.room, self.event = room, event
        self.made: dict[tuple[str, Audience], Any] = {}

    def expected(self, kind: str, seats: Audience) -> Any:
        if (kind, seats) not in self.made:
            self.made[kind, seats] = lasting(self.make(kind, seats))
        return self.made[kind, seats]

    def make(self, kind: str, seats: Audience) -> Message:
        if kind == "event":
            return json.loads(encode(event_message(self.room.table, self.event, seats))) if self.event else {}
        if kind == "state":
            found: Message = json.loads(encode(state_message(self.room, seats, "")))
            return found
        return {"type": "table", "table": to_builtins(table_info(self.room, seats, ""), str_keys=True)}


def of_sight(sight: Sight, seen: list[tuple[History, Message]]) -> Iterator[str]:
    for history, message in seen:
        if lasting(message) != sight.expected(message["type"], history.seats):
            yield f"{history.who}: {message['type']} {sight.room.table.version} is not what these seats may see"


def lasting(message: Message) -> Message:
    """Return a message without what its table's events do not decide. It must be the client's own."""
    table = message.get("table")
    if table is None:
        return message
    kept = {name: value for name, value in table.items() if name not in PASSING}
    kept["seats"] = [{name: seat[name] for name in OF_SEATS} for seat in table["seats"]]
    return {**message, "table": {**kept, "links": table["links"] is not None}}
