"""Reads and writes of tables, seats and events, in portable SQL."""

import asyncio
import zlib
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import ARRAY, Executable, Integer, Label, String, column, delete, func, insert, literal, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from lostcities.server.store.address import database_of, on_sqlite
from lostcities.server.store.database import check_release, engine_to_read, make_file, make_folder, migrate, prepare_server, revision_of
from lostcities.server.store.events import Event, Header
from lostcities.server.store.models import agreements, events, figures, journals, people, seats, tables
from lostcities.server.store.writer import Writer, transactions_for

Statement = Executable
"""A change of the database that callers pass in, to be stored together with something else."""
Conflict = IntegrityError
"""What is raised if somebody else has stored something in the same place."""
Unavailable = (SQLAlchemyError, OSError)
"""What is raised if the database fails."""


PAGE = 500
"""Events read at a time."""


class Chair(msgspec.Struct):
    """Who has a seat, as far as the server knows. Kept apart from the events, so that it can be deleted."""

    person: str | None = None
    token: bytes | None = None
    name: str | None = None
    bot: str | None = None
    face: str | None = None


class Agreement(NamedTuple):
    """A seat's answer to a proposal, and the version of the table at which it was given."""

    what: str
    seat: int
    version: int


class Stored(msgspec.Struct):
    """A stored table without its events."""

    header: Header
    chairs: list[Chair]
    rematch: str | None
    finished: bool
    revision: int
    agreements: list[Agreement]


class Head(NamedTuple):
    """How far a table is: its last version, and how often something changed that is no event."""

    version: int
    revision: int


class Figures(msgspec.Struct):
    """What a journal says about a seat: the cost of the decisions that count, how many, the 95% interval of their mean, and the luck."""

    seat: int
    cost: float
    counted: int
    ci95: float | None
    luck: float


