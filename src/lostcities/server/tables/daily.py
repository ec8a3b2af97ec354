"""The deals of the day: one of each game, the same for everyone, against the same opponent.

A day's secret is made a month before, and its commitment can be read from then on. A person has one try at each deal. What its
decisions cost, which ranks it, is worked out in the bots' processes once it is finished.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress

from lostcities.bots.character import NAMES as CHARACTERS
from lostcities.records.daily import STARTER, options_of
from lostcities.records.fair import SEED_BYTES
from lostcities.server.errors import NOT_FOUND, Refused, refused
from lostcities.server.logs import log
from lostcities.server.store import daily as store
from lostcities.server.store.daily import Bar, Mark, Secret, Standing, Try
from lostcities.server.store.events import BOT, PERSON, Header
from lostcities.server.store.people import new_key
from lostcities.server.store.storage import Chair, Statement, Unavailable
from lostcities.server.tables.checks import now_ms
from lostcities.server.tables.days import AHEAD, OPPONENT, Day
from lostcities.server.tables.journals import Journals
from lostcities.server.tables.marks import Marks
from lostcities.server.tables.records import finished_record
from lostcities.server.tables.registry import Registry
from lostcities.server.tables.room import Room

PERIOD = 30.0
"""Seconds between two looks for what has to be done."""
LEFT_MS = 60_000
"""A finished try whose cost is not known so long after its end is worked out without being asked for: nobody else does it."""
AT_ONCE = 10
"""Tries that are looked at in one look."""
BARS = 20
"""The most bars of a histogram."""
WIDTHS = tuple(digit * power for power in (1, 10, 100, 1000) for digit in (1, 2, 5))
"""How wide its bars can be, in points."""


class Dailies:
    """The deals of all days."""

    def __init__(self, registry: Registry, journals: Journals, now: Callable[[], int] = now_ms) -> None:
        self.registry, self.journals, self.now = registry, journals, now
        self.storage = registry.storage
        self.marks = Marks(registry.services.bots, journals, self.storage)
        self.known: dict[str, Secret] = {}
        """The secrets of today and the days to come."""
        self.since: Day | None = None
        self.judging: dict[str, asyncio.Task[None]] = {}
        """By table."""

    # -- days --

    def today(self) -> Day:
        return Day.at(self.now())

    async def secret(self, day: Day) -> Secret:
        """Return the secret of a day, for use in here. Refuses for days without deals."""
        if day > self.today().later(AHEAD):
            raise refused("no_such_day", NOT_FOUND, day=day.name)
        if day >= self.today():
            await self.prepare()
        if day.name not in self.known:
            self.known |= await store.secrets_of(self.storage, [day.name])
        if day.name not in self.known:
            raise refused("no_such_day", NOT_FOUND, day=day.name)
        return self.known[day.name]

    async def first(self) -> Day:
        """Return the first day of this server's deals."""
        await self.prepare()
        if self.since is None:
            self.since = Day(await store.first_day(self.storage))
        return self.since

    async def prepare(self) -> None:
        """See to it that today and the days to come have their secrets. Of several nodes the first one makes each of them."""
        today = self.today()
        wanted = [today.later(days).name for days in range(AHEAD + 1)]
        if all(day in self.known for day in wanted):
            return
        there = await store.secrets_of(self.storage, wanted)
        missing = [Secret(day, secrets.token_bytes(SEED_BYTES), self.now()) for day in wanted if day not in there]
        if missing:
            await store.keep_secrets(self.storage, missing)
            there = await store.secrets_of(self.storage, wanted)
        self.known = there

    # -- tries --

    async def open(self, day: Day, name: str, owner: Chair, client: str, first: Sequence[Statement]) -> Room:
        """Open the table of a try or, once the day is closed, one to play the deal for practice. Raises `Conflict` if there is a try."""
        ranked = self.check_open(day)
        await self.secret(day)
        header = Header(
            id=new_key(),
            game=name,
            options=options_of(name),
            seats=[PERSON, BOT + OPPONENT],
            starter=STARTER,
            join=new_key(),
            watch=new_key(),
            created=self.now(),
            hints=not ranked,
            daily=day.name,
            ranked=ranked,
        )
        assert owner.person
        noted = [store.begun(owner.person, day.name, name, header.id)] if ranked else []
        room = await self.registry.open(header, [owner, Chair(bot=OPPONENT)], client, *first, then=noted)
        with suppress(Refused):  # it is dealt already, or another node does that
            await room.scheduler.deal()
        if ranked:
            self.marks.want(self.known[day.name], name)
        return room

    def check_open(self, day: Day, practice: bool = True) -> bool:
        """Return whether a table opened now is ranked. Refuses before the day, and from its end until it may be practised."""
        now = self.now()
        if now < day.begins:
            raise refused("daily_not_yet", day=day.name)
        if not day.open(now) and not (practice and day.closed(now)):
            raise refused("daily_ended", day=day.name)
        return day.open(now)

    # -- results --

    async def judge(self, table: str) -> None:
        """Work out what a finished try has cost; whoever asks meanwhile waits for the same work."""
        if table not in self.judging:
            self.judging[table] = asyncio.create_task(self.work(table))
            self.judging[table].add_done_callback(lambda _: self.judging.pop(table))
        await asyncio.shield(self.judging[table])

    async def work(self, table: str) -> None:
        try:
            room = await self.registry.room(table)
            if not room.table.played_out:
                return
            await self.journals.finish(table, finished_record(room, ""))
            cost = await self.storage.cost_of(table, 0)
            if cost is not None:
                await self.storage.write(store.judged(table, cost))
        except (Refused, *Unavailable) as error:
            log.error("daily_not_judged", table=table, error=type(error).__name__)

    def begin_to_judge(self, own: Try | None) -> None:
        """See to it that a try gets its cost."""
        if own and own.table and own.ended is not None and own.cost is None and own.table not in self.judging:
            self.registry.spawn(self.judge(own.table))

    async def bars(self, day: Day, name: str, standing: Standing, marks: Sequence[Mark]) -> list[Bar]:
        """Return the histogram of the costs, wide enough for the marks of the opponents, too."""
        if not standing.judged:
            return []
        most = max([standing.most / store.THOUSAND, *(mark.cost for mark in marks)])
        width = next((width for width in WIDTHS if most < BARS * width), WIDTHS[-1])
        counts = await store.histogram(self.storage, day.name, name, width * store.THOUSAND)
        last = max(int(most // width), *counts)
        return [Bar(bar * width, (bar + 1) * width, counts.get(bar, 0)) for bar in range(last + 1)]

    # -- what the server does by itself --

    async def run(self) -> None:
        """Make the secrets of the days to come, and work out what nobody waits for."""
        while True:
            try:
                await self.prepare()
                await self.catch_up()
            except Unavailable as error:
                log.warning("daily_put_off", error=type(error).__name__)
            except Exception as error:
                log.error("daily_failed", exc_info=error)  # the next look finds the same
            await asyncio.sleep(PERIOD)

    async def catch_up(self) -> None:
        for each in await store.unjudged(self.storage, self.today().later(-AHEAD).name, self.now() - LEFT_MS, AT_ONCE):
            await self.judge(each)

    async def close(self) -> None:
        tasks = [*self.judging.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.marks.close()


def ordered(marks: Sequence[Mark]) -> list[Mark]:
    """Return the marks from the weakest opponent to the strongest."""
    return sorted(marks, key=lambda mark: CHARACTERS.index(mark.name))
