"""One of several nodes on one database: it keeps the leases of its tables, takes over those of nodes that died, and sees what others do.

It looks round every second. So a table whose node died goes on within the time of a lease and a second, and without other news, what
happens through one node is seen at another a second later.
"""

import asyncio
import time
from contextlib import suppress

from lostcities.server.errors import Refused
from lostcities.server.logs import log
from lostcities.server.redis.hints import Hints
from lostcities.server.settings import DAY
from lostcities.server.store.guests import Guests
from lostcities.server.store.storage import Unavailable
from lostcities.server.store.writer import is_failure
from lostcities.server.tables.checks import now_ms
from lostcities.server.tables.duties import Duties
from lostcities.server.tables.registry import Registry
from lostcities.server.tables.room import Room

PERIOD = 1.0
"""Seconds between two looks."""
TRUSTING = 5
"""Where Redis says what is new, all tables are compared with the database only this rarely: a hint may be lost."""
CHANNEL = "tables"


class Node:
    """This server, as one of several."""

    def __init__(self, registry: Registry, duties: Duties, guests: Guests, hints: Hints | None) -> None:
        self.registry, self.duties, self.guests, self.hints = registry, duties, guests, hints
        self.looks = 0
        self.cut_off = False
        """Whether the database could not be reached at the last look."""
        if hints:
            hints.subscribe(CHANNEL, self.hear, lambda: None)
            duties.tell = lambda table, version: hints.publish(CHANNEL, f"{table} {version}")

    async def run(self) -> None:
        """Look round for ever. Where the database cannot be reached, our leases run out, and nothing else happens."""
        due = 0.0
        while True:
            self.duties.news.clear()
            try:
                await self.settle()
                if time.monotonic() >= due:
                    due = time.monotonic() + PERIOD
                    await self.look_round()
                    self.cut_off = False
            except Exception as error:
                self.note(error)
            with suppress(TimeoutError):
                async with asyncio.timeout(max(due - time.monotonic(), 0.01)):
                    await self.duties.news.wait()

    def note(self, error: Exception) -> None:
        """Say once that the database cannot be reached; anything else is a bug."""
        if not is_failure(error):
            log.error("node_failed", exc_info=error)
        elif not self.cut_off:
            self.cut_off = True
            log.warning("node_cut_off", error=type(error).__name__)

    async def settle(self) -> None:
        """Give back and take what the rooms have asked for since the last time."""
        await self.duties.give_back()
        self.duties.wanted = {id for id in self.duties.wanted if id in self.registry.rooms}
        for id in await self.duties.take_all(self.duties.wanted):
            self.start(id)

    async def look_round(self) -> None:
        for id in await self.duties.renew():
            self.start(id)
        self.let_go()
        if len(self.registry.rooms) < self.registry.settings.live_tables:
            for id in await self.duties.adopt():
                self.registry.spawn(self.take_over(id))
        if self.looks % (TRUSTING if self.hints and self.hints.listening else 1) == 0:
            await self.registry.freshen(list(self.registry.rooms))
        self.looks += 1
        await self.tell_guests()
        await self.see_guests()

    def hear(self, hint: str) -> None:
        """Catch up with what another node has stored."""
        id, _, version = hint.partition(" ")
        room = self.registry.rooms.get(id)
        if room and version.isdecimal() and int(version) > room.table.version:
            self.registry.spawn(self.registry.freshen([id]))

    def start(self, id: str) -> None:
        """Begin a table's duties, or end them if they are another node's by now."""
        if room := self.registry.rooms.get(id):
            room.scheduler.reschedule()

    def let_go(self) -> None:
        """Leave the duties of tables where there is nothing to do: they are over, pause, or are not in memory."""
        for id in self.duties.epochs:
            room = self.registry.rooms.get(id)
            if id not in self.registry.loading and (room is None or room.table.over or room.scheduler.resting):
                self.duties.leave(id)

    async def take_over(self, id: str) -> None:
        """Go on with the table of a node that died. A damaged one is left alone."""
        try:
            room = await self.registry.room(id)
        except Refused:
            self.duties.leave(id)
        else:
            room.scheduler.reschedule()

    async def wake_up(self) -> None:
        """Offer unfinished tables that never had a lease: those from before there were several nodes."""
        since = now_ms() - int(self.registry.settings.keep_abandoned_days * DAY * 1000)
        await self.duties.leases.offer(await self.registry.storage.unfinished(since))

    # -- who is connected --

    async def tell_guests(self) -> None:
        """Let the other nodes know who is connected through this one."""
        await self.guests.tell({id: seats_here(room) for id, room in self.registry.rooms.items() if room.subscribers})

    async def see_guests(self) -> None:
        """Look who is connected through other nodes."""
        rooms = dict(self.registry.rooms)
        found = await self.guests.elsewhere(rooms)
        for id, room in rooms.items():
            room.see(found.get(id))

    async def close(self) -> None:
        """Leave everything to the other nodes, at once."""
        with suppress(*Unavailable):
            await self.duties.close()
            await self.guests.close()


def seats_here(room: Room) -> frozenset[int]:
    return frozenset(seat for client in room.subscribers for seat in client.audience)
