"""A table in play: the table itself, its clients, and the order of its changes.

One change at a time: it is checked, stored, and once it is durable applied and shown to everyone. So everything in memory, and
everything that anyone has seen, is on the disk.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress

from lostcities.server import metrics
from lostcities.server.errors import NOT_FOUND, Refused, Repeated, refused
from lostcities.server.logs import log
from lostcities.server.messages import Said, ServerMessage, TableMessage
from lostcities.server.store.daily import ended
from lostcities.server.store.events import PERSON, Event
from lostcities.server.store.fences import Fenced
from lostcities.server.store.phrases import Phrases
from lostcities.server.store.storage import Chair, Conflict, Head, Statement, Stored, answered, result_of_seat, seat_taken, status_changed
from lostcities.server.tables import checks
from lostcities.server.tables.catch_up import MOST_MISSED, CatchUp, History
from lostcities.server.tables.checks import Asker, now_ms
from lostcities.server.tables.days import Day
from lostcities.server.tables.interface import Check, Reseating, RoomServices, Subscriber
from lostcities.server.tables.redaction import encode, event_message, state_message, table_info
from lostcities.server.tables.scheduler import Scheduler
from lostcities.server.tables.table import APPLY, STALLED, Audience, Table

GOING_AWAY = 1012
BROKEN = 1011
NO_LONGER_YOURS = 4403

NEWS = 3.0
"""Seconds for which a node is told of what happens at a table after it has said something about it: by then its guests are known."""

RESEATING = ("sit", "leave")
"""Events with which a seat may get somebody else, or nobody."""

ENDING = ("move", "end_round")
"""Events with which a match may end."""

STORED = {what: metrics.EVENTS.labels(what) for what in APPLY}


class Room:
    """A table in memory."""

    def __init__(
        self,
        services: RoomServices,
        table: Table,
        chairs: list[Chair],
        history: History | None = None,
        stored: Stored | None = None,
    ) -> None:
        self.services = services
        self.table = table
        self.history = history or History(table.copy())
        self.chairs = chairs
        self.rematch = stored.rematch if stored else None
        self.revision = stored.revision if stored else 0
        self.agreements = stored.agreements if stored else []
        """All answers to proposals, those too that no longer count."""
        self.phrases = Phrases(services.storage, table.id) if services.duties else None
        self.subscribers: set[Subscriber] = set()
        self.elsewhere: frozenset[int] | None = None
        """The seats that are connected through other nodes."""
        self.heard = -NEWS
        """When another node last said something about this table."""
        self.lock = asyncio.Lock()
        self.hinted: set[int] = set()
        """The seats whose hints are noted."""
        self.changed = self.moved = time.monotonic()
        """When anything last happened, and when the position last changed."""
        self.broken = False
        self.scheduler = Scheduler(self)

    @property
    def id(self) -> str:
        return self.table.id

    @property
    def idle(self) -> bool:
        """Whether nobody is connected and nothing is going on."""
        return not self.subscribers and not self.lock.locked() and not self.scheduler.busy

    # -- changes --

    async def change(self, check: Check, reseat: Callable[[Event], Reseating | None] = lambda _: None) -> Event:
        """Make one change. Raises `Refused` or `Repeated`. `reseat` returns who has its seat afterwards, if that changes."""
        async with self.lock:
            if self.broken:
                raise refused("stale")
            event = check(self.table)
            try:
                event, new = await self.store(event, check, reseat)
                STORED[event.what].inc()
                self.apply(event)
                if new:
                    self.seat(event.seat, new.chair)
                if self.table.over and event.what in ENDING:
                    await self.services.storage.write(*self.results())
                self.show(event)
            except (Refused, Repeated):
                raise
            except BaseException as error:  # even when cancelled half-way: the disk counts, and is read again on the next request
                self.services.drop(self, BROKEN)
                log.error("change_failed", error=type(error).__name__)
                raise
        self.scheduler.reschedule()
        return event

    async def store(self, event: Event, check: Check, reseat: Callable[[Event], Reseating | None]) -> tuple[Event, Reseating | None]:
        """Store a change. If another node was faster, it is checked again after what that one has stored."""
        duties = self.services.duties
        while True:
            new = reseat(event)
            try:
                await self.services.storage.writer.append(self.id, event, *(new.statements if new else ()))
            except Fenced:
                assert duties  # nobody else has fences
                duties.lose(self.id)
                raise refused("stale") from None
            except Conflict:
                if not await self.catch_up():
                    raise
                metrics.CONFLICTS.inc()
                self.scheduler.reschedule()
                event = check(self.table)
            else:
                if duties and duties.tell and self.followed:
                    duties.tell(self.id, event.version)
                return event, new

    def apply(self, event: Event) -> None:
        """Apply a durable event."""
        position = self.table.position
        self.table.apply(event)
        self.history.add(event)
        self.changed = time.monotonic()
        if self.table.position != position:
            self.moved = self.changed

    def show(self, event: Event) -> None:
        """Send an event to everyone, each as they may see it."""
        sent: dict[Audience, str] = {}
        for client in self.subscribers:
            if client.audience not in sent:
                sent[client.audience] = encode(event_message(self.table, event, client.audience))
            client.post(sent[client.audience])
        table = self.table
        if event.what != "move" or table.clocks or table.stalled >= STALLED or not table.state.dealt:
            self.show_table()

    def results(self) -> list[Statement]:
        """Return the statements to store when a match is over. They are the same whenever they are made, and at every node."""
        outcome, at = self.table.state.outcome(), self.history.at(self.table.position)
        assert outcome
        assert at is not None  # the end is among the last events
        noted: list[Statement] = [status_changed(self.id, "finished", at)]
        for seat, points in enumerate(outcome.totals):
            share = (seat in outcome.winners) / len(outcome.winners)
            noted.append(result_of_seat(self.id, seat, points, share, seat in self.table.helped))
        return [*noted, *self.try_ended(at, outcome.totals)]

    def try_ended(self, at: int, totals: list[int]) -> list[Statement]:
        """Return the statement that ends a try at a deal of the day, if it was finished in time and by its person alone."""
        header = self.table.header
        if not header.ranked or not header.daily or self.table.helped or Day(header.daily).closed(at):
            return []
        return [ended(self.id, at, totals[0] - max(totals[1:]))]

    # -- other nodes --

    def behind(self, head: Head) -> bool:
        """Whether other nodes have stored something that is not known here."""
        return head.version > self.table.version or head.revision != self.revision

    async def refresh(self, head: Head) -> None:
        """Catch up with other nodes, which have come as far as `head`."""
        async with self.catching_up():
            if not self.broken and self.behind(head):
                if head.revision != self.revision:
                    await self.reread()
                await self.catch_up()

    async def learn(self, read: Sequence[Event]) -> None:
        """Catch up with what was read of other nodes: events without gaps. Some of them may be known by now."""
        async with self.catching_up():
            new = [event for event in read if event.version > self.table.version]
            if new and not self.broken and new[0].version == self.table.version + 1:
                await self.accept(new)

    @asynccontextmanager
    async def catching_up(self) -> AsyncIterator[None]:
        """Hold the lock, and drop the table if anything fails: the database counts, and is read again on the next request."""
        async with self.lock:
            try:
                yield
            except BaseException as error:
                self.services.drop(self, BROKEN)
                log.error("catching_up_failed", table=self.id, error=type(error).__name__)
                raise
        self.scheduler.reschedule()

    async def catch_up(self) -> bool:
        """Apply and show what other nodes have stored; return whether there was anything. The lock is held."""
        new = [event async for page in self.services.storage.events(self.id, self.table.version) for event in page]
        await self.accept(new)
        return bool(new)

    async def accept(self, new: Sequence[Event]) -> None:
        """Apply and show the next events, which other nodes have stored. The lock is held."""
        if any(event.what in RESEATING for event in new):
            await self.reread()
        for event in new:
            self.apply(event)
            self.show(event)
        if self.table.over and any(event.what in ENDING for event in new):
            await self.services.storage.write(*self.results())  # the node that stored the end may have died before it could
        metrics.CAUGHT_UP.inc(len(new))

    async def reread(self) -> None:
        """Read again who has which seat, and the rematch. Clients are disconnected from seats that are somebody else's now."""
        stored = await self.services.storage.load(self.id)
        if stored is None:
            raise refused("no_table", NOT_FOUND)
        before, self.chairs = self.chairs, stored.chairs
        self.rematch, self.revision, self.agreements = stored.rematch, stored.revision, stored.agreements
        for seat, (was, now) in enumerate(zip(before, self.chairs, strict=True)):
            if (was.person, was.token) != (now.person, now.token):
                self.dismiss(seat)
        self.show_table()
        for said in await self.phrases.new() if self.phrases else ():
            self.tell(Said(said.seat, said.phrase))

    def tell_nodes(self) -> None:
        """Let the other nodes know at once of something that is no event."""
        if self.services.duties and self.services.duties.tell:
            self.services.duties.tell(self.id, None)

    async def welcome_back(self) -> None:
        """Give people who are connected here the seats that another node has taken from them: it did not know yet that they are."""
        for seat in {seat for client in self.subscribers for seat in client.audience}:
            if self.table.seats[seat].away == "absent" and not self.table.over:
                with suppress(Refused):
                    await self.come_back(seat)

    def see(self, elsewhere: frozenset[int] | None) -> None:
        """Note the seats that are connected through other nodes; None: nobody is, not even a spectator."""
        before = self.elsewhere or frozenset()
        if self.elsewhere == elsewhere:
            return
        self.elsewhere = elsewhere
        came, gone = (elsewhere or frozenset()) - before, before - (elsewhere or frozenset())
        self.scheduler.arrive(tuple(came))
        self.scheduler.depart(tuple(gone))
        self.show_table()
        self.scheduler.reschedule()

    @property
    def on_duty(self) -> bool:
        """Whether this node does the table's duties."""
        return self.services.duties is None or self.services.duties.holds(self.id)

    @property
    def followed(self) -> bool:
        """Whether another node wants to hear at once of what happens here: it has guests, or the duties, or has just said something."""
        return self.elsewhere is not None or not self.on_duty or time.monotonic() - self.heard < NEWS

    @property
    def at_rest(self) -> bool:
        """Whether there is nothing to do until somebody comes."""
        return self.table.over or self.scheduler.resting

    @property
    def visited(self) -> bool:
        """Whether anybody is connected, here or through another node."""
        return bool(self.subscribers) or self.elsewhere is not None

    # -- people --

    def seat(self, number: int | None, chair: Chair) -> None:
        """Give a seat to someone else, or to nobody."""
        assert number is not None
        self.chairs[number] = chair

    async def leave(self, seat: int, asker: Asker, why: str) -> int:
        """Give up a person's seat; before the match begins it becomes free again. Returns the version after that."""
        event = await self.change(self.leaving(seat, asker, why), lambda _: None if self.table.begun else self.emptied(seat))
        return event.version

    def leaving(self, seat: int, asker: Asker, why: str) -> Check:
        """Return the check for leaving, which refuses if the seat belongs to someone else when the change's turn comes."""
        chair = self.chairs[seat]

        def check(table: Table) -> Event:
            if asker.key in table.keys:
                raise Repeated(table.keys[asker.key])
            if self.chairs[seat] != chair:
                raise refused("stale")
            return checks.leave(table, asker, seat, why)

        return check

    def emptied(self, seat: int) -> Reseating:
        """Return an empty seat. Before the match begins the table waits for another player."""
        return Reseating(Chair(), [seat_taken(self.id, seat, Chair()), *([] if self.table.begun else [status_changed(self.id, "open")])])

    async def come_back(self, seat: int) -> None:
        """Give a person their seat back from the bot."""
        await self.change(lambda table: checks.come_back(table, self.server_asks(), seat))

    def owner(self, audience: Audience) -> int:
        """Return the first of all seats that belong to the person who has these."""
        if not audience:
            return 0
        person = self.chairs[audience[0]].person
        return next((seat for seat, chair in enumerate(self.chairs) if person and chair.person == person), audience[0])

    @property
    def people(self) -> set[int]:
        """The seats for which people decide."""
        return {number for number, seat in enumerate(self.table.seats) if seat.kind == PERSON and not seat.away}

    @property
    def proposals(self) -> dict[str, set[int]]:
        """Who agrees to what, as far as it still counts."""
        found: dict[str, set[int]] = {}
        for given in self.agreements:
            if self.table.stands(*given):
                found.setdefault(given.what, set()).add(given.seat)
        return found

    async def agree(self, what: str, seats: Audience, yes: bool) -> bool:
        """Store a client's answer to a proposal; return whether all agree now. Hints need everyone, even people who are away."""
        async with self.lock:
            own = self.people & set(seats)
            if own:
                statements = answered(self.id, what, own, self.table.version if yes else None)
                await self.services.storage.write(*statements)
                await self.reread()  # of two who agree at once, at two nodes, the second reads both
        self.tell_nodes()
        asked = self.people if what != "hints" else {number for number, seat in enumerate(self.table.seats) if seat.kind == PERSON}
        return yes and bool(asked) and asked <= self.proposals.get(what, set())

    async def say(self, said: Said) -> None:
        """Show a phrase to everyone."""
        self.tell(said)
        if self.phrases:
            async with self.lock:
                await self.phrases.say(said.seat, said.phrase)
            self.tell_nodes()

    # -- clients --

    def here(self, seat: int) -> bool:
        return seat in (self.elsewhere or ()) or any(seat in client.audience for client in self.subscribers)

    async def enter(self, client: Subscriber, since: int) -> None:
        """Add a client: it gets the position, or only what it missed, and from then on everything."""
        missed = self.missed(client, since)
        if missed:
            await missed.run()  # others continue meanwhile; the rest is caught up under the lock
        async with self.lock:
            self.scheduler.arrive(client.audience)
            self.subscribers.add(client)
            self.greet(client, since, missed)
            if self.broken:
                client.close(GOING_AWAY)
        if len(self.subscribers) == 1:
            self.tell_nodes()
        self.show_table(but=client)
        self.scheduler.reschedule()

    def missed(self, client: Subscriber, since: int) -> CatchUp | None:
        """Return what a client has missed so far; None if it is nothing, or too much."""
        count = self.table.version - since
        return CatchUp(self.history, client.audience, since) if since and 0 < count <= MOST_MISSED else None

    def greet(self, client: Subscriber, since: int, missed: CatchUp | None) -> None:
        """Send a client its first messages: all events that it missed, if possible.

        Even the first of these can have happened while the client waited for the lock.
        """
        missed = missed or self.missed(client, since)
        while missed and missed.step():
            pass
        texts = missed.texts if missed else []
        if since and len(texts) == self.table.version - since:
            for text in texts:
                client.post(text)
            client.post(self.table_text(client))
        else:
            client.post(encode(state_message(self, client.audience, client.base)))

    def part(self, client: Subscriber) -> None:
        """Remove a client that has gone."""
        self.subscribers.discard(client)
        self.scheduler.depart(client.audience)
        self.show_table()
        self.scheduler.reschedule()

    def dismiss(self, seat: int) -> None:
        """Disconnect the clients of a seat that is no longer theirs."""
        for client in [client for client in self.subscribers if seat in client.audience]:
            client.audience = ()  # at once: a client that does not read would not notice that it was disconnected
            self.subscribers.discard(client)
            client.close(NO_LONGER_YOURS)

    def table_text(self, client: Subscriber) -> str:
        return encode(TableMessage(table_info(self, client.audience, client.base)))

    def show_table(self, but: Subscriber | None = None) -> None:
        """Tell everyone who has which seat, who is connected, and what else has changed besides the position."""
        sent: dict[tuple[Audience, str], str] = {}
        for client in self.subscribers:
            if client is not but:
                seen = (client.audience, client.base)
                if seen not in sent:
                    sent[seen] = self.table_text(client)
                client.post(sent[seen])

    def tell(self, message: ServerMessage) -> None:
        text = encode(message)
        for client in self.subscribers:
            client.post(text)

    def close(self, code: int) -> None:
        """Disconnect everyone; they may come back at once."""
        self.broken = True
        self.scheduler.close()
        self.send_away(code)

    def send_away(self, code: int = GOING_AWAY) -> None:
        for client in self.subscribers:
            client.close(code)

    def now(self) -> int:
        """Return when an event happens that is made now, in milliseconds since 1970: of several nodes, all mean the same."""
        return self.services.duties.now() if self.services.duties else now_ms()

    def server_asks(self) -> Asker:
        """Return the asker for changes that the server itself makes."""
        return Asker((), None, self.now())

    def duty_asks(self) -> Asker:
        """Return the asker for a duty. Refuses if it is another node's."""
        duties = self.services.duties
        return Asker((), None, self.now(), epoch=duties.epoch(self.id) if duties else None)
