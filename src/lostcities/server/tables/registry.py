"""All tables in play. The registry loads a table when it is requested, and drops those that have been quiet longest."""

import asyncio
import contextlib
import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Callable, Collection, Coroutine, Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from lostcities.server import metrics
from lostcities.server.bots.pool import BotPool
from lostcities.server.errors import INTERNAL, NOT_FOUND, TOO_MANY, Refused, Repeated, refused
from lostcities.server.logs import log
from lostcities.server.settings import DAY, Settings
from lostcities.server.store.events import BOT, OPEN, PERSON, Event, Header
from lostcities.server.store.listing import Mine
from lostcities.server.store.people import Person, hashed, new_token
from lostcities.server.store.storage import (
    Chair,
    Conflict,
    Head,
    Statement,
    Storage,
    Unavailable,
    introduced,
    revised,
    revised_for,
    seat_taken,
    status_changed,
)
from lostcities.server.tables import checks
from lostcities.server.tables.catch_up import History
from lostcities.server.tables.checks import now_ms
from lostcities.server.tables.duties import Duties
from lostcities.server.tables.interface import Reseating, RoomInterface, RoomServices
from lostcities.server.tables.opening import moved_on
from lostcities.server.tables.room import GOING_AWAY, Room
from lostcities.server.tables.table import Table


