"""Catching up: the last events of a table, kept for clients that reconnect.

The table as it was before these events is kept too. So catching up costs the same whatever the length of the match and its undone moves.
Long work is done in short slices, so that nobody at another table notices.
"""

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator

from lostcities.server.store.events import Event
from lostcities.server.tables.redaction import encode, event_message
from lostcities.server.tables.table import Audience, Table

MOST_MISSED = 200
"""Events that are kept; a client that missed more gets the position instead."""
SLICE_SECONDS = 0.005
"""How long one client's work may run before others get their turn."""


class TimeSlice:
    """Divides long work into short slices."""

    def __init__(self) -> None:
        self.began = time.perf_counter()

    async def pause(self) -> None:
        """Let others run, if this slice has lasted long enough."""
        if time.perf_counter() - self.began > SLICE_SECONDS:
            await asyncio.sleep(0)
            self.began = time.perf_counter()


class History:
    """The last events of a table, and the table before them."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.events: deque[Event] = deque()

    def add(self, event: Event) -> None:
        self.events.append(event)
        if len(self.events) > MOST_MISSED:
            self.table.apply(self.events.popleft())

    async def read(self, pages: AsyncIterator[list[Event]]) -> None:
        """Add events as they are read from the database."""
        slice = TimeSlice()
        async for events in pages:
            for event in events:
                self.add(event)
                await slice.pause()

    def at(self, version: int) -> int | None:
        """Return when an event happened, in milliseconds since 1970; None if it is no longer kept."""
        number = version - self.table.version - 1
        return self.events[number].at if 0 <= number < len(self.events) else None

    def present(self) -> Table:
        """The table after all events."""
        table = self.table.copy()
        for event in self.events:
            table.apply(event)
        return table


class CatchUp:
    """The events after a version, each as an audience would have seen it."""

    def __init__(self, history: History, audience: Audience, since: int) -> None:
        self.history, self.audience, self.since = history, audience, since
        self.table = history.table.copy()
        self.texts: list[str] = []

    def step(self) -> bool:
        """Show the next event; return False if there is none, or if it is no longer kept."""
        number = self.table.version - self.history.table.version
        if not 0 <= number < len(self.history.events):
            return False
        event = self.history.events[number]
        self.table.apply(event)
        if event.version > self.since:
            self.texts.append(encode(event_message(self.table, event, self.audience)))
        return True

    async def run(self) -> None:
        """Show all events so far."""
        slice = TimeSlice()
        while self.step():
            await slice.pause()
