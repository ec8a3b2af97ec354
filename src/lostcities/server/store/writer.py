"""The only writer to the database: it stores everything that waits in one transaction, and then tells everyone who waited.

So a move costs only a share of a commit, and the more moves come at once, the smaller that share. It is a thread
of its own: through the server's event loop every statement crossed between threads twice, and a transaction
took twice the time (decision 0014).
"""

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, Protocol

import msgspec
from sqlalchemy import Connection, Engine, Executable, insert, update
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, NotSupportedError, ProgrammingError
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.ext.asyncio import AsyncEngine

from lostcities.server import metrics
from lostcities.server.logs import log, masked
from lostcities.server.store.address import on_sqlite
from lostcities.server.store.database import AWAKE, PATIENCE_PER_STATEMENT, Failure, engine_to_write, failure_of, server_engine
from lostcities.server.store.events import Event
from lostcities.server.store.fences import Fence, check_fences
from lostcities.server.store.models import events, pulse

MOST = 500
"""Entries per transaction, oldest first."""
QUIET_SECONDS = 60.0
"""Seconds without a write after which a probe tests whether writing works ..."""
FAILING_SECONDS = 2.0
"""... and while writing fails."""
PROBE = update(pulse).values(probes=pulse.c.probes + 1)
FAULTY = (DataError, IntegrityError, NotSupportedError, ProgrammingError)
"""What a database raises for a statement that it cannot carry out, though nothing is wrong with the database."""


@dataclass(slots=True)
class Entry:
    """What has to be stored together, and the future of whoever waits for it."""

    statements: Sequence[Executable]
    rows: Sequence[dict[str, Any]]
    """Events."""
    done: asyncio.Future[None]
    fence: Fence | None = None
    """The lease that must still be held."""


class Writer:
    """Stores entries in order."""

    def __init__(self, transactions: "Transactions") -> None:
        self.transactions = transactions
        self.queue: SimpleQueue[Entry | None] = SimpleQueue()
        self.thread = threading.Thread(target=self.run, name="writer", daemon=True)
        self.problem: Failure | None = None
        """Why the last write failed; None if it succeeded."""
        self.began: float | None = None
        """When the transaction in progress began, by the monotonic clock."""

    def start(self) -> None:
        self.thread.start()

    async def close(self) -> None:
        """Store what still waits, and stop."""
        if self.thread.is_alive():
            self.queue.put(None)
            await asyncio.to_thread(self.thread.join)

    async def append(self, table: str, new: Event, *also: Executable) -> None:
        """Store the next event of a table, and what belongs with it. Raises `Fenced` for a duty that is another node's by now."""
        await self.write(also, [row_of(table, new)], None if new.epoch is None else (table, new.epoch))

    async def write(self, statements: Sequence[Executable], rows: Sequence[dict[str, Any]] = (), fence: Fence | None = None) -> None:
        """Store statements and rows; return when they are durable. Raises what the database raised, and then nothing is stored."""
        entry = Entry(statements, rows, asyncio.get_running_loop().create_future(), fence)
        self.queue.put(entry)
        await entry.done

    @property
    def busy_for(self) -> float:
        """Seconds for which a transaction has been in progress; 0 if there is none."""
        began = self.began
        return time.monotonic() - began if began is not None else 0.0

    # -- in the thread --

    def run(self) -> None:
        last = False
        while not last:
            batch = self.take()
            last = None in batch
            self.began = time.monotonic()
            if batch:
                self.store_all([entry for entry in batch if entry])
            else:
                self.probe()
            self.began = None
        self.transactions.close()

    def take(self) -> list[Entry | None]:
        """Return all waiting entries, or nothing if none comes for a while; None marks the end."""
        try:
            batch = [self.queue.get(timeout=FAILING_SECONDS if self.problem else QUIET_SECONDS)]
        except Empty:
            return []
        while batch[-1] and not self.queue.empty() and len(batch) < MOST:
            batch.append(self.queue.get())
        return batch

    def store_all(self, batch: list[Entry]) -> None:
        """Store a batch in one transaction. If that fails, store each entry separately, so that only the faulty one fails."""
        if not batch:
            return
        began = time.perf_counter()
        try:
            self.transactions.run(partial(store, batch))
        except Exception as error:
            if len(batch) == 1 or isinstance(error, OSError):  # nothing answers, so each attempt would wait as long
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
        """Write something meaningless, to notice a full or broken disk, and to notice when it works again."""
        try:
            self.transactions.run(lambda connection: connection.execute(PROBE))
        except Exception as error:
            self.note(error)
        else:
            self.note(None)

    def note(self, error: Exception | None) -> None:
        """Remember whether the database can store anything. An entry that is itself faulty says nothing about that."""
        if error and not is_failure(error):
            return
        if error:
            metrics.WRITES_FAILED.inc()
        before, self.problem = self.problem, failure_of(error) if error else None
        if self.problem != before:
            why = masked(self.problem.words) if self.problem else None
            log.warning("storing_fails" if why else "storing_works_again", why=why)


