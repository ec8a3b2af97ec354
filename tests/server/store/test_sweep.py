"""Deleting old data: marked first, removed after days of running, and never while the clock is in doubt."""

import asyncio
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import text
from support.databases import ask, on_each_engine
from support.serving import Serving, quick
from support.tables import header
from support.waiting import PATIENCE, wait_for

from lostcities.server.services import Services
from lostcities.server.socket.client import Client
from lostcities.server.store.events import Event
from lostcities.server.store.storage import Chair
from lostcities.server.store.sweep import Sweeper
from lostcities.server.tables.checks import now_ms

pytestmark = on_each_engine

DAY = 86400
NOW = time.time()


def at(days: float) -> int:
    """This many days from now, in milliseconds since 1970."""
    return int((NOW + days * DAY) * 1000)


class Time:
    """Both clocks of a server, set by a test."""

    def __init__(self) -> None:
        self.wall, self.steady = 0.0, 0.0

    def run(self, days: float) -> None:
        """Run the server for some days with the correct time."""
        self.wall += days
        self.steady += days

    def sweeper(self, services: Services) -> Sweeper:
        return Sweeper(services.storage, services.settings, services.registry, lambda: at(self.wall), lambda: self.steady * DAY)


@asynccontextmanager
async def house(folder: Path, **changes: Any) -> AsyncIterator[Services]:
    services = Services.of(quick(folder, **({"keep_days": 30, "keep_abandoned_days": 5, "grace_days": 3} | changes)))
    await services.open()
    try:
        yield services
    finally:
        await services.close()


async def open_table(services: Services, id: str, age: float, finished: bool = False) -> None:
    """Open a table whose last event was this many days ago. It still waits for somebody, so nothing else happens there."""
    seats = ["person", "open", "open"]
    await services.registry.open(header("roll", seats, id=id, created=at(-age)), [Chair() for _ in seats])
    await services.storage.writer.append(id, Event(1, "sit", at(-age), 1))
    if finished:
        await services.storage.write(text(f"UPDATE tables SET status = 'finished', finished = {at(-age)} WHERE id = '{id}'"))


async def names(services: Services, what: str = "tables") -> set[str]:
    return {row[0] for row in await services.storage.read(text(f"SELECT id FROM {what}"))}


async def marked(services: Services) -> set[str]:
    return {row[0] for row in await services.storage.read(text("SELECT id FROM tables WHERE expired IS NOT NULL"))}


def test_old_tables_are_marked_and_after_days_of_running_removed(tmp_path: Path) -> None:
    async def run() -> None:
        async with house(tmp_path) as services:
            clock = Time()
            sweeper = clock.sweeper(services)
            for id, age in {"finished": 20, "finished-old": 40, "quiet": 1, "quiet-old": 9}.items():
                await open_table(services, id, age, id.startswith("finished"))
            assert await sweeper.sweep() == 0
            assert await marked(services) == {"finished-old", "quiet-old"}
            clock.run(2.9)
            assert await sweeper.sweep() == 0
            clock.run(0.2)
            assert await sweeper.sweep() == 2
            left = {"finished", "quiet"}
            assert await names(services) == left
            for what in ("events", "seats"):
                assert {row[0] for row in await services.storage.read(text(f"SELECT table_id FROM {what}"))} == left

    asyncio.run(run())


def test_only_time_that_the_server_ran_counts(tmp_path: Path) -> None:
    """Marked, then switched off every other day: the days off do not bring the removal closer."""

    async def run() -> list[int]:
        clock, removed = Time(), []
        async with house(tmp_path) as services:
            await open_table(services, "old", 9)
            await open_table(services, "new", 0)
        for _ in range(5):
            async with house(tmp_path) as services:
                sweeper = clock.sweeper(services)
                removed.append(await sweeper.sweep())
                clock.run(0.9)
                removed.append(await sweeper.sweep())
            clock.wall += 1
        return removed

    assert asyncio.run(run()) == [0, 0, 0, 0, 0, 0, 0, 1, 0, 0]


def test_a_table_at_which_something_happens_again_is_no_longer_marked(tmp_path: Path) -> None:
    async def run() -> None:
        async with house(tmp_path) as services:
            clock = Time()
            sweeper = clock.sweeper(services)
            for id in ("visited", "played", "quiet"):
                await open_table(services, id, 9)
            await open_table(services, "new", 0)
            await sweeper.sweep()
            clock.run(1)
            client = Client((), "en", "")
            await (await services.registry.room("visited")).enter(client, 0)
            await services.storage.writer.append("played", Event(2, "sit", at(1), 1))
            await sweeper.sweep()
            assert await marked(services) == {"quiet"}
            services.registry.rooms["visited"].part(client)
            clock.run(2.1)
            assert await sweeper.sweep() == 1
            assert await names(services) == {"visited", "played", "new"}

    asyncio.run(run())


def test_people_are_marked_first_too(tmp_path: Path) -> None:
    async def run() -> None:
        async with house(tmp_path) as services:
            clock = Time()
            sweeper = clock.sweeper(services)
            await open_table(services, "new", 0)
            sitting, _ = await services.people.add("Anna", "en", at(-60))
            gone, _ = await services.people.add("Ben", "en", at(-60))
            back, token = await services.people.add("Cleo", "en", at(-60))
            await services.storage.write(text(f"UPDATE seats SET person = '{sitting.id}' WHERE seat = 0"))
            await sweeper.sweep()
            clock.run(1)
            assert await services.people.find(token, at(1))
            clock.run(2.1)
            assert await names(services, "people") == {sitting.id, gone.id, back.id}
            await sweeper.sweep()
            assert await names(services, "people") == {sitting.id, back.id}
            assert await services.storage.read(text("SELECT id FROM people WHERE expired IS NOT NULL")) == []

    asyncio.run(run())


