"""What bots are asked for: decisions, advice, analyses and stories. They are given a view and nothing else.

Processes of other machines think, if there are any, or else those of this one. If neither can answer, nobody waits: the fallback answers
at once.
"""

import asyncio
import time
from typing import Any

from lostcities.analysis.report import Task
from lostcities.games.game import View
from lostcities.server import metrics
from lostcities.server.bots.fallback import Fallback
from lostcities.server.bots.hints import Advice
from lostcities.server.bots.remote import Remote
from lostcities.server.bots.worker import Answer, Request
from lostcities.server.bots.workforce import LATER, LIVE, NoAnswer, Workforce
from lostcities.server.logs import log
from lostcities.server.redis.connection import Away

ANALYSIS_MS = 60_000
"""How long a task of an analysis may take, at most."""
REPEAT_MS = 10_000
"""How long a move may take that does not depend on time: far longer than it does, since nothing else may be played."""
PREPARE_AFTER = 20.0
"""Seconds after the start when what analyses need is compiled: live bots are compiled first, and nobody has finished a match yet."""


class BotPool:
    """Everyone who thinks for the bots."""

    def __init__(self, workers: int = 0, remote: Remote | None = None) -> None:
        self.local, self.remote = Workforce(workers), remote
        self.fallback = Fallback()
        self.preparing: asyncio.Task[None] | None = None

    def start(self, prepare: bool = False) -> None:
        self.local.start()
        if self.remote:
            self.remote.start()
        if prepare:
            self.preparing = asyncio.create_task(self.prepare())

    async def prepare(self, after: float = PREPARE_AFTER) -> None:
        """Compile what analyses need, unless other machines do them."""
        await asyncio.sleep(after)
        if not (self.remote and self.remote.ready):
            await self.local.prepare()

    async def close(self) -> None:
        if self.preparing:
            self.preparing.cancel()
            await asyncio.gather(self.preparing, return_exceptions=True)
        if self.remote:
            await self.remote.close()
        await self.local.close()
        self.fallback.close()

    async def decide(self, game: str, bot: str, view: View, ms: int) -> str:
        """Return a bot's move, or the fallback's if the bot has none."""
        try:
            return await self.decision(game, bot, view, ms)
        except NoAnswer:
            return await self.fallback.decide(view)

    async def decision(self, game: str, bot: str, view: View, ms: int) -> str:
        """Return a bot's move. Raises `NoAnswer` if it has none."""
        answer = await self.ask({"ask": "decide", "game": game, "bot": bot, "view": view, "ms": ms})
        if answer.get("move") not in view["legal"]:
            log.error("bot_failed", bot=bot, game=game, error=answer.get("error"))
            raise NoAnswer
        return str(answer["move"])

    async def repeat(self, game: str, bot: str, view: View, luck: bytes) -> str:
        """Return the one move of a bot that these random choices and the view lead to, whoever works it out, if need be this process."""
        try:
            return await self.repeated(game, bot, view, luck, LIVE)
        except NoAnswer:
            return await self.fallback.repeat(game, bot, view, luck)

    async def repeated(self, game: str, bot: str, view: View, luck: bytes, rank: int) -> str:
        """Return the same from a process. Raises `NoAnswer` if none has it, as long as the strongest bot is not compiled."""
        answer = await self.ask({"ask": "repeat", "game": game, "bot": bot, "view": view, "luck": luck.hex(), "ms": REPEAT_MS}, rank)
        if answer.get("move") not in view["legal"]:
            log.debug("not_repeated", bot=bot, game=game, error=answer.get("error"))
            raise NoAnswer
        return str(answer["move"])

    async def advise(self, game: str, view: View, ms: int) -> Advice:
        """Return the best moves with their worth."""
        try:
            answer = await self.ask({"ask": "advise", "game": game, "view": view, "ms": ms})
        except NoAnswer:
            return await self.fallback.advise(view)
        return [(str(move), float(worth), float(error)) for move, worth, error in answer.get("moves", [])]

    async def analyse(self, table: str, game: str, record: Any, task: Task) -> Any:
        """Return what comes of a task of an analysis, as JSON. Raises `NoAnswer` if nothing does."""
        wanted: Request = {"ask": "analyse", "game": game, "table": table, "record": record, "task": list(task), "ms": ANALYSIS_MS}
        answer = await self.ask(wanted, LATER)
        if "done" not in answer:
            log.error("analysis_failed", table=table, error=answer.get("error"))
            raise NoAnswer
        return answer["done"]

    async def tell(self, game: str, puzzle: str) -> Any:
        """Return a typical world of a puzzle, played on, as JSON. Raises `NoAnswer` if there is none."""
        answer = await self.ask({"ask": "tell", "game": game, "puzzle": puzzle, "ms": ANALYSIS_MS}, LATER)
        if "done" not in answer:
            log.error("story_failed", puzzle=puzzle, error=answer.get("error"))
            raise NoAnswer
        return answer["done"]

    async def ask(self, request: Request, rank: int = LIVE) -> Answer:
        asked = time.monotonic()
        answer = await self.answer(request, rank)
        if rank == LIVE:
            metrics.THINKING_SECONDS.observe(time.monotonic() - asked)
        return answer

    async def answer(self, request: Request, rank: int) -> Answer:
        """Return the answer of another machine's process or, if none can be reached, of one here."""
        if self.remote and self.remote.ready:
            try:
                return await self.remote.ask(request, rank)
            except Away:
                metrics.THINKING_RETURNED.inc()
        return await self.local.ask(request, rank)
