"""What a room needs of the server, and what it is to those who look after it or show it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from lostcities.server.bots.pool import Thinking
from lostcities.server.settings import Settings
from lostcities.server.store.storage import Chair, Statement, Storage
from lostcities.server.tables.checks import Asker
from lostcities.server.tables.events import Event
from lostcities.server.tables.table import Table

Check = Callable[[Table], Event]
Also = Callable[[Event], Iterable[Statement]]
Then = Callable[[Event], None]


@dataclass(frozen=True, slots=True)
class Needs:
    """What is handed to every room."""

    settings: Settings
    storage: Storage
    thinking: Thinking
    drop: Callable[[Any, int], None]
    """Forgets the room; its clients are let go with this code."""


class Place(Protocol):
    """A room: its table, who sits there and who is connected, and how it is changed."""

    needs: Needs
    table: Table
    chairs: list[Chair]
    changed: float
    moved: float
    broken: bool

    @property
    def guests(self) -> Collection[Any]: ...

    @property
    def people(self) -> set[int]: ...

    def here(self, seat: int) -> bool: ...

    def owner(self, audience: tuple[int, ...]) -> int: ...

    def server_asks(self) -> Asker: ...

    async def change(self, check: Check, also: Also = ..., then: Then = ...) -> Event: ...
