"""What uvicorn does otherwise with a request: how long it may take to arrive.

Half a request keeps no connection open for ever: uvicorn itself limits only how long one may be quiet between two requests.
"""

import asyncio
from typing import Any

import h11
import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol

from lostcities.server.errors import TOO_SLOW
from lostcities.server.guard import BODY_SECONDS as ANSWERED_AFTER
from lostcities.server.guard import HEADERS
from lostcities.text import ENGLISH

HEAD_SECONDS = 10.0
"""From the first moment of a connection, or the end of the last answer, to the end of a request's headers."""
BODY_SECONDS = ANSWERED_AFTER + 5.0
"""For a body that nobody waits for; where somebody does, the guard answers before that."""


class TimedProtocol(H11Protocol):
    """HTTP on one connection, with a time limit for each part of a request."""

    phase: Any = None
    """Which part of a request is awaited, as h11 names what the client is doing."""
    deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self.await_phase(None, None)
        super().connection_lost(exc)

    def handle_events(self) -> None:
        super().handle_events()
        self.watch()

    def watch(self) -> None:
        """A part of a request that begins has its own time; one that goes on has no more."""
        gone = self.transport.is_closing() or self.transport.get_protocol() is not self  # a socket takes the connection over
        phase: Any = None if gone else self.conn.their_state
        if phase is not self.phase:
            self.await_phase(phase, {h11.IDLE: HEAD_SECONDS, h11.SEND_BODY: BODY_SECONDS}.get(phase))

    def await_phase(self, phase: Any, seconds: float | None) -> None:
        if self.deadline:
            self.deadline.cancel()
        self.phase = phase
        self.deadline = None if seconds is None else self.loop.call_later(seconds, self.expire)

    def expire(self) -> None:
        """Says why, where that is still possible, and closes the connection."""
        begun, _ = self.conn.trailing_data
        if self.phase is h11.IDLE and self.conn.our_state is h11.IDLE and begun:
            self.send_408_response()
        self.transport.close()

    def send_408_response(self) -> None:
        body = msgspec.json.encode({"code": "too_slow", "message": ENGLISH("reason.too_slow")})  # which language is not known yet
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), (b"connection", b"close")]
        answer = h11.Response(status_code=TOO_SLOW, headers=[*headers, *HEADERS], reason=b"Request Timeout")
        for event in (answer, h11.Data(data=body), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
