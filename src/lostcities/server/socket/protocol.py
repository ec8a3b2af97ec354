"""Changes to uvicorn's handling of sockets: when it stops reading, how much it reads, and how long it waits for a client that does not.

The limits on messages see only whole messages. Pings, fragments and bytes that never become a message are counted here, before they
cost anything; and data that a client does not read is not kept for ever.
"""

import asyncio
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from lostcities.server import metrics
from lostcities.server.errors import TOO_MANY
from lostcities.server.rates import Bucket
from lostcities.server.settings import Limits

MOST_WAITING = 4
"""Unanswered messages of a socket above which it stops reading."""
AT_ONCE = 1024
"""Bytes parsed before they are counted: in the smallest frames, of six bytes, about two milliseconds of work."""
MOST_UNREAD = 256 * 1024
"""Bytes that may wait to be written to a client."""
UNREAD_SECONDS = 20.0
"""How long a client may read too slowly, or not at all, before the connection is cut."""
LINGER_SECONDS = 10.0
"""How long a client has to read the rest after the socket was closed."""
TOO_FAST = 4000 + TOO_MANY


class SteadySocket(WebSocketsSansIOProtocol):
    """A socket that keeps reading while few messages wait. uvicorn's stops and starts for each: a fifth of the loop's time."""

    def __init__(self, limits: Limits, **made: Any) -> None:
        super().__init__(**made)
        now = self.loop.time()
        self.frames_allowed = Bucket(limits.frames, 3 * limits.frames, now)
        self.bytes_allowed = Bucket(limits.bytes, 3 * limits.bytes, now)
        self.cut: asyncio.TimerHandle | None = None
        """Cuts the connection of a client that does not read."""

    # -- reading --

    def send_receive_event_to_app(self) -> None:
        few = not self.read_paused and self.queue.qsize() < MOST_WAITING
        self.read_paused |= few
        super().send_receive_event_to_app()
        self.read_paused &= not few

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), AT_ONCE):
            piece = data[start : start + AT_ONCE]
            if not self.bytes_allowed.take(self.loop.time(), len(piece)):
                self.let_go()
            if self.transport.is_closing():
                return
            super().data_received(piece)

    def handle_events(self) -> None:
        """Count frames of every kind, as pings and fragments cost as much as messages."""
        if not self.frames_allowed.take(self.loop.time(), len(self.conn.events)):
            self.let_go()
            return
        super().handle_events()
        if self.transport.get_write_buffer_size() > MOST_UNREAD:
            self.transport.abort()

    def let_go(self) -> None:
        """Close the socket of a client that sends too much."""
        metrics.REFUSALS.labels("too_fast").inc()
        self.conn.fail(TOO_FAST, "too fast")
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()
        self.cut_after(LINGER_SECONDS)

    # -- writing --

    def pause_writing(self) -> None:
        super().pause_writing()
        self.cut_after(UNREAD_SECONDS)

    def resume_writing(self) -> None:
        super().resume_writing()
        if not (self.close_sent or self.transport.is_closing()):
            self.spare()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """Cut the connection after the conversation, even if the client does not read its last messages."""
        super().on_task_complete(task)
        if not self.disconnected:
            self.cut_after(LINGER_SECONDS)

    def keepalive_timeout(self) -> None:
        """Cut the connection of a client that has gone silent: what waits for it would never be sent."""
        super().keepalive_timeout()
        self.transport.abort()

    def cut_after(self, seconds: float) -> None:
        self.spare()
        self.cut = self.loop.call_later(seconds, self.transport.abort)

    def spare(self) -> None:
        if self.cut:
            self.cut.cancel()
        self.cut = None

    def connection_lost(self, exc: Exception | None) -> None:
        self.spare()
        super().connection_lost(exc)
