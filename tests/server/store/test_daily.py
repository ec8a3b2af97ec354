"""The results of a day's deal in the database: who is ahead of whom, the histogram, and that nobody's can be replaced."""

import asyncio
from collections.abc import Awaitable, Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update
from support.databases import on_each_engine
from support.days import invent
from support.serving import quick
from support.tables import header

from lostcities.server.store import daily as store
from lostcities.server.store.daily import Mark, Secret, Try
from lostcities.server.store.models import tries
from lostcities.server.store.people import newcomer
from lostcities.server.store.storage import Chair, Conflict, Storage
from lostcities.server.tables.days import Day

pytestmark = on_each_engine
DAY = "2031-02-03"


@pytest.fixture
def ask(tmp_path: Path) -> Callable[[Callable[[Storage], Awaitable[Any]]], Any]:
    """Runs something on an empty database."""

    def run(what: Callable[[Storage], Awaitable[Any]]) -> Any:
        async def inside() -> Any:
            storage = Storage(quick(tmp_path).url)
            await storage.open()
            try:
                return await what(storage)
            finally:
                await storage.close()

        return asyncio.run(inside())

    return run


Ask = Callable[[Callable[[Storage], Awaitable[Any]]], Any]
COSTS, LEADS = [10.0, 20.0, 20.0, 20.0, 35.5], [0, 50, 50, -3, 80]


def worse_than(ask: Ask, cost: float, lead: int) -> int:
    async def look(storage: Storage) -> int:
        await invent(storage, DAY, "card", COSTS, LEADS)
        own = Try(DAY, "card", "T", 1, lead, round(cost * store.THOUSAND))
        return (await store.standing(storage, DAY, "card", own)).worse

    found: int = ask(look)
    return found


@pytest.mark.parametrize(
    ("cost", "lead", "worse"), [(10.0, 0, 4), (20.0, 51, 4), (20.0, 50, 2), (20.0, -3, 1), (35.5, 80, 0), (99.0, 99, 0)]
)
def test_fewer_points_lost_are_better_then_a_higher_lead(ask: Ask, cost: float, lead: int, worse: int) -> None:
    expected = sum((c, -other) > (cost, -lead) for c, other in zip(COSTS, LEADS, strict=True))
    assert worse_than(ask, cost, lead) == expected
    assert expected == worse or cost == 20.0


def test_only_results_of_the_same_deal_count(ask: Ask) -> None:
    async def look(storage: Storage) -> list[int]:
        await invent(storage, DAY, "card", COSTS, LEADS)
        places = [(DAY, "card"), (DAY, "roll"), ("2031-02-04", "card")]
        return [(await store.standing(storage, day, game, None)).finished for day, game in places]

    assert ask(look) == [5, 0, 0]


def test_who_has_finished_counts_before_their_cost_is_known(ask: Ask) -> None:
    async def look(storage: Storage) -> list[store.Standing]:
        await invent(storage, DAY, "card", [10.0, 20.0, 30.0], [0, 0, 0])
        await storage.write(update(tries).where(tries.c.person != f"{DAY}-0").values(cost=None))
        await storage.write(update(tries).where(tries.c.person == f"{DAY}-2").values(ended=None, lead=None))
        return [await store.standing(storage, DAY, "card", own) for own in (None, Try(DAY, "card", "T", 1, 0, 5000))]

    assert ask(look) == [store.Standing(finished=2, judged=1, worse=0, most=10_000), store.Standing(2, 1, 1, 10_000)]


def test_the_histogram_has_everyone_once(ask: Ask) -> None:
    async def look(storage: Storage) -> dict[int, int]:
        await invent(storage, DAY, "card", [0.0, 9.999, 10.0, 19.5, 20.0, 200.0], [0] * 6)
        return await store.histogram(storage, DAY, "card", 10 * store.THOUSAND)

    assert ask(look) == {0: 2, 1: 2, 2: 1, 20: 1}


def test_the_list_of_names_has_nobody_without_one(ask: Ask) -> None:
    async def look(storage: Storage) -> list[tuple[str, float, int]]:
        await invent(storage, DAY, "card", COSTS, LEADS, ["Ana", "Bo", None, "Cy"])
        return [(line.name, line.cost, line.lead) for line in await store.best(storage, DAY, "card", 10)]

    assert ask(look) == [("Ana", 10.0, 0), ("Bo", 20.0, 50), ("Cy", 20.0, -3)]


