"""One of several nodes on one database: it keeps the leases of its tables, takes over those of nodes that died, and sees what others do.

It looks round every second, and more often for dead nodes. So a table whose node died goes on within the time of a lease and half a
second, and without other news, what happens through one node is seen at another a second later.
"""

import asyncio
import time
from collections.abc import Awaitable, Collection
from contextlib import suppress

from lostcities.server.errors import Refused
from lostcities.server.logs import log
from lostcities.server.redis.hints import Hints
from lostcities.server.settings import DAY
from lostcities.server.store.guests import RENEWED, Guests
from lostcities.server.store.leases import ADOPTED, SECONDS
from lostcities.server.store.phrases import forget
from lostcities.server.store.roster import Roster
from lostcities.server.store.storage import Unavailable
from lostcities.server.store.writer import is_failure
from lostcities.server.tables.checks import now_ms
from lostcities.server.tables.duties import Duties
from lostcities.server.tables.registry import Registry
from lostcities.server.tables.room import Room

PERIOD = 1.0
"""Seconds between two looks at the tables of this node ..."""
SUCCEEDS = 0.5
"""... and for nodes that died."""
GATHER = 0.01
"""Seconds in which more hints may come, to read what they are about together: that costs much less."""
BLIND = 8.0
"""Seconds without any look after which guests are sent away: the table that they see may have gone on at another node."""
CHANNEL = "tables"


