"""What a client can ask of a table over its socket, one function a message. All answer with `ack`, `error`, or what was asked for."""

from collections.abc import Awaitable, Callable
from typing import Any

from lostcities.games.errors import GameError, Reason
from lostcities.games.game import View
from lostcities.server import metrics
from lostcities.server.bots.hints import Advice
from lostcities.server.bots.pool import Silent
from lostcities.server.errors import FORBIDDEN, Repeated, refused
from lostcities.server.logs import log
from lostcities.server.socket.client import Guest
from lostcities.server.socket.messages import (
    Ack,
    Agree,
    Asked,
    Commit,
    Error,
    Explain,
    Hint,
    HintMessage,
    HintMove,
    Leave,
    Move,
    Propose,
    Reveal,
    Said,
    Say,
    Takeback,
)
from lostcities.server.tables import checks
from lostcities.server.tables.checks import Asker
from lostcities.server.tables.events import Event
from lostcities.server.tables.explanations import explanation
from lostcities.server.tables.place import Check
from lostcities.server.tables.room import Room, now_ms
from lostcities.server.tables.table import Table
from lostcities.text import catalogue

HINT_MS = 500


class Commands:
    """Carries out what one client asks."""

    def __init__(self, room: Room, guest: Guest) -> None:
        self.room = room
        self.guest = guest

    async def carry_out(self, message: Asked) -> None:
        """Does it, and answers. An ack means that it is durable, as far as it is stored at all."""
        asker = Asker(self.guest.audience, message.id, now_ms(), self.room.owner(self.guest.audience))
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
            self.guest.send(Ack(message.id, version))

    def refuse(self, id: str | None, reason: Reason) -> None:
        metrics.REFUSALS.labels(reason.code).inc()
        self.guest.send(Error(id, reason.code, catalogue(self.guest.language).explain(reason)))

    # -- the match --

    async def change(self, asker: Asker, check: Check) -> int:
        """A change of the table, if the client still has its seats when it is this change's turn. The version after it."""

        def check_both(table: Table) -> Event:
            if self.guest.audience != asker.seats:
                raise refused("no_seat", FORBIDDEN)
            if self.room.owner(asker.seats) != asker.owner:
                raise refused("stale")
            return check(table)

        event = await self.room.change(check_both)
        return event.version

    async def move(self, asked: Move, asker: Asker) -> int:
        ms = self.room.scheduler.spent
        return await self.change(asker, lambda table: checks.move(table, asker, asked.version, asked.move, asked.seat, ms()))

    async def takeback(self, asked: Takeback, asker: Asker) -> int:
        ms = self.room.scheduler.spent
        return await self.change(asker, lambda table: checks.takeback(table, asker, asked.version, asked.seat, ms()))

    async def commit(self, asked: Commit, asker: Asker) -> int:
        return await self.change(asker, lambda table: checks.pledge(table, asker, asked.round, asked.commitment))

    async def reveal(self, asked: Reveal, asker: Asker) -> int:
        return await self.change(asker, lambda table: checks.reveal(table, asker, asked.round, asked.bytes))

    async def leave(self, asked: Leave, asker: Asker) -> int | None:
        """Gives all seats of the client to a bot; before the match begins they are free again, and the client is let go."""
        checks.check_new(self.room.table, asker)
        begun, version = self.room.table.begun, self.room.table.version
        for seat in asker.seats:
            version = await self.room.leave(seat, asker, "left")
            asker = Asker(asker.seats, None, asker.now)
        if begun:
            return version
        self.guest.send(Ack(asked.id, version))
        for seat in asker.seats:
            self.room.dismiss(seat)
        return None

    # -- among people --

    async def propose(self, asked: Propose, asker: Asker) -> int:
        return await self.agree(Agree(asked.id, asked.what), asker)

    async def agree(self, asked: Agree, asker: Asker) -> int:
        """Says what one thinks of a proposal, or makes it; done when all people have agreed."""
        checks.check_new(self.room.table, asker)
        checks.check_proposal(self.room.table, asked.what)
        if not self.room.agree(asked.what, asker.seats, asked.yes):
            self.room.show_table()
            return self.room.table.version
        return await self.change(asker, lambda table: checks.agreed(table, asker, asked.what))

    async def say(self, asked: Say, asker: Asker) -> int:
        checks.check_new(self.room.table, asker)
        if asked.seat is not None and asked.seat not in asker.seats:
            raise refused("not_your_seat", FORBIDDEN)
        self.room.tell(Said(asker.seats[0] if asked.seat is None else asked.seat, asked.phrase))
        return self.room.table.version

    async def hint(self, asked: Hint, asker: Asker) -> None:
        """The best moves for the seat that decides, from what that seat can know."""
        table = self.room.table
        checks.check_new(table, asker)
        if not table.hints:
            raise refused("hints_off", FORBIDDEN)
        view = table.state.view(checks.check_turn(table, asker, None))
        moves = await self.advice(view)
        if table.state.player != view["seat"]:
            raise refused("stale")
        self.guest.send(HintMessage(asked.id, [HintMove(move, worth) for move, worth in moves]))

    async def advice(self, view: View) -> Advice:
        thinking = self.room.needs.thinking
        try:
            return await thinking.advise(view["game"], view, HINT_MS)
        except Silent:
            return await thinking.understudy.advise(view)

    async def explain(self, asked: Explain, asker: Asker) -> None:
        table = self.room.table
        checks.check_turn(table, asker, asked.seat)
        self.guest.send(explanation(asked.id, table.state, asked.moves))


Command = Callable[[Commands, Any, Asker], Awaitable[int | None]]
COMMANDS: dict[type, Command] = {
    Move: Commands.move,
    Takeback: Commands.takeback,
    Commit: Commands.commit,
    Reveal: Commands.reveal,
    Leave: Commands.leave,
    Propose: Commands.propose,
    Agree: Commands.agree,
    Say: Commands.say,
    Hint: Commands.hint,
    Explain: Commands.explain,
}
