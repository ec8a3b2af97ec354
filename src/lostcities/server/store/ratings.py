"""People's ratings in the database: a row for every result that counted, which is never changed. The last one is the rating now."""

from collections.abc import AsyncIterator, Sequence
from typing import Any

import msgspec
from sqlalchemy import Select, case, exists, func, insert, literal, select, tuple_

from lostcities.glicko import Rating
from lostcities.server.store.events import Header
from lostcities.server.store.models import events, ratings, seats, tables
from lostcities.server.store.storage import Statement, Storage

AT_ONCE = 500
"""Matches that are read at a time."""


class Rated(msgspec.Struct):
    """A rating after a result: the `number`th in its subject, against something rated `other`."""

    subject: str
    number: int
    source: str
    at: int
    other: float
    score: float
    rating: float
    deviation: float
    volatility: float

    @property
    def value(self) -> Rating:
        return Rating(self.rating, self.deviation, self.volatility)


class Played(msgspec.Struct):
    """A match between a person and one bot that is finished, or that the person has left: what may count for their rating."""

    table: str
    header: Header
    bot: str
    share: float
    at: int


async def latest(storage: Storage, person: str, subject: str | None = None) -> list[Rated]:
    """Return a person's ratings now, in one subject or in all."""
    inner = ratings.alias()
    last = select(func.max(inner.c.number)).where((inner.c.person == ratings.c.person) & (inner.c.subject == ratings.c.subject))
    wanted = (ratings.c.person == person) & (ratings.c.number == last.scalar_subquery())
    if subject:
        wanted &= ratings.c.subject == subject
    return await some(storage, select(ratings).where(wanted).order_by(ratings.c.subject))


async def history(storage: Storage, person: str, subject: str | None = None, most: int | None = None) -> list[Rated]:
    """Return how a person's ratings became what they are, the latest first."""
    wanted = ratings.c.person == person
    if subject:
        wanted &= ratings.c.subject == subject
    return await some(storage, select(ratings).where(wanted).order_by(ratings.c.subject, ratings.c.number.desc()).limit(most))


async def some(storage: Storage, query: Select[Any]) -> list[Rated]:
    return [Rated(*row[1:]) for row in await storage.read(query)]


def rated(person: str, new: Rated) -> Statement:
    """Store the next rating. It conflicts with another one of the same number, and with the same source."""
    return insert(ratings).values(person=person, **msgspec.structs.asdict(new))


async def unrated(storage: Storage, person: str, now: int, patience: int) -> AsyncIterator[Played]:
    """Yield a person's matches against one bot that have no rating yet, in the order in which they ended, without those with a hint.

    A match that they have left ends `patience` milliseconds after their last move, and is lost. So is one that a bot has finished for
    them, because their time ran out.
    """
    at, table = 0, ""
    while rows := await unrated_after(storage, person, now, patience, at, table):
        for match in played(rows):
            yield match
        at, table = rows[-1].ended, rows[-1].id


async def unrated_after(storage: Storage, person: str, now: int, patience: int, at: int, table: str) -> Sequence[Any]:
    """Return some of them, from those on that ended after a moment, or after a table at the same moment."""
    other = seats.alias()
    already = exists().where((ratings.c.person == person) & (ratings.c.source == tables.c.id))
    own_move = (events.c.table_id == tables.c.id) & (events.c.what == "move") & (events.c.seat == seats.c.seat)
    moved = select(func.max(events.c.at)).where(own_move).scalar_subquery()
    finished = tables.c.status == "finished"
    ended = case((finished, tables.c.finished), else_=moved + patience)
    share = case((finished & seats.c.helped.is_not(True), seats.c.share), else_=0.0)
    query = select(tables.c.id, tables.c.header, other.c.bot, share.label("share"), ended.label("ended")).select_from(
        tables.join(seats, seats.c.table_id == tables.c.id).join(other, (other.c.table_id == tables.c.id) & (other.c.seat != seats.c.seat))
    )
    alone = (seats.c.person == person) & other.c.bot.is_not(None) & seats.c.hinted.is_not(True)
    later = (tuple_(ended, tables.c.id) > tuple_(literal(at), literal(table))) & (ended <= now)
    return await storage.read(query.where(alone & ~already & share.is_not(None) & later).order_by(ended, tables.c.id).limit(AT_ONCE))


def played(rows: Sequence[Any]) -> list[Played]:
    """Return the matches of two players whose headers can be read."""
    found = []
    for row in rows:
        try:
            header = msgspec.json.decode(row.header, type=Header)
        except msgspec.MsgspecError:
            continue
        if len(header.seats) == 2:
            found.append(Played(row.id, header, row.bot, row.share, row.ended))
    return found
