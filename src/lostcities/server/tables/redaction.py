"""What a client is sent of a table. Nothing else turns positions into messages, so whatever is hidden here never reaches the wire.

All clients with the same seats are sent the same.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Protocol

import msgspec
from msgspec import UNSET, UnsetType

from lostcities.games.game import State, View
from lostcities.play import Event as Decision
from lostcities.play import after
from lostcities.records.fair import commitment
from lostcities.server.messages import EventMessage, Explanation, Links, Made, SeatFace, ServerMessage, Share, StateMessage, TableFace, Why
from lostcities.server.store.events import Event
from lostcities.server.tables.checks import now_ms
from lostcities.server.tables.interface import RoomInterface
from lostcities.server.tables.scheduler import Scheduler
from lostcities.server.tables.shuffling import Shuffling
from lostcities.server.tables.table import Audience, Table

ENCODER = msgspec.json.Encoder()


def encode(message: ServerMessage) -> str:
    return ENCODER.encode(message).decode()


# -- the position --


def viewer(table: Table, audience: Audience) -> int | None:
    """Return the seat whose view a client gets: of several, the one that decides, or decides next."""
    if len(audience) <= 1:
        return audience[0] if audience else None
    deciding, players = table.state.player or 0, table.players
    return min(audience, key=lambda seat: (seat - deciding) % players)


def view(table: Table, audience: Audience) -> View | None:
    """Return the position as a client may see it; None before the first deal."""
    return table.state.view(viewer(table, audience)) if table.begun else None


def may_take_back(table: Table, audience: Audience) -> bool:
    return table.can_take_back and table.match.taker in audience


def event_message(table: Table, event: Event, audience: Audience) -> EventMessage:
    """Return an event that has just been applied, as a client may see it."""
    message = EventMessage(event.version, view(table, audience), UNSET if event.seat is None else event.seat)
    message.can_take_back = may_take_back(table, audience)
    if event.what == "move":
        message.move = event.body["move"]
        message.card = card_of(table.recent[-1].decision, audience)
        return message
    message.what = event.what
    if event.what == "takeback":
        message.recent = recent(table, audience)
    message.why = event.body.get("why", UNSET)
    message.round = event.body.get("round", UNSET)
    add_shuffle(message, table, event)
    return message


def card_of(made: Decision, audience: Audience) -> str | UnsetType:
    """Return the card that a decision drew, if a client may know it."""
    return made.seen_by(made.seat if made.seat in audience else None).card or UNSET


def recent(table: Table, audience: Audience) -> list[Made]:
    """Return the last decisions of this round, as a client may see them."""
    return [Made(made.seat, turn, made.move, card_of(made, audience)) for (_, turn, _), made in table.recent]


def state_message(room: ShownRoom, audience: Audience, base: str) -> StateMessage:
    """Return everything that a client is sent when it joins."""
    table = room.table
    return StateMessage(table.version, view(table, audience), table_info(room, audience, base), recent(table, audience))


def add_shuffle(message: EventMessage, table: Table, event: Event) -> None:
    """Add what everyone may know of a shuffle: commitments once their list is fixed, bytes once they are dealt with."""
    made = table.shuffling
    if made is None or event.what not in ("commit", "fix", "deal"):
        return
    if event.what == "fix":
        message.commitments = shown_commitments(made)
        return
    message.commitment = shown_commitment(made)
    if event.what == "commit" and made.restarts:
        message.restarts, message.without = made.restarts, list(made.without)
    if event.what == "deal" and "seats" in table.state.rounds[-1].fair:
        message.seats = {seat: Share(**share) for seat, share in table.state.rounds[-1].fair["seats"].items()}


def shown_commitment(made: Shuffling) -> str:
    """The server's own commitment."""
    return commitment(made.seed).hex()


def shown_commitments(made: Shuffling) -> dict[str, str]:
    """The commitments of the seats. Empty until the list is fixed."""
    return {str(seat): given.hex() for seat, given in sorted(made.promised.items())}


# -- moves --


def explanation(id: str, state: State, moves: Iterable[str]) -> Explanation:
    """Return what moves would add to the score of the deciding seat, or why they are not possible.

    An unseen card does not change a score, so this reveals nothing that the seat cannot know.
    """
    found = Explanation(id, {}, {})
    for move in dict.fromkeys(moves):
        reason = state.why_not(move)
        if reason:
            found.reasons[move] = Why(reason.code, dict(reason.args))
        else:
            found.gains[move] = gain(state, move)
    return found


def gain(state: State, move: str) -> int:
    seat = state.player
    assert seat is not None
    return after(state, move).live[seat] - state.live[seat]


# -- the table --


class ShownRoom(RoomInterface, Protocol):
    """A room as it is shown."""

    scheduler: Scheduler
    proposals: dict[str, set[int]]
    rematch: str | None


def table_info(room: ShownRoom, audience: Audience, base: str) -> TableFace:
    """Return the table as a client sees it. Links are only for players."""
    table, header, made = room.table, room.table.header, room.table.shuffling
    return TableFace(
        id=header.id,
        game=header.game,
        players=table.players,
        options=table.state.options,
        assist=header.assist,
        clock=msgspec.to_builtins(header.clock),
        hints=table.hints,
        listed=header.listed,
        takeover=header.takeover,
        seats=[seat_info(room, seat) for seat in range(table.players)],
        you=list(audience),
        round=table.round,
        starter=table.starter,
        commitment=shown_commitment(made) if made else None,
        committed=sorted(made.commitments) if made else [],
        commitments=shown_commitments(made) if made and made.fixed else None,
        revealed=sorted(made.shares) if made else [],
        restarts=made.restarts if made else 0,
        without=list(made.without) if made else [],
        deal_at=epoch(room.scheduler.deal_at),
        proposals={what: sorted(seats) for what, seats in room.proposals.items()},
        stalled=table.stalled,
        can_take_back=may_take_back(table, audience),
        finished=table.over,
        played_out=table.played_out,
        links=links_of(room, base) if audience and not header.daily else None,
        results=results_of(room),
        rematch=room.rematch,
        now=now_ms(),
        daily=header.daily,
        ranked=header.ranked,
    )


def seat_info(room: ShownRoom, number: int) -> SeatFace:
    seat, chair = room.table.seats[number], room.chairs[number]
    return SeatFace(
        name=chair.name,
        face=chair.face,
        kind=seat.kind,
        bot=seat.player,
        away=seat.away,
        here=room.here(number),
        helped=number in room.table.helped,
        clock_ms=room.scheduler.clock_ms(number),
        takeover_at=epoch(room.scheduler.takeover_at(number)),
    )


def links_of(room: ShownRoom, base: str) -> Links:
    """Return the links. Their keys come after a #, which browsers do not send."""
    header = room.table.header
    join = None if room.table.full else f"{base}/t/{header.id}#join={header.join}"
    return Links(join, f"{base}/t/{header.id}#watch={header.watch}")


def results_of(room: ShownRoom) -> dict[str, list[int]] | None:
    outcome = room.table.state.outcome()
    return {"totals": outcome.totals, "winners": outcome.winners} if outcome else None


def epoch(moment: float | None) -> int | None:
    """Return a time of the server's monotonic clock in milliseconds since 1970."""
    return None if moment is None else int((time.time() + moment - time.monotonic()) * 1000)
