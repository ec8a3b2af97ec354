"""What happens at a table without a request: shuffles, bots' moves, clocks that run out, bots that take over.

After every change `reschedule` sets a timer for what is due next. That is then a change like any other: checked, stored, shown.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Awaitable, Callable

from lostcities.bots.registry import parse
from lostcities.games.game import View
from lostcities.games.notation import DRAW
from lostcities.records.fair import daily_luck
from lostcities.server.errors import Refused
from lostcities.server.logs import log
from lostcities.server.store.daily import secret_of
from lostcities.server.store.events import PERSON
from lostcities.server.tables import checks
from lostcities.server.tables.clocks import SECOND
from lostcities.server.tables.days import AGAINST
from lostcities.server.tables.interface import RoomInterface
from lostcities.server.tables.shuffling import Shuffling
from lostcities.server.tables.table import STALLED, Audience

SLOT = 0.5
"""Seconds: a bot that takes too long is shown at the next whole slot, so that its thinking time reveals nothing."""
MARGIN = 0.25
"""Seconds that a searching bot may take beyond its own time."""
LEFT = ("left", "absent", "forgotten")
"""Why a bot plays on for a person who is away."""

Duty = Callable[[], Awaitable[None]]


class Scheduler:
    """The timers and tasks of one room."""

    def __init__(self, room: RoomInterface) -> None:
        self.room = room
        self.settings = room.services.settings
        self.timer: asyncio.TimerHandle | None = None
        self.task: asyncio.Task[None] | None = None
        """A bot that is thinking, or another duty in progress."""
        self.position = -1
        """The position for which a bot is thinking."""
        self.absent: dict[int, float] = dict.fromkeys(range(room.table.players), time.monotonic())
        """Since when nobody has been connected for a seat."""
        self.came: dict[int, float] = {}
        """When a client first connected for a seat."""
        self.deserted = time.monotonic()
        """Since when nobody has been connected at all, if that is so."""
        self.company: float | None = None
        """Since when anyone has been connected."""
        self.asked: float | None = None
        """Since when all players could commit to bytes for the shuffle."""
        self.fixed: float | None = None
        """Since when they could reveal them."""
        self.deal_at: float | None = None
        """When the shuffle continues, even if some are still awaited."""

    @property
    def busy(self) -> bool:
        return self.timer is not None or self.task is not None

    def close(self) -> None:
        self.stop_timer()
        if self.task:
            self.task.cancel()

    def stop_timer(self) -> None:
        if self.timer:
            self.timer.cancel()
        self.timer = None

    def reschedule(self) -> None:
        """Start what is due now, or set a timer for what is due next."""
        self.stop_timer()
        self.deal_at = None
        table = self.room.table
        if self.room.broken or table.over:
            return
        if not self.room.on_duty:
            self.stand_by()
            return
        wanted = self.position == table.position and table.deciding_bot() and not self.resting
        if self.task and (self.position == -1 or wanted):
            return
        if self.task:
            self.task.cancel()
            self.task = None
        if self.resting:
            return
        if not table.state.dealt:
            self.schedule_shuffle()
        elif table.deciding_bot():
            self.begin(self.play, table.position)
        else:
            self.schedule_people()

    def stand_by(self) -> None:
        """Leave the duties to another node, and be ready to take over."""
        if self.task and self.position != -1:
            self.task.cancel()
            self.task = None
        if self.room.services.duties and not self.resting:
            self.room.services.duties.want(self.room.id)

    @property
    def resting(self) -> bool:
        """Whether the table is paused: only bots play and nobody watches, all people have left, or nobody has been connected for a while.

        A person whose time ran out has not left: while anyone is connected, that match is played to its end.
        """
        people = [seat for seat in self.room.table.seats if seat.kind != "bot"]
        if not people:
            return not self.room.visited
        deserted = not self.room.visited and time.monotonic() - self.deserted > self.settings.sleep_after
        return deserted or all(seat.away in LEFT for seat in people)

    def begin(self, duty: Duty, position: int = -1) -> None:
        """Do something in a separate task, and reschedule when it is done."""
        self.position = position
        self.task = asyncio.create_task(self.do(duty))

    async def settle(self) -> None:
        """Wait until the current task is done."""
        if self.task:
            await asyncio.wait([self.task])

    async def do(self, duty: Duty) -> None:
        try:
            await duty()
        except Refused:
            pass  # the position has changed meanwhile
        except Exception as error:
            log.error("duty_failed", exc_info=error)  # the room is closed, and loaded again on the next request
        finally:
            if self.task is asyncio.current_task():
                self.task = None
        self.reschedule()

    def at(self, moment: float, duty: Duty) -> None:
        delay = max(moment - time.monotonic(), 0.0)
        self.timer = asyncio.get_running_loop().call_later(delay, self.ring, duty)

    def ring(self, duty: Duty) -> None:
        self.timer = None
        self.begin(duty)

    # -- shuffles --

    def schedule_shuffle(self) -> None:
        table, made = self.room.table, self.room.table.shuffling
        if not table.full or made is None or made.spoiled:
            self.asked = self.fixed = None
            if table.full:
                self.begin(self.commit)
        elif made.fixed:
            self.schedule_reveals(made)
        else:
            self.schedule_commitments(made)

    def schedule_commitments(self, made: Shuffling) -> None:
        """Wait until everyone who may commit has done so, or their time is up."""
        self.asked = self.asked or time.monotonic()
        awaited = self.awaited(made)
        self.deal_at = self.patience(awaited, self.asked) if awaited else time.monotonic()
        self.at(self.deal_at, self.fix)

    def schedule_reveals(self, made: Shuffling) -> None:
        """Wait for the committed bytes. A person who does not reveal in time is left out, and the shuffle restarts."""
        self.fixed = self.fixed or time.monotonic()
        if made.complete:
            self.at(time.monotonic(), self.deal)
        else:
            self.deal_at = self.grace(made.unrevealed, self.fixed, self.settings.reveal_wait)
            self.at(self.deal_at, self.commit)

    def awaited(self, made: Shuffling) -> list[int]:
        """Return the first seats of those who may still commit: nobody at a deal of the day, which is the same for everyone."""
        if self.room.table.header.daily:
            return []
        owners = {self.room.owner((seat,)) for seat in self.room.people}
        return sorted(owners - made.commitments.keys() - {*made.without})

    def patience(self, awaited: list[int], asked: float) -> float:
        """Return until when to wait for commitments. Before a later round, people who are there may look at the scores."""
        if self.room.table.begun and any(self.room.here(seat) for seat in awaited):
            return asked + self.settings.next_wait
        return self.grace(awaited, asked, self.settings.first_wait)

    def grace(self, awaited: list[int], since: float, wait: float) -> float:
        """Return until when to wait for seats: `wait` seconds from when they connected, and as long again for connecting."""
        return max(max(since, self.came.get(seat, since + wait)) + wait for seat in awaited)

    async def commit(self) -> None:
        day = self.room.table.header.daily
        seed = await secret_of(self.room.services.storage, day) if day else None
        await self.room.change(lambda table: checks.commit(table, self.room.duty_asks(), seed))
        self.asked = self.fixed = None

    async def fix(self) -> None:
        """Fix the list of commitments; without any there is nothing to wait for."""
        made = self.room.table.shuffling
        if made and not made.promised:
            await self.deal()
        else:
            await self.room.change(lambda table: checks.fix(table, self.room.duty_asks()))

    async def deal(self) -> None:
        await self.room.change(lambda table: checks.deal(table, self.room.duty_asks()))

    # -- bots --

    async def play(self) -> None:
        """Make a bot's decision, and show it when it is due, however long it took."""
        room, table, position = self.room, self.room.table, self.room.table.position
        bot = table.deciding_bot()
        assert bot
        ms = self.time_of(bot)
        pace = max(self.settings.pace, self.settings.undo_wait if table.can_take_back else 0.0)
        due = room.changed + max(pace, ms / SECOND + MARGIN if ms else 0.0)
        move = await self.choose(bot, table.state.view(table.state.player), ms)
        if pace:
            await asyncio.sleep(wait_until(due, time.monotonic()))
        self.position = -1  # from here on this is a change like any other, and must not cancel itself
        await room.change(lambda now: checks.bot_move(now, room.duty_asks(), position, move))

    def time_of(self, bot: str) -> int:
        """Return how long a bot thinks, in milliseconds; 0 if it does not search."""
        listing, chosen = parse(self.room.table.state.game, bot)
        return int(chosen.get("ms", listing.ms or 0))

    async def choose(self, bot: str, view: View, ms: int) -> str:
        """Return the bot's move. In a stalled round it draws from the deck, so that the round ends."""
        table = self.room.table
        if DRAW in view["legal"] and table.stalled >= STALLED:
            return DRAW
        if table.header.daily and table.shuffling:
            luck = daily_luck(table.shuffling.seed, table.header.daily, table.header.game, AGAINST)
            return await self.room.services.bots.repeat(view["game"], bot, view, luck)
        return await self.room.services.bots.decide(view["game"], bot, view, ms)

    # -- people --

    def schedule_people(self) -> None:
        """Set timers for a person's decision: their clock may run out, and a bot may take over for people who left."""
        due: list[tuple[float, Duty]] = []
        table = self.room.table
        seat = table.state.player
        if table.clocks and seat is not None:
            due.append((self.room.moved + table.clocks.left[seat] / SECOND, self.flag))
        for number in range(table.players):
            moment = self.takeover_at(number)
            if moment is not None:
                due.append((moment, self.take_over))
        if due:
            self.at(*min(due, key=lambda line: line[0]))

    def spent(self) -> int:
        """Return how long the deciding person has thought, in milliseconds."""
        return int((time.monotonic() - self.room.moved) * SECOND)

    def clock_ms(self, seat: int) -> int | None:
        """Return the time that a seat has left; None if it has no clock."""
        table = self.room.table
        if not table.clocks or table.seats[seat].kind != PERSON:
            return None
        running = table.state.player == seat and not table.seats[seat].away
        return max(table.clocks.left[seat] - (self.spent() if running else 0), 0)

    async def flag(self) -> None:
        position = self.room.table.position
        await self.room.change(lambda now: checks.flag(now, self.room.duty_asks(), position, self.spent()))

    def arrive(self, seats: Audience) -> None:
        for seat in seats:
            self.came.setdefault(seat, time.monotonic())
            self.absent.pop(seat, None)
            self.company = self.company or time.monotonic()

    def depart(self, seats: Audience) -> None:
        if not self.room.visited:
            self.deserted = time.monotonic()
        for seat in seats:
            if not self.room.here(seat):
                self.absent[seat] = time.monotonic()
        if not any(self.room.here(seat) for seat in self.room.people):
            self.company = None

    def takeover_at(self, seat: int) -> float | None:
        """Return when a bot plays on for a person who is away; never while nobody waits for them."""
        table = self.room.table
        seconds = table.header.takeover
        if seconds is None or self.company is None or not table.begun or table.over:
            return None
        if seat not in self.room.people or seat not in self.absent:
            return None
        return max(self.absent[seat], self.company) + seconds

    async def take_over(self) -> None:
        for seat in range(self.room.table.players):
            moment = self.takeover_at(seat)
            if moment is not None and moment <= time.monotonic():
                await self.replace(seat)

    async def replace(self, seat: int) -> None:
        await self.room.change(lambda table: checks.leave(table, self.room.duty_asks(), seat, "absent"))


def wait_until(due: float, now: float) -> float:
    """Return how long to wait until `due`, or if that has passed, until the next whole slot after it.

    >>> wait_until(10.0, 9.5), wait_until(10.0, 10.25), wait_until(10.0, 10.75)
    (0.5, 0.25, 0.25)
    """
    late = max(math.ceil((now - due) / SLOT), 0)
    return due + late * SLOT - now
