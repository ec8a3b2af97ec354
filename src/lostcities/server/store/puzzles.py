"""Puzzles in the database: what people have tried is among their ratings, and each puzzle that was tried has a rating of its own.

The numbers of a subject's ratings make every first try final: a second one conflicts with it.
"""

import zlib
from typing import Any

import msgspec
from sqlalchemy import func, insert, select, update

from lostcities.glicko import Rating
from lostcities.server.store.models import hardness, journals, seats, tables
from lostcities.server.store.storage import Statement, Storage

LATEST = 30
"""Matches with a journal in which a person's mistakes are looked for."""
GRAVE = ("mistake", "blunder")


def subject_of(game: str) -> str:
    """Return what ratings in the puzzles of a game are called: the game's own name is that of matches."""
    return f"puzzle-{game}"


# -- the ratings of puzzles --


async def hardness_of_all(storage: Storage, game: str) -> dict[str, Rating]:
    """Return the ratings of the puzzles of a game that anyone has tried here."""
    columns = (hardness.c.puzzle, hardness.c.rating, hardness.c.deviation, hardness.c.volatility)
    return {puzzle: Rating(*rating) for puzzle, *rating in await storage.read(select(*columns).where(hardness.c.game == game))}


async def hardness_of_one(storage: Storage, puzzle: str) -> Rating | None:
    columns = (hardness.c.rating, hardness.c.deviation, hardness.c.volatility)
    rows = await storage.read(select(*columns).where(hardness.c.puzzle == puzzle))
    return Rating(*rows[0]) if rows else None


def first_rated(game: str, puzzle: str, new: Rating) -> Statement:
    """Store the rating of a puzzle that nobody had tried. It conflicts with another first one."""
    return insert(hardness).values(game=game, puzzle=puzzle, tries=1, **new._asdict())


def rated_again(puzzle: str, before: Rating, new: Rating) -> Statement:
    """Move a puzzle's rating by what a try has changed, so that of two tries at the same time neither is lost."""
    line = {"rating": hardness.c.rating + (new.rating - before.rating), "tries": hardness.c.tries + 1}
    return update(hardness).where(hardness.c.puzzle == puzzle).values(**line, deviation=new.deviation, volatility=new.volatility)


# -- one's own mistakes --


class Mistake(msgspec.Struct):
    """A decision of one's own that a journal calls a mistake or a blunder. It can be tried again in that journal."""

    table: str
    finished: int
    round: int
    move: int
    cost: float
    label: str


class Judged(msgspec.Struct):
    move: int
    seat: int
    cost: float
    label: str | None


class Round(msgspec.Struct):
    round: int
    decisions: list[Judged]


class Report(msgspec.Struct):
    rounds: list[Round] = []


class Line(msgspec.Struct):
    """What is read of a journal."""

    report: Report


async def journals_of(storage: Storage, person: str, game: str) -> list[Any]:
    """Return the stored journals of a person's latest matches, newest first. Tables where they have several seats do not count."""
    other = seats.alias()
    own = select(func.count()).where((other.c.table_id == seats.c.table_id) & (other.c.person == person)).scalar_subquery()
    query = select(tables.c.id, tables.c.finished, seats.c.seat, journals.c.body)
    query = query.select_from(tables.join(seats, seats.c.table_id == tables.c.id).join(journals, journals.c.table_id == tables.c.id))
    query = query.where((seats.c.person == person) & (tables.c.game == game) & (tables.c.status == "finished") & (own == 1))
    return [*await storage.read(query.order_by(tables.c.finished.desc(), tables.c.id).limit(LATEST))]


def mistakes_in(rows: list[Any]) -> list[Mistake]:
    """Return the mistakes in some journals, those of each match in their order. Not for the event loop: journals are long."""
    return [mistake for row in rows for mistake in mistakes_of(row)]


def mistakes_of(row: Any) -> list[Mistake]:
    try:
        rounds = msgspec.json.decode(zlib.decompress(row.body), type=Line).report.rounds
    except (zlib.error, msgspec.MsgspecError):  # a damaged journal
        return []
    found = [(each.round, made) for each in rounds for made in each.decisions if made.seat == row.seat and made.label in GRAVE]
    return [Mistake(row.id, row.finished, number, made.move, made.cost, str(made.label)) for number, made in found]
