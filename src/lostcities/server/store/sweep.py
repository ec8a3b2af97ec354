"""Remove what is old: finished tables, abandoned ones, and people who have neither.

Old things are marked first, and removed only after the server has run for some more days. Age depends on the computer's clock,
which can be wrong; running time does not. Nothing is marked or removed while the clock is in doubt.
"""

import asyncio
import time
from collections.abc import Callable, Collection
from typing import Any, Protocol

import msgspec
from sqlalchemy import Executable, Select, delete, func, select, update

from lostcities.server.logs import log
from lostcities.server.settings import DAY, Settings
from lostcities.server.store.models import events, guests, people, pulse, seats, tables
from lostcities.server.store.storage import Storage, removal

PAUSE = 3600
"""Seconds between sweeps."""
AT_ONCE = 100
FAR = 3.0
"""In days: a clock further than this from the last stored time is in doubt."""


def days(count: float) -> int:
    """Return days in milliseconds."""
    return int(count * DAY * 1000)


class Pulse(msgspec.Struct):
    """The server's total running time, and its value when the clock was last in doubt; both in milliseconds."""

    ran: int
    doubted: int | None


class Rooms(Protocol):
    """The tables in memory."""

    def visited(self, id: str) -> bool: ...

    def discard(self, id: str) -> None: ...


class Sweeper:
    """Sweeps the database. `wall` is the computer's clock in milliseconds, `steady` a monotonic one."""

    def __init__(
        self, storage: Storage, settings: Settings, rooms: Rooms, wall: Callable[[], int], steady: Callable[[], float] = time.monotonic
    ) -> None:
        self.storage, self.settings, self.rooms, self.wall, self.steady = storage, settings, rooms, wall, steady
        self.noted = steady()
        """Until when the running time is stored."""
        self.grace = days(settings.grace_days)

    async def run(self) -> None:
        """Sweep at regular intervals."""
        while True:
            try:
                await self.sweep()
            except Exception as error:
                log.error("sweep_failed", exc_info=error)  # the next sweep finds the same things again
            await asyncio.sleep(PAUSE)

    async def sweep(self) -> int:
        """Mark what is old enough, and remove what has been marked for long enough; return how many tables were removed."""
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
        """Store the running time so far, and whether the clock has jumped."""
        [stored] = await self.storage.read(select(pulse))
        now, steady = self.wall(), self.steady()
        last, elapsed = max(stored.seen, await self.newest()), int((steady - self.noted) * 1000)
        if stored.seen and now > stored.seen:
            elapsed = min(elapsed, now - stored.seen)  # other nodes have counted the time until then
        ran = stored.ran + elapsed
        near = last - days(FAR) <= now <= last + elapsed + days(FAR)
        doubted = stored.doubted if near or not last else ran
        await self.storage.write(update(pulse).values(ran=ran, seen=now, doubted=doubted))
        self.noted = steady
        return Pulse(ran, doubted)

    async def newest(self) -> int:
        """Return when something last happened at any table; 0 if nothing ever did."""
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
        """Return the tables that are old enough to be removed and have nobody connected."""
        now, settings = self.wall(), self.settings
        finished = select(tables.c.id).where(tables.c.finished < now - days(settings.keep_days))
        visited = tables.c.id.in_(select(guests.c.table_id))  # through other nodes
        old = [query.where(~visited) for query in (finished, abandoned(now - days(settings.keep_abandoned_days)))]
        rows = [row for query in old for row in await self.storage.read(query)]
        return [row.id for row in rows if not self.rooms.visited(row.id)]

    async def mark(self, ids: Collection[str], ran: int | None) -> None:
        """Mark tables as old from now on, or remove the mark."""
        for some in pieces(ids):
            await self.storage.write(update(tables).where(tables.c.id.in_(some)).values(expired=ran))

    async def remove(self, ids: Collection[str]) -> int:
        """Remove tables, unless someone has connected meanwhile."""
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
        """Return statements that mark and remove people without a seat who were not seen for long, and unmark those who are back."""
        sitting = select(seats.c.person).where(seats.c.person.is_not(None))
        stale = (people.c.seen < self.wall() - days(self.settings.keep_days)) & people.c.id.not_in(sitting)
        return [
            update(people).where(people.c.expired.is_not(None) & ~stale).values(expired=None),
            update(people).where(people.c.expired.is_(None) & stale).values(expired=ran),
            delete(people).where(stale & (people.c.expired <= ran - self.grace)),
        ]


def abandoned(before: int) -> Select[Any]:
    """Select unfinished tables without events since then."""
    last = func.coalesce(func.max(events.c.at), tables.c.created)
    query = select(tables.c.id).outerjoin(events, events.c.table_id == tables.c.id).where(tables.c.status != "finished")
    return query.group_by(tables.c.id, tables.c.created).having(last < before)


def pieces(ids: Collection[str]) -> list[list[str]]:
    """Return ids in batches."""
    listed = sorted(ids)
    return [listed[start : start + AT_ONCE] for start in range(0, len(listed), AT_ONCE)]
