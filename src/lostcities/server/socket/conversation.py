"""A table's socket from its first message to its last: a client joins, takes its seats, sends requests, and leaves."""

import asyncio
import contextlib

from starlette.websockets import WebSocket, WebSocketDisconnect

from lostcities.games.errors import GameError
from lostcities.server import metrics
from lostcities.server.errors import BAD_REQUEST, TOO_MANY, Refused, refused
from lostcities.server.http import access
from lostcities.server.http.caller import base_of
from lostcities.server.logs import log
from lostcities.server.messages import Error, Join
from lostcities.server.rates import SocketRates
from lostcities.server.services import Services
from lostcities.server.socket.client import Client, Commands, check_weight, decode, receive
from lostcities.server.tables.redaction import encode
from lostcities.server.tables.room import BROKEN, Room
from lostcities.text import catalogue

JOIN_SECONDS = 15.0
"""How long a client may take to join."""
REFUSED = 4000
"""Close codes are this plus the HTTP status: 4404 is a table that does not exist."""


async def live(socket: WebSocket, id: str) -> None:
    """Serve `/api/tables/{id}/live`."""
    await socket.accept()
    services, address = access.services_of(socket), access.caller_of(socket).client
    services.sockets.change(address, 1)
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
        services.sockets.change(address, -1)


class Conversation:
    """One socket."""

    def __init__(self, services: Services, socket: WebSocket) -> None:
        self.services = services
        self.socket = socket
        self.caller = access.caller_of(socket)
        self.language = access.language(socket)
        self.rates = SocketRates(self.caller.client, services.settings.limits, services.messages, services.heavy)

    async def run(self, id: str) -> None:
        try:
            room, client, since = await self.join(id)
        except GameError as error:
            await self.turn_away(error)
            return
        commands = Commands(room, client)
        delivery = asyncio.create_task(self.deliver(client))
        try:
            await room.enter(client, since)
            await take_seats_back(room, client)
            await commands.listen(self.socket, self.rates)
        finally:
            room.part(client)
            for task in (delivery, *commands.hints):
                task.cancel()

    async def join(self, id: str) -> tuple[Room, Client, int]:
        """Read the first message: which seats the client has, or that it watches."""
        if self.services.sockets[self.caller.client] > self.services.settings.limits.sockets:
            raise refused("too_many_sockets", TOO_MANY)
        try:
            message = decode(await asyncio.wait_for(receive(self.socket), JOIN_SECONDS))
        except TimeoutError:
            raise refused("join_first", BAD_REQUEST) from None
        if not isinstance(message, Join):
            raise refused("join_first", BAD_REQUEST)
        check_weight(self.rates, message)
        person = await access.person_of(self.socket)
        self.language = access.language(self.socket, person)
        room = await self.services.registry.room(id)
        audience = access.seats_of(room, person, message.token or access.token_of(self.socket))
        access.check_sight(room, audience, message.watch)
        if message.seat in audience:
            audience = (message.seat,)
        return room, Client(audience, self.language, base_of(self.caller, self.services.settings)), message.since

    async def turn_away(self, error: GameError) -> None:
        words = catalogue(self.language).explain(error.reason)
        await self.socket.send_text(encode(Error(None, error.reason.code, words)))
        await self.socket.close(REFUSED + getattr(error, "status", BAD_REQUEST))

    async def apologise(self) -> None:
        """Report a bug to the client. Details are in the log."""
        words = catalogue(self.language)("reason.internal_error")
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # it may have been closed, or the client has gone
            await self.socket.send_text(encode(Error(None, "internal_error", words)))
            await self.socket.close(BROKEN)

    async def deliver(self, client: Client) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # the client has gone, which the listener notices
            code = await client.deliver(self.socket.send_text)
            await self.socket.close(code)


async def take_seats_back(room: Room, client: Client) -> None:
    """Give a person who comes back their seat back from the bot, unless their time ran out."""
    for seat in client.audience:
        if room.table.seats[seat].away in ("left", "absent") and not room.table.over:
            with contextlib.suppress(Refused):
                await room.come_back(seat)
