"""Forgets what is old: finished tables, abandoned ones, and people of whom nothing else is known.

What is old is marked first, and removed only after the server has run for some days more. How old something is depends on the computer's
clock, which can be wrong; how long the server has run does not. Nothing is marked or removed while the clock is in doubt.
"""

import asyncio
import time
from collections.abc import Callable, Collection
from typing import Any, Protocol

import msgspec
from sqlalchemy import Executable, Select, delete, func, select, update

from lostcities.server.logs import log
from lostcities.server.settings import DAY, Settings
from lostcities.server.store.models import events, people, pulse, seats, tables
from lostcities.server.store.storage import Storage, removal

PAUSE = 3600
"""Seconds between one sweep and the next."""
AT_ONCE = 100
FAR = 3.0
"""Days: a clock that is further than this from the last sign of life is in doubt."""


def days(count: float) -> int:
    """In milliseconds."""
    return int(count * DAY * 1000)


class Pulse(msgspec.Struct):
    """How long the server has run in all, and at which moment of that the clock was last doubted; both in milliseconds."""

    ran: int
    doubted: int | None


class Rooms(Protocol):
    """The tables in memory."""

    def visited(self, id: str) -> bool: ...

    def discard(self, id: str) -> None: ...


class Sweeper:
    """Sweeps the database. `wall` is the computer's clock in milliseconds, `steady` one that only runs on."""

    def __init__(
        self, storage: Storage, settings: Settings, rooms: Rooms, wall: Callable[[], int], steady: Callable[[], float] = time.monotonic
    ) -> None:
        self.storage, self.settings, self.rooms, self.wall, self.steady = storage, settings, rooms, wall, steady
        self.noted = steady()
        """Up to when the time that the server has run is stored."""
        self.grace = days(settings.grace_days)

    async def run(self) -> None:
        """Sweeps again and again."""
        while True:
            try:
                await self.sweep()
            except Exception as error:
                log.error("sweep_failed", exc_info=error)  # the next one finds the same, and more
            await asyncio.sleep(PAUSE)

    async def sweep(self) -> int:
        """Marks all that is old enough, and removes what has been marked for long enough; how many tables were removed."""
        found = await self.beat()
        if found.doubted is not None and found.ran - found.doubted < self.grace:
            left = round((self.grace - (found.ran - found.doubted)) / days(1), 2)
            log.warning("sweep_put_off", why="the clock is, or was, far from the last event", running_days_left=left)
            return 0
        removed = await self.sweep_tables(found.ran)
        await self.storage.write(*self.people_swept(found.ran))
        if removed:
            log.info("swept", tables=removed)
        return removed

    # -- the clock --

    async def beat(self) -> Pulse:
        """Stores how long the server has run by now, and whether the clock has jumped."""
        [stored] = await self.storage.read(select(pulse))
        now, steady = self.wall(), self.steady()
        last, elapsed = max(stored.seen, await self.newest()), int((steady - self.noted) * 1000)
        ran = stored.ran + elapsed
        near = last - days(FAR) <= now <= last + elapsed + days(FAR)
        doubted = stored.doubted if near or not last else ran
        await self.storage.write(update(pulse).values(ran=ran, seen=now, doubted=doubted))
        self.noted = steady
        return Pulse(ran, doubted)

    async def newest(self) -> int:
        """When something last happened at any table; 0 if nothing ever did."""
        [ends] = await self.storage.read(select(func.max(tables.c.created), func.max(tables.c.finished)))
        running = select(func.max(events.c.at)).join(tables, tables.c.id == events.c.table_id).where(tables.c.status != "finished")
        [last] = await self.storage.read(running)
        return max(moment or 0 for moment in (*ends, *last))

    # -- tables --

    async def sweep_tables(self, ran: int) -> int:
        old = set(await self.old_tables())
        rows = await self.storage.read(select(tables.c.id, tables.c.expired).where(tables.c.expired.is_not(None)))
        marked = {row.id: row.expired for row in rows}
        await self.mark(marked.keys() - old, None)
        await self.mark(old - marked.keys(), ran)
        return await self.remove([id for id in old if ran - marked.get(id, ran) >= self.grace])

    async def old_tables(self) -> list[str]:
        """The tables that are old enough to be removed, and at which nobody is."""
        now, settings = self.wall(), self.settings
        finished = select(tables.c.id).where(tables.c.finished < now - days(settings.keep_days))
        rows = [*await self.storage.read(finished), *await self.storage.read(abandoned(now - days(settings.keep_abandoned_days)))]
        return [row.id for row in rows if not self.rooms.visited(row.id)]

    async def mark(self, ids: Collection[str], ran: int | None) -> None:
        """Marks tables as old from now on, or no longer."""
        for some in pieces(ids):
            await self.storage.write(update(tables).where(tables.c.id.in_(some)).values(expired=ran))

    async def remove(self, ids: Collection[str]) -> int:
        """Removes tables, unless somebody has come meanwhile."""
        count = 0
        for some in pieces(ids):
            gone = [id for id in some if not self.rooms.visited(id)]
            for id in gone:
                self.rooms.discard(id)
            await self.storage.write(removal(gone))
            count += len(gone)
        return count

    # -- people --

    def people_swept(self, ran: int) -> list[Executable]:
        """Marks and removes people who have not been seen for long and sit nowhere, and unmarks those who are back."""
        sitting = select(seats.c.person).where(seats.c.person.is_not(None))
        stale = (people.c.seen < self.wall() - days(self.settings.keep_days)) & people.c.id.not_in(sitting)
        return [
            update(people).where(people.c.expired.is_not(None) & ~stale).values(expired=None),
            update(people).where(people.c.expired.is_(None) & stale).values(expired=ran),
            delete(people).where(stale & (people.c.expired <= ran - self.grace)),
        ]


def abandoned(before: int) -> Select[Any]:
    """Tables that are not over and at which nothing has happened since then."""
    last = func.coalesce(func.max(events.c.at), tables.c.created)
    query = select(tables.c.id).outerjoin(events, events.c.table_id == tables.c.id).where(tables.c.status != "finished")
    return query.group_by(tables.c.id, tables.c.created).having(last < before)


def pieces(ids: Collection[str]) -> list[list[str]]:
    """Ids, some at a time."""
    listed = sorted(ids)
    return [listed[start : start + AT_ONCE] for start in range(0, len(listed), AT_ONCE)]
