"""What happens at a table without anybody asking: shuffles, bots' moves, clocks that run out, bots that take over.

After every change `reschedule` sets a timer for what is due next. What is then done is a change like any other: checked, stored, shown.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Awaitable, Callable

from lostcities.bots.registry import parse
from lostcities.games.game import View
from lostcities.games.notation import DRAW
from lostcities.server.errors import Refused
from lostcities.server.logs import log
from lostcities.server.store.events import PERSON
from lostcities.server.tables import checks
from lostcities.server.tables.clocks import SECOND
from lostcities.server.tables.interface import RoomInterface
from lostcities.server.tables.shuffling import Shuffling
from lostcities.server.tables.table import STALLED, Audience

SLOT = 0.5
"""A bot that needs longer than it should is shown at the next whole slot: how long it thought stays its own."""
MARGIN = 0.25
"""Seconds that a searching bot is given beyond its own time."""
LEFT = ("left", "absent", "forgotten")
"""Why a bot plays on for somebody who is not there."""

Duty = Callable[[], Awaitable[None]]


class Scheduler:
    """The timers and tasks of one room."""

    def __init__(self, room: RoomInterface) -> None:
        self.room = room
        self.settings = room.services.settings
        self.timer: asyncio.TimerHandle | None = None
        self.task: asyncio.Task[None] | None = None
        """A bot that thinks, or something else that is being done."""
        self.position = -1
        """For which position a bot thinks."""
        self.absent: dict[int, float] = dict.fromkeys(range(room.table.players), time.monotonic())
        """Since when nobody has been there for a seat."""
        self.came: dict[int, float] = {}
        """When somebody first connected for a seat."""
        self.deserted = time.monotonic()
        """Since when nobody is connected at all, if nobody is."""
        self.company: float | None = None
        """Since when anybody has been there."""
        self.asked: float | None = None
        """Since when all who sit here could commit to bytes for the shuffle."""
        self.fixed: float | None = None
        """Since when they could reveal them."""
        self.deal_at: float | None = None
        """When the shuffle goes on, whoever is still awaited."""

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

    @property
    def resting(self) -> bool:
        """Whether nothing happens: nobody looks on where only bots sit, all people have left, or nobody has been there for a while.

        Whoever ran out of time has not left: while somebody is there, that match is played to its end.
        """
        people = [seat for seat in self.room.table.seats if seat.kind != "bot"]
        if not people:
            return not self.room.subscribers
        deserted = not self.room.subscribers and time.monotonic() - self.deserted > self.settings.sleep_after
        return deserted or all(seat.away in LEFT for seat in people)

    def begin(self, duty: Duty, position: int = -1) -> None:
        """Does something in a task of its own; when it is done, looks again."""
        self.position = position
        self.task = asyncio.create_task(self.do(duty))

    async def settle(self) -> None:
        """Waits until what is being done is done."""
        if self.task:
            await asyncio.wait([self.task])

    async def do(self, duty: Duty) -> None:
        try:
            await duty()
        except Refused:
            pass  # the table has gone on meanwhile
        except Exception as error:
            log.error("duty_failed", exc_info=error)  # the room is closed: it is opened anew when somebody asks
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
        """Waits until all who may have committed, or for as long as they may take."""
        self.asked = self.asked or time.monotonic()
        awaited = self.awaited(made)
        self.deal_at = self.patience(awaited, self.asked) if awaited else time.monotonic()
        self.at(self.deal_at, self.fix)

    def schedule_reveals(self, made: Shuffling) -> None:
        """Waits for the bytes that were committed to. Whoever does not reveal them in time is left out, and the shuffle is begun anew."""
        self.fixed = self.fixed or time.monotonic()
        if made.complete:
            self.at(time.monotonic(), self.deal)
        else:
            self.deal_at = self.grace(made.unrevealed, self.fixed, self.settings.reveal_wait)
            self.at(self.deal_at, self.commit)

    def awaited(self, made: Shuffling) -> list[int]:
        """The first seats of those who may still commit."""
        owners = {self.room.owner((seat,)) for seat in self.room.people}
        return sorted(owners - made.commitments.keys() - {*made.without})

    def patience(self, awaited: list[int], asked: float) -> float:
        """Until when to wait for commitments. Before a later round those who are there may look at the scores."""
        if self.room.table.begun and any(self.room.here(seat) for seat in awaited):
            return asked + self.settings.next_wait
        return self.grace(awaited, asked, self.settings.first_wait)

    def grace(self, awaited: list[int], since: float, wait: float) -> float:
        """Until when to wait for seats: so long from the moment on when they connected, and as long again for that."""
        return max(max(since, self.came.get(seat, since + wait)) + wait for seat in awaited)

    async def commit(self) -> None:
        await self.room.change(lambda table: checks.commit(table, self.room.server_asks()))
        self.asked = self.fixed = None

    async def fix(self) -> None:
        """Takes no more commitments; where nobody has made one, there is nothing to wait for."""
        made = self.room.table.shuffling
        if made and not made.promised:
            await self.deal()
        else:
            await self.room.change(lambda table: checks.fix(table, self.room.server_asks()))

    async def deal(self) -> None:
        await self.room.change(lambda table: checks.deal(table, self.room.server_asks()))

    # -- bots --

    async def play(self) -> None:
        """A bot's decision, shown when it is time and no sooner, however long it took."""
        room, table, position = self.room, self.room.table, self.room.table.position
        bot = table.deciding_bot()
        assert bot
        ms = self.time_of(bot)
        pace = max(self.settings.pace, self.settings.undo_wait if table.can_take_back else 0.0)
        due = room.changed + max(pace, ms / SECOND + MARGIN if ms else 0.0)
        move = await self.choose(bot, table.state.view(table.state.player), ms)
        if pace:
            await asyncio.sleep(wait_until(due, time.monotonic()))
        self.position = -1  # from here on this is a change like any other, and is not to be stopped by itself
        await room.change(lambda now: checks.bot_move(now, room.server_asks(), position, move))

    def time_of(self, bot: str) -> int:
        """How long a bot thinks, in milliseconds; 0 if it does not search."""
        listing, chosen = parse(self.room.table.state.game, bot)
        return int(chosen.get("ms", listing.ms or 0))

    async def choose(self, bot: str, view: View, ms: int) -> str:
        """The bot's move. No bot keeps people waiting for ever."""
        if DRAW in view["legal"] and self.room.table.stalled >= STALLED:
            return DRAW
        return await self.room.services.bots.decide(view["game"], bot, view, ms)

    # -- people --

    def schedule_people(self) -> None:
        """A person decides: its clock may run out, and a bot may take over for those who left."""
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
        """How long the person that decides has thought, in milliseconds."""
        return int((time.monotonic() - self.room.moved) * SECOND)

    def clock_ms(self, seat: int) -> int | None:
        """The time that a seat has left; None if it has no clock."""
        table = self.room.table
        if not table.clocks or table.seats[seat].kind != PERSON:
            return None
        running = table.state.player == seat and not table.seats[seat].away
        return max(table.clocks.left[seat] - (self.spent() if running else 0), 0)

    async def flag(self) -> None:
        table = self.room.table
        await self.room.change(lambda now: checks.flag(now, self.room.server_asks(), table.position, self.spent()))

    def arrive(self, seats: Audience) -> None:
        for seat in seats:
            self.came.setdefault(seat, time.monotonic())
            self.absent.pop(seat, None)
            self.company = self.company or time.monotonic()

    def depart(self, seats: Audience) -> None:
        if not self.room.subscribers:
            self.deserted = time.monotonic()
        for seat in seats:
            if not self.room.here(seat):
                self.absent[seat] = time.monotonic()
        if not any(self.room.here(seat) for seat in self.room.people):
            self.company = None

    def takeover_at(self, seat: int) -> float | None:
        """When a bot plays on for somebody who is not there; never while nobody waits for it."""
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
        await self.room.change(lambda table: checks.leave(table, self.room.server_asks(), seat, "absent"))


def wait_until(due: float, now: float) -> float:
    """How long to wait for the moment due, or if that is past, for the next whole slot after it.

    >>> wait_until(10.0, 9.5), wait_until(10.0, 10.25), wait_until(10.0, 10.75)
    (0.5, 0.25, 0.25)
    """
    late = max(math.ceil((now - due) / SLOT), 0)
    return due + late * SLOT - now
