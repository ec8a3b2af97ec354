"""The seams of a room: what it is handed, the clients it sends to, and what the scheduler and redaction use of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

from lostcities.server.bots.pool import BotPool
from lostcities.server.settings import Settings
from lostcities.server.store.events import Event
from lostcities.server.store.storage import Chair, Statement
from lostcities.server.store.writer import Writer
from lostcities.server.tables.checks import Asker
from lostcities.server.tables.table import Audience, Table

Check = Callable[[Table], Event]
"""Makes the event that a request becomes, or refuses it."""


@dataclass(frozen=True, slots=True)
class Reseating:
    """Who sits in an event's seat from then on, and what is stored of that with the event."""

    chair: Chair
    statements: Sequence[Statement]


@dataclass(frozen=True, slots=True)
class RoomServices:
    """What every room is handed."""

    settings: Settings
    writer: Writer
    bots: BotPool
    drop: Callable[[RoomInterface, int], None]
    """Forgets the room; its clients are closed with this code."""


class Subscriber(Protocol):
    """A client that is connected to a room."""

    audience: Audience
    base: str
    """The address under which it reached the server."""

    def post(self, text: str) -> None: ...

    def close(self, code: int) -> None: ...


class RoomInterface(Protocol):
    """A room, as the scheduler, redaction and the registry use it."""

    services: RoomServices
    table: Table
    chairs: list[Chair]
    changed: float
    moved: float
    broken: bool

    @property
    def id(self) -> str: ...

    @property
    def subscribers(self) -> Collection[Subscriber]: ...

    @property
    def people(self) -> set[int]: ...

    def here(self, seat: int) -> bool: ...

    def owner(self, audience: Audience) -> int: ...

    def server_asks(self) -> Asker: ...

    async def change(self, check: Check) -> Event: ...

    def close(self, code: int) -> None: ...
