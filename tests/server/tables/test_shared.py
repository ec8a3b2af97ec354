"""What several servers on one PostgreSQL share beside the events of a table: what people say and propose, rematches, clocks, limits."""

import asyncio
import dataclasses
import json
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import IntegrityError
from support.databases import POSTGRESQL, ask
from support.nodes import Visitors, catch_up, nodes, two_people
from support.serving import FREE, Message, Running, Socket
from support.waiting import wait_for

pytestmark = [pytest.mark.usefixtures("engine"), pytest.mark.parametrize("engine", [POSTGRESQL], indirect=True, scope="module")]

QUICK_MATCH = {"size": "mini", "rounds": 1}


def shows(socket: Socket, holds: Callable[[Message], Any]) -> None:
    """Read until the table is shown so."""
    if not (socket.table and holds(socket.table)):
        socket.until(lambda message: message.get("table") and holds(message["table"]))


def played_out(visitors: Visitors, one: Running, other: Running) -> tuple[Message, list[Socket]]:
    """Let two people at two servers play a short match to its end."""
    anna, boris = visitors.at(one), visitors.at(other)
    table = anna.open("card", seats=["me", "open"], options=QUICK_MATCH, name="Anna")
    assert boris.sit(table, name="Boris").status_code == 200
    both = [anna.join(table).dealt(), boris.join(table).dealt()]
    while not all(socket.table.get("finished") for socket in both):
        for socket in both:
            if socket.legal:
                socket.move("+" if "+" in socket.legal else socket.legal[-1])
                catch_up(both, socket.version)
        if both[0].view and both[0].view["to_move"] is None:
            for socket in both:
                shows(socket, lambda shown: shown["finished"])
    return table, both


def at_once(*works: Callable[[], Any]) -> list[Any]:
    """Do several things at the same time."""
    with ThreadPoolExecutor(len(works)) as pool:
        return [done.result() for done in [pool.submit(work) for work in works]]


def deaf(server: Running) -> None:
    """Let a server hear nothing more of what the others do, except when it stores something itself."""

    async def nothing(_: Any) -> None:
        await asyncio.sleep(0)

    server.services.registry.freshen = nothing


# -- what people propose and say --


def test_a_proposal_is_answered_at_another_node(tmp_path: Path, visitors: Visitors) -> None:
    with nodes(tmp_path) as (one, other):
        _, mine, theirs = two_people(visitors, one, other)
        assert mine.dealt().ask("propose", what="hints")["type"] == "ack"
        shows(theirs.dealt(), lambda table: table["proposals"] == {"hints": [0]})
        assert theirs.ask("agree", what="hints", yes=False)["type"] == "ack"
        shows(mine, lambda table: table["proposals"] == {})
        assert theirs.ask("propose", what="hints")["type"] == "ack"
        shows(mine, lambda table: table["proposals"] == {"hints": [1]})
        assert mine.ask("agree", what="hints", yes=True)["type"] == "ack"
        for socket in (mine, theirs):
            shows(socket, lambda table: table["hints"] and table["proposals"] == {})


def test_two_who_agree_at_the_same_time_at_two_nodes_agree(tmp_path: Path, visitors: Visitors) -> None:
    """Neither server knows of the other's answer, but the database does."""
    with nodes(tmp_path) as (one, other):
        table, mine, theirs = two_people(visitors, one, other)
        both = (mine.dealt(), theirs.dealt())
        deaf(one)
        deaf(other)
        answers = at_once(*(lambda socket=socket: socket.ask("propose", what="hints") for socket in both))
        assert {answer.get("code", "ack") for answer in answers} <= {"ack", "hints_allowed"}
        assert ask(tmp_path, "SELECT count(*) FROM events WHERE table_id = :t AND what = 'hints'", t=table["id"]) == [(1,)]


def test_a_proposal_counts_no_more_once_its_seat_was_left(tmp_path: Path, visitors: Visitors) -> None:
    with nodes(tmp_path) as (one, other):
        table, mine, theirs = two_people(visitors, one, other)
        mine.dealt().ask("propose", what="hints")
        shows(theirs.dealt(), lambda table: table["proposals"] == {"hints": [0]})
        assert mine.ask("leave")["type"] == "ack"
        shows(theirs, lambda table: table["proposals"] == {})
        assert visitors.people[0].join(table).dealt().table["proposals"] == {}