class Storage:
    """The database."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.engine = engine_to_read(url)
        self.writer = Writer(transactions_for(url))

    async def open(self) -> None:
        """Create the database if there is none, or migrate it."""
        await (self.open_file() if on_sqlite(self.url) else prepare_server(self.url))
        self.writer.start()

    async def open_file(self) -> None:
        file = database_of(self.url)
        if file:
            make_folder(file.parent)
            make_file(file)
        async with self.engine.begin() as connection:
            await connection.run_sync(migrate)

    async def close(self) -> None:
        await self.writer.close()
        await self.engine.dispose()

    async def write(self, *statements: Executable) -> None:
        await self.writer.write(statements)

    async def check_release(self) -> None:
        """Refuse a database that another server has upgraded too far for this one."""
        async with self.engine.connect() as connection:
            check_release(await connection.run_sync(revision_of))

    async def read(self, statement: Executable) -> Sequence[Any]:
        async with self.engine.connect() as connection:
            return (await connection.execute(statement)).all()

    # -- tables --

    async def add(
        self, header: Header, chairs: list[Chair], opener: str | None = None, *first: Executable, then: Sequence[Executable] = ()
    ) -> None:
        """Store a new table, after `first` and before `then`. If it is a rematch, the previous table now points to it.

        Raises `Conflict` if another one has its id. If the header is there word for word, with keys that only this call knows, it was
        stored before a connection broke.
        """
        status = "open" if "open" in header.seats else "playing"
        line = {"id": header.id, "header": msgspec.json.encode(header).decode(), "game": header.game, "listed": header.listed}
        statements: list[Executable] = [*first, insert(tables).values(**line, status=status, created=header.created, opener=opener)]
        for seat, chair in enumerate(chairs):
            statements.append(insert(seats).values(table_id=header.id, seat=seat, **msgspec.structs.asdict(chair)))
        if header.previous:
            statements += [update(tables).where(tables.c.id == header.previous).values(rematch=header.id), revised(header.previous)]
        try:
            await self.writer.write([*statements, *then])
        except Conflict:
            if not await self.read(select(tables.c.id).where((tables.c.id == header.id) & (tables.c.header == line["header"]))):
                raise

    async def load(self, table: str) -> Stored | None:
        query = select(tables.c.header, tables.c.rematch, tables.c.status, tables.c.revision)
        found = await self.read(query.where(tables.c.id == table))
        if not found:
            return None
        columns = (seats.c.person, seats.c.token, seats.c.name, seats.c.bot, seats.c.face)
        chairs = await self.read(select(*columns).where(seats.c.table_id == table).order_by(seats.c.seat))
        given = select(agreements.c.what, agreements.c.seat, agreements.c.version).where(agreements.c.table_id == table)
        agreed = [Agreement(*row) for row in await self.read(given)]
        header = msgspec.json.decode(found[0].header, type=Header)
        line = found[0]
        return Stored(header, [Chair(*chair) for chair in chairs], line.rematch, line.status == "finished", line.revision, agreed)

    async def events(self, table: str, since: int = 0) -> AsyncIterator[list[Event]]:
        """Yield what happened at a table after a version, in order, page by page: a long match has tens of thousands of events."""
        last = since
        while True:
            where = (events.c.table_id == table) & (events.c.version > last)
            rows = await self.read(select(events).where(where).order_by(events.c.version).limit(PAGE))
            if not rows:
                return
            yield [event_of(row) for row in rows]
            last = rows[-1].version

    async def heads(self, ids: Collection[str]) -> dict[str, Head]:
        """Return how far tables are; nothing for those that are gone."""
        last = select(func.max(events.c.version)).where(events.c.table_id == tables.c.id).scalar_subquery()
        rows = await self.read(select(tables.c.id, func.coalesce(last, 0), tables.c.revision).where(tables.c.id.in_(ids)))
        return {id: Head(version, revision) for id, version, revision in rows}

    async def news(self, known: Mapping[str, int]) -> dict[str, list[Event]]:
        """Return what happened at tables after these versions, in order: a page in all, and the rest another time. On PostgreSQL only."""
        arrays = literal([*known], ARRAY(String)), literal([*known.values()], ARRAY(Integer))
        line = func.unnest(*arrays).table_valued(column("id"), column("version")).render_derived()
        after = (events.c.table_id == line.c.id) & (events.c.version > line.c.version)
        query = select(events).join(line, after).order_by(events.c.table_id, events.c.version)
        found: dict[str, list[Event]] = {}
        for row in await self.read(query.limit(PAGE)):
            found.setdefault(row.table_id, []).append(event_of(row))
        return found

    async def unfinished(self, since: int) -> list[str]:
        """Return unfinished tables with events since then, the latest first."""
        rows = await self.read(select(tables.c.id, last_of_each()).where(tables.c.status != "finished"))
        found = [(row.last, row.id) for row in rows if row.last is not None and row.last >= since]
        return [id for _, id in sorted(found, reverse=True)]

    async def waiting(self, opener: str) -> int:
        """Return how many listed tables of an opener wait for players."""
        query = select(func.count()).select_from(tables)
        [row] = await self.read(query.where(tables.c.listed & (tables.c.status == "open") & (tables.c.opener == opener)))
        return int(row[0])

    async def unfinished_of(self, person: str) -> list[str]:
        """Return the unfinished tables at which a person has a seat."""
        query = select(tables.c.id).join(seats, seats.c.table_id == tables.c.id)
        rows = await self.read(query.where((seats.c.person == person) & (tables.c.status != "finished")).distinct())
        return [row.id for row in rows]

    async def journal(self, table: str, critic: str) -> bytes | None:
        """Return the stored analysis of a table, if this critic made it."""
        rows = await self.read(select(journals.c.body).where((journals.c.table_id == table) & (journals.c.critic == critic)))
        return await asyncio.to_thread(zlib.decompress, rows[0].body) if rows else None

    async def keep_journal(self, table: str, critic: str, body: bytes, seats: Sequence[Figures]) -> None:
        """Store the analysis of a table, and the figures of its seats, in place of an older one."""
        packed = await asyncio.to_thread(zlib.compress, body)
        older = delete(journals).where(journals.c.table_id == table)
        journal = insert(journals).values(table_id=table, critic=critic, body=packed)
        lines = [insert(figures).values(table_id=table, **msgspec.structs.asdict(seat)) for seat in seats]
        await self.write(older, journal, *lines)

    async def cost_of(self, table: str, seat: int) -> float | None:
        """Return what the decisions of a seat have cost, if there is an analysis of the table."""
        rows = await self.read(select(figures.c.cost).where((figures.c.table_id == table) & (figures.c.seat == seat)))
        return float(rows[0].cost) if rows else None

    async def ping(self) -> None:
        """Raise if the database fails."""
        await self.read(select(func.count()).select_from(people).where(people.c.id == ""))


def last_of_each() -> Label[int | None]:
    """Return a column with the time of each table's last event, which is one look into the index. All events are too many to group."""
    query = select(events.c.at).where(events.c.table_id == tables.c.id).order_by(events.c.version.desc()).limit(1)
    return query.scalar_subquery().label("last")


