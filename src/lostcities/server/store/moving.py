"""Move house: copy all tables from SQLite to PostgreSQL while no server runs, and compare what both hold afterwards.

The copy is one transaction: if anything fails, or differs, nothing of it stays.
"""

import asyncio
import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

import msgspec
from sqlalchemy import ARRAY, Connection, Insert, Table, bindparam, delete, func, insert, select

from lostcities.server.errors import BAD_REQUEST, NOT_FOUND, refused
from lostcities.server.settings import Settings
from lostcities.server.store.address import database_of, on_sqlite
from lostcities.server.store.database import FULL, PATIENCE, damage, explained, file_engine, migrate, prepare_file, server_engine
from lostcities.server.store.leases import database_now
from lostcities.server.store.lock import held
from lostcities.server.store.models import days, metadata, nodes, pulse

AT_ONCE = 5000
"""Rows read or written at a time."""
PARTS = metadata.sorted_tables
"""What is copied, in this order: rows come after those that they refer to."""
OWN = (pulse, nodes, days)
"""What a server writes into a database without tables."""

Tell = Callable[[str, int], None]
"""Is told how many more rows of a part are copied."""


@dataclass
class House:
    """A SQLite database that nothing else uses, and where it goes."""

    source: Connection
    url: str
    rows: dict[str, int]
    """How many rows each part has."""

    def copy(self, tell: Tell) -> None:
        """Copy everything, and compare. Refuses if the other database has tables already, or if the copy differs."""
        with explained():
            asyncio.run(self.copy_in_one_transaction(tell))

    async def copy_in_one_transaction(self, tell: Tell) -> None:
        engine = server_engine(self.url, PATIENCE)
        try:
            async with engine.begin() as connection:
                await connection.run_sync(self.fill, tell)
        finally:
            await engine.dispose()

    def fill(self, target: Connection, tell: Tell) -> None:
        migrate(target)  # until the transaction ends, servers that start there wait for the lock that this takes
        if target.execute(select(nodes.c.node).where(nodes.c.until > database_now())).first():
            raise refused("target_in_use")
        if any(counted(target, part) for part in PARTS if part not in OWN):
            raise refused("not_empty")
        for part in OWN:
            target.execute(delete(part))
        for part in PARTS:
            for some in pages_of(self.source, part):
                target.execute(insertion(part), dict(zip(part.columns.keys(), map(list, zip(*some, strict=True)), strict=True)))
                tell(part.name, len(some))
        for part in PARTS:
            if counted(target, part) != self.rows[part.name] or hashes(target, part) != hashes(self.source, part):
                raise refused("copy_differs", part=part.name)


@contextlib.contextmanager
def house(settings: Settings, url: str) -> Iterator[House]:
    """Open the database of a server that does not run. It is upgraded if an earlier release made it."""
    file = database_of(settings.url)
    if file is None or on_sqlite(url):
        raise refused("not_that_way", BAD_REQUEST)
    with held(settings), explained():
        if not file.is_file():
            raise refused("no_database", NOT_FOUND, file=str(file))
        if found := damage(file, FULL):
            raise refused("damaged_database", BAD_REQUEST, file=str(file), why=found)
        prepare_file(settings.url)
        engine = file_engine(settings.url)
        try:
            with engine.connect() as source:
                yield House(source, url, {part.name: counted(source, part) for part in PARTS})
        finally:
            engine.dispose()


def counted(connection: Connection, part: Table) -> int:
    return connection.execute(select(func.count()).select_from(part)).scalar_one()


def pages_of(connection: Connection, part: Table) -> Iterator[Sequence[Any]]:
    """Yield all rows in the order of their keys, some at a time: all of them may be more than the memory."""
    query = select(part).order_by(*part.primary_key.columns)
    yield from connection.execute(query, execution_options={"yield_per": AT_ONCE}).partitions()


def insertion(part: Table) -> Insert:
    """Return the statement that takes many rows at once, as an array for each column: ten times as fast as row by row."""
    arrays = [func.unnest(bindparam(column.name, type_=ARRAY(column.type))) for column in part.columns]
    return insert(part).from_select(list(part.columns), select(*arrays))


def hashes(connection: Connection, part: Table) -> dict[Any, bytes]:
    """Return a hash of what belongs to each value of the first column, such as all events of a table.

    Databases sort texts differently, so there is no order of all rows to hash.
    """
    found: dict[Any, bytes] = {}
    for page in pages_of(connection, part):
        for row in page:
            before = found.get(row[0], b"")
            found[row[0]] = blake2b(before + msgspec.msgpack.encode(tuple(row)), digest_size=16).digest()
    return found