@pytest.mark.parametrize("with_redis", [False, True])
def test_a_phrase_reaches_everyone_once(tmp_path: Path, visitors: Visitors, redis: Any, with_redis: bool) -> None:
    with nodes(tmp_path, redis_url=redis.url if with_redis else None) as (one, other):
        table, mine, theirs = two_people(visitors, one, other)
        mine.dealt()
        theirs.dealt()
        if with_redis:
            wait_for(lambda: other.services.neighbours.hints.listening)
        for phrase in ("hello", "hello", "good_luck"):
            assert mine.ask("say", phrase=phrase)["type"] == "ack"
        theirs.until_type("said", phrase="good_luck")
        assert theirs.ask("say", phrase="thanks")["type"] == "ack"
        mine.until_type("said", phrase="thanks")
        late = visitors.at(other).join(table, watch=table["watch"].partition("=")[2])
        late.receive()
        time.sleep(1.5)
        for socket in (mine, theirs, late):
            socket.send(type="ping")
            socket.until_type("pong")
        said = [[message["phrase"] for message in socket.seen if message["type"] == "said"] for socket in (mine, theirs, late)]
        assert [sorted(phrases) for phrases in said] == [["good_luck", "hello", "hello", "thanks"]] * 2 + [[]]


# -- rematches --


def test_a_rematch_that_two_people_open_at_two_nodes_is_one_table(tmp_path: Path, visitors: Visitors) -> None:
    with nodes(tmp_path) as (one, other):
        table, _ = played_out(visitors, one, other)
        deaf(one)
        deaf(other)
        path = f"/api/tables/{table['id']}/rematch"
        opened = at_once(*(lambda client=client: client.http.post(path) for client in visitors.people))
        assert [answer.status_code for answer in opened] == [200, 200], [answer.text for answer in opened]
        first, second = (answer.json() for answer in opened)
        assert first["id"] == second["id"]
        assert {first["seat"], second["seat"]} == {0, 1}
        assert ask(tmp_path, "SELECT count(*) FROM tables") == [(2,)]
        assert ask(tmp_path, "SELECT rematch FROM tables WHERE id = :t", t=table["id"]) == [(first["id"],)]


def test_a_rematch_is_shown_at_the_other_node(tmp_path: Path, visitors: Visitors) -> None:
    with nodes(tmp_path) as (one, other):
        table, (_, theirs) = played_out(visitors, one, other)
        again = visitors.people[0].http.post(f"/api/tables/{table['id']}/rematch").json()
        shows(theirs, lambda shown: shown["rematch"] == again["id"])


# -- clocks and people who come --


def left(socket: Socket, seat: int) -> int:
    return int(socket.table["seats"][seat]["clock_ms"])


def test_nobody_gets_time_back_at_another_node(tmp_path: Path, visitors: Visitors) -> None:
    with nodes(tmp_path) as (one, other):
        anna = visitors.at(one)
        table = anna.open("card", seats=["me", "here"], clock={"kind": "budget", "seconds": 600})
        mine = anna.join(table).dealt()
        time.sleep(2.0)
        again = visitors.at(other, anna).join(table).dealt()
        [seat] = [seat for seat in (0, 1) if left(again, seat) < 600_000]
        assert left(again, seat) < 598_500
        again.play(random.Random(1))
        catch_up([mine], again.version)
        [(spent,)] = ask(tmp_path, "SELECT body FROM events WHERE table_id = :t AND what = 'move'", t=table["id"])
        assert json.loads(spent)["ms"] > 1_500


