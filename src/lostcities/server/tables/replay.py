"""Replaying a table's events, in turns short enough that nobody at another table notices."""

import asyncio
import time
from collections.abc import AsyncIterator

from lostcities.server.tables.catch_up import Past, Rerun
from lostcities.server.tables.events import Event

TURN_SECONDS = 0.005
"""So long may one be replayed before others get their turn."""


async def replay(past: Past, pages: AsyncIterator[list[Event]]) -> None:
    """Applies events as they are read."""
    turn = Turn()
    async for events in pages:
        for event in events:
            past.add(event)
            await turn.end()


async def show_again(rerun: Rerun) -> None:
    """Shows somebody what has been missed, as far as it goes now."""
    turn = Turn()
    while rerun.step():
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
