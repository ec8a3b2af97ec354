"""Several servers on one real PostgreSQL: any of them serves any table, and one of them does its duties."""

import asyncio
import random
import threading
import time
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from support.clusters import led_through, port_of
from support.databases import DATABASES, POSTGRESQL, ask
from support.nodes import Visitors, catch_up, nodes, two_people
from support.proxy import Proxy
from support.serving import Message, Running, Serving, key_of, quick
from support.waiting import PATIENCE, wait_for

from lostcities.server.store import storage
from lostcities.server.store.events import Event
from lostcities.server.store.writer import transactions_for
from lostcities.server.tables import node
from lostcities.server.tables.node import PERIOD
from lostcities.server.tables.room import GOING_AWAY

pytestmark = [pytest.mark.usefixtures("engine"), pytest.mark.parametrize("engine", [POSTGRESQL], indirect=True, scope="module")]


def version_of(folder: Path, table: Message) -> int:
    [(version,)] = ask(folder, "SELECT max(version) FROM events WHERE table_id = :table", table=table["id"])
    return int(version)


def holders(folder: Path, table: Message) -> list[tuple[Any, ...]]:
    valid = "until > extract(epoch FROM clock_timestamp()) * 1000"
    return ask(folder, f"SELECT node, epoch, {valid} FROM leases WHERE table_id = :table", table=table["id"])


def test_two_people_at_two_nodes_play_together(tmp_path: Path, visitors: Visitors) -> None:
    with nodes(tmp_path) as (one, other):
        _, mine, theirs = two_people(visitors, one, other)
        rng = random.Random(4)
        both = [mine.dealt(), theirs.dealt()]
        for _ in range(6):
            [mover] = [socket for socket in both if socket.legal]
            mover.play(rng)
            catch_up(both, mover.version)
        for socket in both:
            versions = [message["version"] for message in socket.seen if message["type"] == "event"]
            assert versions == list(range(versions[0], mine.version + 1))
        assert mine.view
        assert theirs.view
        assert mine.view["discards"] == theirs.view["discards"]
        assert mine.view["expeditions"] == theirs.view["expeditions"]


def test_the_slower_of_two_changes_is_checked_again(tmp_path: Path, visitors: Visitors) -> None:
    """Both nodes believe that they have the next version; one learns what the other has stored, and goes on from there."""
    with nodes(tmp_path) as (one, other):
        table, mine, theirs = two_people(visitors, one, other)
        mine.dealt()
        theirs.dealt()
        mover, watcher = (mine, theirs) if mine.legal else (theirs, mine)
        mover.play(random.Random(1))
        answer = watcher.ask("takeback", version=watcher.version)
        assert answer["code"] in ("not_your_turn", "nothing_to_take_back")
        assert version_of(tmp_path, table) >= mover.version


def test_a_request_that_is_sent_again_to_another_node_is_applied_once(tmp_path: Path, visitors: Visitors) -> None:
    with nodes(tmp_path) as (one, other):
        anna = visitors.at(one)
        table = anna.open("card", seats=["me", "here"], here=["Boris"])
        mine, again = anna.join(table).dealt().my_turn(), visitors.at(other, anna).join(table).dealt()
        move, version = mine.legal[0], mine.version
        answers = [socket.ask("move", "same", version=version, move=move) for socket in (mine, again)]
        assert [answer["type"] for answer in answers] == ["ack", "ack"]
        assert answers[0]["version"] == answers[1]["version"] == version_of(tmp_path, table)


def test_whoever_comes_while_a_table_is_read_sees_no_less_than_at_another_node(tmp_path: Path, visitors: Visitors) -> None:
    with nodes(tmp_path) as (here, there):
        anna = visitors.at(here)
        table = anna.open(seats=["me", "here"])
        mine, reading, go_on = anna.join(table).dealt(), threading.Event(), threading.Event()
        storage = there.services.storage
        read = storage.events

        async def slowly(id: str) -> AsyncIterator[list[Event]]:
            async for page in read(id):
                yield page
            reading.set()
            while not go_on.is_set():
                await asyncio.sleep(0.01)

        storage.events = slowly  # type: ignore[method-assign]
        elsewhere = visitors.at(there, anna)
        with ThreadPoolExecutor(1) as threads:
            first = threads.submit(elsewhere.table, table)
            assert reading.wait(PATIENCE)
            for _ in range(4):
                mine.my_turn().move(mine.legal[-1])
            late = elsewhere.join(table, since=mine.version)
            time.sleep(0.3)
            go_on.set()
            first.result()
        assert late.receive()["type"] == "table", "there is nothing to catch up with"


