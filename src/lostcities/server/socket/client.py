"""A client at a table: its requests, one function per kind of message, and the messages sent to it.

Every message with an id is answered with `ack`, `error`, or what it asked for.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from lostcities.games.errors import GameError, Reason
from lostcities.server import messages, metrics
from lostcities.server.errors import BAD_REQUEST, FORBIDDEN, TOO_MANY, Refused, Repeated, refused
from lostcities.server.logs import log
from lostcities.server.messages import ClientMessage, ServerMessage
from lostcities.server.rates import SocketRates
from lostcities.server.store.events import Event
from lostcities.server.store.storage import hint_given
from lostcities.server.tables import checks
from lostcities.server.tables.checks import Asker
from lostcities.server.tables.interface import Check
from lostcities.server.tables.redaction import encode, explanation
from lostcities.server.tables.room import Room
from lostcities.server.tables.table import Audience, Table
from lostcities.text import catalogue

MOST_WAITING = 256
"""Queued messages; a client that falls further behind is disconnected, and gets what it missed when it comes back."""
TOO_SLOW = 1013
PAUSE = 0.2
"""Seconds: a client that sends too much is read more slowly."""
HINT_MS = 500
HEAVY = (messages.Join, messages.Hint, messages.Explain, messages.Takeback)
"""The most expensive messages: they build positions, ask bots, or try out moves."""
MALFORMED = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What decoding a message can raise: wrong fields, invalid UTF-8, deep nesting."""
DECODER: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)


class Client:
    """A client that has joined. Sending never waits, so a slow client blocks nobody."""

    def __init__(self, audience: Audience, language: str, base: str) -> None:
        self.audience = audience
        self.language = language
        self.base = base
        self.outbox: deque[str] = deque()
        self.wake = asyncio.Event()
        self.closing: int | None = None
        """The WebSocket close code, once it is being closed."""

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
        """Close the socket after sending what the client can still take."""
        self.closing = code
        self.wake.set()

    async def deliver(self, send: Callable[[str], Awaitable[None]]) -> int:
        """Send messages until the client is closed; return the close code."""
        while True:
            await self.wake.wait()
            self.wake.clear()
            while self.outbox and self.closing != TOO_SLOW:
                await send(self.outbox.popleft())
            if self.closing is not None:
                return self.closing


# -- listening --


async def receive(socket: WebSocket) -> str | bytes:
    """Return the next message, as text or bytes."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005))
    text: str | bytes | None = message.get("text")
    return message.get("bytes") or b"" if text is None else text


def decode(text: str | bytes) -> ClientMessage:
    """Return a client's message. A malformed one is refused, saying what was expected."""
    try:
        return DECODER.decode(text)
    except MALFORMED as error:
        raise refused("bad_message", BAD_REQUEST, detail=str(error)) from None


def id_of(text: str | bytes) -> str | None:
    """Return the id of a message that is otherwise malformed."""
    try:
        return msgspec.json.decode(text, type=messages.Named).id
    except MALFORMED:
        return None


def check_weight(rates: SocketRates, message: ClientMessage) -> None:
    """Count expensive messages over all sockets of a client: with many sockets it would slow everyone else down."""
    if isinstance(message, HEAVY) and not rates.allow_heavy():
        raise refused("too_fast", TOO_MANY)


