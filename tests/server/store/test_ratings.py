"""Which matches count for a person's rating, and in which order; on both databases."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import insert, update
from support.databases import on_each_engine
from support.serving import quick
from support.tables import header

from lostcities.server.store import models, ratings
from lostcities.server.store.people import newcomer
from lostcities.server.store.storage import Chair, Storage
from lostcities.server.tables.days import Day
from lostcities.server.tables.ratings import Strengths, catch_up, counts, luck

pytestmark = on_each_engine
DAY = Day("2031-02-03")


async def finished(storage: Storage, person: str, id: str, at: int, bot: str = "pip", **fields: object) -> None:
    """Store a match that the person has won, without having been helped."""
    made = header(seats=["person", f"bot:{bot}"], id=id, join=f"J{id}", watch=f"W{id}", **{"options": {"rounds": 3}, **fields})
    await storage.add(made, [Chair(person), Chair(bot=bot)])
    own = (models.seats.c.table_id == id) & (models.seats.c.seat == 0)
    await storage.write(
        update(models.tables).where(models.tables.c.id == id).values(status="finished", finished=at),
        update(models.seats).where(own).values(points=10, share=1.0),
    )


def test_matches_are_rated_once_in_the_order_in_which_they_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if many before them do not count: they are read in parts."""
    monkeypatch.setattr(ratings, "AT_ONCE", 2)

    async def run() -> None:
        storage = Storage(quick(tmp_path).url)
        await storage.open()
        person, _, line = newcomer(None, "en", 1)
        await storage.write(line)
        for number in range(5):
            await finished(storage, person.id, f"unmeasured{number}", 100 + number, options={"size": "mini"})
        for id, at in (("late", 300), ("early", 200), ("same", 300)):
            await finished(storage, person.id, id, at)
        for _ in range(2):
            await catch_up(storage, Strengths(), person.id)
            found = await ratings.history(storage, person.id)
            assert [(each.number, each.source) for each in reversed(found)] == [(1, "early"), (2, "late"), (3, "same")]
        await finished(storage, person.id, "missed", 250)
        await catch_up(storage, Strengths(), person.id)
        [now] = await ratings.latest(storage, person.id)
        assert (now.number, now.source, now.at) == (4, "missed", 300)
        assert now.deviation < found[0].deviation
        await storage.close()

    asyncio.run(run())


def test_a_daily_match_counts_only_as_a_try_that_ended_in_time() -> None:
    def match(at: int, **fields: object) -> ratings.Played:
        return ratings.Played("T", header(**fields), "bruno", 1.0, at)  # type: ignore[arg-type]

    assert counts(match(1))
    assert counts(match(DAY.closes - 1, daily=DAY.name, ranked=True))
    assert not counts(match(DAY.closes, daily=DAY.name, ranked=True))
    assert not counts(match(DAY.begins, daily=DAY.name))


def test_deleting_a_person_deletes_ratings_and_tries(tmp_path: Path) -> None:
    async def run() -> None:
        storage = Storage(quick(tmp_path).url)
        await storage.open()
        for _ in range(2):
            person, _, line = newcomer(None, "en", 1)
            await storage.write(line)
            await finished(storage, person.id, person.id, 5)
            await storage.write(
                insert(models.tries).values(day=DAY.name, game="card", person=person.id, table_id=person.id, ended=5, lead=1)
            )
            await catch_up(storage, Strengths(), person.id)
        await storage.write(models.people.delete().where(models.people.c.id == person.id))
        for table in (models.ratings, models.tries):
            left = [row.person for row in await storage.read(table.select())]
            assert len(left) == 1
            assert person.id not in left
        await storage.close()

    asyncio.run(run())


def test_a_short_match_says_less() -> None:
    assert luck(1) == 0
    assert luck(1 / 3) > luck(1 / 2) > 0
