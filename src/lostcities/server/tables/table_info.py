"""What everybody at a table may know beside the position: who sits where, who is there, clocks, proposals, links."""

from __future__ import annotations

import time
from typing import Any, Protocol

import msgspec

from lostcities.server.socket.messages import Links, SeatFace, TableFace
from lostcities.server.tables.place import Place
from lostcities.server.tables.redaction import Audience, may_take_back, shown_commitment, shown_commitments
from lostcities.server.tables.scheduler import Scheduler


class Shown(Place, Protocol):
    """A room as it is shown."""

    scheduler: Scheduler
    proposals: dict[str, set[int]]
    rematch: str | None


def face_of(room: Shown, audience: Audience, base: str) -> TableFace:
    """The table as a client sees it; links are for those who sit there."""
    table, header, made = room.table, room.table.header, room.table.shuffling
    return TableFace(
        id=header.id,
        game=header.game,
        players=header.players,
        options=table.state.options,
        assist=header.assist,
        clock=msgspec.to_builtins(header.clock),
        hints=table.hints,
        listed=header.listed,
        takeover=header.takeover,
        seats=[seat_face(room, seat) for seat in range(header.players)],
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
        links=links_of(room, base) if audience else None,
        results=results_of(room),
        rematch=room.rematch,
        now=time.time_ns() // 1_000_000,
    )


def seat_face(room: Shown, number: int) -> SeatFace:
    seat, chair = room.table.seats[number], room.chairs[number]
    return SeatFace(
        name=chair.name,
        kind=seat.kind,
        bot=seat.player,
        away=seat.away,
        here=room.here(number),
        helped=number in room.table.helped,
        clock_ms=room.scheduler.clock_ms(number),
        takeover_at=epoch(room.scheduler.takeover_at(number)),
    )


def links_of(room: Shown, base: str) -> Links:
    """The keys stand behind a #, which browsers keep to themselves."""
    header = room.table.header
    join = None if room.table.full else f"{base}/t/{header.id}#join={header.join}"
    return Links(join, f"{base}/t/{header.id}#watch={header.watch}")


def results_of(room: Shown) -> dict[str, Any] | None:
    outcome = room.table.state.outcome()
    return {"totals": outcome.totals, "winners": outcome.winners} if outcome else None


def epoch(moment: float | None) -> int | None:
    """A moment of the server's clock in milliseconds since 1970."""
    return None if moment is None else int((time.time() + moment - time.monotonic()) * 1000)