def test_a_table_has_one_node_for_its_duties_and_the_others_see_the_bot_move(tmp_path: Path, visitors: Visitors) -> None:
    with nodes(tmp_path, 3) as servers:
        anna = visitors.at(servers[0])
        table = anna.open("card", seats=["me", "bruno"])
        sockets = [anna.join(table), *(visitors.at(server, anna).join(table) for server in servers[1:])]
        for socket in sockets:
            socket.dealt()
        rng = random.Random(5)
        for turn in range(8):
            socket = sockets[turn % 3]
            socket.my_turn()
            socket.play(rng)
            catch_up(sockets, socket.version)
        [(_, epoch, held)] = holders(tmp_path, table)
        assert (epoch, held) == (1, True)
        stored = ask(tmp_path, "SELECT DISTINCT epoch FROM events WHERE table_id = :t AND what = 'deal'", t=table["id"])
        assert stored == [(1,)]


def test_another_node_takes_over_from_one_that_was_killed(tmp_path: Path, visitors: Visitors) -> None:
    url = DATABASES.url_of(tmp_path)
    assert url
    dead = Serving(tmp_path / "dead", "--database-url", url, "--workers", "1")
    try:
        with nodes(tmp_path, 1) as (alive,):
            anna = visitors.at(dead)
            table = anna.open("card", seats=["me", "pip"])
            first = anna.join(table).dealt().my_turn()
            first.move(first.legal[0])
            dead.kill()
            wait_for(lambda: holders(tmp_path, table)[0][1:] == (2, True))
            second = visitors.at(alive, anna).join(table).dealt().my_turn()
            assert second.legal
            assert version_of(tmp_path, table) == second.version
    finally:
        dead.kill()


def test_who_is_connected_through_another_node_is_seen_and_not_replaced(tmp_path: Path, visitors: Visitors) -> None:
    with nodes(tmp_path) as (one, other):
        _, mine, theirs = two_people(visitors, one, other)
        mine.until(lambda _: mine.table.get("seats") and mine.table["seats"][1]["here"])
        theirs.close()
        mine.until(lambda _: not mine.table["seats"][1]["here"])


def test_a_person_who_sits_down_at_one_node_is_known_at_the_other(tmp_path: Path, visitors: Visitors) -> None:
    with nodes(tmp_path) as (one, other):
        anna, boris = visitors.at(one), visitors.at(other)
        table = anna.open("card", seats=["me", "open"], name="Anna")
        mine = anna.join(table)
        assert boris.sit(table, name="Boris").status_code == 200
        mine.until(lambda _: mine.table.get("seats") and mine.table["seats"][1]["name"] == "Boris")


def test_a_name_that_changes_at_one_node_changes_at_the_other(tmp_path: Path, visitors: Visitors) -> None:
    with nodes(tmp_path) as (one, other):
        _, mine, theirs = two_people(visitors, one, other)
        theirs.dealt()
        boris = visitors.people[-1]
        assert boris.http.put("/api/me", json={"name": "Boris"}).is_success
        mine.until(lambda _: mine.table.get("seats") and mine.table["seats"][1]["name"] == "Boris")


def test_a_node_that_stops_leaves_its_tables_to_the_others_at_once(tmp_path: Path, visitors: Visitors) -> None:
    with nodes(tmp_path) as (one, other):
        anna = visitors.at(one)
        table = anna.open("card", seats=["me", "pip"])
        anna.join(table).dealt()
        wait_for(lambda: holders(tmp_path, table)[0][2])
        one.stop()
        wait_for(lambda: holders(tmp_path, table)[0][1:] == (2, True))
        second = visitors.at(other, anna).join(table).dealt().my_turn()
        assert second.legal


def test_who_deletes_their_data_at_one_node_is_unknown_to_the_others(tmp_path: Path, visitors: Visitors) -> None:
    with nodes(tmp_path) as (one, other):
        _, mine, theirs = two_people(visitors, one, other)
        theirs.dealt()
        boris = visitors.people[-1]
        elsewhere = visitors.at(one, boris)
        assert elsewhere.http.get("/api/me").json()["tables"]
        assert boris.http.delete("/api/me").is_success
        assert theirs.closed() == 4403
        assert elsewhere.http.get("/api/me").json()["tables"] == []
        mine.until(lambda _: mine.table.get("seats") and mine.table["seats"][1]["away"] == "forgotten")


