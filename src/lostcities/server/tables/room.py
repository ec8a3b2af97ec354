"""A table in play: the table itself, who is connected to it, and the order in which things happen to it.

One change at a time: it is checked, stored, and when it is durable applied and shown to everybody. So whatever is in memory, and
whatever anybody has seen, is on the disk.
"""

from __future__ import annotations

import asyncio
import time

from lostcities.server import metrics
from lostcities.server.errors import refused
from lostcities.server.logs import log
from lostcities.server.socket.client import Guest
from lostcities.server.socket.messages import ServerMessage, StateMessage, TableMessage, encode
from lostcities.server.store.storage import Chair, Statement, result_of_seat, seat_taken, status_changed
from lostcities.server.tables import checks
from lostcities.server.tables import redaction as showing
from lostcities.server.tables.catch_up import MOST_MISSED, Past, Rerun
from lostcities.server.tables.checks import Asker
from lostcities.server.tables.events import PERSON, Event
from lostcities.server.tables.place import Also, Check, Needs, Then
from lostcities.server.tables.redaction import Audience, event_message
from lostcities.server.tables.replay import show_again
from lostcities.server.tables.scheduler import Scheduler
from lostcities.server.tables.table import APPLY, STALLED, Table
from lostcities.server.tables.table_info import face_of

GOING_AWAY = 1012
BROKEN = 1011
NO_LONGER_YOURS = 4403

STORED = {what: metrics.EVENTS.labels(what) for what in APPLY}


def now_ms() -> int:
    return time.time_ns() // 1_000_000


