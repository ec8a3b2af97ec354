"""The one that writes to the database: whatever waits is stored in one transaction, and then everybody who waited is told.

So a move costs a part of a commit, not a whole one, and the more moves come at once, the smaller that part is.
"""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Executable, insert
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from lostcities.server import metrics
from lostcities.server.models import events

MOST = 500
"""Entries in one transaction: those that wait longest."""


@dataclass(slots=True)
class Entry:
    """What has to be stored together, and who waits for it."""

    statements: Sequence[Executable]
    rows: Sequence[dict[str, Any]]
    """Events."""
    done: asyncio.Future[None]


class Writer:
    """Takes entries in their order."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self.queue: asyncio.Queue[Entry | None] = asyncio.Queue()
        self.task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self.task = asyncio.create_task(self.run())

    async def close(self) -> None:
        """Stores what still waits, and ends."""
        self.queue.put_nowait(None)
        if self.task:
            await self.task

    async def write(self, statements: Sequence[Executable], rows: Sequence[dict[str, Any]] = ()) -> None:
        """Returns when it is durable; raises what the database raised, and then none of it is stored."""
        entry = Entry(statements, rows, asyncio.get_running_loop().create_future())
        self.queue.put_nowait(entry)
        await entry.done

    async def run(self) -> None:
        async with self.engine.connect() as connection:
            last = False
            while not last:
                batch = await self.take()
                last = batch[-1] is None
                await self.store_all(connection, [entry for entry in batch if entry])

    async def take(self) -> list[Entry | None]:
        """All that waits; None stands for the end."""
        batch = [await self.queue.get()]
        while batch[-1] and not self.queue.empty() and len(batch) < MOST:
            batch.append(self.queue.get_nowait())
        return batch

    async def store_all(self, connection: AsyncConnection, batch: list[Entry]) -> None:
        """In one transaction; if that fails, each entry in its own, so that only the wrong one suffers."""
        began = time.perf_counter()
        try:
            await store(connection, batch)
        except Exception as error:
            await connection.rollback()
            if len(batch) == 1:
                settle(batch, error)
                return
            for entry in batch:
                await self.store_all(connection, [entry])
            return
        metrics.COMMIT_SECONDS.observe(time.perf_counter() - began)
        metrics.COMMIT_ENTRIES.observe(len(batch))
        settle(batch, None)


async def store(connection: AsyncConnection, batch: list[Entry]) -> None:
    for entry in batch:
        for statement in entry.statements:
            await connection.execute(statement)
    rows = [row for entry in batch for row in entry.rows]
    if rows:
        await connection.execute(insert(events), rows)
    await connection.commit()


def settle(batch: list[Entry], error: Exception | None) -> None:
    """Tells those who wait, unless they have gone."""
    for entry in batch:
        if entry.done.done():
            continue
        if error:
            entry.done.set_exception(error)
        else:
            entry.done.set_result(None)
