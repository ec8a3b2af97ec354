"""Attacks: each of them once worked, and is refused now."""

import contextlib
import dataclasses
import json
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.serving import FREE, Client, Running, running
from support.waiting import PATIENCE, wait_for

from lostcities.server.http.caller import Caller
from lostcities.server.socket.client import Client as Connected
from lostcities.text import catalogue


@pytest.fixture
def people(server: Running) -> Iterator[tuple[Client, Client, Client]]:
    found = Client(server.url), Client(server.url), Client(server.url)
    yield found
    for one in found:
        one.close()


def test_whoever_is_let_go_can_do_nothing_more(server: Running, people: tuple[Client, Client, Client]) -> None:
    """A client that does not read does not learn that it was disconnected; its seat is gone all the same."""
    host, mal, _ = people
    opened = host.open(seats=["me", "open"])
    mal.sit(opened)
    mal.join(opened).receive()
    room = server.services.registry.rooms[opened["id"]]
    [guest] = [guest for guest in room.subscribers if guest.audience == (1,)]
    assert isinstance(guest, Connected)
    mal.join(opened).ask("leave")
    assert guest.audience == ()
    assert guest not in room.subscribers


def test_hints_need_everybody(people: tuple[Client, Client, Client]) -> None:
    host, guest, _ = people
    opened = host.open(seats=["me", "open"])
    table = host.join(opened)
    assert table.ask("propose", what="hints")["code"] == "seats_free"
    guest.sit(opened)
    other = guest.join(opened)
    assert table.ask("propose", what="hints")["type"] == "ack"
    assert table.table["hints"] is False
    assert other.ask("agree", what="hints", yes=True)["type"] == "ack"
    other.until(lambda message: message.get("table", {}).get("hints"))


def test_a_take_back_is_offered_as_soon_as_it_is_possible(people: tuple[Client, Client, Client]) -> None:
    table = people[0].join(people[0].open(seats=["me", "here"])).dealt()
    assert table.table["can_take_back"] is False
    table.move(next(move for move in table.legal if move.startswith("-")))
    assert table.seen[-1]["type"] == "ack"
    assert next(message for message in reversed(table.seen) if message["type"] == "event")["can_take_back"] is True
    table.move("+")
    assert "can_take_back" not in next(message for message in reversed(table.seen) if message["type"] == "event")


def test_whoever_comes_in_is_there(people: tuple[Client, Client, Client]) -> None:
    table = people[0].join(people[0].open(seats=["me", "open"]))
    assert table.receive()["table"]["seats"][0]["here"] is True


@pytest.mark.parametrize("message", ['{"type":"ping","x":' + "[" * 1500 + "]" * 1500 + "}", b"\xff\xfe"])
def test_a_broken_message_is_answered(people: tuple[Client, Client, Client], message: str | bytes) -> None:
    table = people[0].join(people[0].open(seats=["me", "here"]))
    table.receive()
    table.connection.send(message)
    answer = table.until(lambda one: one["type"] in ("error", "pong"))
    assert answer["type"] == "pong" or answer["code"] == "bad_message"


@pytest.mark.parametrize(
    "host", ["127.0.0.1/x", "evil.example@127.0.0.1", "127.0.0.1#x", "evil.example\\@127.0.0.1", "127.0.0.1:80/" + "a" * 3000]
)
def test_a_host_is_a_name_and_a_port(host: str) -> None:
    assert Caller("", "http", host, {}).name == ""


def test_codes_to_scan_are_of_tables_only(people: tuple[Client, Client, Client]) -> None:
    http = people[0].http
    assert http.get("/api/qr", params={"path": "/t/abc#join=K-_1"}).status_code == 200
    for path in ("/", "//evil.example", "/t/abc?x=1", "/t/" + "a" * 200, "/t/a b"):
        assert http.get("/api/qr", params={"path": path}).status_code == 400


# -- many sockets --


def test_messages_count_for_all_sockets_of_a_client(tmp_path: Path) -> None:
    with running(tmp_path, limits=dataclasses.replace(FREE, all_messages=1)) as server:
        client = Client(server.url)
        opened = client.open(seats=["me", "here"])
        first, second = client.join(opened), client.join(opened)
        for _ in range(3):
            first.send(type="ping")
            first.until_type("pong")
        second.send(type="ping")
        assert second.until(lambda message: message["type"] in ("pong", "error"))["code"] == "too_fast"
        client.close()