class Registry:
    """All rooms, and what they share."""

    def __init__(
        self, settings: Settings, storage: Storage, bots: BotPool, duties: Duties | None = None, common: Callable[[], bytes] = bytes
    ) -> None:
        """`common` returns a key that all nodes share, or nothing while there is none."""
        self.settings, self.storage = settings, storage
        self.duties, self.common = duties, common
        self.services = RoomServices(settings, storage, bots, duties, self.drop)
        self.rooms: OrderedDict[str, Room] = OrderedDict()
        """Least recently used first."""
        self.loading: dict[str, asyncio.Future[Room]] = {}
        self.tasks: set[asyncio.Task[Any]] = set()
        self.key = secrets.token_bytes(32)
        """Kept nowhere else: openers of tables are stored as hashes that only this process can compute, unless nodes share a key."""
        self.opening = asyncio.Lock()
        """Held while a listed table is opened, so that two at once cannot exceed the limit."""

    # -- rooms --

    async def room(self, id: str) -> Room:
        """Return a table by its id, loading it if necessary. Refuses with `no_table` if there is none."""
        if id in self.loading:  # another request reads it, perhaps from before what this one's client has seen elsewhere
            await asyncio.shield(self.loading[id])
        if id in self.rooms:
            self.rooms.move_to_end(id)
            await self.freshen([id])
        if id in self.rooms:
            return self.rooms[id]
        if id not in self.loading:
            self.loading[id] = asyncio.ensure_future(self.load(id))
            self.loading[id].add_done_callback(lambda _: self.loading.pop(id))
        return await asyncio.shield(self.loading[id])

    async def load(self, id: str) -> Room:
        """Load a table. Refuses with `table_damaged` if its events do not make one."""
        try:
            room, finished = await self.read(id)
        except (Refused, *Unavailable):
            raise
        except Exception as error:  # a wrong event can raise anything
            log.error("table_damaged", table=id, exc_info=error)
            raise refused("table_damaged", INTERNAL) from error
        if room.table.over and not finished:  # the server stopped before it could store the result
            await self.storage.write(*room.results())
        return self.take_in(room)

    async def read(self, id: str) -> tuple[Room, bool]:
        """Read a table, and whether it is stored as finished."""
        stored = await self.storage.load(id)
        if stored is None:
            raise refused("no_table", NOT_FOUND)
        history = History(Table(stored.header))
        await history.read(self.storage.events(id))
        if self.duties:  # another node may just have given a seat away: who has it must be as new as the events
            stored = await self.storage.load(id) or stored
        room = Room(self.services, history.present(), stored.chairs, history, stored)
        if self.duties and room.table.clocks:
            room.moved -= await self.under_way(room)
        return room, stored.finished

    async def under_way(self, room: Room) -> float:
        """Return for how many seconds a turn has lasted already while another node had the table.

        That counts from when it is this seat's turn, but not from before that node has had the table. Both are by the database's clock.
        """
        assert self.duties
        began = room.history.at(room.table.position)
        return await self.duties.leases.age(room.id, began) / 1000 if began else 0.0

    def take_in(self, room: Room) -> Room:
        self.make_space()
        self.rooms[room.id] = room
        metrics.LIVE_TABLES.set(len(self.rooms))
        room.scheduler.reschedule()
        return room

    def make_space(self) -> None:
        """Make space for another room: drop those with nobody connected and nothing going on, the quietest first."""
        for room in list(self.rooms.values()):
            if len(self.rooms) < self.settings.live_tables:
                return
            if room.idle:
                self.drop(room)

    def drop(self, room: RoomInterface, code: int = GOING_AWAY) -> None:
        """Drop a table from memory. Its clients, if any, reconnect. If it waits for people, no other node has to take it over."""
        waits = room.at_rest or (room.on_duty and room.idle)
        room.close(code)
        if self.duties and waits:
            self.duties.leave(room.id)
        elif self.duties:
            self.duties.abandon(room.id)
        if self.rooms.get(room.id) is room:
            del self.rooms[room.id]
        metrics.LIVE_TABLES.set(len(self.rooms))

    def visited(self, id: str) -> bool:
        """Whether anyone is connected to a table."""
        return id in self.rooms and bool(self.rooms[id].subscribers)

    def discard(self, id: str) -> None:
        """Drop a table, if it is in memory."""
        if id in self.rooms:
            self.drop(self.rooms[id])

    async def freshen(self, ids: Collection[str]) -> None:
        """Let tables in memory catch up with other nodes, and drop those that are gone."""
        if not (self.duties and ids):
            return
        heads = await self.storage.heads(ids)
        for id in ids:
            if (room := self.rooms.get(id)) and id not in heads:
                self.drop(room)
        changed = [id for id, head in heads.items() if id in self.rooms and self.rooms[id].revision != head.revision]
        await asyncio.gather(*(self.rooms[id].refresh(heads[id]) for id in changed))
        before: dict[str, int] = {}
        while (behind := self.behind(heads)) and behind != before:
            await self.learn(before := behind)
        for id in ids:
            if room := self.rooms.get(id):
                await room.welcome_back()

    def behind(self, heads: Mapping[str, Head]) -> dict[str, int]:
        """Return the tables in memory that have not come as far as these, and how far they are."""
        return {id: version for id, version in self.versions(heads).items() if version < heads[id].version}

    def versions(self, ids: Iterable[str]) -> dict[str, int]:
        return {id: self.rooms[id].table.version for id in ids if id in self.rooms}

    async def learn(self, known: Mapping[str, int]) -> None:
        """Let tables in memory catch up with other nodes from these versions, reading what is new of all of them together."""
        if known:
            news = await self.storage.news(known)
            await asyncio.gather(*(self.rooms[id].learn(events) for id, events in news.items() if id in self.rooms))

    async def progress(self, mine: Mine) -> None:
        """Fill in a table's progress: whose turn it is, the round, the points. Nothing for a damaged table."""
        mine.your_turn = False
        with contextlib.suppress(Refused):
            table = (await self.room(mine.id)).table
            mine.your_turn = table.state.player in mine.you
            if table.begun:
                mine.round, mine.rounds, mine.standing = table.round, table.rounds, table.standing

    async def close(self) -> None:
        """Disconnect everyone, and wait for work in progress, which uses database connections."""
        for room in list(self.rooms.values()):
            self.drop(room)
        under_way = [*self.tasks, *self.loading.values()]
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)

    # -- background --

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        """Run something that nobody waits for."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def wake_up(self) -> None:
        """After a start, resume tables where a bot must move, a round must be dealt, or a clock runs."""
        for id in await self.storage.unfinished(now_ms() - int(self.settings.keep_abandoned_days * DAY * 1000)):
            try:
                await self.room(id)
            except Refused:
                continue  # it is damaged, which has been logged
            except Exception as error:
                log.error("table_unreadable", exc_info=error)  # the other tables continue

    # -- opening and sitting down --

    async def open(self, header: Header, chairs: list[Chair], client: str = "", *first: Statement, then: Sequence[Statement] = ()) -> Room:
        """Open a table for a client. `first` is stored before it and `then` after it, and only if the table is opened.

        If all seats are taken, its first commitment is made at once, so that a client can commit one round trip earlier.
        """
        opener = self.opener(client)
        if not (header.listed and OPEN in header.seats):
            await self.storage.add(header, chairs, opener, *first, then=then)
        else:
            async with self.opening:
                await self.check_waiting(opener)
                await self.storage.add(header, chairs, opener, *first, then=then)
        if self.duties:
            await self.duties.take(header.id)
        room = self.take_in(Room(self.services, Table(header), chairs))
        await room.scheduler.settle()
        return room

    def opener(self, client: str) -> str | None:
        """Return what is stored of the client that opens a table; None for the server itself."""
        return hashlib.blake2b(client.encode(), key=self.common() or self.key, digest_size=16).hexdigest() if client else None

    async def check_waiting(self, opener: str | None) -> None:
        """Refuse another listed table while too many of the same opener wait for players."""
        most = self.settings.limits.listed
        if opener and await self.storage.waiting(opener) >= most:
            raise refused("too_many_listed", TOO_MANY, count=most)

    async def sit(self, room: Room, person: Person, name: str | None, seat: int | None, *first: Statement) -> tuple[int, str | None]:
        """Give a person a free seat. A person who has a seat already keeps it, and gets no new token.

        `first` is stored before it, and only if the seat is given.
        """
        token = new_token()
        taken = Chair(person.id, hashed(token), name, face=person.face)

        def theirs() -> int | None:
            return next((number for number, chair in enumerate(room.chairs) if chair.person == person.id and seat in (None, number)), None)

        def check(table: Table) -> Event:
            if theirs() is not None:
                raise Repeated(table.version)
            if table.header.listed and any(chair.person == person.id for chair in room.chairs):
                raise refused("seated_already")
            return checks.sit(table, room.server_asks(), seat)

        def reseat(event: Event) -> Reseating:
            assert event.seat is not None
            last = sum(place.kind == OPEN for place in room.table.seats) == 1
            status = [status_changed(room.id, "playing")] if last else []
            return Reseating(taken, [*first, seat_taken(room.id, event.seat, taken), *status])

        with contextlib.suppress(Repeated):
            await room.change(check, reseat)
        given = theirs()
        assert given is not None
        return given, token if room.chairs[given].token == taken.token else None

    async def rematch(self, room: Room, client: str = "") -> Room:
        """Return the rematch, with seats moved on by one. The second person to ask gets the table that the first one opened."""
        if not room.table.over:
            raise refused("not_over")
        if room.table.header.daily:
            raise refused("daily_once")
        async with room.lock:
            if not room.rematch:
                header = moved_on(room.table.header, [plan_again(chair) for chair in room.chairs], now_ms())
                try:
                    await self.open(header, [room.chairs[-1], *room.chairs[:-1]], client)
                except Conflict:
                    await self.room(header.id)  # another node was faster
                room.rematch = header.id
        room.show_table()
        room.tell_nodes()
        return await self.room(room.rematch)

    async def introduce(self, person: Person, changes: dict[str, str]) -> None:
        """Show a person's new name or face at unfinished tables. Others at the same device keep theirs."""
        await self.storage.write(introduced(person.id, changes), revised_for(person.id))
        for room in list(self.rooms.values()):
            seat = next((seat for seat, chair in enumerate(room.chairs) if chair.person == person.id), None)
            if seat is not None and not room.table.over:
                async with room.lock:
                    room.seat(seat, replace(room.chairs[seat], **changes))
                room.show_table()

    async def forget(self, person: Person) -> None:
        """Remove a person from every unfinished table, where bots play on, and from finished ones in memory."""
        for id in await self.storage.unfinished_of(person.id):
            with contextlib.suppress(Refused):  # a damaged table is not in memory, and no bot plays on there
                await self.room(id)
        for room in list(self.rooms.values()):
            for seat, chair in enumerate(room.chairs):
                if chair.person == person.id:
                    await self.vacate(room, seat, person)

    async def vacate(self, room: Room, seat: int, person: Person) -> None:
        """Remove a person from a seat; if they still play themselves, a bot plays on."""
        check = room.leaving(seat, room.server_asks(), "forgotten")
        try:
            await room.change(check, lambda _: room.emptied(seat))
        except Refused:  # a bot plays there already, the match is over, or the seat has changed hands
            await self.unname(room, seat, person)
        else:
            room.dismiss(seat)

    async def unname(self, room: Room, seat: int, person: Person) -> None:
        async with room.lock:
            if room.chairs[seat].person == person.id:
                await self.storage.write(seat_taken(room.id, seat, Chair()), revised(room.id))
                room.seat(seat, Chair())
                room.dismiss(seat)


def plan_again(chair: Chair) -> str:
    """Return the plan of a seat for a rematch: whoever has it now, or open if nobody has."""
    if chair.bot is not None:
        return BOT + chair.bot
    return PERSON if chair.person or chair.token else OPEN
