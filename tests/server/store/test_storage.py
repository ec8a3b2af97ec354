"""Storage: durable before anyone is told, exactly once, and restored after a restart; people and what is deleted."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import DBAPIError, IntegrityError
from support.databases import ask, on_each_engine, without_events
from support.serving import Client, quick, running
from support.tables import header

from lostcities.server.errors import Refused, refused
from lostcities.server.http.me import forget
from lostcities.server.messages import Leave
from lostcities.server.services import Services
from lostcities.server.settings import Settings
from lostcities.server.socket.client import Client as Connected
from lostcities.server.socket.client import Commands
from lostcities.server.store.events import Event
from lostcities.server.store.people import Person
from lostcities.server.store.storage import Chair, Storage
from lostcities.server.tables import checks
from lostcities.server.tables.room import Room

pytestmark = on_each_engine


def move(version: int, key: str | None = None) -> Event:
    return Event(version, "move", 1, 0, key, {"move": "+"})


async def opened(folder: Path) -> Storage:
    storage = Storage(quick(folder).url)
    await storage.open()
    await storage.add(header(), [Chair(name="Anna"), Chair(bot="bruno")])
    return storage


async def stored(storage: Storage) -> list[Event]:
    return [event async for page in storage.events("T") for event in page]


# -- the writer --


def test_all_that_waits_is_stored_in_one_transaction(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from lostcities.server.store import writer

    batches: list[int] = []
    store = writer.store

    def counted(batch: Any, connection: Any) -> None:
        batches.append(len(batch))
        store(batch, connection)

    async def write() -> None:
        storage = await opened(tmp_path)
        monkeypatch.setattr(writer, "store", counted)
        await asyncio.gather(*(storage.writer.append("T", move(version)) for version in range(1, 101)))
        assert [event.version for event in await stored(storage)] == list(range(1, 101))
        await storage.close()

    asyncio.run(write())
    assert sum(batches) == 100
    assert len(batches) < 10


def test_only_the_wrong_entry_of_a_batch_fails(tmp_path: Path) -> None:
    async def write() -> list[Any]:
        storage = await opened(tmp_path)
        entries = [move(1, "0/a"), move(2, "0/b"), move(2, "0/c"), move(3, "0/a"), move(4, "0/d")]
        results = await asyncio.gather(*(storage.writer.append("T", entry) for entry in entries), return_exceptions=True)
        assert [event.version for event in await stored(storage)] == [1, 2, 4]
        alone = await asyncio.gather(storage.writer.append("T", move(4)), return_exceptions=True)
        await storage.close()
        return results + alone

    kinds = [type(result) for result in asyncio.run(write())]
    assert kinds == [type(None), type(None), IntegrityError, IntegrityError, type(None), IntegrityError]


def test_an_error_of_the_database_tells_no_values(tmp_path: Path) -> None:
    async def write() -> str:
        storage = await opened(tmp_path)
        try:
            await storage.add(header(join="another key"), [Chair(name="Secret name"), Chair()])
        except IntegrityError as error:
            return str(error)
        finally:
            await storage.close()
        raise AssertionError

    assert "Secret name" not in asyncio.run(write())


def test_whoever_waits_may_go_away(tmp_path: Path) -> None:
    async def write() -> None:
        storage = await opened(tmp_path)
        waiting = asyncio.create_task(storage.writer.append("T", move(1)))
        await asyncio.sleep(0)
        waiting.cancel()
        await storage.writer.append("T", move(2))
        assert len(await stored(storage)) == 2
        await storage.close()

    asyncio.run(write())


# -- rooms on top of storage --


def with_services(folder: Path, **changes: Any) -> Services:
    return Services.of(quick(folder, **changes))


def test_a_failed_write_leaves_the_table_as_it_was(tmp_path: Path) -> None:
    async def fail() -> None:
        services = with_services(tmp_path)
        await services.open()
        room = await services.registry.open(header(seats=["person", "open"]), [Chair(), Chair()])
        with without_events(tmp_path), pytest.raises(DBAPIError):
            await room.change(lambda table: checks.sit(table, room.server_asks(), 1))
        assert "T" not in services.registry.rooms
        with pytest.raises(Refused):
            await room.change(lambda table: checks.sit(table, room.server_asks(), 1))
        again = await services.registry.room("T")
        assert again.table.version == 0
        await services.close()

    asyncio.run(fail())


def test_a_failed_write_lets_everybody_go_to_come_back(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        client = Client(server.url)
        opened = client.open(seats=["me", "here"])
        table = client.join(opened).dealt().my_turn()
        with without_events(tmp_path):
            table.send(type="move", id="x", version=table.version, move=table.legal[0])
            assert table.closed() == 1011
        again = client.join(opened).dealt()
        assert again.move(again.legal[0])["type"] == "ack"
        client.close()


def test_a_change_is_checked_again_after_what_somebody_else_has_stored(tmp_path: Path) -> None:
    """So no version is stored twice, and nobody is sent away."""

    async def change() -> None:
        services = with_services(tmp_path)
        await services.open()
        room = await services.registry.open(header(seats=["person", "open"]), [Chair(), Chair()])
        await services.storage.writer.append("T", Event(1, "sit", 1, 1))
        with pytest.raises(Refused):
            await room.change(lambda table: checks.sit(table, room.server_asks(), 1))
        assert services.registry.rooms["T"] is room
        assert room.table.version >= 1
        assert room.table.full
        await services.close()

    asyncio.run(change())


def test_a_client_that_comes_too_late_is_let_go(tmp_path: Path) -> None:
    async def enter() -> None:
        services = with_services(tmp_path)
        await services.open()
        room = await services.registry.open(header(seats=["person", "open"]), [Chair(), Chair()])
        services.registry.drop(room)
        client = Connected((0,), "en", "")
        await room.enter(client, 0)
        assert client.closing == 1012
        await services.close()

    asyncio.run(enter())


def test_tables_that_cannot_be_read_do_not_stop_the_others(tmp_path: Path) -> None:
    async def start() -> None:
        services = with_services(tmp_path)
        await services.open()
        await services.registry.open(header(id="good", seats=["person", "open"]), [Chair(), Chair()])
        await services.storage.writer.append("good", Event(1, "sit", day(0), 1))
        await services.storage.add(header(id="bad"), [Chair(), Chair()])
        await services.storage.writer.append("bad", Event(1, "sit", day(0), 7))
        await services.close()
        services = with_services(tmp_path)
        await services.storage.open()
        await services.registry.wake_up()
        assert list(services.registry.rooms) == ["good"]
        await services.close()

    asyncio.run(start())


def test_a_duty_that_fails_leaves_the_room_in_order(tmp_path: Path) -> None:
    async def fail() -> None:
        services = with_services(tmp_path)
        await services.open()
        room = await services.registry.open(header(seats=["person", "open"]), [Chair(), Chair()])

        async def refuse() -> None:
            raise refused("stale")

        async def break_down() -> None:
            raise OSError

        for duty in (refuse, break_down):
            room.scheduler.begin(duty)
            assert room.scheduler.task
            await room.scheduler.task
            assert room.scheduler.task is None
        await services.close()

    asyncio.run(fail())


def test_quiet_tables_leave_the_memory_and_come_back(tmp_path: Path) -> None:
    async def many() -> None:
        services = with_services(tmp_path, live_tables=3)
        await services.open()
        for number in range(6):
            await services.registry.open(header(id=f"T{number}", seats=["person", "open"]), [Chair(), Chair()])
        assert list(services.registry.rooms) == ["T3", "T4", "T5"]
        first, second = await asyncio.gather(services.registry.room("T0"), services.registry.room("T0"))
        assert first is second
        assert list(services.registry.rooms) == ["T4", "T5", "T0"]
        await services.close()

    asyncio.run(many())


def test_a_table_can_be_joined_however_many_others_are_in_use(tmp_path: Path) -> None:
    """Then more are in memory than those that stay there."""
    with running(tmp_path, live_tables=2) as server:
        client = Client(server.url)
        for table in [client.join(client.open(seats=["me", "here"])).dealt().my_turn() for _ in range(4)]:
            assert table.move(table.legal[0])["type"] == "ack"
        client.close()


def test_a_result_that_was_not_noted_is_noted_later(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        client = Client(server.url)
        opened = client.open(seats=["me", "pip"], options={"size": "mini", "rounds": 1})
        client.join(opened).dealt().play_out(random.Random(1))
        client.close()
    ask(tmp_path, "UPDATE tables SET status = 'playing', finished = NULL")
    with running(tmp_path) as server:
        again = Client(server.url)
        again.http.get(f"/api/tables/{opened['id']}", params={"token": opened["token"]})
        again.close()
    assert ask(tmp_path, "SELECT status FROM tables") == [("finished",)]


def test_a_restart_finds_every_table_and_bots_go_on(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        client = Client(server.url)
        opened = [client.open(seats=["me", "here"]) for _ in range(3)]
        sockets = [client.join(table).dealt().my_turn() for table in opened]
        rng = random.Random(1)
        for table in sockets:
            for _ in range(5):
                table.my_turn().play(rng)
        cookies = dict(client.http.cookies)
        before = [client.table(table) for table in opened]
        bots = client.open(seats=["pip", "pip"], options={"rounds": 1})
        client.close()
    with running(tmp_path) as server:
        client = Client(server.url)
        client.http.cookies.update(cookies)
        for table, old in zip(opened, before, strict=True):
            now = client.table(table)
            assert (now["version"], now["view"]) == (old["version"], old["view"])
        watching = client.join(bots, watch=bots["watch"].partition("=")[2])
        watching.until(lambda _: watching.table.get("finished"))
        client.close()


def test_a_stop_lets_everybody_go_to_come_back(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        client = Client(server.url)
        table = client.join(client.open(seats=["me", "here"])).dealt()
        server.stop()
        assert table.closed() == 1012
        client.close()


# -- deleting data --


async def queued(room: Room, changes: int) -> None:
    """Wait until this many changes are queued at a table."""
    while len(room.lock._waiters or ()) < changes:
        await asyncio.sleep(0)


@asynccontextmanager
async def seated(folder: Path, seats: list[str]) -> AsyncIterator[tuple[Services, Room, Person]]:
    """A table in memory with Anna in the first seat."""
    services = with_services(folder)
    await services.open()
    anna, _ = await services.people.add("Anna", "en", 1)
    room = await services.registry.open(header(seats=seats), [Chair(anna.id, b"a" * 32, "Anna"), *[Chair() for _ in seats[1:]]])
    try:
        async with asyncio.timeout(20):
            yield services, room, anna
    finally:
        await services.close()


def test_whoever_took_the_seat_meanwhile_keeps_it(tmp_path: Path) -> None:
    """Anna leaves and Ben takes the seat while the deletion of Anna's data waits for its turn."""

    async def run() -> None:
        async with seated(tmp_path, ["person", "open"]) as (services, room, anna):
            ben, _ = await services.people.add("Ben", "en", 1)
            async with room.lock:
                changes = [
                    asyncio.create_task(room.leave(0, room.server_asks(), "left")),
                    asyncio.create_task(services.registry.sit(room, ben, "Ben", 0)),
                    asyncio.create_task(services.registry.forget(anna)),
                ]
                await queued(room, 3)
            await asyncio.gather(*changes)
            assert (room.chairs[0].person, room.chairs[0].name) == (ben.id, "Ben")
            assert room.table.seats[0].kind == "person"
            stored = await services.storage.load("T")
            assert stored
            assert stored.chairs[0].person == ben.id

    asyncio.run(run())


