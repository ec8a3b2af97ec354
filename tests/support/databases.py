"""The databases of tests: one per data folder, on SQLite or on PostgreSQL. Tests marked with `on_each_engine` run on both."""

import asyncio
import contextlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from support.matches import SOAK
from support.postgres import Postgres

from lostcities.server.settings import Settings
from lostcities.server.store.database import prepare

SQLITE, POSTGRESQL = "sqlite", "postgresql"
MIGRATED = "migrated"
"""The database that all others on PostgreSQL start as a copy of."""

on_each_engine = [
    pytest.mark.usefixtures("engine"),
    pytest.mark.parametrize("engine", [SQLITE, POSTGRESQL], indirect=True, scope="module"),
]
"""The marks of a module whose tests all run on both. Tests of only one are in modules of their own."""
on_each_engine_in_soak = on_each_engine if SOAK else []
"""The same where the database can hardly make a difference."""


class Databases:
    """Where the database of each folder is."""

    server: Postgres | None = None
    """The server whose databases tests use at the moment; SQLite without one."""
    made: set[str]

    def url_of(self, folder: Path) -> str | None:
        """Return the database of a data folder, which is made when it is first asked for; None if it is a file in that folder."""
        if self.server is None:
            return None
        name = f"t{sha256(str(folder).encode()).hexdigest()[:20]}"
        if name not in self.made:
            self.made.add(name)
            command(self.server, f"CREATE DATABASE {name} TEMPLATE {MIGRATED}")
        return self.server.url(name)

    def empty(self, folder: Path) -> None:
        """Replace the database of a folder by one without even the migrations."""
        if self.server and (url := self.url_of(folder)):
            name = url.rpartition("/")[2]
            command(self.server, f"DROP DATABASE {name} WITH (FORCE)")
            command(self.server, f"CREATE DATABASE {name}")


DATABASES = Databases()
make_empty = DATABASES.empty


@contextlib.contextmanager
def databases_on(server: Postgres) -> Iterator[None]:
    """Let every folder have its database on a server."""
    DATABASES.server, DATABASES.made = server, set()
    try:
        yield
    finally:
        DATABASES.server = None
        for name in DATABASES.made:
            command(server, f"DROP DATABASE {name} WITH (FORCE)")


def make_template(server: Postgres) -> None:
    command(server, f"CREATE DATABASE {MIGRATED}")
    prepare(Settings(Path(), database_url=server.url(MIGRATED)))


def command(server: Postgres, statement: str) -> None:
    """Run a statement that is not about one database."""
    ask_at(server.url("postgres"), statement)


def ask(folder: Path, statement: str, **values: Any) -> list[tuple[Any, ...]]:
    """Run a statement on the database of a folder; return its rows, if it has any."""
    return ask_at(DATABASES.url_of(folder) or f"sqlite+aiosqlite:///{folder / 'tables.db'}", statement, **values)


def add_event(folder: Path, table: str, version: int, key: str | None = None) -> None:
    """Store an event without the server's knowledge."""
    line = "(table_id, version, what, body, at, key) VALUES (:table, :version, 'hints', '{}', 1, :key)"
    ask(folder, f"INSERT INTO events {line}", table=table, version=version, key=key)


@contextlib.contextmanager
def without_events(folder: Path) -> Iterator[None]:
    """Let nothing that happens at tables be stored in this context, or read."""
    ask(folder, "ALTER TABLE events RENAME TO away")
    try:
        yield
    finally:
        ask(folder, "ALTER TABLE away RENAME TO events")


@contextlib.contextmanager
def in_transaction(folder: Path, statement: str) -> Iterator[None]:
    """Keep a transaction on PostgreSQL open after this statement, with its locks."""
    with asyncio.Runner() as runner:
        engine = create_async_engine(DATABASES.url_of(folder) or "")
        connection = runner.run(opened(engine))
        try:
            runner.run(connection.execute(text(statement)))
            yield
        finally:
            runner.run(connection.close())
            runner.run(engine.dispose())


async def opened(engine: AsyncEngine) -> AsyncConnection:
    return await engine.connect()


def ask_at(url: str, statement: str, **values: Any) -> list[tuple[Any, ...]]:
    async def run() -> list[tuple[Any, ...]]:
        engine = create_async_engine(url, isolation_level="AUTOCOMMIT")
        async with engine.connect() as connection:
            result = await connection.execute(text(statement), values)
            rows = [tuple(row) for row in result] if result.returns_rows else []
        await engine.dispose()
        return rows

    with ThreadPoolExecutor(1) as thread:  # the test may run in an event loop
        return thread.submit(asyncio.run, run()).result()
