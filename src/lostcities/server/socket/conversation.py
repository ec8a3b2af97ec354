"""A table's socket: a client joins, then asks and is told, until one of both goes away."""

import asyncio
import contextlib

from starlette.websockets import WebSocket, WebSocketDisconnect

from lostcities.games.errors import GameError
from lostcities.server import metrics
from lostcities.server.errors import BAD_REQUEST, TOO_MANY, Refused, refused
from lostcities.server.http import access
from lostcities.server.http.request import base_of
from lostcities.server.logs import log
from lostcities.server.rates import Bucket
from lostcities.server.services import Services
from lostcities.server.socket.client import Guest
from lostcities.server.socket.commands import Commands
from lostcities.server.socket.messages import ClientMessage, Error, Explain, Hint, Join, Ping, Pong, Takeback, decode, encode, id_of
from lostcities.server.tables import checks
from lostcities.server.tables.room import BROKEN, Room
from lostcities.text import catalogue

JOIN_SECONDS = 15.0
"""How long a client may take to join."""
REFUSED = 4000
"""Close codes are this and what HTTP would call it: 4404 is a table that does not exist."""
PAUSE = 0.2
"""A client that sends too much is read more slowly."""
HEAVY = (Join, Hint, Explain, Takeback)
"""What costs most: positions shown anew, bots asked, moves tried out."""


async def live(socket: WebSocket, id: str) -> None:
    """`/api/tables/{id}/live`."""
    await socket.accept()
    services, client = access.services_of(socket), access.visit_of(socket).client
    services.sockets[client] += 1
    metrics.SOCKETS.inc()
    conversation = Conversation(services, socket)
    try:
        await conversation.run(id)
    except WebSocketDisconnect:
        pass
    except Exception as error:
        log.error("socket_failed", exc_info=error)
        await conversation.apologise()
    finally:
        metrics.SOCKETS.dec()
        services.sockets[client] -= 1
        if not services.sockets[client]:
            del services.sockets[client]


class Conversation:
    """One socket, from its first message to its last."""

    def __init__(self, services: Services, socket: WebSocket) -> None:
        self.services = services
        self.socket = socket
        self.client = access.visit_of(socket).client
        self.language = access.language(socket)
        self.limits = services.settings.limits
        now = asyncio.get_running_loop().time()
        self.messages = Bucket(self.limits.messages, 3 * self.limits.messages, now)
        self.hints = Bucket(self.limits.hints, 10 * self.limits.hints, now)
        self.asked: set[asyncio.Task[None]] = set()

    async def run(self, id: str) -> None:
        try:
            room, guest, since = await self.join(id)
        except GameError as error:
            await self.turn_away(error)
            return
        delivery = asyncio.create_task(self.deliver(guest))
        try:
            await room.enter(guest, since)
            await self.welcome_back(room, guest)
            await self.listen(room, guest)
        finally:
            room.part(guest)
            for task in (delivery, *self.asked):
                task.cancel()

    async def turn_away(self, error: GameError) -> None:
        words = catalogue(self.language).explain(error.reason)
        await self.socket.send_text(encode(Error(None, error.reason.code, words)))
        await self.socket.close(REFUSED + getattr(error, "status", BAD_REQUEST))

    async def apologise(self) -> None:
        """A bug: what it was stands in the log."""
        words = catalogue(self.language)("reason.internal_error")
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # it may have been closed, or have gone
            await self.socket.send_text(encode(Error(None, "internal_error", words)))
            await self.socket.close(BROKEN)

    async def deliver(self, guest: Guest) -> None:
        try:
            code = await guest.deliver(self.socket.send_text)
            await self.socket.close(code)
        except (WebSocketDisconnect, RuntimeError):
            pass  # it has gone: whoever listens to it notices

    # -- joining --

    async def join(self, id: str) -> tuple[Room, Guest, int]:
        """The first message: which seats the client has, or that it watches."""
        visit = access.visit_of(self.socket)
        if self.services.sockets[visit.client] > self.limits.sockets:
            raise refused("too_many_sockets", TOO_MANY)
        try:
            message = decode(await asyncio.wait_for(self.receive(), JOIN_SECONDS))
        except TimeoutError:
            raise refused("join_first", BAD_REQUEST) from None
        if not isinstance(message, Join):
            raise refused("join_first", BAD_REQUEST)
        self.check_weight(message)
        person = await access.person_of(self.socket)
        self.language = access.language(self.socket, person)
        room = await self.services.registry.room(id)
        audience = access.seats_of(room, person, message.token or access.token_of(self.socket))
        access.check_sight(room, audience, message.watch)
        if message.seat in audience:
            audience = (message.seat,)
        return room, Guest(audience, self.language, base_of(visit, self.services.settings)), message.since

    async def welcome_back(self, room: Room, guest: Guest) -> None:
        """Whoever comes back takes the seat back from the bot, but not after running out of time."""
        for seat in guest.audience:
            if room.table.seats[seat].away in ("left", "absent") and not room.table.over:
                with contextlib.suppress(Refused):
                    await self.take_back(room, seat)

    async def take_back(self, room: Room, seat: int) -> None:
        await room.change(lambda table: checks.come_back(table, room.server_asks(), seat))

    # -- listening --

    async def receive(self) -> str | bytes:
        """The next message, as text or as bytes."""
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1005))
        text: str | bytes | None = message.get("text")
        return message.get("bytes") or b"" if text is None else text

    async def listen(self, room: Room, guest: Guest) -> None:
        commands = Commands(room, guest)
        while True:
            text = await self.receive()
            if guest.closing is not None:
                return
            try:
                await self.answer(commands, guest, text)
            except GameError as error:
                commands.refuse(id_of(text), error.reason)

    async def answer(self, commands: Commands, guest: Guest, text: str | bytes) -> None:
        now = asyncio.get_running_loop().time()
        if not (self.messages.take(now) and self.services.messages.allow(self.client)):
            await asyncio.sleep(PAUSE)
            raise refused("too_fast", TOO_MANY)
        message = decode(text)
        self.check_weight(message)
        if isinstance(message, Ping):
            guest.send(Pong())
        elif isinstance(message, Join):
            raise refused("joined", BAD_REQUEST)
        elif isinstance(message, Hint):
            if not self.hints.take(now):
                raise refused("too_fast", TOO_MANY)
            self.ask(commands, message)
        else:
            await commands.carry_out(message)

    def check_weight(self, message: ClientMessage) -> None:
        """What costs much is counted for all sockets of a client: many sockets would hold up everybody else."""
        if isinstance(message, HEAVY) and not self.services.heavy.allow(self.client):
            raise refused("too_fast", TOO_MANY)

    def ask(self, commands: Commands, message: Hint) -> None:
        """A hint takes its time; meanwhile the client can go on."""
        task = asyncio.create_task(commands.carry_out(message))
        self.asked.add(task)
        task.add_done_callback(self.asked.discard)