class Room:
    """A table in memory."""

    def __init__(self, needs: Needs, table: Table, chairs: list[Chair], rematch: str | None = None, past: Past | None = None) -> None:
        self.needs = needs
        self.table = table
        self.past = past or Past(table.copy())
        self.chairs = chairs
        self.rematch = rematch
        self.guests: set[Guest] = set()
        self.lock = asyncio.Lock()
        self.proposals: dict[str, set[int]] = {}
        self.changed = self.moved = time.monotonic()
        """When anything last happened, and when the position last changed."""
        self.broken = False
        self.scheduler = Scheduler(self)

    @property
    def id(self) -> str:
        return self.table.id

    @property
    def idle(self) -> bool:
        """Whether nobody is here and nothing is going on."""
        return not self.guests and not self.lock.locked() and not self.scheduler.busy

    # -- changes --

    async def change(self, check: Check, also: Also = lambda _: (), then: Then = lambda _: None) -> Event:
        """One change; `Refused` or `Repeated` if it cannot be or has been. `also` is stored with it, `then` done when it is durable."""
        async with self.lock:
            if self.broken:
                raise refused("stale")
            event = check(self.table)
            try:
                await self.needs.storage.append(self.id, event, *also(event))
                drawn = self.apply(event)
                then(event)
                if self.table.over and event.what in ("move", "end_round"):
                    await self.needs.storage.write(*self.results())
                self.show(event, drawn)
            except BaseException as error:  # being stopped half-way too: what is on the disk counts, and is read when somebody asks
                self.needs.drop(self, BROKEN)
                log.error("change_failed", what=event.what, error=type(error).__name__)
                raise
        self.scheduler.attend()
        return event

    def apply(self, event: Event) -> str | None:
        """Carries out a durable event; the card, if it was a draw."""
        position = self.table.position
        drawn = self.table.apply(event)
        self.past.add(event)
        STORED[event.what].inc()
        self.changed = time.monotonic()
        if self.table.position != position:
            self.moved = self.changed
        self.void_proposals(event)
        return drawn

    def show(self, event: Event, drawn: str | None) -> None:
        """Sends an event to everybody, each as it may see it."""
        sent: dict[Audience, str] = {}
        for guest in self.guests:
            if guest.audience not in sent:
                sent[guest.audience] = encode(event_message(self.table, event, drawn, guest.audience))
            guest.post(sent[guest.audience])
        table = self.table
        if event.what != "move" or table.clocks or table.stalled >= STALLED or not table.state.dealt:
            self.show_table()

    def results(self) -> list[Statement]:
        """What is noted when a match is over."""
        outcome = self.table.state.outcome()
        assert outcome
        noted: list[Statement] = [status_changed(self.id, "finished", now_ms())]
        for seat, points in enumerate(outcome.totals):
            share = (seat in outcome.winners) / len(outcome.winners)
            noted.append(result_of_seat(self.id, seat, points, share, seat in self.table.helped))
        return noted

    # -- people --

    def seat(self, number: int | None, chair: Chair) -> None:
        """Somebody else sits in a seat from now on, or nobody."""
        assert number is not None
        self.chairs[number] = chair

    async def leave(self, seat: int, asker: Asker, why: str) -> int:
        """A person gives a seat up; before the match begins it is free again. The version after that."""

        def also(_: Event) -> list[Statement]:
            return [] if self.table.begun else self.vacated(seat)

        def then(_: Event) -> None:
            if not self.table.begun:
                self.seat(seat, Chair())

        event = await self.change(self.leaving(seat, asker, why), also, then)
        return event.version

    def leaving(self, seat: int, asker: Asker, why: str) -> Check:
        """Refused if the seat has become somebody else's before it is this change's turn."""
        chair = self.chairs[seat]

        def check(table: Table) -> Event:
            if self.chairs[seat] is not chair:
                raise refused("stale")
            return checks.leave(table, asker, seat, why)

        return check

    def vacated(self, seat: int) -> list[Statement]:
        """What is stored when nobody sits in a seat any more. Before the match begins the table waits for somebody else."""
        return [seat_taken(self.id, seat, Chair()), *([] if self.table.begun else [status_changed(self.id, "open")])]

    def owner(self, audience: Audience) -> int:
        """The first of all the seats that belong to whoever has these."""
        if not audience:
            return 0
        person = self.chairs[audience[0]].person
        return next((seat for seat, chair in enumerate(self.chairs) if person and chair.person == person), audience[0])

    @property
    def people(self) -> set[int]:
        """The seats for which people decide."""
        return {number for number, seat in enumerate(self.table.seats) if seat.kind == PERSON and not seat.away}

    def agree(self, what: str, seats: Audience, yes: bool) -> bool:
        """Notes what a client thinks of a proposal; whether all agree now: hints need everybody, also those who are away."""
        asked = self.people if what != "hints" else {number for number, seat in enumerate(self.table.seats) if seat.kind == PERSON}
        if yes:
            self.proposals.setdefault(what, set()).update(set(seats) & self.people)
        elif self.people & set(seats):
            self.proposals.pop(what, None)
        return yes and bool(asked) and asked <= self.proposals.get(what, set())

    def void_proposals(self, event: Event) -> None:
        """A proposal stands as long as its reason does, and an agreement as long as the same person sits there."""
        if event.what in ("sit", "leave", "return", "flag"):
            for agreed in self.proposals.values():
                agreed.discard(-1 if event.seat is None else event.seat)
        if self.table.stalled < STALLED:
            self.proposals.pop("end_round", None)
        if self.table.hints:
            self.proposals.pop("hints", None)

    # -- clients --

    def here(self, seat: int) -> bool:
        return any(seat in guest.audience for guest in self.guests)

    async def enter(self, guest: Guest, since: int) -> None:
        """A client joins: it gets the position, or just what it missed; from then on it gets everything."""
        rerun = self.rerun(guest, since)
        if rerun:
            await show_again(rerun)  # others go on meanwhile: what they do is shown with the table locked
        async with self.lock:
            self.scheduler.arrive(guest.audience)
            self.guests.add(guest)
            self.greet(guest, since, rerun)
            if self.broken:
                guest.close(GOING_AWAY)
        self.show_table(but=guest)
        self.scheduler.attend()

    def rerun(self, guest: Guest, since: int) -> Rerun | None:
        """What a client has missed up to now; None if there is nothing, or too much."""
        missed = self.table.version - since
        return Rerun(self.past, guest.audience, since) if since and 0 < missed <= MOST_MISSED else None

    def greet(self, guest: Guest, since: int, rerun: Rerun | None) -> None:
        """What a client is told first: all events that it missed, if that is possible.

        Also the first that it missed can have happened while it waited for the table.
        """
        rerun = rerun or self.rerun(guest, since)
        while rerun and rerun.step():
            pass
        texts = rerun.texts if rerun else []
        if since and len(texts) == self.table.version - since:
            for text in texts:
                guest.post(text)
            guest.send(self.table_message(guest))
        else:
            guest.send(self.state_message(guest))

    def part(self, guest: Guest) -> None:
        """A client has gone."""
        self.guests.discard(guest)
        self.scheduler.depart(guest.audience)
        self.show_table()
        self.scheduler.attend()

    def dismiss(self, seat: int) -> None:
        """A seat is no longer that of those who are connected for it."""
        for guest in [guest for guest in self.guests if seat in guest.audience]:
            guest.audience = ()  # at once: a client that does not read would not notice that it is let go
            self.guests.discard(guest)
            guest.close(NO_LONGER_YOURS)

    def state_message(self, guest: Guest) -> StateMessage:
        return StateMessage(self.table.version, showing.view(self.table, guest.audience), face_of(self, guest.audience, guest.base))

    def table_message(self, guest: Guest) -> TableMessage:
        return TableMessage(face_of(self, guest.audience, guest.base))

    def show_table(self, but: Guest | None = None) -> None:
        """Tells everybody who sits where, who is there, and what else has changed beside the position."""
        sent: dict[tuple[Audience, str], str] = {}
        for guest in self.guests:
            if guest is not but:
                seen = (guest.audience, guest.base)
                if seen not in sent:
                    sent[seen] = encode(self.table_message(guest))
                guest.post(sent[seen])

    def tell(self, message: ServerMessage) -> None:
        text = encode(message)
        for guest in self.guests:
            guest.post(text)

    def close(self, code: int) -> None:
        """Lets everybody go; they may come back at once."""
        self.broken = True
        self.scheduler.close()
        for guest in self.guests:
            guest.close(code)

    def server_asks(self) -> Asker:
        """The server itself wants something done."""
        return Asker((), None, now_ms())
