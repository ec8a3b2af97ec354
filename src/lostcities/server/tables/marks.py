"""What the graded opponents make of a deal of the day: each plays it once, in the person's seat, when somebody plays it for the first time.

They play in the bots' processes, after those who play and after nobody's Journal.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress

from lostcities.bots.character import NAMES as CHARACTERS
from lostcities.games.game import State, View
from lostcities.games.registry import game
from lostcities.play import Match, Numbers
from lostcities.records import record_of
from lostcities.records.daily import PLAYERS, STARTER, options_of
from lostcities.records.fair import Shuffle, daily_key, daily_luck
from lostcities.server.bots.pool import BotPool
from lostcities.server.bots.workforce import LATER, NoAnswer
from lostcities.server.logs import log
from lostcities.server.store.daily import Mark, Secret, keep_mark, marks_of
from lostcities.server.store.storage import Storage
from lostcities.server.tables.days import AGAINST, OPPONENT
from lostcities.server.tables.journals import Journals

TRIES = 100
PAUSE = 3.0
"""Seconds between two attempts to get a move: the strongest bot may have to be compiled first."""
DELAY = 30.0
"""Seconds after somebody has begun a deal before the opponents begin, which nobody waits for yet: that one's own bot comes first."""


class Marks:
    """The opponents' games that are being played."""

    def __init__(self, bots: BotPool, journals: Journals, storage: Storage) -> None:
        self.bots, self.journals, self.storage = bots, journals, storage
        self.running: dict[tuple[str, str], asyncio.Task[None]] = {}
        self.closed = False

    def want(self, secret: Secret, name: str, delay: float = DELAY) -> None:
        """Let the opponents play a deal, unless they do already. What is stored is not played again."""
        place = secret.day, name
        if place not in self.running and not self.closed:
            self.running[place] = asyncio.create_task(self.play(secret, name, delay))
            self.running[place].add_done_callback(lambda _: self.running.pop(place))

    def want_missing(self, secret: Secret, name: str, known: Sequence[Mark]) -> None:
        if len(known) < len(CHARACTERS):
            self.want(secret, name, 0.0)

    async def play(self, secret: Secret, name: str, delay: float) -> None:
        try:
            await asyncio.sleep(delay)
            known = {mark.name for mark in await marks_of(self.storage, secret.day, name)}
            for bot in CHARACTERS:
                if bot not in known:
                    await keep_mark(self.storage, secret.day, name, await self.mark(secret, name, bot))
        except Exception as error:
            log.error("marks_failed", day=secret.day, game=name, exc_info=error)  # they are wanted again when somebody asks

    async def mark(self, secret: Secret, name: str, bot: str) -> Mark:
        """Return what an opponent makes of a deal."""
        state = await self.played(secret, name, bot)
        report = await self.journals.analysis(f"{secret.day}/{name}/{bot}", record_of(state, [bot, OPPONENT]))
        own, other = state.totals
        return Mark(bot, report["seats"][0]["cost"], own - other)

    async def played(self, secret: Secret, name: str, bot: str) -> State:
        """Return the match that it plays."""
        shuffle = Shuffle(daily_key(secret.secret, secret.day, name), name, 1)
        match = Match(game(name).table(PLAYERS, options_of(name)), Numbers(shuffle.below, STARTER))
        match.deal()
        while (seat := match.state.player) is not None:
            view = match.state.view(seat)
            luck = daily_luck(secret.secret, secret.day, name, bot if seat == 0 else AGAINST)
            match.push(await self.move(name, bot if seat == 0 else OPPONENT, view, luck))
        return match.state

    async def move(self, name: str, bot: str, view: View, luck: bytes) -> str:
        """Return a bot's move, also if it takes some time until a process can work it out. Raises `NoAnswer` if none ever can."""
        for _ in range(TRIES):
            with suppress(NoAnswer):
                return await self.bots.repeated(name, bot, view, luck, LATER)
            await asyncio.sleep(PAUSE)
        raise NoAnswer

    async def close(self) -> None:
        self.closed = True
        tasks = [*self.running.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