@pytest.mark.parametrize("seconds", [-60, 60])
def test_a_clock_that_is_wrong_costs_and_gives_nobody_time(
    tmp_path: Path, visitors: Visitors, monkeypatch: pytest.MonkeyPatch, seconds: int
) -> None:
    """It is that of the computer where the node runs that stores when a turn begins."""
    real, wrong = time.time_ns, set[threading.Thread]()
    monkeypatch.setattr(time, "time_ns", lambda: real() + seconds * (threading.current_thread() in wrong) * 1_000_000_000)
    with nodes(tmp_path) as (one, other):
        wrong.add(one.thread)
        wait_for(lambda: abs(one.services.node.duties.ahead + seconds * 1000) < 500)
        anna = visitors.at(one)
        mine = anna.join(table := anna.open("card", seats=["me", "here"], clock={"kind": "budget", "seconds": 600})).dealt().my_turn()
        [seat] = [seat for seat in (0, 1) if mine.view and mine.view["to_move"] == seat]
        time.sleep(4.0)
        mine.play(random.Random(1))
        before = left(mine, seat)
        time.sleep(2.0)
        again = visitors.at(other, anna).join(table).dealt()
        assert 2_000 <= before - left(again, seat) < 3_500


def test_the_stop_of_a_node_costs_nobody_time(tmp_path: Path, visitors: Visitors) -> None:
    """The clock starts again when another node takes the table over."""
    with nodes(tmp_path) as (one, other):
        anna = visitors.at(one)
        table = anna.open("card", seats=["me", "here"], clock={"kind": "budget", "seconds": 600})
        anna.join(table).dealt()
        time.sleep(3.0)
        began = time.monotonic()
        one.stop()
        again = visitors.at(other, anna).join(table).dealt()
        spent = 600_000 - min(left(again, seat) for seat in (0, 1))
        assert spent < (time.monotonic() - began) * 1000 + 500


def test_whoever_is_here_gets_back_the_seat_that_another_node_took_from_them(tmp_path: Path, visitors: Visitors) -> None:
    """They came in the second in which the other node let a bot take over."""
    with nodes(tmp_path) as (one, other):
        table, mine, theirs = two_people(visitors, one, other)
        mine.dealt()
        theirs.dealt()
        version = max(mine.version, theirs.version) + 1
        line = "(table_id, version, what, seat, body, at) VALUES (:t, :v, 'leave', 1, '{\"why\": \"absent\"}', 1)"
        ask(tmp_path, f"INSERT INTO events {line}", t=table["id"], v=version)
        theirs.until_type("event", what="leave")
        theirs.until_type("event", what="return")
        mine.until_type("event", what="return")
        assert ask(tmp_path, "SELECT count(*) FROM events WHERE table_id = :t AND what = 'return'", t=table["id"]) == [(1,)]


# -- limits --


def test_listed_tables_of_an_address_count_over_all_nodes(tmp_path: Path, visitors: Visitors, redis: Any) -> None:
    limits = dataclasses.replace(FREE, listed=3)
    with nodes(tmp_path, redis_url=redis.url, limits=limits) as servers:
        people = [visitors.at(server) for server in servers]
        for server in servers:
            wait_for(lambda server=server: server.services.neighbours.exchange.secret)

        def opens(number: int) -> int:
            wanted = {"game": "card", "seats": ["me", "open"], "listed": True}
            return int(people[number].http.post("/api/tables", json=wanted).status_code)

        assert [opens(number) for number in (0, 1, 0, 1, 0)] == [201, 201, 201, 429, 429]
        redis.kill()
        assert [opens(number) for number in (0, 1)] == [429, 429]
        redis.start()
        for server in servers:
            wait_for(lambda server=server: server.services.neighbours.connection.working)
        time.sleep(1.0)
        assert [opens(number) for number in (0, 1)] == [429, 429]


@pytest.mark.parametrize(("name", "values"), [("keep_days", (30, 60)), ("daily_names", (False, True))])
def test_nodes_say_when_their_settings_differ(tmp_path: Path, visitors: Visitors, name: str, values: tuple[Any, Any]) -> None:
    with nodes(tmp_path, 1, **{name: values[0]}) as (one,):
        health = visitors.at(one)
        assert health.http.get("/healthz").json()["status"] == "ok"
        with nodes(tmp_path, 1, folders="other", **{name: values[1]}) as (other,):
            for server in (one, other):
                told = visitors.at(server)
                wait_for(lambda told=told: told.http.get("/healthz").json()["status"] == "degraded")
                [problem] = told.http.get("/healthz").json()["problems"]
                assert problem["code"] == "settings_differ"
                assert name in problem["message"]
        wait_for(lambda: health.http.get("/healthz").json()["status"] == "ok")


