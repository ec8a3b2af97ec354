"""The connection to Redis. It may break at any time: whoever asks then hears `Away` at once, and does without.

It comes back by itself. Nobody waits longer than a second for an answer, and while Redis doesn't work nobody waits at all.
"""

import asyncio
import contextlib
import random
from collections.abc import Callable, Sequence
from typing import Any

from lostcities.server import metrics
from lostcities.server.errors import BAD_REQUEST, refused
from lostcities.server.logs import log

SCHEMES = ("redis://", "rediss://", "unix://")
LIMIT = 1.0
"""Seconds for an answer. Redis takes a fraction of a millisecond."""
BLOCK_MS = 500
"""How long Redis may hold a question back until there is news: well under the limit."""
PULSE = 1.0
"""Seconds between checks whether it works."""
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0
"""Seconds between attempts to reach it again: doubled after each failure."""
MOST_LINES = 32
"""Connections at once; further questions wait for one."""

Command = tuple[str | int | float | bytes, ...]
Reply = Any
"""What Redis sends: text, numbers, None, and lists of these."""


class Away(Exception):
    """Redis can't be asked at the moment, or refuses what was asked."""


def check_url(url: str) -> None:
    """Refuse a URL that can't be used, and any URL if the library is missing. The URL isn't repeated, because it may hold a password."""
    try:
        from redis.asyncio.connection import parse_url
    except ImportError:
        raise refused("no_redis_library", BAD_REQUEST) from None
    try:
        if not url.startswith(SCHEMES):
            raise ValueError(url)
        parse_url(url)
    except ValueError:
        raise refused("bad_redis_url", BAD_REQUEST) from None


def shown(url: str) -> str:
    """Return the part of a URL that may be shown.

    >>> shown("redis://user:secret@192.0.2.7:6379/2?password=secret")
    '192.0.2.7:6379/2'
    """
    return url.partition("://")[2].partition("?")[0].rpartition("@")[2]


def kind_of(error: Exception) -> str:
    """Return what went wrong, without the text of the error, which could hold parts of the URL."""
    cause = error.__context__ if isinstance(error.__context__, OSError) else error
    return type(cause).__name__


class Connection:
    """Redis, when it works. Made within an event loop; `start` returns before anything is connected."""

    def __init__(self, url: str) -> None:
        from redis.asyncio import BlockingConnectionPool, Redis
        from redis.asyncio.retry import Retry
        from redis.backoff import NoBackoff

        pool = BlockingConnectionPool.from_url(
            url, max_connections=MOST_LINES, timeout=LIMIT, protocol=2, decode_responses=True, encoding_errors="replace"
        )
        pool.connection_kwargs |= {"retry": Retry(NoBackoff(), 0), "socket_timeout": None, "socket_connect_timeout": LIMIT}
        self.client = Redis(connection_pool=pool)
        self.client.response_callbacks.clear()  # replies as Redis sends them, whatever the version of the library
        self.working = False
        self.told: list[Callable[[bool], None]] = []
        """Called whenever it stops or starts to work."""
        self.refusal = ""
        self.failures: set[str] = set()
        """The kinds of errors since it last worked: each is logged once."""
        self.task: asyncio.Task[None] | None = None

    @property
    def database(self) -> int:
        return int(self.client.connection_pool.connection_kwargs.get("db") or 0)

    @property
    def password(self) -> str:
        return str(self.client.connection_pool.connection_kwargs.get("password") or "")

    def start(self) -> None:
        self.task = asyncio.create_task(self.watch())

    async def close(self) -> None:
        if self.task:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)
        self.became(False)
        with contextlib.suppress(Exception):  # it is given up anyway
            await self.client.aclose(close_connection_pool=True)
            await self.client.connection_pool.disconnect()

    async def do(self, *command: str | int | float | bytes, harmless: str = "") -> Reply:
        """Return the reply to one command. An error that begins with `harmless` counts as no reply."""
        return (await self.all([command], harmless))[0]

    async def all(self, commands: Sequence[Command], harmless: str = "") -> list[Reply]:
        """Return the replies to several commands, sent together. Raises `Away`, and then it isn't known which were carried out."""
        if not self.working:
            raise Away
        return await self.send(commands, harmless)

    async def send(self, commands: Sequence[Command], harmless: str = "") -> list[Reply]:
        try:
            async with asyncio.timeout(LIMIT), self.client.pipeline(transaction=False) as pipe:
                for command in commands:
                    pipe.execute_command(*command)
                replies: list[Reply] = await pipe.execute(raise_on_error=False)
        except Exception as error:  # whatever the library raises: refused, reset, too slow, still loading
            self.lose(error)
            raise Away from None
        return [self.checked(reply, harmless) for reply in replies]

    def checked(self, reply: Reply, harmless: str) -> Reply:
        """Refusals are for the one who asked: too little memory, a read-only replica, a group that is gone."""
        if not isinstance(reply, Exception):
            return reply
        if harmless and str(reply).startswith(harmless):
            return None
        if str(reply) != self.refusal:
            self.refusal = str(reply)
            log.warning("redis_refuses", exc_info=reply)
        raise Away

    # -- whether it works --

    async def watch(self) -> None:
        """Check whether it works, and reach for it again while it doesn't."""
        pause = FIRST_PAUSE
        while True:
            if await self.pulse():
                pause = FIRST_PAUSE
                await asyncio.sleep(PULSE)
            else:
                await asyncio.sleep(pause * random.uniform(0.5, 1.0))
                pause = min(2 * pause, LONGEST_PAUSE)

    async def pulse(self) -> bool:
        """Write something: a replica that can only be read is of no use."""
        try:
            await self.send([("SET", "lostcities:pulse", 1, "PX", 60_000)])
        except Away:
            self.became(False)
            return False
        self.became(True)
        return True

    def lose(self, error: Exception) -> None:
        why = kind_of(error)
        if why not in self.failures:
            self.failures.add(why)
            log.warning("redis_lost" if self.working else "redis_away", why=why)
        self.became(False)

    def became(self, working: bool) -> None:
        if working == self.working:
            return
        self.working = working
        metrics.REDIS_WORKING.set(working)
        if working:
            self.refusal = ""
            self.failures.clear()
            log.info("redis_works")
        for told in self.told:
            told(working)
