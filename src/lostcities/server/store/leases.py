"""Leases: which of several nodes does the duties of a table, such as bots' moves, clocks and deals.

A lease is taken by one statement that the database carries out only if nobody has it, and every new holder raises its epoch. What a
duty stores carries that epoch (`fences.py`), so a node that slept through its lease can do no harm. All times are the database's:
the nodes' clocks do not matter. Only PostgreSQL has several nodes.
"""

from collections.abc import Collection, Iterator, Sequence

from sqlalchemy import BigInteger, ColumnElement, Select, Update, cast, extract, func, literal, or_, select, update
from sqlalchemy.dialects.postgresql import insert

from lostcities.server.store.fences import IN_ORDER
from lostcities.server.store.models import leases, tables
from lostcities.server.store.storage import Storage

SECONDS = 2.5
"""How long a lease lasts unless it is renewed: the tables of a node that died wait for that, and for the next look of another node."""
ADOPTED = 100
"""Leases of dead nodes that a node takes at a time."""

LONG_AGO = 1
"""An end that has passed, in milliseconds since 1970."""

Epochs = dict[str, int]
"""Tables, and the epochs of their leases."""


def database_now(seconds: float = 0.0) -> ColumnElement[int]:
    """Return the database's time, or one so many seconds later, in milliseconds since 1970.

    It is a query of its own, so that it is read once per statement: what may change from row to row cannot be looked up in an index.
    """
    now = cast(extract("epoch", func.clock_timestamp()) * 1000, BigInteger)
    return select(now + int(seconds * 1000)).scalar_subquery()


class Leases:
    """The leases of one node."""

    def __init__(self, storage: Storage, node: str) -> None:
        self.storage, self.node = storage, node

    async def take(self, ids: Collection[str]) -> Epochs:
        """Take the leases of tables, as far as no other node has them. Never waits for a node that is just storing something."""
        if not ids:
            return {}
        taken = dict(await self.add(ids, self.node, 1, database_now(SECONDS), database_now()))
        free = leases.c.table_id.in_(ids) & or_(leases.c.until.is_(None), leases.c.until < database_now())
        return taken | await self.seize(select(leases.c.table_id).where(free).order_by(IN_ORDER))

    async def adopt(self) -> Epochs:
        """Take leases that have passed: those of nodes that died, the longest ago first."""
        passed = select(leases.c.table_id).where(leases.c.until < database_now())
        return await self.seize(passed.order_by(leases.c.until).limit(ADOPTED))

    async def seize(self, wanted: Select[tuple[str]]) -> Epochs:
        """Take all these leases but those whose rows somebody else uses."""
        chosen = leases.c.table_id.in_(wanted.with_for_update(skip_locked=True).scalar_subquery())
        taken = {"node": self.node, "epoch": leases.c.epoch + 1, "until": database_now(SECONDS), "since": database_now()}
        return dict(await self.storage.read(update(leases).where(chosen).values(**taken).returning(leases.c.table_id, leases.c.epoch)))

    async def add(
        self, ids: Collection[str], node: str, epoch: int, until: ColumnElement[int], since: ColumnElement[int]
    ) -> Sequence[tuple[str, int]]:
        """Add leases of tables that never had one; return them."""
        lines = select(tables.c.id, literal(node), literal(epoch), until, since).where(tables.c.id.in_(ids))
        wanted = insert(leases).from_select(["table_id", "node", "epoch", "until", "since"], lines).on_conflict_do_nothing()
        return await self.storage.read(wanted.returning(leases.c.table_id, leases.c.epoch))

    async def age(self, table: str, began: int) -> int:
        """Return for how many milliseconds a node has done the duties of a table without a break, counted from `began`; 0 if none does."""
        age = database_now() - func.greatest(func.coalesce(leases.c.since, database_now()), began)
        rows = await self.storage.read(select(age).where((leases.c.table_id == table) & (leases.c.until > database_now())))
        return max(int(rows[0][0]), 0) if rows else 0

    async def now(self) -> int:
        """Return the database's time, in milliseconds since 1970."""
        [(now,)] = await self.storage.read(select(database_now()))
        return int(now)

    async def renew(self, ids: Collection[str]) -> Epochs:
        """Renew leases; return those that are still ours. One that we took without hearing of it has another epoch than we know."""
        renewed = self.change(ids).values(until=database_now(SECONDS))
        return dict(await self.storage.read(renewed.returning(leases.c.table_id, leases.c.epoch)))

    async def offer(self, ids: Collection[str]) -> None:
        """Let any node adopt these tables, unless they have a lease."""
        for some in batched(sorted(ids), ADOPTED):
            await self.add(some, "", 0, literal(LONG_AGO), literal(LONG_AGO))

    async def abandon(self, ids: Collection[str]) -> None:
        """Let any node adopt our tables at once."""
        await self.end(ids, LONG_AGO)

    async def abandon_all(self) -> None:
        """Let any node adopt every table that we have, whatever we were about to do with it."""
        ours = select(leases.c.table_id).where((leases.c.node == self.node) & leases.c.until.is_not(None)).order_by(IN_ORDER)
        every = leases.c.table_id.in_(ours.with_for_update().scalar_subquery())
        await self.storage.read(update(leases).where(every).values(until=LONG_AGO).returning(leases.c.table_id))

    async def give_back(self, ids: Collection[str]) -> None:
        """Give leases back, for whoever wants them next."""
        await self.end(ids, None)

    async def end(self, ids: Collection[str], until: int | None) -> None:
        await self.storage.read(self.change(ids).values(until=until).returning(leases.c.table_id))

    def change(self, ids: Collection[str]) -> Update:
        """Return a change of our leases. It locks their rows in order, as fences do, so that neither waits for the other in a circle."""
        ours = select(leases.c.table_id).where((leases.c.node == self.node) & leases.c.table_id.in_(ids)).order_by(IN_ORDER)
        return update(leases).where(leases.c.table_id.in_(ours.with_for_update().scalar_subquery()))


def batched(ids: Sequence[str], size: int) -> Iterator[Sequence[str]]:
    return (ids[start : start + size] for start in range(0, len(ids), size))