class Commands:
    """Carries out one client's requests."""

    def __init__(self, room: Room, client: Client) -> None:
        self.room = room
        self.client = client
        self.hints: set[asyncio.Task[None]] = set()
        """Hints in progress."""

    async def listen(self, socket: WebSocket, rates: SocketRates) -> None:
        """Answer message after message until the client leaves or is closed."""
        while True:
            text = await receive(socket)
            if self.client.closing is not None:
                return
            try:
                await self.answer(text, rates)
            except GameError as error:
                self.refuse(id_of(text), error.reason)

    async def answer(self, text: str | bytes, rates: SocketRates) -> None:
        if not rates.allow_message():
            await asyncio.sleep(PAUSE)
            raise refused("too_fast", TOO_MANY)
        message = decode(text)
        check_weight(rates, message)
        if isinstance(message, messages.Ping):
            self.client.send(messages.Pong())
        elif isinstance(message, messages.Join):
            raise refused("joined", BAD_REQUEST)
        elif isinstance(message, messages.Hint):
            if not rates.allow_hint():
                raise refused("too_fast", TOO_MANY)
            task = asyncio.create_task(self.carry_out(message))  # it takes time; meanwhile the client can continue
            self.hints.add(task)
            task.add_done_callback(self.hints.discard)
        else:
            await self.carry_out(message)

    async def carry_out(self, message: messages.Asked) -> None:
        """Carry out a request and answer it. An ack means that it is durable, if it is stored at all."""
        asker = Asker(self.client.audience, message.id, self.room.now(), self.room.owner(self.client.audience))
        try:
            version = await COMMANDS[type(message)](self, message, asker)
        except Repeated as repeated:
            version = repeated.version
        except GameError as error:
            self.refuse(message.id, error.reason)
            return
        except Exception as error:  # if it could not be stored, the table is closed, and this client with it
            log.error("command_failed", exc_info=error)
            self.refuse(message.id, Reason("internal_error", {}))
            return
        if version is not None:
            self.client.send(messages.Ack(message.id, version))

    def refuse(self, id: str | None, reason: Reason) -> None:
        metrics.REFUSALS.labels(reason.code).inc()
        self.client.send(messages.Error(id, reason.code, catalogue(self.client.language).explain(reason)))

    # -- the match --

    async def change(self, asker: Asker, check: Check) -> int:
        """Make a change if the client still has its seats when the change's turn comes. Returns the version after it."""

        def check_both(table: Table) -> Event:
            if self.client.audience != asker.seats:
                raise refused("no_seat", FORBIDDEN)
            if self.room.owner(asker.seats) != asker.owner:
                raise refused("stale")
            return check(table)

        event = await self.room.change(check_both)
        return event.version

    async def move(self, asked: messages.Move, asker: Asker) -> int:
        ms = self.room.scheduler.spent
        return await self.change(asker, lambda table: checks.move(table, asker, asked.version, asked.move, asked.seat, ms()))

    async def takeback(self, asked: messages.Takeback, asker: Asker) -> int:
        ms = self.room.scheduler.spent
        return await self.change(asker, lambda table: checks.takeback(table, asker, asked.version, asked.seat, ms()))

    async def commit(self, asked: messages.Commit, asker: Asker) -> int:
        return await self.change(asker, lambda table: checks.pledge(table, asker, asked.round, asked.commitment))

    async def reveal(self, asked: messages.Reveal, asker: Asker) -> int:
        return await self.change(asker, lambda table: checks.reveal(table, asker, asked.round, asked.bytes))

    async def leave(self, asked: messages.Leave, asker: Asker) -> int | None:
        """Give all seats of the client to a bot. Before the match begins they become free again, and the client is closed.

        Each seat is an event of its own. Only the last one has the request's key: if it is stored, so are the others.
        """
        checks.check_new(self.room.table, asker)
        begun = self.room.table.begun
        *others, last = [seat for seat in asker.seats if seat in self.room.people] or asker.seats
        for seat in others:
            with suppress(Refused):  # it has been left already
                await self.room.leave(seat, Asker(asker.seats, None, asker.now), "left")
        version = await self.room.leave(last, asker, "left")
        if begun:
            return version
        self.client.send(messages.Ack(asked.id, version))
        for seat in asker.seats:
            self.room.dismiss(seat)
        return None

    # -- between people --

    async def propose(self, asked: messages.Propose, asker: Asker) -> int:
        return await self.agree(messages.Agree(asked.id, asked.what), asker)

    async def agree(self, asked: messages.Agree, asker: Asker) -> int:
        """Answer a proposal, or make one; it takes effect when all people have agreed."""
        checks.check_new(self.room.table, asker)
        checks.check_proposal(self.room.table, asked.what)
        if await self.room.agree(asked.what, asker.seats, asked.yes):
            with suppress(Refused):  # the agreement has taken effect through somebody else's answer
                return await self.change(asker, lambda table: checks.agreed(table, asker, asked.what))
        return self.room.table.version

    async def say(self, asked: messages.Say, asker: Asker) -> int:
        checks.check_new(self.room.table, asker)
        if asked.seat is not None and asked.seat not in asker.seats:
            raise refused("not_your_seat", FORBIDDEN)
        await self.room.say(messages.Said(asker.seats[0] if asked.seat is None else asked.seat, asked.phrase))
        return self.room.table.version

    async def hint(self, asked: messages.Hint, asker: Asker) -> None:
        """Send the best moves for the seat that decides, from what that seat can know."""
        table = self.room.table
        checks.check_new(table, asker)
        if not table.hints:
            raise refused("hints_off", FORBIDDEN)
        position, view = table.position, table.state.view(checks.check_turn(table, asker, None))
        await self.note_hint(asker)
        moves = await self.room.services.bots.advise(view["game"], view, HINT_MS)
        if table.position != position:
            raise refused("stale")
        self.client.send(messages.HintMessage(asked.id, [messages.HintMove(*line) for line in moves]))

    async def note_hint(self, asker: Asker) -> None:
        """Store that a person has asked for a hint, once: the match does not count for their rating."""
        for seat in set(asker.seats) - self.room.hinted:
            await self.room.services.storage.write(hint_given(self.room.id, seat))
            self.room.hinted.add(seat)

    async def explain(self, asked: messages.Explain, asker: Asker) -> None:
        table = self.room.table
        checks.check_turn(table, asker, asked.seat)
        self.client.send(explanation(asked.id, table.state, asked.moves))


Command = Callable[[Commands, Any, Asker], Awaitable[int | None]]
COMMANDS: dict[type, Command] = {
    messages.Move: Commands.move,
    messages.Takeback: Commands.takeback,
    messages.Commit: Commands.commit,
    messages.Reveal: Commands.reveal,
    messages.Leave: Commands.leave,
    messages.Propose: Commands.propose,
    messages.Agree: Commands.agree,
    messages.Say: Commands.say,
    messages.Hint: Commands.hint,
    messages.Explain: Commands.explain,
}
