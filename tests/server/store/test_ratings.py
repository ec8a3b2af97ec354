"""Which matches count for a person's rating, as what, and in which order; on both databases."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from sqlalchemy import ColumnElement, insert, update
from support.databases import on_each_engine
from support.serving import quick
from support.tables import header

from lostcities.server.store import models, ratings
from lostcities.server.store.events import Event
from lostcities.server.store.people import newcomer
from lostcities.server.store.storage import Chair, Storage
from lostcities.server.tables.days import Day
from lostcities.server.tables.ratings import GIVEN_UP_MS, Strengths, catch_up, counts, luck, score_of

pytestmark = on_each_engine
DAY = Day("2031-02-03")
NOW = 1000


async def begun(storage: Storage, person: str, id: str, moved: dict[int, int], bot: str = "pip", **fields: object) -> None:
    """Store a match in which seats have made a move, each at a moment, and which is not finished."""
    made = header(seats=["person", f"bot:{bot}"], id=id, join=f"J{id}", watch=f"W{id}", **{"options": {"rounds": 3}, **fields})
    await storage.add(made, [Chair(person), Chair(bot=bot)])
    for version, (seat, at) in enumerate(moved.items(), 1):
        await storage.writer.append(id, Event(version, "move", at, seat, None, {"move": "+"}))


async def finished(storage: Storage, person: str, id: str, at: int, bot: str = "pip", helped: bool = False, **fields: object) -> None:
    """Store a match that the person has won."""
    await begun(storage, person, id, {}, bot, **fields)
    await storage.write(
        update(models.tables).where(models.tables.c.id == id).values(status="finished", finished=at),
        update(models.seats).where(own_seat(id)).values(points=10, share=1.0, helped=helped),
    )


def own_seat(table: str) -> ColumnElement[bool]:
    return (models.seats.c.table_id == table) & (models.seats.c.seat == 0)


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
            await catch_up(storage, Strengths(), person.id, NOW)
            found = await ratings.history(storage, person.id)
            assert [(each.number, each.source) for each in reversed(found)] == [(1, "early"), (2, "late"), (3, "same")]
        await finished(storage, person.id, "missed", 250)
        await catch_up(storage, Strengths(), person.id, NOW)
        [now] = await ratings.latest(storage, person.id)
        assert (now.number, now.source, now.at) == (4, "missed", 300)
        assert now.deviation < found[0].deviation
        await storage.close()

    asyncio.run(run())


def scores(tmp_path: Path, play: Callable[[Storage, str], Awaitable[None]], now: int) -> list[tuple[str, float, int]]:
    """Return what a person's matches count as: the table, the score and the time, the first one first."""

    async def run() -> list[tuple[str, float, int]]:
        storage = Storage(quick(tmp_path).url)
        await storage.open()
        person, _, line = newcomer(None, "en", 1)
        await storage.write(line)
        await play(storage, person.id)
        await catch_up(storage, Strengths(), person.id, now)
        found = await ratings.history(storage, person.id)
        await storage.close()
        return [(each.source, each.score, each.at) for each in reversed(found)]

    return asyncio.run(run())


@pytest.mark.parametrize(("later", "expected"), [(-1, []), (0, [("left", 0.0, 50 + GIVEN_UP_MS)])])
def test_a_match_that_its_player_left_counts_as_lost_in_the_end(tmp_path: Path, later: int, expected: list[object]) -> None:
    """Unless they never made a move, or have asked for a hint. The bot's moves, and coming back without one, change nothing."""

    async def play(storage: Storage, person: str) -> None:
        await begun(storage, person, "left", {0: 50, 1: 60})
        await storage.writer.append("left", Event(3, "leave", 70, 0))
        await begun(storage, person, "unmoved", {1: 40})
        await begun(storage, person, "hinted", {0: 40})
        await storage.write(update(models.seats).where(own_seat("hinted")).values(hinted=True))

    assert scores(tmp_path, play, 50 + GIVEN_UP_MS + later) == expected


def test_a_lost_match_that_is_won_after_all_stays_lost(tmp_path: Path) -> None:
    async def play(storage: Storage, person: str) -> None:
        await begun(storage, person, "left", {0: 50})
        await finished(storage, person, "other", 60)
        await catch_up(storage, Strengths(), person, 50 + GIVEN_UP_MS)
        await storage.write(
            update(models.tables).where(models.tables.c.id == "left").values(status="finished", finished=70 + GIVEN_UP_MS),
            update(models.seats).where(own_seat("left")).values(points=10, share=1.0, helped=False),
        )

    assert scores(tmp_path, play, 80 + GIVEN_UP_MS) == [("other", 1.0, 60), ("left", 0.0, 50 + GIVEN_UP_MS)]


def test_a_match_that_a_bot_has_finished_counts_as_lost(tmp_path: Path) -> None:
    """Whoever is alone with a bot gets one in their place only when their time runs out."""

    async def play(storage: Storage, person: str) -> None:
        await finished(storage, person, "flagged", 50, helped=True)

    assert scores(tmp_path, play, NOW) == [("flagged", 0.0, 50)]


def test_a_daily_match_counts_as_a_try_and_as_lost_if_it_ended_too_late() -> None:
    def match(at: int, **fields: object) -> ratings.Played:
        return ratings.Played("T", header(**fields), "bruno", 1.0, at)  # type: ignore[arg-type]

    assert not counts(match(DAY.begins, daily=DAY.name))
    for at, score in ((DAY.closes - 1, 1.0), (DAY.closes, 0.0)):
        late = match(at, daily=DAY.name, ranked=True)
        assert counts(late)
        assert score_of(late) == score
        assert counts(match(at))
        assert score_of(match(at)) == 1.0


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
            await catch_up(storage, Strengths(), person.id, NOW)
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