def test_a_person_has_one_try_at_a_deal(ask: Ask) -> None:
    async def look(storage: Storage) -> list[Try]:
        person, _, line = newcomer(None, "en", 1, None)
        for number, first in (("1", [line]), ("2", []), ("3", [])):
            made = header(seats=["person", "bot:bruno"], id=number, join=f"J{number}", watch=f"W{number}", daily=DAY, ranked=True)
            game = "card" if number != "3" else "roll"
            noted = store.begun(person.id, DAY, game, number)
            try:
                await storage.add(made, [Chair(person.id), Chair(bot="bruno")], None, *first, then=[noted])
            except Conflict:
                assert number == "2"
        return await store.tries_of(storage, person.id)

    assert [(each.game, each.table) for each in ask(look)] == [("card", "1"), ("roll", "3")]


def test_the_first_end_of_a_try_stays(ask: Ask) -> None:
    async def look(storage: Storage) -> Try | None:
        person, _, line = newcomer(None, "en", 1, None)
        made = header(seats=["person", "bot:bruno"], daily=DAY, ranked=True)
        await storage.add(made, [Chair(person.id), Chair(bot="bruno")], None, line, then=[store.begun(person.id, DAY, "card", "T")])
        await storage.write(store.judged("T", 1.0))  # nothing is finished yet
        assert (await store.try_of(storage, person.id, DAY, "card")) == Try(DAY, "card", "T")
        await storage.write(store.ended("T", 5, -7))
        await storage.write(store.ended("T", 6, 99))
        await storage.write(store.judged("T", 31.25))
        return await store.try_of(storage, person.id, DAY, "card")

    assert ask(look) == Try(DAY, "card", "T", 5, -7, 31250)


def test_tries_that_cannot_be_judged_hold_up_nobody_else(ask: Ask) -> None:
    async def look(storage: Storage) -> set[str]:
        for number in range(6):
            person, _, line = newcomer(None, "en", 1, None)
            made = header(seats=["person", "bot:bruno"], id=f"{number}", join=f"J{number}", watch=f"W{number}", daily=DAY, ranked=True)
            begun = store.begun(person.id, DAY, "card", made.id)
            await storage.add(made, [Chair(person.id), Chair(bot="bruno")], None, line, then=[begun])
            await storage.write(store.ended(made.id, number, 0))
        return {table for _ in range(200) for table in await store.unjudged(storage, DAY, 6, 2)}

    assert ask(look) == {"0", "1", "2", "3", "4", "5"}


def test_of_two_nodes_the_first_makes_a_secret_and_a_mark(ask: Ask) -> None:
    async def look(storage: Storage) -> tuple[bytes, list[Mark]]:
        for fill in (b"a", b"b"):
            await store.keep_secrets(storage, [Secret(DAY, fill * 64, 1)])
            await store.keep_mark(storage, DAY, "card", Mark("pip", float(ord(fill)), 1))
        return await store.secret_of(storage, DAY), await store.marks_of(storage, DAY, "card")

    assert ask(look) == (b"a" * 64, [Mark("pip", 97.0, 1)])


def test_days_follow_each_other_without_gap_or_overlap() -> None:
    days = [Day("2028-02-28").later(number) for number in range(3)]
    assert [day.name for day in days] == ["2028-02-28", "2028-02-29", "2028-03-01"]
    for day, later in pairwise(days):
        assert day.ends == later.begins
        assert Day.at(day.ends - 1) == day
        assert Day.at(day.ends) == later
        assert day.open(day.ends - 1)
        assert not day.open(day.ends)
        assert not day.closed(day.ends)
        assert day.closed(day.closes)


@pytest.mark.parametrize("name", ["2031-2-3", "2031-02-30", "20310203", "2031-W05-1", "2019-12-31", "today", "", "٢٠٣١-٠٢-٠٣"])
def test_what_is_not_a_day(name: str) -> None:
    assert Day.named(name) is None
