"""What an attacker tried: each was found by trying, and is refused now."""

from collections.abc import Iterator

import pytest
from serving import Client, Running, running

from lostcities.server.guest import Guest
from lostcities.server.visit import Visit


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("server")) as found:
        yield found


@pytest.fixture
def people(server: Running) -> Iterator[tuple[Client, Client, Client]]:
    found = Client(server.url), Client(server.url), Client(server.url)
    yield found
    for one in found:
        one.close()


def test_whoever_is_let_go_can_do_nothing_more(server: Running, people: tuple[Client, Client, Client]) -> None:
    """A client that does not read is not told that it is let go; its seat is gone all the same."""
    host, mal, _ = people
    opened = host.open(seats=["me", "open"])
    mal.sit(opened)
    mal.join(opened).receive()
    room = server.services.house.rooms[opened["id"]]
    [guest] = [guest for guest in room.guests if guest.audience == (1,)]
    assert isinstance(guest, Guest)
    mal.join(opened).ask("leave")
    assert guest.audience == ()
    assert guest not in room.guests


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
    if not table.table["can_take_back"]:
        table.until_type("table")
    assert table.table["can_take_back"] is True


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
    assert Visit("", "http", host, {}).name == ""


def test_codes_to_scan_are_of_tables_only(people: tuple[Client, Client, Client]) -> None:
    http = people[0].http
    assert http.get("/api/qr", params={"path": "/t/abc#join=K-_1"}).status_code == 200
    for path in ("/", "//evil.example", "/t/abc?x=1", "/t/" + "a" * 200, "/t/a b"):
        assert http.get("/api/qr", params={"path": path}).status_code == 400
