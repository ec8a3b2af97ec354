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
from queue import Empty, SimpleQueue
from typing import Any

import msgspec
from sqlalchemy import Engine, Executable, insert, update
from sqlalchemy.exc import DatabaseError, InternalError, OperationalError

from lostcities.server import metrics
from lostcities.server.logs import log
from lostcities.server.store.events import Event
from lostcities.server.store.models import events, pulse

MOST = 500
"""Entries in one transaction: those that wait longest."""
QUIET_SECONDS = 60.0
"""After so long without a write it is tried out whether one would succeed ..."""
FAILING_SECONDS = 2.0
"""... and while none does, sooner."""
PROBE = update(pulse).values(probes=pulse.c.probes + 1)


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
        self.problem: str | None = None
        """Why nothing could be stored the last time, in the database's words; None if it could."""

    def start(self) -> None:
        self.thread.start()

    async def close(self) -> None:
        """Stores what still waits, and ends."""
        if self.thread.is_alive():
            self.queue.put(None)
            await asyncio.to_thread(self.thread.join)
        self.engine.dispose()

    async def append(self, table: str, new: Event, *also: Executable) -> None:
        """Stores the next event of a table, and whatever has to be stored with it."""
        await self.write(also, [row_of(table, new)])

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
            last = None in batch
            if batch:
                self.store_all([entry for entry in batch if entry])
            else:
                self.probe()

    def take(self) -> list[Entry | None]:
        """All that waits, or nothing if nothing comes for a while; None stands for the end."""
        try:
            batch = [self.queue.get(timeout=FAILING_SECONDS if self.problem else QUIET_SECONDS)]
        except Empty:
            return []
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
                self.note(error)
                tell(batch, error)
                return
            for entry in batch:
                self.store_all([entry])
            return
        metrics.COMMIT_SECONDS.observe(time.perf_counter() - began)
        metrics.COMMIT_ENTRIES.observe(len(batch))
        self.note(None)
        tell(batch, None)

    def probe(self) -> None:
        """Writes something that means nothing: a disk that is full or broken is noticed, and so is that it works again."""
        try:
            with self.engine.begin() as connection:
                connection.execute(PROBE)
        except Exception as error:
            self.note(error)
        else:
            self.note(None)

    def note(self, error: Exception | None) -> None:
        """Remembers whether the database can store anything; an entry that is wrong by itself says nothing about that."""
        if error and not is_failure(error):
            return
        why = str(getattr(error, "orig", error)) if error else None
        if error:
            metrics.WRITES_FAILED.inc()
        before, self.problem = self.problem, why
        if why != before:
            log.warning("storing_fails" if why else "storing_works_again", why=why)


def row_of(table: str, new: Event) -> dict[str, Any]:
    fields = {"table_id": table, "version": new.version, "what": new.what, "seat": new.seat, "key": new.key, "at": new.at}
    return fields | {"body": msgspec.json.encode(new.body).decode()}


def is_failure(error: Exception) -> bool:
    """Whether the database failed, rather than what it was asked to store."""
    return isinstance(error, OSError | OperationalError | InternalError) or type(error) is DatabaseError


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