def test_whoever_leaves_twice_does_not_take_another_one_along(tmp_path: Path) -> None:
    """Over two sockets, with Ben taking the seat in between."""

    async def run() -> None:
        async with seated(tmp_path, ["person", "open"]) as (services, room, _):
            ben, _ = await services.people.add("Ben", "en", 1)
            clients = [Connected((0,), "en", ""), Connected((0,), "en", "")]
            for client in clients:
                await room.enter(client, 0)
            async with room.lock:
                changes = [
                    asyncio.create_task(Commands(room, clients[0]).carry_out(Leave("a"))),
                    asyncio.create_task(services.registry.sit(room, ben, "Ben", 0)),
                    asyncio.create_task(Commands(room, clients[1]).carry_out(Leave("b"))),
                ]
                await queued(room, 3)
            await asyncio.gather(*changes)
            assert room.chairs[0].name == "Ben"
            assert room.table.seats[0].kind == "person"

    asyncio.run(run())


def test_somebody_whom_a_bot_replaces_meanwhile_is_forgotten(tmp_path: Path) -> None:
    async def run() -> None:
        async with seated(tmp_path, ["person", "bot:pip"]) as (services, room, anna):
            while not room.table.begun:
                await asyncio.sleep(0.05)
            async with room.lock:
                changes = [
                    asyncio.create_task(room.leave(0, room.server_asks(), "absent")),
                    asyncio.create_task(services.registry.forget(anna)),
                ]
                await queued(room, 2)
            await asyncio.gather(*changes)
            assert room.chairs[0] == Chair()
            stored = await services.storage.load("T")
            assert stored
            assert stored.chairs[0] == Chair()

    asyncio.run(run())