# -- statements to store with events --


def seat_taken(table: str, seat: int, chair: Chair) -> Executable:
    where = (seats.c.table_id == table) & (seats.c.seat == seat)
    return update(seats).where(where).values(**msgspec.structs.asdict(chair))


def introduced(person: str, changes: dict[str, str]) -> Executable:
    """Update a person's name or face at unfinished tables. If they have several seats, only the first changes, which is their own."""
    own = seats.alias()
    first = select(func.min(own.c.seat)).where((own.c.table_id == seats.c.table_id) & (own.c.person == person)).scalar_subquery()
    running = select(tables.c.id).where(tables.c.status != "finished")
    return update(seats).where((seats.c.person == person) & seats.c.table_id.in_(running) & (seats.c.seat == first)).values(**changes)


def revised(table: str) -> Executable:
    """Let other nodes know of a change that is no event."""
    return update(tables).where(tables.c.id == table).values(revision=tables.c.revision + 1)


def revised_for(person: str) -> Executable:
    """The same for all tables at which a person has a seat."""
    theirs = select(seats.c.table_id).where(seats.c.person == person)
    return update(tables).where(tables.c.id.in_(theirs)).values(revision=tables.c.revision + 1)


def answered(table: str, what: str, seats: Collection[int], version: int | None) -> list[Executable]:
    """Note that seats agree to a proposal; without a version, that it is refused. The first statement locks the table's row."""
    older = delete(agreements).where((agreements.c.table_id == table) & (agreements.c.what == what))
    if version is None:
        return [revised(table), older]
    lines = [insert(agreements).values(table_id=table, what=what, seat=seat, version=version) for seat in seats]
    return [revised(table), older.where(agreements.c.seat.in_(seats)), *lines]


def status_changed(table: str, status: str, finished: int | None = None) -> Executable:
    return update(tables).where(tables.c.id == table).values(status=status, finished=finished)


def result_of_seat(table: str, seat: int, points: int, share: float, helped: bool) -> Executable:
    where = (seats.c.table_id == table) & (seats.c.seat == seat)
    return update(seats).where(where).values(points=points, share=share, helped=helped)


def hint_given(table: str, seat: int) -> Executable:
    """Note that a person has asked for a hint."""
    return update(seats).where((seats.c.table_id == table) & (seats.c.seat == seat)).values(hinted=True)


def removal(ids: Sequence[str]) -> Executable:
    """Delete whole tables, with their seats and events."""
    return delete(tables).where(tables.c.id.in_(ids))


def event_of(row: Any) -> Event:
    return Event(row.version, row.what, row.at, row.seat, row.key, msgspec.json.decode(row.body), row.epoch)
