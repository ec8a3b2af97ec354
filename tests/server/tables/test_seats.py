"""Presence: help by a bot, tables that everyone has left, rematches, and coming back at a bad moment."""

import asyncio
import random
import threading
from pathlib import Path
from typing import Any

import pytest
from support.databases import on_each_engine
from support.serving import Client, Running, running
from support.waiting import wait_for

from lostcities.server.store.people import Person

pytestmark = on_each_engine


def duel(clients: Any, **fields: Any) -> tuple[dict[str, Any], Client, Client]:
    """A table with two people at it."""
    anna, ben = clients(), clients()
    opened = anna.open(seats=["me", "open"], name="Anna", **fields)
    ben.sit(opened, name="Ben")
    return opened, anna, ben


# -- help --


def test_whoever_lets_a_bot_move_has_had_help_and_everybody_sees_it(clients: Any) -> None:
    opened, anna, ben = duel(clients)
    mine, theirs = anna.join(opened).dealt(), ben.join(opened).dealt()
    deciding, other, client = (mine, theirs, anna) if mine.legal else (theirs, mine, ben)
    seat = deciding.table["you"][0]
    deciding.ask("leave")
    other.until(lambda message: message.get("seat") == seat and message.get("move"))
    client.join(opened).until(lambda message: message.get("what") == "return")
    other.until(lambda _: not other.table["seats"][seat]["bot"])
    assert [place["helped"] for place in other.table["seats"]] == [number == seat for number in range(2)]


def test_a_result_says_that_it_was_reached_with_help(clients: Any) -> None:
    opened, anna, ben = duel(clients, options={"size": "mini", "rounds": 1})
    ben.join(opened).dealt().ask("leave")
    anna.join(opened).dealt().play_out(random.Random(1))
    for client, helped in ((anna, 0), (ben, 1)):
        me = client.http.get("/api/me").json()
        assert me["tables"][0]["helped"] == [1]
        assert [line["helped"] for line in me["results"]] == [helped]


def test_whoever_comes_back_before_the_bot_has_moved_has_had_none(clients: Any) -> None:
    opened, anna, ben = duel(clients)
    mine, theirs = anna.join(opened).dealt(), ben.join(opened).dealt()
    waiting, client = (theirs, ben) if mine.legal else (mine, anna)
    waiting.ask("leave")
    back = client.join(opened)
    back.until(lambda message: message.get("what") == "return")
    back.until(lambda _: not any(place["bot"] for place in back.table["seats"]))
    assert not any(place["helped"] for place in back.table["seats"])


# -- one person, one seat --


def test_at_a_listed_table_everybody_has_one_seat(clients: Any) -> None:
    anna, ben = clients(), clients()
    refused = anna.http.post("/api/tables", json={"game": "roll", "seats": ["me", "here"], "listed": True})
    assert (refused.status_code, refused.json()["code"]) == (400, "listed_one_seat")
    opened = anna.open("roll", seats=["me", "open", "open"], listed=True)
    assert ben.sit(opened, seat=1).status_code == 200
    again = ben.sit(opened, seat=2)
    assert (again.status_code, again.json()["code"]) == (409, "seated_already")
    assert ben.sit(opened).json()["seat"] == 1
    assert anna.open("roll", seats=["me", "open"])["id"]


# -- nobody there --


def test_bots_sleep_at_a_table_that_everybody_has_left_for_good(tmp_path: Path) -> None:
    """Its clock has run out, so a bot plays on; but not for ever with nobody there. Anyone who returns finds it where it was."""
    with running(tmp_path, sleep_after=0.0) as server:
        client = Client(server.url)
        clock = {"kind": "budget", "seconds": 5, "increment": 0}
        opened = client.open(seats=["me", "pip"], clock=clock, options={"rounds": 1})
        table = client.join(opened).dealt().my_turn()
        room = server.services.registry.rooms[opened["id"]]
        room.table.clocks.left[0] = 200
        table.move(table.legal[-1])
        table.close()
        wait_for(lambda: not room.subscribers and room.scheduler.task is None and room.scheduler.timer is None)
        asleep = room.table.version
        other = client.join(client.open(seats=["me", "pip"], options={"rounds": 1})).dealt()
        other.my_turn().move(other.legal[-1])
        assert room.table.version == asleep
        assert not room.table.over
        again = client.join(opened)
        again.until(lambda _: again.table.get("finished"))
        client.close()


# -- what could not be stored --


def test_nobody_is_taken_off_a_seat_before_that_is_stored(server: Running, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = client.open(seats=["me", "bruno"], options={"size": "mini", "rounds": 1})
    client.join(opened).dealt().play_out(random.Random(1))
    registry, room = server.services.registry, server.services.registry.rooms[opened["id"]]
    person, loop = Person(room.chairs[0].person), next(iter(registry.tasks)).get_loop()

    async def fail(*_: Any) -> None:
        raise OSError("no space left")

    with monkeypatch.context() as within:
        within.setattr(server.services.storage, "write", fail)
        with pytest.raises(OSError, match="no space left"):
            asyncio.run_coroutine_threadsafe(registry.forget(person), loop).result(20)
    assert room.chairs[0].person == person.id
    assert client.table(opened)["table"]["you"] == [0]


# -- rematches --


def test_a_rematch_has_a_seat_for_others_where_somebody_was_forgotten(clients: Any) -> None:
    opened, anna, ben = duel(clients, options={"size": "mini", "rounds": 1})
    ben.join(opened).dealt().ask("leave")
    anna.join(opened).dealt().play_out(random.Random(1))
    assert ben.http.delete("/api/me").status_code == 204
    again = anna.http.post(f"/api/tables/{opened['id']}/rematch").json()
    assert [place["kind"] for place in again["table"]["seats"]] == ["open", "person"]
    assert clients().sit(again).json()["seat"] == 0


# -- coming back --


def test_what_happens_while_somebody_comes_back_is_shown_to_them(server: Running, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """A move is being stored; the client that joins has seen everything before it, and receives it as an event."""
    opened = client.open(seats=["me", "here"])
    table = client.join(opened).dealt().my_turn()
    room, writer = server.services.registry.rooms[opened["id"]], server.services.storage.writer
    storing, gate, append = threading.Event(), threading.Event(), writer.append

    async def slowly(*arguments: Any) -> None:
        storing.set()
        await asyncio.to_thread(gate.wait, 20)
        await append(*arguments)

    monkeypatch.setattr(writer, "append", slowly)
    seen = table.version
    table.send(type="move", id="slow", version=seen, move=table.legal[-1])
    assert storing.wait(20)
    again = client.join(opened, since=seen)
    wait_for(lambda: room.lock._waiters)
    gate.set()
    first = again.receive()
    assert (first["type"], first["version"], first["move"]) == ("event", seen + 1, table.legal[-1])
    assert again.receive()["type"] == "table"