def test_somebody_who_sits_down_while_being_forgotten_is_forgotten(tmp_path: Path) -> None:
    async def run() -> None:
        async with seated(tmp_path, ["person", "open"]) as (services, _, anna):
            other = await services.registry.open(header(id="U", seats=["person", "open"]), [Chair(), Chair()])
            forget_row = services.people.forget

            async def sit_and_forget(person: Person) -> None:
                await services.registry.sit(other, person, "Anna", 1)
                await forget_row(person)

            services.people.forget = sit_and_forget  # type: ignore[method-assign]
            await forget(services, anna)
            assert [chair.name for room in services.registry.rooms.values() for chair in room.chairs] == [None] * 4

    asyncio.run(run())


def day(offset: float) -> int:
    import time

    return int((time.time() + offset * 86400) * 1000)


def test_people_are_remembered_and_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lostcities.server.store.people.REMEMBERED", 1)

    async def run() -> None:
        services = with_services(tmp_path)
        await services.open()
        people = services.people
        anna, token = await people.add("Anna", "en", 1)
        _, other = await people.add("Ben", "en", 1)
        found = await people.find(token, 5)
        assert found
        assert (found.id, found.name) == (anna.id, "Anna")
        assert await people.find(token, 5) == found
        later = await people.find(token, 10**9)
        assert later
        assert (later.name, later.seen) == ("Anna", 10**9)
        assert await people.find("nonsense", 5) is None
        assert await people.find(None, 5) is None
        await people.forget(found)
        assert await people.find(token, 5) is None
        assert await people.find(other, 5)
        await services.close()

    asyncio.run(run())