# -- what works at every node --


def test_cookies_and_tokens_work_at_every_node(tmp_path: Path, visitors: Visitors) -> None:
    with nodes(tmp_path) as (one, other):
        anna = visitors.at(one)
        table = anna.open("card", seats=["me", "here"], name="Anna")
        program = visitors.at(other)
        assert program.http.get(f"/api/tables/{table['id']}").status_code == 403
        bearer = {"authorization": f"Bearer {table['token']}"}
        assert program.http.get(f"/api/tables/{table['id']}", headers=bearer).json()["table"]["you"]
        assert program.join(table, token=table["token"]).dealt().my_turn().legal
        elsewhere = visitors.at(other, anna)
        assert elsewhere.http.get("/api/me").json()["tables"][0]["id"] == table["id"]
        assert elsewhere.http.put("/api/me", json={"name": "Ännchen"}).is_success
        assert anna.http.get("/api/me").json()["name"] == "Ännchen"


def test_people_at_two_nodes_shuffle_fairly(tmp_path: Path, visitors: Visitors) -> None:
    with nodes(tmp_path, first_wait=4.0) as (one, other):
        anna, boris = visitors.at(one), visitors.at(other)
        table = anna.open("card", seats=["me", "open"], options=QUICK_MATCH)
        assert boris.sit(table).status_code == 200
        both = [anna.join(table, generous=True), boris.join(table, generous=True)]
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(Socket.dealt, both))
        while not anna.table(table)["table"]["finished"]:
            for socket in both:
                if socket.legal:
                    socket.move("+" if "+" in socket.legal else socket.legal[-1])
                    catch_up(both, socket.version)
        wait_for(lambda: boris.http.get(f"/api/tables/{table['id']}/record").json()["rounds"])
        record = boris.http.get(f"/api/tables/{table['id']}/record")
        (tmp_path / "record.json").write_text(record.text)
        done = subprocess.run([sys.executable, "-m", "lostcities", "verify", "--json", str(tmp_path / "record.json")], capture_output=True)
        assert done.returncode == 0, done.stderr
        assert set(record.json()["rounds"][0]["fair"]["seats"]) == {"0", "1"}


def test_journals_and_replays_are_the_same_at_every_node(tmp_path: Path, visitors: Visitors) -> None:
    """Both work the journal out at the same time; the second one is too late to store it."""
    with nodes(tmp_path) as (one, other):
        table, _ = played_out(visitors, one, other)
        keep, gate = one.services.storage.keep_journal, threading.Event()

        async def first(*arguments: Any) -> None:
            await keep(*arguments)
            gate.set()

        async def second(*_: Any) -> None:
            await asyncio.to_thread(gate.wait, 60)
            raise IntegrityError("", {}, Exception())

        one.services.storage.keep_journal, other.services.storage.keep_journal = first, second
        paths = [f"/api/tables/{table['id']}/{what}" for what in ("replay", "record", "journal")]
        asked = [[client.http.get(path, timeout=120).text for path in paths[:2]] for client in visitors.people]
        told = [[json.loads(text) for text in texts] for texts in asked]
        for line in told:
            line[0].pop("you")
        assert told[0] == told[1]
        journals = at_once(*(lambda client=client: client.http.get(paths[2], timeout=120).text for client in visitors.people))
        reports = [json.loads(journal.splitlines()[-1]) for journal in journals]
        assert [report["what"] for report in reports] == ["report", "report"]
        assert reports[0] == reports[1]
        assert ask(tmp_path, "SELECT count(*) FROM journals") == [(1,)]
        stored = [client.http.get(paths[2], params={"stored": True}).text.splitlines() for client in visitors.people]
        assert [json.loads(lines[1]) for lines in stored] == reports
