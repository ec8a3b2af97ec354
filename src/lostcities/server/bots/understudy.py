"""Who decides when no process for bots can be had: the network alone, in a thread of the server; rules of thumb if even that fails.

A machine that is short of memory or file handles cannot start a process. People at its tables play on all the same.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import cache

from lostcities.bots.bot import Policy
from lostcities.bots.registry import policy
from lostcities.bots.thumb import ThumbBot
from lostcities.games.game import View
from lostcities.games.registry import game
from lostcities.server.bots.hints import Advice, Adviser
from lostcities.server.logs import log

NETWORK = "net"


class Understudy:
    """Answers one after another, never on the event loop."""

    def __init__(self) -> None:
        self.thread = ThreadPoolExecutor(1, "understudy")

    async def decide(self, view: View) -> str:
        return await asyncio.get_running_loop().run_in_executor(self.thread, decided, view)

    async def advise(self, view: View) -> Advice:
        return await asyncio.get_running_loop().run_in_executor(self.thread, advised, view)

    def close(self) -> None:
        self.thread.shutdown(wait=False, cancel_futures=True)


def decided(view: View) -> str:
    try:
        return network(view["game"]).decide(view)
    except Exception as error:
        log.error("understudy_failed", exc_info=error)
        return ThumbBot(game(view["game"])).decide(view)


def advised(view: View) -> Advice:
    """What the network thinks at first sight."""
    return adviser(view["game"]).advise(view, 0)


@cache
def network(name: str) -> Policy:
    return policy(game(name), NETWORK)


@cache
def adviser(name: str) -> Adviser:
    return Adviser(game(name), None)
