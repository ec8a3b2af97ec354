"""Lists of tables: those for everybody, those of one person, and what came of them against each opponent."""

from typing import Any

import msgspec
from sqlalchemy import func, select

from lostcities.server.errors import Refused
from lostcities.server.http.responses import Against, Listed, Mine, Tables
from lostcities.server.store.models import seats, tables
from lostcities.server.store.storage import Storage
from lostcities.server.tables.events import Header
from lostcities.server.tables.registry import Registry

MOST = 50
"""Tables in a list."""


async def listed_tables(storage: Storage) -> Tables:
    waiting = await listed(storage, "open")
    return Tables(waiting, await listed(storage, "playing"))


async def listed(storage: Storage, status: str) -> list[Listed]:
    """The latest table of everybody who opened any, then everybody's second, and so on: nobody pushes the others out."""
    latest = tables.c.created.desc()
    turn = func.row_number().over(partition_by=func.coalesce(tables.c.opener, tables.c.id), order_by=latest).label("turn")
    rows = await storage.read(select(tables, turn).where(tables.c.listed & (tables.c.status == status)).order_by(turn, latest).limit(MOST))
    everybody = await seats_at(storage, [row.id for row in rows])
    return [line for row in rows if (line := listed_table(row, everybody[row.id]))]


def listed_table(row: Any, sitting: list[Any]) -> Listed | None:
    """A table as a line of the list; None if it is damaged."""
    try:
        header = msgspec.json.decode(row.header, type=Header)
    except msgspec.MsgspecError:
        return None
    free = sum(seat.bot is None and seat.token is None for seat in sitting)
    return Listed(row.id, row.game, header.options, [name_of(seat) for seat in sitting], free, row.status, row.created)


def name_of(seat: Any) -> str | None:
    return seat.bot or seat.name  # type: ignore[no-any-return]


async def seats_at(storage: Storage, ids: list[str]) -> dict[str, list[Any]]:
    """The seats of some tables, in their order."""
    found: dict[str, list[Any]] = {id: [] for id in ids}
    for row in await storage.read(select(seats).where(seats.c.table_id.in_(ids)).order_by(seats.c.table_id, seats.c.seat)):
        found[row.table_id].append(row)
    return found


# -- one's own --


async def tables_of(registry: Registry, person: str) -> list[Mine]:
    """Somebody's tables: those to go on with first, then the finished ones, the latest first."""
    mine = select(seats.c.table_id).where(seats.c.person == person)
    query = select(tables).where(tables.c.id.in_(mine)).order_by(tables.c.status == "finished", tables.c.created.desc()).limit(MOST)
    rows = await registry.storage.read(query)
    everybody = await seats_at(registry.storage, [row.id for row in rows])
    return [await my_table(registry, row, everybody[row.id], person) for row in rows]


async def my_table(registry: Registry, row: Any, sitting: list[Any], person: str) -> Mine:
    you = [seat.seat for seat in sitting if seat.person == person]
    points = [seat.points for seat in sitting] if row.finished else None
    turn = None if row.finished else await is_turn(registry, row.id, you)
    helped, names = [seat.seat for seat in sitting if seat.helped], [name_of(seat) for seat in sitting]
    return Mine(row.id, row.game, row.status, names, you, turn, points, helped, row.created, row.finished)


async def is_turn(registry: Registry, id: str, you: list[int]) -> bool:
    """Whether one of these seats decides; nobody does at a damaged table."""
    try:
        return (await registry.room(id)).table.state.player in you
    except Refused:
        return False


async def results_of(storage: Storage, person: str) -> list[Against]:
    """How somebody did against each opponent, in all games that are over; tables with several seats of one's own do not count."""
    mine = select(seats.c.table_id).where(seats.c.person == person)
    query = select(tables.c.id, tables.c.game).where(tables.c.id.in_(mine) & (tables.c.status == "finished"))
    rows = await storage.read(query)
    everybody = await seats_at(storage, [row.id for row in rows])
    found: dict[tuple[str, str, bool], Against] = {}
    for row in rows:
        sitting = everybody[row.id]
        own = [seat for seat in sitting if seat.person == person]
        for other in sitting if len(own) == 1 else ():
            if other is not own[0] and name_of(other):
                add_result(found, row.game, own[0], other)
    return sorted(found.values(), key=lambda line: (line.game, -line.played, line.opponent))


def add_result(found: dict[tuple[str, str, bool], Against], game: str, own: Any, other: Any) -> None:
    name, bot = str(name_of(other)), other.bot is not None
    line = found.setdefault((game, name, bot), Against(game, name, bot, 0, 0, 0, 0, 0, 0, 0))
    line.played += 1
    mine, theirs = (own.share, own.points), (other.share, other.points)
    line.won += mine > theirs
    line.drawn += mine == theirs
    line.lost += mine < theirs
    line.helped += bool(own.helped)
    line.points += own.points
    line.points_against += other.points
