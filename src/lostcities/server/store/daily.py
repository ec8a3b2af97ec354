"""The deals of the day in the database: their secrets, everyone's one try at each, and what the opponents made of them."""

from collections.abc import Collection, Sequence

import msgspec
from sqlalchemy import Select, func, insert, select, true, update

from lostcities.server.store.models import days, marks, people, tries
from lostcities.server.store.storage import Conflict, Statement, Storage

THOUSAND = 1000
"""Costs are stored in thousandths of a point."""


class Secret(msgspec.Struct, frozen=True):
    """What a day's deals are made from, and when it was made, in milliseconds since 1970."""

    day: str
    secret: bytes
    made: int


class Try(msgspec.Struct):
    """A person's try at a deal. `ended` and `lead` are set if it was finished in time, and `cost`, in thousandths, once it is known."""

    day: str
    game: str
    table: str | None
    ended: int | None = None
    lead: int | None = None
    cost: int | None = None


class Mark(msgspec.Struct):
    """What an opponent made of a deal; `cost` is in points."""

    name: str
    cost: float
    lead: int


class Line(msgspec.Struct):
    """A player who gave a name, and what they made of a deal; `cost` is in points."""

    name: str
    cost: float
    lead: int


class Standing(msgspec.Struct):
    """How many tries are finished, how many of these have a cost, how many of those are worse than a person's, and the highest cost."""

    finished: int
    judged: int
    worse: int
    most: int
    """In thousandths."""


class Bar(msgspec.Struct):
    """How many of the results cost at least `low` and less than `high` points; the last bar has its upper end, too."""

    low: float
    high: float
    count: int


# -- secrets --


async def secrets_of(storage: Storage, wanted: Collection[str]) -> dict[str, Secret]:
    """Return the secrets of some days, as far as they are made."""
    rows = await storage.read(select(days).where(days.c.day.in_(wanted)))
    return {row.day: Secret(row.day, bytes(row.secret), row.made) for row in rows}


async def secret_of(storage: Storage, day: str) -> bytes:
    """Return the secret of a day at which somebody plays already."""
    return (await secrets_of(storage, [day]))[day].secret


async def first_day(storage: Storage) -> str:
    """Return the earliest day that has deals, once there are any."""
    return str((await storage.read(select(func.min(days.c.day))))[0][0])


async def keep_secrets(storage: Storage, made: Sequence[Secret]) -> None:
    """Store new secrets. If another node has made one of them before, that one stays."""
    for each in made:
        try:
            await storage.write(insert(days).values(**msgspec.structs.asdict(each)))
        except Conflict:
            continue


# -- tries --


def begun(person: str, day: str, game: str, table: str) -> Statement:
    """Note a try, with the table that it is made at: a second one conflicts with it."""
    return insert(tries).values(day=day, game=game, person=person, table_id=table)


def ended(table: str, at: int, lead: int) -> Statement:
    """Note that the try at a table is finished."""
    return update(tries).where((tries.c.table_id == table) & tries.c.ended.is_(None)).values(ended=at, lead=lead)


def judged(table: str, cost: float) -> Statement:
    """Note what the decisions of a finished try have cost, in points."""
    known = (tries.c.table_id == table) & tries.c.ended.is_not(None)
    return update(tries).where(known).values(cost=round(cost * THOUSAND))


async def try_of(storage: Storage, person: str, day: str, game: str) -> Try | None:
    own = (tries.c.person == person) & (tries.c.day == day) & (tries.c.game == game)
    return next(iter(await some_tries(storage, tries_where(own))), None)


async def tries_of(storage: Storage, person: str, day: str | None = None) -> list[Try]:
    """Return all tries of a person, the latest day first; or only those at the deals of one day."""
    return await some_tries(storage, tries_where((tries.c.person == person) & (tries.c.day == day if day else true())))


def tries_where(condition: object) -> Select[tuple[str, str, str, int, int, int]]:
    columns = (tries.c.day, tries.c.game, tries.c.table_id, tries.c.ended, tries.c.lead, tries.c.cost)
    return select(*columns).where(condition).order_by(tries.c.day.desc(), tries.c.game)  # type: ignore[arg-type]


async def some_tries(storage: Storage, query: Select[tuple[str, str, str, int, int, int]]) -> list[Try]:
    return [Try(*row) for row in await storage.read(query)]


async def unjudged(storage: Storage, since: str, before: int, most: int) -> list[str]:
    """Return the tables of tries that were finished before a moment and have no cost, from this day on.

    If there are too many, some by chance: those that fail again and again do not keep the others waiting.
    """
    waiting = (tries.c.ended < before) & tries.c.cost.is_(None) & tries.c.table_id.is_not(None) & (tries.c.day >= since)
    return [row.table_id for row in await storage.read(select(tries.c.table_id).where(waiting).order_by(func.random()).limit(most))]


# -- results --


async def standing(storage: Storage, day: str, game: str, own: Try | None) -> Standing:
    """Return how a try compares with all others of its deal. The database counts: there may be thousands."""
    deal = (tries.c.day == day) & (tries.c.game == game)
    columns = func.count(tries.c.lead), func.count(tries.c.cost), func.max(tries.c.cost)
    [(finished, judged, most)] = await storage.read(select(*columns).where(deal))
    if own is None or own.cost is None:
        return Standing(finished, judged, 0, most or 0)
    worse = (tries.c.cost > own.cost) | ((tries.c.cost == own.cost) & (tries.c.lead < own.lead))
    [(count,)] = await storage.read(select(func.count()).where(deal & worse))
    return Standing(finished, judged, count, most or 0)


async def histogram(storage: Storage, day: str, game: str, width: int) -> dict[int, int]:
    """Return how many results are in each bar of this width, in thousandths, by the bar's number."""
    ranked = (tries.c.day == day) & (tries.c.game == game) & tries.c.cost.is_not(None)
    bar = (tries.c.cost // width).label("bar")
    return {int(row.bar): row.count for row in await storage.read(select(bar, func.count().label("count")).where(ranked).group_by(bar))}


async def best(storage: Storage, day: str, game: str, most: int) -> list[Line]:
    """Return the best results of people who have a name, best first."""
    shown = (tries.c.day == day) & (tries.c.game == game) & tries.c.cost.is_not(None) & people.c.name.is_not(None)
    query = select(people.c.name, tries.c.cost, tries.c.lead).join_from(tries, people, people.c.id == tries.c.person).where(shown)
    rows = await storage.read(query.order_by(tries.c.cost, tries.c.lead.desc(), tries.c.ended).limit(most))
    return [Line(row.name, row.cost / THOUSAND, row.lead) for row in rows]


# -- marks --


async def marks_of(storage: Storage, day: str, game: str) -> list[Mark]:
    """Return what the opponents made of a deal, as far as they have played it."""
    rows = await storage.read(select(marks).where((marks.c.day == day) & (marks.c.game == game)))
    return [Mark(row.name, row.cost / THOUSAND, row.lead) for row in rows]


async def keep_mark(storage: Storage, day: str, game: str, mark: Mark) -> None:
    """Store a mark. If another node was faster, its mark stays."""
    line = {"day": day, "game": game, "name": mark.name, "lead": mark.lead, "cost": round(mark.cost * THOUSAND)}
    try:
        await storage.write(insert(marks).values(**line))
    except Conflict:
        return
