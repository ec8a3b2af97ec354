"""Transactions of the writer's thread.

SQLite has a blocking driver. PostgreSQL's is asynchronous, so the thread has an event loop of its own for it: one driver for reads and
writes, and nothing crosses between threads within a transaction.
"""

import asyncio
from collections.abc import Callable
from typing import Protocol

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine

from lostcities.server.store.address import on_sqlite
from lostcities.server.store.database import PATIENCE_PER_STATEMENT, engine_to_write, server_engine

Work = Callable[[Connection], object]


class Transactions(Protocol):
    """Runs work in a transaction. Only the writer's thread may use it."""

    def run(self, work: Work) -> None:
        """Run `work`; return when it is durable. Raises what the database raised.

        Then nothing is stored, unless the connection broke during the commit: that leaves it open.
        """

    def close(self) -> None: ...


class Blocking:
    """Transactions through a blocking driver."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def run(self, work: Work) -> None:
        with self.engine.begin() as connection:
            work(connection)

    def close(self) -> None:
        self.engine.dispose()


class Looping:
    """Transactions through an asynchronous driver, on a loop of their own."""

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
    return Looping(server_engine(url, PATIENCE_PER_STATEMENT, pool_size=1))
