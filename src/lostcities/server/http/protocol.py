"""HTTP connections: how many there may be, and how long a request and its answer may take.

If there are too many connections, from one address or in total, the one that has been idle longest is closed. Only if none is
idle is the new one refused. So file handles are left for databases, bots and new requests.

An incomplete request cannot keep a connection open for ever, nor can an answer that nobody reads: uvicorn itself only limits the idle time
between two requests.
"""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from lostcities.games.errors import Reason
from lostcities.server.errors import TOO_MANY, TOO_SLOW
from lostcities.server.http.caller import network_of
from lostcities.server.http.guard import BODY_SECONDS as ANSWERED_AFTER
from lostcities.server.http.guard import HEADERS
from lostcities.server.http.responses import error_body
from lostcities.server.settings import Settings
from lostcities.text import ENGLISH

RESERVE = 256
"""File handles reserved for other uses, or half of all if there are few."""
MOST_ADDRESSES = 1000
"""With more addresses than this, those without a connection are forgotten."""
HEAD_SECONDS = 10.0
"""From the start of a connection, or the end of the last answer, to the end of a request's headers."""
BODY_SECONDS = ANSWERED_AFTER + 5.0
"""For a body that the application does not read; otherwise the guard answers before that."""
ANSWER_SECONDS = 120.0
"""From the end of a request to the end of its answer, which a client may read slowly."""
LINGER_SECONDS = 5.0
"""How long after a connection should have closed its unread data is kept."""


class Connections:
    """All connections of a server, those of its sockets included."""

    def __init__(self, each: int | None, most: int) -> None:
        self.each, self.most = each, most
        self.open: dict[str, set[asyncio.BaseTransport]] = {}
        """By address or network; some may have closed since."""
        self.waiting: dict[TimedProtocol, None] = {}
        """Those idle between requests, the longest idle first."""

    @staticmethod
    def of(settings: Settings, handles: int) -> Connections:
        """Make it from the settings. Behind a proxy all connections come from the proxy, so there is no limit per address."""
        return Connections(None if settings.trust_proxy else settings.limits.connections, handles - min(RESERVE, handles // 2))

    def admit(self, network: str, transport: asyncio.BaseTransport, count: int) -> bool:
        """Whether a connection may stay; `count` is the total including this one."""
        mine = self.of_network(network)
        if self.each is not None and len(mine) >= self.each and not self.close_one(network):
            return False
        if count > self.most and not self.close_one():
            return False
        mine.add(transport)
        return True

    def of_network(self, network: str) -> set[asyncio.BaseTransport]:
        """The connections of a network that are still open."""
        if len(self.open) > MOST_ADDRESSES:
            self.open = {other: left for other, found in self.open.items() if (left := still_open(found))}
        self.open[network] = still_open(self.open.get(network, set()))
        return self.open[network]

    def close_one(self, network: str | None = None) -> bool:
        """Close the connection that has been idle longest, of one network or of all; return False if there is none."""
        found = next((one for one in self.waiting if network in (None, one.network)), None)
        if found is None:
            return False
        del self.waiting[found]
        found.dismiss()
        return True

    def awaits(self, one: TimedProtocol, waits: bool) -> None:
        """Note that a connection has become idle, or no longer is."""
        self.waiting.pop(one, None)
        if waits:
            self.waiting[one] = None


def still_open(found: set[asyncio.BaseTransport]) -> set[asyncio.BaseTransport]:
    """Drop closed connections. One that is closing still counts, as a client that does not read may keep it for long."""
    return {transport for transport in found if transport.get_extra_info("socket").fileno() >= 0}


class TimedProtocol(H11Protocol):
    """HTTP on one connection, with a time limit for each part of a request."""

    phase: object = None
    """The part of a request that is awaited: h11's name for the client's state."""
    deadline: asyncio.TimerHandle | None = None
    network = ""
    """Where the connection comes from, as counted by limits."""

    def __init__(self, others: Connections, **made: Any) -> None:
        super().__init__(**made)
        self.others = others

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
        """Restart the timer when a part of a request begins, but not while it continues."""
        gone = self.transport.is_closing() or self.transport.get_protocol() is not self  # a WebSocket has taken the connection over
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
        """Say why, if that is still possible, and close the connection."""
        begun, _ = self.conn.trailing_data
        if self.phase is h11.IDLE and self.conn.our_state is h11.IDLE and begun:
            self.refuse(TOO_SLOW, b"Request Timeout", "too_slow")
        self.dismiss()

    def timeout_keep_alive_handler(self) -> None:
        self.dismiss()

    def dismiss(self) -> None:
        """Close the connection, even if its client does not read the rest of its answer."""
        self.transport.close()
        self.loop.call_later(LINGER_SECONDS, self.transport.abort)

    def refuse(self, status: int, phrase: bytes, code: str) -> None:
        body = error_body(Reason(code, {}), ENGLISH.language)  # the language is not known yet
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), (b"connection", b"close")]
        answer = h11.Response(status_code=status, headers=[*headers, *HEADERS], reason=phrase)
        for event in (answer, h11.Data(data=body), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
