"""Everything that the database has of one person, for themselves: what is deleted when they ask for that."""

from typing import Any

import msgspec
from sqlalchemy import select

from lostcities.server.store.daily import THOUSAND, tries_of
from lostcities.server.store.events import Header
from lostcities.server.store.listing import name_of, seats_at
from lostcities.server.store.models import figures, people, seats, tables
from lostcities.server.store.ratings import history
from lostcities.server.store.storage import Storage

FORMAT = "lostcities.person/1"


async def export_of(storage: Storage, person: str | None) -> dict[str, Any]:
    """Return what is stored of a person. Their cookie is not in it: only its hash is known."""
    columns = (people.c.name, people.c.face, people.c.language, people.c.created, people.c.seen)
    rows = await storage.read(select(*columns).where(people.c.id == person))
    if not rows or person is None:
        return {"format": FORMAT, "person": None}
    return {
        "format": FORMAT,
        "person": rows[0]._asdict(),
        "tables": await tables_of(storage, person),
        "daily": [daily(msgspec.structs.asdict(each)) for each in await tries_of(storage, person)],
        "ratings": [msgspec.structs.asdict(each) for each in await history(storage, person)],
    }


def daily(line: dict[str, Any]) -> dict[str, Any]:
    return line | {"cost": None if line["cost"] is None else line["cost"] / THOUSAND}


async def tables_of(storage: Storage, person: str) -> list[dict[str, Any]]:
    """Return all tables at which a person has a seat, the latest first, with what is known of the person's own seats."""
    mine = select(seats.c.table_id).where(seats.c.person == person)
    rows = await storage.read(select(tables).where(tables.c.id.in_(mine)).order_by(tables.c.created.desc(), tables.c.id))
    sitting = await seats_at(storage, [row.id for row in rows])
    judged = await storage.read(select(figures).where(figures.c.table_id.in_(mine)))
    costs = {(line.table_id, line.seat): line._asdict() for line in judged}
    return [table(row, sitting[row.id], person, costs) for row in rows]


def table(row: Any, sitting: list[Any], person: str, costs: dict[tuple[str, int], dict[str, Any]]) -> dict[str, Any]:
    try:
        options = msgspec.json.decode(row.header, type=Header).options
    except msgspec.MsgspecError:  # a damaged table
        options = {}
    own = [seat for seat in sitting if seat.person == person]
    return {
        "id": row.id,
        "game": row.game,
        "options": options,
        "status": row.status,
        "created": row.created,
        "finished": row.finished,
        "players": [name_of(seat) for seat in sitting],
        "seats": [seat_line(seat) | {"analysis": analysis(costs.get((row.id, seat.seat)))} for seat in own],
    }


def seat_line(seat: Any) -> dict[str, Any]:
    return {name: getattr(seat, name) for name in ("seat", "name", "face", "points", "share", "helped", "hinted")}


def analysis(line: dict[str, Any] | None) -> dict[str, Any] | None:
    return line and {name: line[name] for name in ("cost", "counted", "ci95", "luck")}
