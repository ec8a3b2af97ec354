"""What was said at tables in the last seconds, for the other nodes: each shows what it has not shown yet."""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import delete, insert, select

from lostcities.server.store.leases import database_now
from lostcities.server.store.models import phrases
from lostcities.server.store.people import new_key
from lostcities.server.store.storage import Storage, revised

SECONDS = 15.0
"""How long a phrase is kept: a node that has not read it by then was cut off, and a greeting would come too late."""


class Phrase(NamedTuple):
    """Something said."""

    id: str
    seat: int
    phrase: str


class Phrases:
    """The phrases at one table."""

    def __init__(self, storage: Storage, table: str) -> None:
        self.storage, self.table = storage, table
        self.shown: set[str] = set()

    async def say(self, seat: int, phrase: str) -> None:
        """Let the other nodes know what was said, and shown, here."""
        id = new_key()
        self.shown.add(id)
        line = insert(phrases).values(table_id=self.table, id=id, seat=seat, phrase=phrase, until=database_now(SECONDS))
        await self.storage.write(revised(self.table), line)

    async def new(self) -> Collection[Phrase]:
        """Return what was said through other nodes since the last time."""
        rows = await self.storage.read(
            select(phrases.c.id, phrases.c.seat, phrases.c.phrase)
            .where((phrases.c.table_id == self.table) & (phrases.c.until > database_now()))
            .order_by(phrases.c.until)
        )
        found = [Phrase(*row) for row in rows if row.id not in self.shown]
        self.shown = {row.id for row in rows}
        return found


async def forget(storage: Storage) -> None:
    """Remove what was said long enough ago."""
    await storage.read(delete(phrases).where(phrases.c.until < database_now()).returning(phrases.c.id))
