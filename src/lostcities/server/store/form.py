"""A person's finished matches of one game, with what the journals say about the person's own seat. Nobody else's figures are read."""

from typing import Any

import msgspec
from sqlalchemy import Select, select

from lostcities.games.registry import game as game_named
from lostcities.server.store.events import Header
from lostcities.server.store.listing import AGREED, face_of, name_of, seats_at
from lostcities.server.store.models import figures, journals, seats, tables
from lostcities.server.store.storage import Storage

LATEST = 200
"""The most matches in a form."""


class Judged(msgspec.Struct):
    """What a match's journal says about one's own seat. `current` is false if an earlier critic made it."""

    cost: float
    counted: int
    cost_per_decision: float | None
    ci95: float | None
    luck: float
    critic: str
    current: bool


class Match(msgspec.Struct):
    """One of a person's finished matches; `you` is their seat. In a `helped` match a bot has played for them.

    `judged` is null until someone opens the journal. A match that was not played to its end has none: it is not `analysable`.
    """

    id: str
    options: dict[str, Any]
    finished: int
    seats: list[str | None]
    faces: list[str | None]
    you: int
    points: list[int]
    share: float
    rounds: int
    helped: bool
    analysable: bool
    judged: Judged | None


async def matches_of(storage: Storage, person: str, game: str, critic: str) -> list[Match]:
    """Return the latest finished matches, newest first. As in the results, tables where the person has several seats do not count."""
    rows = await storage.read(own_seats(person, game))
    everybody = await seats_at(storage, [row.id for row in rows])
    return [match for row in rows if (match := match_of(row, everybody[row.id], person, critic))]


def own_seats(person: str, game: str) -> Select[Any]:
    """Return the query for a person's seats at finished tables, each with its figures if there are any."""
    known = figures.c.table_id.is_not(None).label("known")
    told = (known, figures.c.cost, figures.c.counted, figures.c.ci95, figures.c.luck, journals.c.critic)
    sitting = tables.join(seats, seats.c.table_id == tables.c.id)
    sitting = sitting.outerjoin(figures, (figures.c.table_id == seats.c.table_id) & (figures.c.seat == seats.c.seat))
    query = select(tables.c.id, tables.c.header, tables.c.game, tables.c.finished, AGREED, seats.c.seat, *told)
    query = query.select_from(sitting.outerjoin(journals, journals.c.table_id == figures.c.table_id))
    query = query.where((seats.c.person == person) & (tables.c.status == "finished") & (tables.c.game == game))
    return query.order_by(tables.c.finished.desc(), tables.c.id).limit(LATEST)


def match_of(row: Any, sitting: list[Any], person: str, critic: str) -> Match | None:
    """Return a match; None if the person has several seats, or the table is damaged."""
    own = [seat for seat in sitting if seat.person == person]
    try:
        options = msgspec.json.decode(row.header, type=Header).options
    except msgspec.MsgspecError:
        return None
    if len(own) != 1 or own[0].points is None:
        return None
    return Match(
        row.id,
        options,
        row.finished,
        [name_of(seat) for seat in sitting],
        [face_of(seat) for seat in sitting],
        row.seat,
        [seat.points for seat in sitting],
        own[0].share,
        rounds_of(row.game, options),
        bool(own[0].helped),
        not row.agreed,
        judged(row, critic) if row.known else None,
    )


def rounds_of(game: str, options: dict[str, Any]) -> int:
    default = next((option.default for option in game_named(game).options if option.name == "rounds"), 1)
    return int(options.get("rounds", default) or 1)


def judged(row: Any, critic: str) -> Judged:
    mean = round(row.cost / row.counted, 3) if row.counted else None
    return Judged(row.cost, row.counted, mean, row.ci95, row.luck, row.critic, row.critic == critic)
