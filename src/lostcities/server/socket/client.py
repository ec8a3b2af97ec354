"""A client at a table: one socket, the seats that it may play, and what is on its way to it."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from lostcities.server.socket.messages import ServerMessage, encode
from lostcities.server.tables.redaction import Audience

MOST_WAITING = 256
"""Messages on their way; a client that falls further behind is let go, and gets what it missed when it comes back."""
TOO_SLOW = 1013


class Guest:
    """A client that has joined. Sending never waits: a slow client holds up nobody."""

    def __init__(self, audience: Audience, language: str, base: str) -> None:
        self.audience = audience
        self.language = language
        self.base = base
        """The address under which it reached the server."""
        self.outbox: deque[str] = deque()
        self.wake = asyncio.Event()
        self.closing: int | None = None
        """Why it is let go, as sockets number it."""

    def send(self, message: ServerMessage) -> None:
        self.post(encode(message))

    def post(self, text: str) -> None:
        if self.closing is not None:
            return
        self.outbox.append(text)
        if len(self.outbox) > MOST_WAITING:
            self.close(TOO_SLOW)
        self.wake.set()

    def close(self, code: int) -> None:
        """Lets the client go once it has been sent what it is still able to take."""
        self.closing = code
        self.wake.set()

    async def deliver(self, send: Callable[[str], Awaitable[None]]) -> int:
        """Sends what comes until the client is let go; returns why."""
        while True:
            await self.wake.wait()
            self.wake.clear()
            while self.outbox and self.closing != TOO_SLOW:
                await send(self.outbox.popleft())
            if self.closing is not None:
                return self.closing
