"""The interfaces around a room: what it is given, its clients, and what the scheduler and redaction use of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

from lostcities.server.bots.pool import BotPool
from lostcities.server.settings import Settings
from lostcities.server.store.events import Event
from lostcities.server.store.storage import Chair, Statement, Storage
from lostcities.server.tables.checks import Asker
from lostcities.server.tables.duties import Duties
from lostcities.server.tables.table import Audience, Table

Check = Callable[[Table], Event]
"""Returns the event that a request becomes, or refuses it."""


@dataclass(frozen=True, slots=True)
class Reseating:
    """Who has an event's seat afterwards, and the statements to store with the event."""

    chair: Chair
    statements: Sequence[Statement]


@dataclass(frozen=True, slots=True)
class RoomServices:
    """What every room is given."""

    settings: Settings
    storage: Storage
    bots: BotPool
    duties: Duties | None
    """Those of this node, if it is one of several."""
    drop: Callable[[RoomInterface, int], None]
    """Drops the room from memory; its clients are closed with this code."""


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
    def on_duty(self) -> bool: ...

    @property
    def idle(self) -> bool: ...

    @property
    def at_rest(self) -> bool: ...

    @property
    def visited(self) -> bool: ...

    @property
    def people(self) -> set[int]: ...

    def here(self, seat: int) -> bool: ...

    def owner(self, audience: Audience) -> int: ...

    def duty_asks(self) -> Asker: ...

    async def change(self, check: Check) -> Event: ...

    def close(self, code: int) -> None: ...
