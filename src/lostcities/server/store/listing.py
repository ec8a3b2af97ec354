"""Lists of tables: the public ones, those of one person, and that person's results against each opponent."""

from typing import Any

import msgspec
from sqlalchemy import exists, func, select

from lostcities.server.store.events import Header
from lostcities.server.store.models import events, people, seats, tables
from lostcities.server.store.storage import Storage

MOST = 50
"""The most tables in a list."""

AGREED = exists().where((events.c.table_id == tables.c.id) & (events.c.what == "end_round")).label("agreed")
"""Whether a round of a table was ended by agreement: then the match cannot be analysed."""


class Listed(msgspec.Struct):
    """A table in a list. `faces`: whom to draw in each seat, a bot by its name."""

    id: str
    game: str
    options: dict[str, Any]
    seats: list[str | None]
    free: int
    status: str
    created: int
    faces: list[str | None]


class Tables(msgspec.Struct):
    """Public tables: some wait for players, some may be watched."""

    open: list[Listed]
    playing: list[Listed]


class Mine(msgspec.Struct):
    """One of a person's own tables; `your_turn` is null when it is over. `helped` are the seats that a bot has played for.

    A finished match is `analysable` if it was played to its end.
    `round`, `rounds` and `standing`, the points of the match so far, are those of an unfinished match.
    """

    id: str
    game: str
    status: str
    seats: list[str | None]
    you: list[int]
    your_turn: bool | None
    points: list[int] | None
    helped: list[int]
    created: int
    finished: int | None
    faces: list[str | None]
    analysable: bool
    round: int | None = None
    rounds: int | None = None
    standing: list[int] | None = None


class Against(msgspec.Struct):
    """Results against one opponent, a bot or a person by name. In `helped` of them a bot has played for you."""

    game: str
    opponent: str
    bot: bool
    played: int
    won: int
    drawn: int
    lost: int
    helped: int
    points: int
    points_against: int


class Shared(msgspec.Struct):
    """What a link may reveal about a table: the game, whether a seat is free, and the language of its players."""

    game: str
    open: bool
    language: str | None


async def listed_tables(storage: Storage) -> Tables:
    waiting = await listed(storage, "open")
    return Tables(waiting, await listed(storage, "playing"))


async def listed(storage: Storage, status: str) -> list[Listed]:
    """Return everyone's latest table, then everyone's second, and so on, so that nobody pushes others off the list."""
    latest = tables.c.created.desc()
    turn = func.row_number().over(partition_by=func.coalesce(tables.c.opener, tables.c.id), order_by=latest).label("turn")
    rows = await storage.read(select(tables, turn).where(tables.c.listed & (tables.c.status == status)).order_by(turn, latest).limit(MOST))
    everybody = await seats_at(storage, [row.id for row in rows])
    return [line for row in rows if (line := listed_table(row, everybody[row.id]))]


def listed_table(row: Any, sitting: list[Any]) -> Listed | None:
    """Return a table as an entry of the list; None if it is damaged."""
    try:
        header = msgspec.json.decode(row.header, type=Header)
    except msgspec.MsgspecError:
        return None
    free = sum(seat.bot is None and seat.token is None for seat in sitting)
    names, faces = [name_of(seat) for seat in sitting], [face_of(seat) for seat in sitting]
    return Listed(row.id, row.game, header.options, names, free, row.status, row.created, faces)


def name_of(seat: Any) -> str | None:
    return seat.bot or seat.name  # type: ignore[no-any-return]


def face_of(seat: Any) -> str | None:
    """Return whom to draw in a seat: a bot by its name, a person by their face."""
    return seat.bot or seat.face  # type: ignore[no-any-return]


async def seats_at(storage: Storage, ids: list[str]) -> dict[str, list[Any]]:
    """Return the seats of some tables, in order."""
    found: dict[str, list[Any]] = {id: [] for id in ids}
    for row in await storage.read(select(seats).where(seats.c.table_id.in_(ids)).order_by(seats.c.table_id, seats.c.seat)):
        found[row.table_id].append(row)
    return found


async def shared_table(storage: Storage, id: str) -> Shared | None:
    """Return what the link to a table may reveal."""
    sitting = tables.outerjoin(seats, seats.c.table_id == tables.c.id).outerjoin(people, people.c.id == seats.c.person)
    query = select(tables.c.game, tables.c.status, people.c.language).select_from(sitting).where(tables.c.id == id)
    rows = await storage.read(query.order_by(people.c.language.is_(None), seats.c.seat).limit(1))
    return Shared(rows[0].game, rows[0].status == "open", rows[0].language) if rows else None


# -- a person's own --


async def tables_of(storage: Storage, person: str) -> list[Mine]:
    """Return a person's tables: unfinished ones first, then finished ones, latest first. Whose turn it is is not in the database."""
    mine = select(seats.c.table_id).where(seats.c.person == person)
    query = select(tables, AGREED).where(tables.c.id.in_(mine)).order_by(tables.c.status == "finished", tables.c.created.desc()).limit(MOST)
    rows = await storage.read(query)
    everybody = await seats_at(storage, [row.id for row in rows])
    return [my_table(row, everybody[row.id], person) for row in rows]


def my_table(row: Any, sitting: list[Any], person: str) -> Mine:
    you = [seat.seat for seat in sitting if seat.person == person]
    points = [seat.points for seat in sitting] if row.finished else None
    helped, names = [seat.seat for seat in sitting if seat.helped], [name_of(seat) for seat in sitting]
    faces = [face_of(seat) for seat in sitting]
    analysable = row.status == "finished" and not row.agreed
    return Mine(row.id, row.game, row.status, names, you, None, points, helped, row.created, row.finished, faces, analysable)


async def results_of(storage: Storage, person: str) -> list[Against]:
    """Return a person's results against each opponent in all finished games. Tables where they have several seats do not count."""
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
