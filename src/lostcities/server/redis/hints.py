"""Hints that something is new, sent to all servers. A hint may be lost: whoever relies on it must also look from time to time.

A subscriber is told when hints may have been missed. Then it should look at once, as if everything were new.
"""

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from lostcities.server.logs import log
from lostcities.server.redis.connection import BLOCK_MS, LIMIT, Away, Connection

MOST_WAITING = 10_000
"""Hints that wait to be sent; the oldest ones are dropped."""
AT_ONCE = 200
PAUSE = 0.2
"""Seconds before listening again after it failed."""


class Subscription(NamedTuple):
    """Who listens to a channel."""

    heard: Callable[[str], None]
    interrupted: Callable[[], None]
    """Hints may have been missed. Called when listening stops, and when it starts again."""


class Hints:
    """Publishes hints, and hears those of all servers, its own too."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.outbox: deque[tuple[str, str]] = deque(maxlen=MOST_WAITING)
        self.wake = asyncio.Event()
        self.subscriptions: dict[str, Subscription] = {}
        self.listening = False
        """Whether hints are heard at the moment."""
        self.tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin to publish and, if anyone has subscribed, to listen."""
        self.tasks = [asyncio.create_task(self.deliver())]
        if self.subscriptions:
            self.tasks.append(asyncio.create_task(self.listen()))

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    def subscribe(self, channel: str, heard: Callable[[str], None], interrupted: Callable[[], None]) -> None:
        """Call `heard` with every hint on a channel, and `interrupted` when some may have been missed. Only before `start`."""
        self.subscriptions[self.full(channel)] = Subscription(heard, interrupted)

    def publish(self, channel: str, text: str) -> None:
        """Send a hint soon, if Redis works. Never waits."""
        if self.connection.working:
            self.outbox.append((self.full(channel), text))
            self.wake.set()

    def full(self, channel: str) -> str:
        """Return a channel's name in Redis, where all databases share the channels."""
        return f"lostcities:{self.connection.database}:{channel}"

    async def deliver(self) -> None:
        """Send what waits, many hints at a time."""
        while True:
            await self.wake.wait()
            self.wake.clear()
            while self.outbox:
                hints = [self.outbox.popleft() for _ in range(min(len(self.outbox), AT_ONCE))]
                with contextlib.suppress(Away):
                    await self.connection.all([("PUBLISH", channel, text) for channel, text in hints])

    async def listen(self) -> None:
        """Listen, and again after each interruption."""
        while True:
            if self.connection.working:
                try:
                    await self.hear()
                except Exception as error:  # whatever the library raises, or whoever was called
                    log.warning("hints_interrupted", exc_info=error)
                self.interrupt()
            await asyncio.sleep(PAUSE)

    async def hear(self) -> None:
        """Subscribe to all channels, and call back with what comes, until the connection breaks."""
        async with self.connection.client.pubsub() as line:
            async with asyncio.timeout(LIMIT):
                await line.subscribe(*self.subscriptions)
            while self.connection.working:
                message = await line.get_message(timeout=BLOCK_MS / 1000)
                if message and message["type"] == "subscribe":
                    self.subscribed(message["channel"])
                elif message and message["type"] == "message":
                    self.subscriptions[message["channel"]].heard(message["data"])

    def subscribed(self, channel: str) -> None:
        self.listening = True
        self.subscriptions[channel].interrupted()

    def interrupt(self) -> None:
        """Say once that hints are no longer heard."""
        if self.listening:
            self.listening = False
            for subscription in self.subscriptions.values():
                subscription.interrupted()