def test_settings(tmp_path: Path) -> None:
    from lostcities.server.settings import Limits, limits_from

    assert limits_from({"LOSTCITIES_LIMIT_TABLES": "7"}) == Limits(tables=7)
    for wrong in ("0", "-1", "many", "", "٣"):
        with pytest.raises(Refused):
            limits_from({"LOSTCITIES_LIMIT_TABLES": wrong})
    assert Settings(data=tmp_path, database_url="x").url == "x"


def test_nobody_has_a_name_before_it_is_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        services = with_services(tmp_path)
        await services.open()
        people = services.people
        anna, token = await people.add("Anna", "en", 1)

        async def fail(*_: Any) -> None:
            raise OSError("no space left")

        with monkeypatch.context() as within:
            within.setattr(services.storage, "write", fail)
            with pytest.raises(OSError, match="no space left"):
                await people.change(anna, "Ben", "de", 5)
        found = await people.find(token, 5)
        assert found
        assert (found.name, found.language, found.seen) == ("Anna", "en", 1)
        await services.close()

    asyncio.run(run())


def test_changes_of_a_person_at_once_do_not_undo_each_other(tmp_path: Path) -> None:
    async def run() -> None:
        services = with_services(tmp_path)
        await services.open()
        people = services.people
        anna, token = await people.add("Anna", "en", 1)
        await asyncio.gather(people.change(anna, "Ann", None, 5), people.change(anna, None, "de", 6))
        people.known.clear()
        found = await people.find(token, 7)
        assert found == anna
        assert (anna.name, anna.language, anna.seen) == ("Ann", "de", 6)
        await services.close()

    asyncio.run(run())
