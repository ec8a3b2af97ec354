"""What uvicorn does otherwise: how many connections there may be, and how long a request and its answer may take.

Half a request keeps no connection open for ever, nor does an answer that nobody reads: uvicorn itself limits only how long one may be quiet
between two requests.
"""

import asyncio

import h11
import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol

from lostcities.server import metrics
from lostcities.server.connections import Connections
from lostcities.server.errors import TOO_MANY, TOO_SLOW
from lostcities.server.http.caller import network_of
from lostcities.server.http.guard import BODY_SECONDS as ANSWERED_AFTER
from lostcities.server.http.guard import HEADERS
from lostcities.text import ENGLISH

HEAD_SECONDS = 10.0
"""From the first moment of a connection, or the end of the last answer, to the end of a request's headers."""
BODY_SECONDS = ANSWERED_AFTER + 5.0
"""For a body that nobody waits for; where somebody does, the guard answers before that."""
ANSWER_SECONDS = 120.0
"""From the end of a request to the end of its answer, which a client may read slowly."""
LINGER_SECONDS = 5.0
"""What a client has not read so long after its connection should have been closed is given up."""


class TimedProtocol(H11Protocol):
    """HTTP on one connection, with a time limit for each part of a request."""

    phase: object = None
    """Which part of a request is awaited, as h11 names what the client is doing."""
    deadline: asyncio.TimerHandle | None = None
    network = ""
    """Where the connection comes from, as limits count."""

    @property
    def others(self) -> Connections:
        found: Connections = self.config.app.connections  # type: ignore[union-attr]
        return found

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.network = network_of(self.client[0] if self.client else "")
        if self.others.admit(self.network, transport, len(self.connections)):
            self.watch()
        else:
            self.refuse(TOO_MANY, b"Too Many Requests", "too_many_sockets")
            self.dismiss()

    def connection_lost(self, exc: Exception | None) -> None:
        self.await_phase(None, None)
        super().connection_lost(exc)

    def handle_events(self) -> None:
        super().handle_events()
        self.watch()

    def watch(self) -> None:
        """A part of a request that begins has its own time; one that goes on has no more."""
        gone = self.transport.is_closing() or self.transport.get_protocol() is not self  # a socket takes the connection over
        phase = None if gone else self.conn.their_state
        seconds: dict[object, float] = {h11.IDLE: HEAD_SECONDS, h11.SEND_BODY: BODY_SECONDS}
        if phase is not self.phase:
            self.await_phase(phase, None if gone else seconds.get(phase, ANSWER_SECONDS))

    def await_phase(self, phase: object, seconds: float | None) -> None:
        if self.deadline:
            self.deadline.cancel()
        self.phase = phase
        self.others.awaits(self, phase is h11.IDLE)
        self.deadline = None if seconds is None else self.loop.call_later(seconds, self.expire)

    def expire(self) -> None:
        """Says why, where that is still possible, and closes the connection."""
        begun, _ = self.conn.trailing_data
        if self.phase is h11.IDLE and self.conn.our_state is h11.IDLE and begun:
            self.refuse(TOO_SLOW, b"Request Timeout", "too_slow")
        self.dismiss()

    def timeout_keep_alive_handler(self) -> None:
        self.dismiss()

    def dismiss(self) -> None:
        """Closes the connection, also if its client does not read what it is still to be sent."""
        self.transport.close()
        self.loop.call_later(LINGER_SECONDS, self.transport.abort)

    def refuse(self, status: int, phrase: bytes, code: str) -> None:
        metrics.REFUSALS.labels(code).inc()
        body = msgspec.json.encode({"code": code, "message": ENGLISH(f"reason.{code}")})  # which language is not known yet
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), (b"connection", b"close")]
        answer = h11.Response(status_code=status, headers=[*headers, *HEADERS], reason=phrase)
        for event in (answer, h11.Data(data=body), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
