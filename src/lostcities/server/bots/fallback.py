"""Decide when no bot process is available: the network alone, in a thread of the server, or rules of thumb if even that fails.

A machine that is short of memory or file handles cannot start a process. People at its tables can still play on.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from lostcities.bots.thumb import ThumbBot
from lostcities.games.game import View
from lostcities.games.registry import game
from lostcities.server.bots import worker
from lostcities.server.bots.hints import Advice
from lostcities.server.logs import log


class Fallback:
    """Answers requests one after another, never on the event loop."""

    def __init__(self) -> None:
        self.thread = ThreadPoolExecutor(1, "fallback")

    async def decide(self, view: View) -> str:
        return await asyncio.get_running_loop().run_in_executor(self.thread, decide, view)

    async def repeat(self, game: str, bot: str, view: View, luck: bytes) -> str:
        """Return the move that a process would have returned. Raises what is wrong, since no other move may take its place."""
        return await asyncio.get_running_loop().run_in_executor(self.thread, repeat, game, bot, view, luck)

    async def advise(self, view: View) -> Advice:
        return await asyncio.get_running_loop().run_in_executor(self.thread, advise, view)

    def close(self) -> None:
        self.thread.shutdown(wait=False, cancel_futures=True)


def decide(view: View) -> str:
    try:
        return worker.simple_bot(view["game"], worker.QUICK).decide(view)
    except Exception as error:
        log.error("fallback_failed", exc_info=error)
        return ThumbBot(game(view["game"])).decide(view)


def repeat(name: str, bot: str, view: View, luck: bytes) -> str:
    return worker.steady_bot(name, bot).decide(view, luck)


def advise(view: View) -> Advice:
    """Return the network's advice, without a search."""
    return worker.adviser(view["game"], False).advise(view, 0)