def row_of(table: str, new: Event) -> dict[str, Any]:
    fields = {
        "table_id": table,
        "version": new.version,
        "what": new.what,
        "seat": new.seat,
        "key": new.key,
        "at": new.at,
        "epoch": new.epoch,
    }
    return fields | {"body": msgspec.json.encode(new.body).decode()}


def is_failure(error: Exception) -> bool:
    """Whether the database failed, rather than the statement being wrong."""
    return isinstance(error, OSError | DBAPIError | NoConnection) and not isinstance(error, FAULTY)


def store(batch: list[Entry], connection: Connection) -> None:
    if fences := [entry.fence for entry in batch if entry.fence]:
        check_fences(connection, fences)
    for entry in batch:
        for statement in entry.statements:
            connection.execute(statement)
    rows = sorted((row for entry in batch for row in entry.rows), key=lambda row: (row["table_id"], row["version"]))
    if rows:
        connection.execute(insert(events), rows)


def tell(batch: list[Entry], error: Exception | None) -> None:
    """Call the event loop once for all entries. If the loop is gone, so is everyone who waited."""
    loop = batch[0].done.get_loop()
    if not loop.is_closed():
        loop.call_soon_threadsafe(settle, batch, error)


def settle(batch: list[Entry], error: Exception | None) -> None:
    """Complete the futures of those who still wait."""
    for entry in batch:
        if entry.done.done():
            continue
        if error:
            entry.done.set_exception(error)
        else:
            entry.done.set_result(None)


# -- transactions --


Work = Callable[[Connection], object]


class Transactions(Protocol):
    """Runs work in a transaction. Only the writer's thread may use it."""

    def run(self, work: Work) -> None:
        """Run `work`; return when it is durable. Raises what the database raised.

        Then nothing is stored, unless the connection broke during the commit: that leaves it open.
        """

    def close(self) -> None: ...


class Blocking:
    """Transactions through SQLite's driver, which blocks."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def run(self, work: Work) -> None:
        with self.engine.begin() as connection:
            work(connection)

    def close(self) -> None:
        self.engine.dispose()


class Looping:
    """Transactions through PostgreSQL's driver, which is asynchronous: on a loop of their own, so that nothing crosses between threads."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self.runner = asyncio.Runner()

    def run(self, work: Work) -> None:
        self.runner.run(self.transact(work))

    async def transact(self, work: Work) -> None:
        """Run `work`, a second time if the connection broke: it may have been broken since the last time, and testing it costs as much.

        If the first commit went through after all, the second is refused, since a version of a table is stored once.
        """
        try:
            await self.attempt(work)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
            await self.attempt(work)

    async def attempt(self, work: Work) -> None:
        async with self.engine.begin() as connection:
            await connection.run_sync(work)

    def close(self) -> None:
        self.runner.run(self.engine.dispose())
        self.runner.close()


def transactions_for(url: str) -> Transactions:
    if on_sqlite(url):
        return Blocking(engine_to_write(url))
    return Looping(server_engine(url, PATIENCE_PER_STATEMENT, AWAKE, pool_size=1))