def test_with_redis_a_move_is_seen_at_once(tmp_path: Path, visitors: Visitors, redis: Any) -> None:
    with nodes(tmp_path, redis_url=redis.url) as (one, other):
        for server in (one, other):
            wait_for(lambda server=server: server.services.neighbours.hints.listening)
        _, mine, theirs = two_people(visitors, one, other)
        both = [mine.dealt(), theirs.dealt()]
        waits = []
        for _ in range(10):
            [mover] = [socket for socket in both if socket.legal]
            mover.play(random.Random(3))
            began = time.monotonic()
            catch_up(both, mover.version)
            waits.append(time.monotonic() - began)
        assert sorted(waits)[5] < PERIOD / 2


def test_other_nodes_are_told_only_of_tables_that_they_follow(tmp_path: Path, visitors: Visitors, redis: Any) -> None:
    with nodes(tmp_path, redis_url=redis.url) as (one, other):
        for server in (one, other):
            wait_for(lambda server=server: server.services.neighbours.hints.listening)
        told: list[int | None] = []
        one.services.node.duties.tell = lambda _, version: told.append(version)
        anna = visitors.at(one)
        table = anna.open("card", seats=["me", "here"])
        mine = anna.join(table).dealt()
        for _ in range(4):
            mine.my_turn().play(random.Random(1))
        assert set(told) == {None}
        visitors.at(other).join(table, watch=key_of(table["watch"])).dealt()
        wait_for(lambda: one.services.registry.rooms[table["id"]].followed)
        mine.my_turn().play(random.Random(1))
        assert told[-1] == mine.version


# -- a node that cannot see the database --


def health(server: Running) -> int:
    return httpx.get(f"{server.url}/healthz", timeout=PATIENCE).status_code


def test_a_node_that_can_read_but_not_store_loses_its_duties(tmp_path: Path, visitors: Visitors, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the connection that it stores through is dead, as when a firewall has forgotten it."""
    url = DATABASES.url_of(tmp_path)
    assert url
    way = Proxy(port_of(url))
    with monkeypatch.context() as patch:
        patch.setattr(storage, "transactions_for", lambda url: transactions_for(led_through(url, way)))
        one = Running(quick(tmp_path / "one", database_url=url, pace=0.2))
    try:
        with nodes(tmp_path, 1) as (other,):
            table = visitors.at(one).open(seats=["pip", "pip"], options={"rounds": 99})
            visitors.at(one).join(table, watch=key_of(table["watch"])).dealt()
            watcher = visitors.at(other).join(table, watch=key_of(table["watch"])).dealt()
            [(first, _, _)] = holders(tmp_path, table)
            way.hold()
            before = version_of(tmp_path, table)
            wait_for(lambda: holders(tmp_path, table)[0][0] != first, 15.0)
            watcher.until(lambda message: message.get("version", 0) > before + 2)
    finally:
        way.heal()
        one.stop()
        way.close()


def test_whoever_is_at_a_node_that_is_cut_off_is_sent_away_and_goes_on_at_another(
    tmp_path: Path, visitors: Visitors, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(node, "BLIND", 4.0)
    url = DATABASES.url_of(tmp_path)
    assert url
    way = Proxy(port_of(url))
    with nodes(tmp_path, 1) as (one,), nodes(tmp_path, 1, "cut", database_url=led_through(url, way)) as (other,):
        table, mine, theirs = two_people(visitors, one, other)
        mine.dealt()
        theirs.dealt()
        way.hold()
        assert theirs.closed() == GOING_AWAY
        assert health(other) == 503
        both = [mine, visitors.at(one, visitors.people[1]).join(table).dealt()]
        for _ in range(4):
            catch_up(both, max(socket.version for socket in both))
            [mover] = [socket for socket in both if socket.legal]
            assert mover.play(random.Random(1))["type"] == "ack"
        way.heal()
        wait_for(lambda: health(other) == 200)
        assert visitors.at(other, visitors.people[1]).join(table).dealt().version >= mover.version
    way.close()


def test_a_node_says_once_that_it_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(node, "log", SimpleNamespace(warning=lambda event, **_: said.append(event)))
    url = DATABASES.url_of(tmp_path)
    assert url
    way = Proxy(port_of(url))
    with nodes(tmp_path, 1, database_url=led_through(url, way)) as (server,):
        for times in (1, 2):
            wait_for(lambda: not server.services.node.cut_off)
            way.cut()
            wait_for(lambda: server.services.node.cut_off)
            time.sleep(3.0)
            assert said == ["node_cut_off"] * times
            way.heal()
    way.close()
