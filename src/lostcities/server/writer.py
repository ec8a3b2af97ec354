"""The one that writes to the database: whatever waits is stored in one transaction, and then everybody who waited is told.

So a move costs a part of a commit, not a whole one, and the more moves come at once, the smaller that part is. It is a thread
of its own and speaks to the database directly: through the event loop every statement crossed from thread to thread and back,
and a transaction took twice the time (decision 0014).
"""

import asyncio
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any

from sqlalchemy import Engine, Executable, insert

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

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.queue: SimpleQueue[Entry | None] = SimpleQueue()
        self.thread = threading.Thread(target=self.run, name="writer", daemon=True)

    def start(self) -> None:
        self.thread.start()

    async def close(self) -> None:
        """Stores what still waits, and ends."""
        if self.thread.is_alive():
            self.queue.put(None)
            await asyncio.to_thread(self.thread.join)
        self.engine.dispose()

    async def write(self, statements: Sequence[Executable], rows: Sequence[dict[str, Any]] = ()) -> None:
        """Returns when it is durable; raises what the database raised, and then none of it is stored."""
        entry = Entry(statements, rows, asyncio.get_running_loop().create_future())
        self.queue.put(entry)
        await entry.done

    # -- in the thread --

    def run(self) -> None:
        last = False
        while not last:
            batch = self.take()
            last = batch[-1] is None
            self.store_all([entry for entry in batch if entry])

    def take(self) -> list[Entry | None]:
        """All that waits; None stands for the end."""
        batch = [self.queue.get()]
        while batch[-1] and not self.queue.empty() and len(batch) < MOST:
            batch.append(self.queue.get())
        return batch

    def store_all(self, batch: list[Entry]) -> None:
        """In one transaction; if that fails, each entry in its own, so that only the wrong one suffers."""
        if not batch:
            return
        began = time.perf_counter()
        try:
            store(self.engine, batch)
        except Exception as error:
            if len(batch) == 1:
                tell(batch, error)
                return
            for entry in batch:
                self.store_all([entry])
            return
        metrics.COMMIT_SECONDS.observe(time.perf_counter() - began)
        metrics.COMMIT_ENTRIES.observe(len(batch))
        tell(batch, None)


def store(engine: Engine, batch: list[Entry]) -> None:
    with engine.begin() as connection:
        for entry in batch:
            for statement in entry.statements:
                connection.execute(statement)
        rows = [row for entry in batch for row in entry.rows]
        if rows:
            connection.execute(insert(events), rows)


def tell(batch: list[Entry], error: Exception | None) -> None:
    """Hands over to the event loop, once for all; if that is gone, so are those who waited."""
    loop = batch[0].done.get_loop()
    if not loop.is_closed():
        loop.call_soon_threadsafe(settle, batch, error)


def settle(batch: list[Entry], error: Exception | None) -> None:
    """Tells those who wait, unless they have gone."""
    for entry in batch:
        if entry.done.done():
            continue
        if error:
            entry.done.set_exception(error)
        else:
            entry.done.set_result(None)