class Node:
    """This server, as one of several."""

    def __init__(self, registry: Registry, duties: Duties, guests: Guests, roster: Roster, hints: Hints | None) -> None:
        self.registry, self.duties, self.guests, self.roster, self.hints = registry, duties, guests, roster, hints
        self.loading: set[str] = set()
        """Tables that are being taken over."""
        self.heard: set[str] = set()
        """Tables of which a hint says that there are new events ..."""
        self.changed: set[str] = set()
        """... or that something else is new."""
        self.rung = asyncio.Event()
        self.cut_off = False
        """Whether the database could not be reached since the last look at it."""
        self.seen = time.monotonic()
        """When this node last saw what others do."""
        if hints:
            hints.subscribe(CHANNEL, self.hear, lambda: None)
            duties.tell = lambda table, version: hints.publish(CHANNEL, table if version is None else f"{table} {version}")

    @property
    def hindered(self) -> bool:
        """Whether nothing can be stored, although the database may be readable: then others do the duties better."""
        return self.registry.storage.writer.busy_for > SECONDS

    @property
    def busy(self) -> int:
        """How many tables are in use here or being taken over. The others are in memory only until there is need of the space."""
        return len(self.loading) + sum(not room.idle for room in self.registry.rooms.values())

    async def run(self) -> None:
        """Keep leases and watch the other nodes, for ever. None of these waits for another, or ends with an error."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self.keep_leases())
            group.create_task(self.succeed())
            group.create_task(self.watch())
            group.create_task(self.send_guests_away())
            group.create_task(self.sign())

    async def keep_leases(self) -> None:
        """Renew our leases every second, and take and give back what rooms ask for, at once."""
        due = 0.0
        while True:
            self.duties.news.clear()
            if again := time.monotonic() >= due:
                due = time.monotonic() + PERIOD
                await self.tried(self.renew())
            await self.tried(self.settle(again))
            await waited(self.duties.news, due)

    async def succeed(self) -> None:
        """Adopt the leases of dead nodes."""
        while True:
            await self.tried(self.adopt())
            await asyncio.sleep(SUCCEEDS)

    async def watch(self) -> None:
        """Catch up with other nodes: where a hint says so at once, everywhere every second; and exchange who is connected."""
        due = 0.0
        while True:
            self.rung.clear()
            heard, changed, self.heard, self.changed = self.heard, self.changed, set(), set()
            if time.monotonic() >= due:
                due = time.monotonic() + PERIOD
                await self.tried(self.tell_guests())
                await self.tried(self.see_guests())
                await self.tried(self.look([*self.registry.rooms]))
            else:
                await self.tried(self.registry.learn(self.registry.versions(heard)))
                await self.tried(self.registry.freshen(sorted(changed)))
            await waited(self.rung, due)
            await asyncio.sleep(GATHER)

    async def look(self, ids: Collection[str]) -> None:
        """See what others do at these tables, or without any that the database is there."""
        await (self.registry.freshen(ids) if ids else self.registry.storage.ping())
        self.seen, self.cut_off = time.monotonic(), False

    async def send_guests_away(self) -> None:
        """Disconnect everyone while nothing can be seen: perhaps only this node is cut off, and a balancer leads them to another."""
        while True:
            await asyncio.sleep(PERIOD)
            if time.monotonic() - self.seen > BLIND:
                for room in list(self.registry.rooms.values()):
                    room.send_away()

    async def sign(self) -> None:
        """Sign with our settings from time to time, clear away what was said, and set our clock."""
        while True:
            await self.tried(self.duties.compare_clocks())
            await self.tried(self.roster.sign())
            await self.tried(forget(self.registry.storage))
            await asyncio.sleep(RENEWED)

    async def tried(self, work: Awaitable[None]) -> None:
        """Do something; if it fails, the rest goes on."""
        try:
            await work
        except Exception as error:
            self.note(error)

    def note(self, error: Exception) -> None:
        """Say once that the database cannot be reached; anything else is a bug."""
        if not is_failure(error):
            log.error("node_failed", exc_info=error)
        elif not self.cut_off:
            self.cut_off = True
            log.warning("node_cut_off", error=type(error).__name__)

    async def settle(self, again: bool) -> None:
        """Give back and take what the rooms have asked for since the last time; with `again`, also what another node had then."""
        await self.duties.give_back()
        self.duties.wanted = {id for id in self.duties.wanted if id in self.registry.rooms}
        if self.hindered:
            return
        for id in await self.duties.take_wanted(again):
            self.start(id)

    async def renew(self) -> None:
        if self.hindered:
            return
        for id in await self.duties.renew():
            self.start(id)
        self.let_go()

    async def adopt(self) -> None:
        """Take over the tables of dead nodes, unless this one has its hands full."""
        while not self.hindered and self.busy < self.registry.settings.live_tables:
            adopted = await self.duties.adopt()
            self.loading |= adopted
            for id in adopted:
                self.registry.spawn(self.take_over(id))
            if len(adopted) < ADOPTED:
                return

    def hear(self, hint: str) -> None:
        """Catch up with what another node has stored."""
        id, _, version = hint.partition(" ")
        room = self.registry.rooms.get(id)
        if room and (not version or (version.isdecimal() and int(version) > room.table.version)):
            room.heard = time.monotonic()
            (self.heard if version else self.changed).add(id)
            self.rung.set()

    def start(self, id: str) -> None:
        """Begin a table's duties, or end them if they are another node's by now."""
        if room := self.registry.rooms.get(id):
            room.scheduler.reschedule()

    def let_go(self) -> None:
        """Leave the duties of tables where there is nothing to do: they are over, pause, or are not in memory."""
        for id in list(self.duties.epochs):
            room = self.registry.rooms.get(id)
            if room is None and id not in self.duties.left | self.registry.loading.keys() | self.loading:
                self.duties.abandon(id)
            elif room and room.at_rest:
                self.duties.leave(id)

    async def take_over(self, id: str) -> None:
        """Go on with the table of a node that died. A damaged one is left alone; one that cannot be read now is for the next to look."""
        try:
            room = await self.registry.room(id)
        except Refused:
            self.duties.leave(id)
        except Unavailable:
            self.duties.abandon(id)
        else:
            room.scheduler.reschedule()
        finally:
            self.loading.discard(id)

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
            await self.roster.close()


async def waited(event: asyncio.Event, until: float) -> None:
    """Wait for an event, but not longer than until then."""
    with suppress(TimeoutError):
        async with asyncio.timeout(max(until - time.monotonic(), 0.0)):
            await event.wait()


def seats_here(room: Room) -> frozenset[int]:
    return frozenset(seat for client in room.subscribers for seat in client.audience)