def test_what_costs_most_counts_for_all_sockets_of_a_client(tmp_path: Path) -> None:
    with running(tmp_path, limits=dataclasses.replace(FREE, heavy=1)) as server:
        client = Client(server.url)
        opened = client.open(seats=["me", "here"])
        first, second = client.join(opened).dealt(), client.join(opened).dealt()
        answers = [table.ask("explain", moves=[]) for _ in range(3) for table in (first, second)]
        assert [answer["type"] for answer in answers[:4]] == ["explain"] * 4
        assert answers[-1]["code"] == "too_fast"
        assert first.move(first.legal[-1])["type"] == "ack"
        third = client.join(opened)
        assert third.receive()["code"] == "too_fast"
        assert third.closed() == 4429
        client.close()


# -- requests that never end --


def answer_to(server: Running, *pieces: bytes, pause: float = 0.1) -> bytes:
    """Send pieces of a request; return everything received until the server closes the connection."""
    with socket.create_connection(("127.0.0.1", server.settings.port), timeout=PATIENCE) as raw:
        with contextlib.suppress(ConnectionError):
            for piece in pieces:
                raw.sendall(piece)
                time.sleep(pause)
        found = b""
        with contextlib.suppress(ConnectionError):
            while piece := raw.recv(4096):
                found += piece
        return found


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lostcities.server.http.protocol.HEAD_SECONDS", 0.4)
    monkeypatch.setattr("lostcities.server.http.protocol.BODY_SECONDS", 0.8)
    monkeypatch.setattr("lostcities.server.http.guard.BODY_SECONDS", 0.4)


HEAD = b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Language: de\r\nContent-Type: application/json\r\n"


@pytest.mark.usefixtures("hasty")
def test_a_request_whose_head_never_ends(server: Running) -> None:
    found = answer_to(server, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n", *[b"X: y\r\n"] * 20)
    assert found.startswith(b"HTTP/1.1 408")
    assert json.loads(found.partition(b"\r\n\r\n")[2])["code"] == "too_slow"


@pytest.mark.usefixtures("hasty")
def test_a_request_whose_body_never_ends(server: Running) -> None:
    found = answer_to(server, HEAD + b"Content-Length: 1000\r\n\r\n", *[b" "] * 20)
    assert found.startswith(b"HTTP/1.1 408")
    assert json.loads(found.partition(b"\r\n\r\n")[2]) == {"code": "too_slow", "message": catalogue("de")("reason.too_slow")}
    assert b"connection: close" in found


@pytest.mark.usefixtures("hasty")
def test_a_body_that_nobody_reads_and_that_never_ends(server: Running) -> None:
    found = answer_to(server, b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n", *[b" "] * 30)
    assert found.startswith(b"HTTP/1.1 200")


@pytest.mark.usefixtures("hasty")
def test_a_connection_that_says_nothing(server: Running) -> None:
    assert answer_to(server) == b""


@pytest.mark.usefixtures("hasty")
def test_connections_that_are_used_stay(server: Running, people: tuple[Client, Client, Client]) -> None:
    client = people[0]
    table = client.join(client.open(seats=["me", "here"])).dealt()
    for _ in range(3):
        assert client.http.get("/healthz").status_code == 200
        assert answer_to(server) == b""  # an unused connection has been closed by now
    table.send(type="ping")
    table.until_type("pong")


def test_half_a_body_is_no_request(server: Running) -> None:
    """A client that disconnects in the middle has asked for nothing."""
    body = b'{"game": "card"}'
    before, requests = len(server.services.registry.rooms), server.server.server_state.tasks
    wait_for(lambda: not requests)
    with socket.create_connection(("127.0.0.1", server.settings.port)) as raw:
        raw.sendall(HEAD + b"Content-Length: 1000\r\n\r\n" + body)
        wait_for(lambda: requests)
    wait_for(lambda: not requests)
    assert len(server.services.registry.rooms) == before
