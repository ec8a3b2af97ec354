"""Leases on a real PostgreSQL: one holder at a time, and nothing stored by a node that lost its lease."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Executable
from sqlalchemy.dialects import postgresql
from support.databases import DATABASES, POSTGRESQL, ask
from support.tables import NOW, header

from lostcities.server.store import leases
from lostcities.server.store.events import Event
from lostcities.server.store.fences import Fenced
from lostcities.server.store.leases import Leases
from lostcities.server.store.storage import Chair, Storage
from lostcities.server.tables.duties import Duties

pytestmark = [pytest.mark.usefixtures("engine"), pytest.mark.parametrize("engine", [POSTGRESQL], indirect=True, scope="module")]

Test = Callable[[Storage], Coroutine[Any, Any, None]]


@asynccontextmanager
async def storage_in(folder: Path) -> AsyncIterator[Storage]:
    url = DATABASES.url_of(folder)
    assert url
    storage = Storage(url)
    await storage.open()
    try:
        for id in ("A", "B"):
            await storage.add(header(id=id), [Chair(), Chair()])
        yield storage
    finally:
        await storage.close()


def carried_out(folder: Path, test: Test) -> None:
    async def run() -> None:
        async with storage_in(folder) as storage:
            await test(storage)

    asyncio.run(run())


class Noting:
    """Takes statements as a storage does, and finds nothing."""

    def __init__(self) -> None:
        self.statements: list[Executable] = []

    async def read(self, statement: Executable) -> list[Any]:
        self.statements.append(statement)
        return []


def plan_of(folder: Path, statement: Executable) -> str:
    """Return how PostgreSQL would carry out a statement."""
    text = statement.compile(dialect=postgresql.dialect(), compile_kwargs={"literal_binds": True})
    return "\n".join(line for (line,) in ask(folder, f"EXPLAIN {text}"))


def passes(folder: Path, table: str) -> None:
    """Let a lease pass."""
    ask(folder, "UPDATE leases SET until = 1 WHERE table_id = :table", table=table)


def test_only_one_node_has_a_lease_and_the_next_one_raises_its_epoch(tmp_path: Path) -> None:
    async def test(storage: Storage) -> None:
        first, second = Leases(storage, "one"), Leases(storage, "two")
        assert await first.take(["A", "B"]) == {"A": 1, "B": 1}
        assert await second.take(["A", "B"]) == {}
        await first.give_back(["A"])
        assert await second.take(["A", "B"]) == {"A": 2}
        assert await first.renew(["A", "B"]) == {"B": 1}

    carried_out(tmp_path, test)


def test_of_many_nodes_that_want_a_lease_at_once_one_gets_it(tmp_path: Path) -> None:
    async def test(storage: Storage) -> None:
        nodes = [Leases(storage, f"node{number}") for number in range(10)]
        taken = await asyncio.gather(*(node.take(["A"]) for node in nodes))
        assert sorted(taken, key=len) == [{}] * 9 + [{"A": 1}]

    carried_out(tmp_path, test)


def test_leases_of_dead_nodes_are_adopted_once(tmp_path: Path) -> None:
    async def test(storage: Storage) -> None:
        dead, *living = (Leases(storage, name) for name in ("one", "two", "three"))
        await dead.take(["A", "B"])
        assert await living[0].adopt() == {}
        await asyncio.to_thread(passes, tmp_path, "A")
        found = await asyncio.gather(*(node.adopt() for node in living))
        assert sorted(found, key=len) == [{}, {"A": 2}]
        assert await dead.renew(["A", "B"]) == {"B": 1}

    carried_out(tmp_path, test)


def test_a_look_for_dead_nodes_does_not_read_the_leases_that_were_given_back(tmp_path: Path) -> None:
    """Every table that ever had a lease keeps its row, and every node looks twice per second."""
    columns = "(id, header, game, listed, status, created)"
    ask(tmp_path, f"INSERT INTO tables {columns} SELECT 'T' || n, '{{}}', 'card', false, 'finished', 1 FROM generate_series(1, 5000) AS n")
    ask(tmp_path, "INSERT INTO leases (table_id, node, epoch) SELECT id, 'one', 1 FROM tables")
    ask(tmp_path, "ANALYZE leases")
    storage: Any = Noting()
    asyncio.run(Leases(storage, "two").adopt())
    [statement] = storage.statements
    assert "Index Cond: (until <" in plan_of(tmp_path, statement)


def test_a_lease_that_passed_can_be_renewed_while_nobody_has_taken_it(tmp_path: Path) -> None:
    async def test(storage: Storage) -> None:
        node = Leases(storage, "one")
        await node.take(["A"])
        await asyncio.to_thread(passes, tmp_path, "A")
        assert await node.renew(["A"]) == {"A": 1}
        assert await Leases(storage, "two").take(["A"]) == {}

    carried_out(tmp_path, test)


def test_a_lease_that_was_taken_unheard_is_renewed_under_its_new_epoch(tmp_path: Path) -> None:
    """The answer was lost on the way: the database says that this node has the lease, and the node does not know its epoch."""

    async def test(storage: Storage) -> None:
        duties = Duties(Leases(storage, "one"))
        await duties.take("A")
        await asyncio.to_thread(passes, tmp_path, "A")
        assert await duties.leases.adopt() == {"A": 2}
        assert duties.epoch("A") == 1
        await duties.renew()
        await storage.writer.append("A", duty(1, epoch=duties.epoch("A")))
        [stored] = [page async for page in storage.events("A")]
        assert [event.epoch for event in stored] == [2]

    carried_out(tmp_path, test)


def test_a_lease_lasts_some_seconds_by_the_clock_of_the_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(storage: Storage) -> None:
        monkeypatch.setattr(leases, "SECONDS", 0.2)
        await Leases(storage, "one").take(["A"])
        assert await Leases(storage, "two").take(["A"]) == {}
        await asyncio.sleep(0.3)
        assert await Leases(storage, "two").take(["A"]) == {"A": 2}

    carried_out(tmp_path, test)


def duty(version: int, epoch: int) -> Event:
    return Event(version, "hints", NOW, epoch=epoch)


def test_a_duty_of_an_earlier_lease_is_not_stored(tmp_path: Path) -> None:
    async def test(storage: Storage) -> None:
        old, new = Leases(storage, "one"), Leases(storage, "two")
        await old.take(["A"])
        await storage.writer.append("A", duty(1, epoch=1))
        await old.give_back(["A"])
        await new.take(["A"])
        with pytest.raises(Fenced):
            await storage.writer.append("A", duty(2, epoch=1))
        await storage.writer.append("A", duty(2, epoch=2))
        [stored] = [page async for page in storage.events("A")]
        assert [event.epoch for event in stored] == [1, 2]

    carried_out(tmp_path, test)


def test_a_fenced_duty_does_not_stop_what_is_stored_with_it(tmp_path: Path) -> None:
    async def test(storage: Storage) -> None:
        await Leases(storage, "one").take(["A"])
        writes = [storage.writer.append("A", duty(1, epoch=7)), storage.writer.append("B", Event(1, "hints", NOW))]
        refused, stored = await asyncio.gather(*writes, return_exceptions=True)
        assert isinstance(refused, Fenced)
        assert stored is None
        assert [page async for page in storage.events("A")] == []

    carried_out(tmp_path, test)


def test_nobody_takes_a_lease_while_a_duty_is_being_stored(tmp_path: Path) -> None:
    """A duty is stored before the next epoch begins, or not at all."""

    async def test(storage: Storage) -> None:
        old, new = Leases(storage, "one"), Leases(storage, "two")
        await old.take(["A"])
        for version in range(1, 40):
            await asyncio.to_thread(passes, tmp_path, "A")
            writing = storage.writer.append("A", duty(version, epoch=version))
            stored, taken = await asyncio.gather(writing, new.take(["A"]), return_exceptions=True)
            assert taken or await new.take(["A"]) == {"A": version + 1}  # a row that is in use is left for the next time
            if isinstance(stored, Fenced):
                await storage.writer.append("A", duty(version, epoch=version + 1))
        kept = [event.epoch for page in [page async for page in storage.events("A")] for event in page]
        assert len(kept) == 39
        assert kept == sorted(kept)

    carried_out(tmp_path, test)