def test_somebody_who_was_removed_is_a_stranger_again(tmp_path: Path) -> None:
    """Even though the server still has them in memory."""

    async def run() -> None:
        async with house(tmp_path, grace_days=0) as services:
            _, token = await services.people.add("Anna", "en", at(-60))
            await Time().sweeper(services).sweep()
            assert await services.people.find(token, at(0)) is None

    asyncio.run(run())


# -- wrong clocks --


@pytest.mark.parametrize("jump", [15, 400, -400])
def test_nothing_is_swept_when_a_server_starts_with_a_wrong_clock(tmp_path: Path, jump: float) -> None:
    """Not even after the clock is right again, until some days have gone well."""

    async def run() -> None:
        clock = Time()
        async with house(tmp_path) as services:
            await open_table(services, "quiet", 4)
            await open_table(services, "new", 0)
            await open_table(services, "finished", 20, finished=True)
            await open_table(services, "old", 9)
            await clock.sweeper(services).sweep()
            assert await marked(services) == {"old"}
        clock.wall += jump
        async with house(tmp_path) as services:
            sweeper = clock.sweeper(services)
            for _ in range(29):
                assert await sweeper.sweep() == 0
                assert await marked(services) == {"old"}
                clock.run(0.1)
        clock.wall -= jump
        async with house(tmp_path) as services:
            sweeper = clock.sweeper(services)
            assert await sweeper.sweep() == 0
            clock.run(1)
            assert await sweeper.sweep() == 0
            assert await names(services) == {"quiet", "new", "finished", "old"}
            assert await marked(services) == {"old"}

    asyncio.run(run())


def test_events_of_the_future_stop_the_sweep(tmp_path: Path) -> None:
    """Someone played while the clock was ahead; since then it has been corrected."""

    async def run() -> None:
        clock = Time()
        async with house(tmp_path) as services:
            sweeper = clock.sweeper(services)
            await open_table(services, "old", 9)
            await open_table(services, "ahead", -30)
            for _ in range(26):
                assert await sweeper.sweep() == 0
                assert await marked(services) == set()
                clock.run(1)
            for _ in range(10):
                await sweeper.sweep()
                clock.run(1)
            assert await names(services) == {"ahead"}

    asyncio.run(run())


def test_a_server_that_was_off_for_a_month_sweeps_after_it_has_run_a_while(tmp_path: Path) -> None:
    async def run() -> list[int]:
        clock, removed = Time(), []
        async with house(tmp_path) as services:
            await open_table(services, "one", 0)
            await clock.sweeper(services).sweep()
        clock.wall += 30
        async with house(tmp_path) as services:
            sweeper = clock.sweeper(services)
            for _ in range(9):
                removed.append(await sweeper.sweep())
                clock.run(1)
        return removed

    assert asyncio.run(run()) == [0, 0, 0, 0, 0, 0, 1, 0, 0]


def test_a_quiet_server_sweeps_as_ever(tmp_path: Path) -> None:
    """Nothing has happened for weeks, but the server has been running all the time: its clock is not in doubt."""

    async def run() -> int:
        clock, removed = Time(), 0
        async with house(tmp_path) as services:
            sweeper = clock.sweeper(services)
            await open_table(services, "one", 0)
            for _ in range(10):
                removed += await sweeper.sweep()
                clock.run(1)
        return removed

    assert asyncio.run(run()) == 1


AHEAD = """
import sys, time
real, offset = time.time_ns, int(sys.argv.pop(1)) * 86400 * 10**9
time.time_ns = lambda: real() + offset
time.time = lambda: time.time_ns() / 1e9
from lostcities.cli.main import run
run()
"""


def test_a_real_server_that_starts_with_a_wrong_clock_keeps_its_tables(tmp_path: Path) -> None:
    server = Serving(tmp_path / "data")
    opened = httpx.post(f"{server.url}/api/tables", json={"game": "card", "seats": ["me", "open"]}).json()
    server.stop()
    wrong = Serving(tmp_path / "data", command=[sys.executable, "-c", AHEAD, "15", "serve"])
    try:
        wait_for(lambda: "sweep_put_off" in Path(wrong.log.name).read_text("utf-8"))
        shown = httpx.get(f"{wrong.url}/api/tables/{opened['id']}", params={"token": opened["token"]})
        assert shown.status_code == 200
    finally:
        wrong.stop()
    assert ask(tmp_path / "data", "SELECT id, expired FROM tables") == [(opened["id"], None)]


def test_a_sweep_that_fails_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    swept: list[int] = []
    again = asyncio.Event()

    async def fail_once(_: Sweeper) -> int:
        swept.append(1)
        if len(swept) == 1:
            raise OSError
        again.set()
        return 0

    async def run() -> None:
        services = Services.of(quick(tmp_path))
        sweeping = asyncio.create_task(Sweeper(services.storage, services.settings, services.registry, now_ms).run())
        await asyncio.wait_for(again.wait(), PATIENCE)
        sweeping.cancel()
        await services.storage.engine.dispose()

    monkeypatch.setattr(Sweeper, "sweep", fail_once)
    monkeypatch.setattr("lostcities.server.store.sweep.PAUSE", 0.01)
    asyncio.run(run())
