"""Forgets what is old: finished tables, abandoned ones, and people of whom nothing else is known."""

import asyncio
from typing import Any

from sqlalchemy import Select, delete, func, select

from lostcities.server.house import House
from lostcities.server.logs import log
from lostcities.server.models import events, people, seats, tables
from lostcities.server.room import now_ms
from lostcities.server.settings import DAY
from lostcities.server.storage import removal

PAUSE = 3600
"""Seconds between one sweep and the next."""
AT_ONCE = 100


async def sweep_for_ever(house: House) -> None:
    while True:
        try:
            await sweep(house)
        except Exception as error:
            log.error("sweep_failed", exc_info=error)  # the next one finds the same, and more
        await asyncio.sleep(PAUSE)


async def sweep(house: House) -> int:
    """Forgets all that is old enough; how many tables that were."""
    ids = await old_tables(house)
    for start in range(0, len(ids), AT_ONCE):
        some = ids[start : start + AT_ONCE]
        for id in some:
            if id in house.rooms:
                house.drop(house.rooms[id])
        await house.storage.write(removal(some))
    await house.storage.write(forgotten_people(now_ms() - days(house.settings.keep_days)))
    if ids:
        log.info("swept", tables=len(ids))
    return len(ids)


def days(count: float) -> int:
    """In milliseconds."""
    return int(count * DAY * 1000)


async def old_tables(house: House) -> list[str]:
    finished = select(tables.c.id).where(tables.c.finished < now_ms() - days(house.settings.keep_days))
    rows = [*await house.storage.read(finished), *await house.storage.read(abandoned(now_ms() - days(house.settings.keep_abandoned_days)))]
    return [row.id for row in rows if row.id not in house.rooms or not house.rooms[row.id].guests]


def abandoned(before: int) -> Select[Any]:
    """Tables that are not over and at which nothing has happened since then."""
    last = func.coalesce(func.max(events.c.at), tables.c.created)
    query = select(tables.c.id).outerjoin(events, events.c.table_id == tables.c.id).where(tables.c.status != "finished")
    return query.group_by(tables.c.id, tables.c.created).having(last < before)


def forgotten_people(before: int) -> Any:
    """People who have not been seen since then and sit nowhere."""
    sitting = select(seats.c.person).where(seats.c.person.is_not(None))
    return delete(people).where((people.c.seen < before) & people.c.id.not_in(sitting))
