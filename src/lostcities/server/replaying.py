"""Replaying a table's events, in turns short enough that nobody at another table notices."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable

from lostcities.server.events import Event
from lostcities.server.table import Table

TURN_SECONDS = 0.005
"""So long may one be replayed before others get their turn."""

Watch = Callable[[Event, str | None], None]
"""Told of every event when it has been applied, and of the card if it was a draw."""


async def replay(table: Table, pages: AsyncIterator[list[Event]], watch: Watch | None = None) -> None:
    """Applies events as they are read."""
    turn = Turn()
    async for events in pages:
        for event in events:
            drawn = table.apply(event)
            if watch:
                watch(event, drawn)
            await turn.end()


class Turn:
    """Long work in short pieces."""

    def __init__(self) -> None:
        self.began = time.perf_counter()

    async def end(self) -> None:
        """Lets others have their turn, if this one has lasted long enough."""
        if time.perf_counter() - self.began > TURN_SECONDS:
            await asyncio.sleep(0)
            self.began = time.perf_counter()
