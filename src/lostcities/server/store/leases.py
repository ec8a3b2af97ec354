"""Leases: which of several nodes does the duties of a table, such as bots' moves, clocks and deals.

A lease is taken by one statement that the database carries out only if nobody has it, and every new holder raises its epoch. What a
duty stores carries that epoch (`fences.py`), so a node that slept through its lease can do no harm. All times are the database's:
the nodes' clocks do not matter. Only PostgreSQL has several nodes.
"""

from collections.abc import Collection

from sqlalchemy import BigInteger, ColumnElement, cast, extract, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert

from lostcities.server.store.models import leases
from lostcities.server.store.storage import Storage

SECONDS = 3.0
"""How long a lease lasts unless it is renewed: the tables of a node that died wait for that, and for the next look of another node."""
ADOPTED = 100
"""Leases of dead nodes that a node takes at a time."""

LONG_AGO = 1
"""An end that has passed, in milliseconds since 1970."""

Epochs = dict[str, int]
"""Tables, and the epochs of their leases."""


def database_now(seconds: float = 0.0) -> ColumnElement[int]:
    """Return the database's time, or one so many seconds later, in milliseconds since 1970."""
    return cast(extract("epoch", func.clock_timestamp()) * 1000, BigInteger) + int(seconds * 1000)


class Leases:
    """The leases of one node."""

    def __init__(self, storage: Storage, node: str) -> None:
        self.storage, self.node = storage, node

    async def take(self, ids: Collection[str]) -> Epochs:
        """Take the leases of tables, as far as no other node has them."""
        if not ids:
            return {}
        lines = [{"table_id": id, "node": self.node, "epoch": 1, "until": database_now(SECONDS)} for id in sorted(ids)]
        free = or_(leases.c.until.is_(None), leases.c.until < database_now())
        wanted = insert(leases).values(lines)
        taken = {"node": self.node, "epoch": leases.c.epoch + 1, "until": wanted.excluded.until}
        statement = wanted.on_conflict_do_update(index_elements=[leases.c.table_id], set_=taken, where=free)
        return dict(await self.storage.read(statement.returning(leases.c.table_id, leases.c.epoch)))

    async def adopt(self) -> Epochs:
        """Take leases that have passed: those of nodes that died, the longest ago first."""
        passed = select(leases.c.table_id).where(leases.c.until < database_now()).order_by(leases.c.until).limit(ADOPTED)
        orphans = leases.c.table_id.in_(passed.with_for_update(skip_locked=True).scalar_subquery())
        taken = {"node": self.node, "epoch": leases.c.epoch + 1, "until": database_now(SECONDS)}
        return dict(await self.storage.read(update(leases).where(orphans).values(**taken).returning(leases.c.table_id, leases.c.epoch)))

    async def renew(self, ids: Collection[str]) -> set[str]:
        """Renew leases; return those that are still ours. Rows are locked in order, as by fences, so that neither waits for the other."""
        mine = select(leases.c.table_id).where((leases.c.node == self.node) & leases.c.table_id.in_(ids)).order_by(leases.c.table_id)
        statement = update(leases).where(leases.c.table_id.in_(mine.with_for_update().scalar_subquery()))
        rows = await self.storage.read(statement.values(until=database_now(SECONDS)).returning(leases.c.table_id))
        return {row.table_id for row in rows}

    async def offer(self, ids: Collection[str]) -> None:
        """Let any node adopt these tables, unless they have a lease."""
        if ids:
            lines = [{"table_id": id, "node": "", "epoch": 0, "until": LONG_AGO} for id in sorted(ids)]
            await self.storage.read(insert(leases).values(lines).on_conflict_do_nothing().returning(leases.c.table_id))

    async def abandon(self, ids: Collection[str]) -> None:
        """Let any node adopt our tables at once."""
        await self.end(ids, LONG_AGO)

    async def give_back(self, ids: Collection[str]) -> None:
        """Give leases back, for whoever wants them next."""
        await self.end(ids, None)

    async def end(self, ids: Collection[str], until: int | None) -> None:
        ours = (leases.c.node == self.node) & leases.c.table_id.in_(ids)
        await self.storage.read(update(leases).where(ours).values(until=until).returning(leases.c.table_id))
