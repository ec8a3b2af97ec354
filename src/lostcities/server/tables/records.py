"""The record of a table, as those who may see it get it."""

from typing import Any

from lostcities.records import record_of
from lostcities.server.tables.checks import now_ms
from lostcities.server.tables.days import Day
from lostcities.server.tables.room import Room


def finished_record(room: Room, unnamed: str) -> dict[str, Any]:
    """Return the record, with nothing that players may not know yet."""
    table, state = room.table, room.table.state
    header = table.header
    meta: dict[str, Any] = {"site": "lostcities serve", "table": header.id, "opened": header.created}
    meta["bots"] = {str(seat): place.bot for seat, place in enumerate(table.seats) if place.bot}
    if table.agreed:
        meta["agreed_ends"] = [{"round": round, "moves": moves} for round, moves in table.agreed]
    if header.daily:
        meta["daily"] = header.daily
    found = record_of(state, names(room, unnamed), meta)
    found["rounds"] = found["rounds"][: len(state.scores)]
    if header.daily and not Day(header.daily).closed(now_ms()):
        for played in found["rounds"]:
            del played["fair"]  # it has the day's secret, and others still play
    return found


def names(room: Room, unnamed: str) -> list[str]:
    return [chair.name or chair.bot or unnamed for chair in room.chairs]
