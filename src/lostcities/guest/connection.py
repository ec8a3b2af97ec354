"""A guest's connection to a table: it joins, reconnects where it left off, and repeats what was not answered.

It keeps to the limits of a server: few messages per second, and longer and longer waits while the server is busy or gone.
"""

import contextlib
import json
import random
import secrets
import time
from collections.abc import Callable

from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

from lostcities.games.errors import GameError, Reason
from lostcities.games.options import printable
from lostcities.guest.invitation import MOST, SECONDS, Message
from lostcities.records import RecordError, decode
from lostcities.text import ENGLISH as TEXT

SPACING = 0.1
"""Seconds between two messages, at least: a server takes 15 per second by default."""
PAUSE = 1.0
"""Seconds to wait after a message that came too fast."""
FIRST_WAIT, LONGEST_WAIT, LONGEST_BUSY_WAIT = 0.25, 8.0, 60.0
"""Seconds between two attempts to connect: the first, and the longest; longer if the server says that it is busy."""
LEAVE_SECONDS = 3.0
"""How long to try to tell a table that the guest leaves."""
PATIENCE = 600.0
"""Seconds after which a lost connection is given up."""
TOO_MANY, TRY_LATER = 4429, 1013
FINAL = range(4400, 4500)
"""Close codes that say no for good, except `TOO_MANY`: 4000 plus an HTTP status."""
ANSWERS = ("ack", "error")
TELLING = ("state", "event", "table")
"""Messages that a client gets only once it has joined."""


class TurnedAway(GameError):
    """The guest cannot play on at this table; `reason` says why."""


class Connection:
    """One client at one table. `say` tells people what becomes of the connection."""

    def __init__(self, address: str, token: str, say: Callable[[str], None]) -> None:
        self.address = address
        self.token = token
        self.say = say
        self.version = 0
        """The last version that was received."""
        self.waiting: dict[str, str] = {}
        """Requests that were not answered yet, by id."""
        self.open = contextlib.ExitStack()
        self.socket: ClientConnection | None = None
        self.lost: float | None = None
        """Since when there has been no connection, after there was one; or since the first attempt."""
        self.wait = FIRST_WAIT
        self.patience = SECONDS
        """Seconds that connecting may take."""
        self.sent = 0.0
        self.why: Message | None = None
        """The last error that did not answer a request: a refusal to join."""

    # -- talking --

    def ask(self, kind: str, **fields: object) -> str:
        """Send a request, and again after every reconnection until it is answered. Returns its id."""
        name = secrets.token_hex(16)
        self.waiting[name] = json.dumps({"type": kind, "id": name, **fields})
        if self.socket:
            self.send(self.socket, self.waiting[name])
        return name

    def send(self, socket: ClientConnection, text: str) -> None:
        """Send a message, not too soon after the last one. A broken connection is noticed when something is received."""
        time.sleep(max(self.sent + SPACING - time.monotonic(), 0))
        self.sent = time.monotonic()
        with contextlib.suppress(ConnectionClosed):
            socket.send(text)

    def receive(self, seconds: float | None) -> Message | None:
        """Return the next message; None if none comes in time. Raises `TurnedAway` if there will be no more."""
        if self.socket is None and not self.connect():
            return None
        assert self.socket is not None
        try:
            text = self.socket.recv(seconds)
        except TimeoutError:
            return None
        except (WebSocketException, OSError) as error:
            self.drop(error)
            return None
        return self.read(text.encode() if isinstance(text, str) else text)

    def read(self, text: bytes) -> Message | None:
        """Return a message, unless it only concerns the connection."""
        try:
            message = decode(text)
        except RecordError as error:
            raise TurnedAway(Reason("strange_message", {"detail": str(error)})) from None
        if not isinstance(message, dict):
            raise TurnedAway(Reason("strange_message", {"detail": type(message).__name__}))
        kind = message.get("type")
        if kind in TELLING:
            self.arrive(message)
        if kind == "error" and message.get("id") is None:
            self.why = message
        if kind in ANSWERS and isinstance(name := message.get("id"), str) and name in self.waiting:
            if message.get("code") == "too_fast":
                self.repeat(name)
                return None
            del self.waiting[name]
        return message

    def repeat(self, name: str) -> None:
        time.sleep(PAUSE)
        if self.socket:
            self.send(self.socket, self.waiting[name])

    # -- connecting --

    def connect(self) -> bool:
        """Connect and join; return whether that worked. The answer to joining is received like everything else."""
        self.lost = self.lost or time.monotonic()
        try:
            opening = connect(self.address, open_timeout=self.patience, close_timeout=2, max_size=MOST, user_agent_header="lostcities")
            self.socket = self.open.enter_context(opening)
        except (WebSocketException, OSError) as error:
            self.drop(error)
            return False
        self.send(self.socket, json.dumps({"type": "join", "since": self.version, "token": self.token}))
        for text in list(self.waiting.values()):
            self.send(self.socket, text)
        return True

    def arrive(self, message: Message) -> None:
        """Note that the table has answered, and how far it has got."""
        if self.lost is not None and self.version:
            self.say(TEXT("join.back"))
        self.lost, self.wait = None, FIRST_WAIT
        if isinstance(version := message.get("version"), int):
            self.version = max(self.version, version)

    def drop(self, error: Exception) -> None:
        """Leave a broken connection, and wait a while. Raises `TurnedAway` if the server wants no more of this guest."""
        self.hang_up()
        code = error.rcvd.code if isinstance(error, ConnectionClosed) and error.rcvd else 0
        why = printable(str(error) or type(error).__name__)[:200]
        if code in FINAL and code != TOO_MANY:
            said = self.why.get("message") if self.why else None
            raise TurnedAway(Reason("table_refused", {"address": self.address, "why": printable(str(said or why))[:200]}))
        if self.lost is None:
            self.say(TEXT("join.lost", why=why))
        self.lost = self.lost or time.monotonic()
        if time.monotonic() - self.lost > PATIENCE:
            raise TurnedAway(Reason("connection_lost", {"minutes": int(PATIENCE / 60), "why": why}))
        time.sleep(self.wait * random.uniform(0.75, 1.25))
        busy = code in (TOO_MANY, TRY_LATER) or code >= FINAL.stop
        self.wait = min(2 * self.wait, LONGEST_BUSY_WAIT if busy else LONGEST_WAIT)

    def hang_up(self) -> None:
        self.socket = None
        self.open.close()

    def leave(self) -> None:
        """Give up the seat, if the table can be reached, and hang up."""
        self.patience = LEAVE_SECONDS
        end, name = time.monotonic() + LEAVE_SECONDS, self.ask("leave")
        with contextlib.suppress(TurnedAway):
            while name in self.waiting and time.monotonic() < end:
                self.receive(max(end - time.monotonic(), 0))
        self.hang_up()
