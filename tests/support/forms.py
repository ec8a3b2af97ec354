"""Finished matches of a person, written into a server's database directly: playing and analysing hundreds would take too long."""

import sqlite3
import zlib
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec
from support.tables import header

DAY = 86_400_000


class Played(NamedTuple):
    """A finished match. The first seat is the person's own; `cost`, `counted`, `ci95` and `luck` are figures of each seat's journal."""

    id: str
    finished: int
    points: tuple[int, ...] = (50, 40)
    others: tuple[str, ...] = ("bruno",)
    game: str = "card"
    cost: float | None = None
    """None: there is no journal."""
    counted: int = 60
    ci95: float | None = 0.1
    luck: float = 0.0
    critic: str = "card-critic-1"
    helped: bool = False
    options: Mapping[str, Any] = MappingProxyType({})


def insert(connection: sqlite3.Connection, table: str, **values: Any) -> None:
    places = ", ".join("?" * len(values))
    connection.execute(f"INSERT INTO {table} ({', '.join(values)}) VALUES ({places})", tuple(values.values()))


def add_matches(folder: Path, person: str, *matches: Played) -> None:
    """Give a person, by name, some finished matches."""
    with closing(sqlite3.connect(folder / "tables.db", timeout=30)) as connection, connection:
        connection.execute("PRAGMA foreign_keys = ON")
        [id] = connection.execute("SELECT id FROM people WHERE name = ?", (person,)).fetchone()
        for match in matches:
            add_match(connection, id, person, match)


def add_match(connection: sqlite3.Connection, person: str, name: str, match: Played) -> None:
    seats = ["person", *(f"bot:{bot}" for bot in match.others)]
    head = header(match.game, seats, id=match.id, created=match.finished - DAY, options=dict(match.options))
    line = {"id": match.id, "header": msgspec.json.encode(head).decode(), "game": match.game, "listed": False}
    insert(connection, "tables", **line, status="finished", created=match.finished - DAY, finished=match.finished)
    best = max(match.points)
    for seat, points in enumerate(match.points):
        who = {"bot": match.others[seat - 1]} if seat else {"person": person, "name": name, "helped": match.helped, "face": "mei"}
        share = (points == best) / match.points.count(best)
        insert(connection, "seats", table_id=match.id, seat=seat, points=points, share=share, **who)
    if match.cost is not None:
        add_journal(connection, match)


def add_journal(connection: sqlite3.Connection, match: Played) -> None:
    """Store a journal's figures; each other seat lost a point more than the person."""
    body = zlib.compress(b'{"what":"report","report":{"seats":[]}}\n')
    insert(connection, "journals", table_id=match.id, critic=match.critic, body=body)
    for seat in range(len(match.points)):
        told = {"cost": (match.cost or 0) + seat, "counted": match.counted, "ci95": match.ci95, "luck": -match.luck if seat else match.luck}
        insert(connection, "figures", table_id=match.id, seat=seat, **told)
