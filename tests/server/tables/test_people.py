"""People together: two at a table, leaving and coming back, bots that take over, clocks, several devices, the pace of bots."""

import random
import time
from pathlib import Path
from typing import Any

import pytest
from support.databases import on_each_engine
from support.serving import Client, Running, Socket, key_of, running
from support.waiting import wait_for

from lostcities.server.tables.scheduler import wait_until

pytestmark = on_each_engine

Pair = tuple[dict[str, Any], Client, Client]


def pair(clients: Any, **fields: Any) -> Pair:
    anna, ben = clients(), clients()
    opened = anna.open(seats=["me", "open"], name="Anna", **fields)
    assert ben.sit(opened, name="Ben").status_code == 200
    return opened, anna, ben


def both(opened: dict[str, Any], anna: Client, ben: Client) -> tuple[Socket, Socket]:
    return anna.join(opened).dealt(), ben.join(opened).dealt()


def level(*sockets: Socket) -> None:
    """Read on until all clients have seen the same events."""
    newest = max(table.version for table in sockets)
    for table in sockets:
        while table.version < newest:
            table.receive()


def test_two_people_play_a_match_and_see_the_same(clients: Any) -> None:
    opened, anna, ben = pair(clients, options={"size": "mini", "rounds": 2})
    sockets = both(opened, anna, ben)
    rng = random.Random(4)
    while not any(table.table.get("finished") for table in sockets):
        level(*sockets)
        deciding = next((table for table in sockets if table.legal), None)
        if deciding:
            deciding.play(rng)
        else:
            sockets[0].receive()
    level(*sockets)
    for table in sockets:
        if not table.table.get("finished"):
            table.until(lambda message: (message.get("table") or {}).get("finished"))
    assert sockets[0].table["results"] == sockets[1].table["results"]
    moves = [[(m["version"], m["seat"], m["move"]) for m in table.seen if "move" in m] for table in sockets]
    common = {version for version, *_ in moves[0]} & {version for version, *_ in moves[1]}
    assert [line for line in moves[0] if line[0] in common] == [line for line in moves[1] if line[0] in common]
    results = ben.http.get("/api/me").json()["results"]
    assert [(line["opponent"], line["bot"]) for line in results] == [("Anna", False)]


def test_people_at_one_device_have_names_of_their_own(clients: Any) -> None:
    client = clients()
    opened = client.open("board", name="Anna", seats=["me", "bruno", "here", "here"], here=["  Ben ", "\u3164"])
    assert [seat["name"] for seat in opened["table"]["seats"]] == ["Anna", None, "Ben", "Player"]
    assert opened["seats"] == [0, 2, 3]
    client.http.delete("/api/me")
    shown = clients().http.get(f"/api/tables/{opened['id']}", params={"key": key_of(opened["watch"])}).json()
    assert not [seat["name"] for seat in shown["table"]["seats"] if seat["name"]]


def test_who_is_there_is_shown(clients: Any) -> None:
    opened, anna, ben = pair(clients)
    first = anna.join(opened).dealt()
    second = ben.join(opened)
    first.until(lambda _: first.table["seats"][1]["here"])
    second.close()
    first.until(lambda _: not first.table["seats"][1]["here"])
    assert first.table["seats"][1]["takeover_at"] > first.table["now"]


def test_several_devices_on_one_seat(clients: Any) -> None:
    opened, anna, ben = pair(clients)
    desk, phone = anna.join(opened).dealt(), anna.join(opened).dealt()
    other = ben.join(opened).dealt()
    deciding = desk if desk.legal else other
    deciding.move(deciding.legal[-1])
    level(desk, phone, other)
    assert phone.view == desk.view
    desk.close()
    other.send(type="ping")
    other.until_type("pong")
    assert other.table["seats"][0]["here"]


def test_leaving_gives_the_seat_to_a_bot_and_coming_back_takes_it_again(clients: Any) -> None:
    opened, anna, ben = pair(clients)
    mine, theirs = both(opened, anna, ben)
    assert theirs.ask("leave")["type"] == "ack"
    mine.until(lambda message: message.get("what") == "leave")
    mine.until(lambda _: mine.table["seats"][1]["bot"] == "bruno")
    assert mine.table["seats"][1]["away"] == "left"
    mine.my_turn()
    mine.move(mine.legal[-1])
    mine.move("+" if "+" in mine.legal else mine.legal[0])
    mine.until(lambda message: message.get("seat") == 1 and message.get("move"))
    back = ben.join(opened)
    back.until(lambda message: message.get("what") == "return")
    assert not back.until(lambda message: message["type"] == "table")["table"]["seats"][1]["away"]


@pytest.mark.parametrize("seats", [["me", "open"], ["me", "pip"]])
def test_a_table_that_all_its_people_have_left_rests_until_one_comes_back(clients: Any, server: Running, seats: list[str]) -> None:
    anna, ben = clients(), clients()
    opened = anna.open(seats=seats)
    people = [anna, ben] if "open" in seats else [anna]
    if ben in people:
        ben.sit(opened)
    for table in [client.join(opened).dealt() for client in people]:
        assert table.ask("leave")["type"] == "ack"
    watching = clients().join(opened, watch=key_of(opened["watch"]))
    room = server.services.registry.rooms[opened["id"]]
    wait_for(lambda: not room.scheduler.busy)  # a move that was in progress is still made
    resting = anna.table(opened)["version"]
    elsewhere = clients()
    elsewhere.join(elsewhere.open(seats=["me", "pip"], options={"size": "mini", "rounds": 1})).dealt().play_out(random.Random(1))
    assert anna.table(opened)["version"] == resting
    back = people[-1].join(opened)
    back.until(lambda message: message.get("what") == "return")
    back.my_turn()
    assert back.legal
    watching.until(lambda message: message.get("what") == "return")


def test_leaving_before_the_match_frees_the_seat(clients: Any) -> None:
    anna, ben = clients(), clients()
    opened = anna.open("roll", seats=["me", "open", "open"])
    ben.sit(opened)
    table = ben.join(opened)
    table.receive()
    assert table.ask("leave")["type"] == "ack"
    assert ben.http.get(f"/api/tables/{opened['id']}").status_code == 403
    assert anna.table(opened)["table"]["seats"][1]["kind"] == "open"
    assert anna.join(opened).receive()["table"]["links"]["join"]


def test_whoever_sits_down_late_can_still_add_to_the_shuffle(tmp_path: Path) -> None:
    """The commitment was shown to a player who left; for the next one the waiting time starts again."""
    with running(tmp_path, first_wait=0.8) as server:
        anna, ben, cy = (Client(server.url) for _ in range(3))
        opened = anna.open(seats=["me", "open"])
        ben.sit(opened)
        table = ben.join(opened)
        table.until(lambda _: table.table.get("commitment"))
        assert table.commit(b"1" * 32)["type"] == "ack"
        assert table.ask("leave")["type"] == "ack"
        cy.join(cy.open(seats=["me", "here"])).dealt()  # meanwhile the waiting time of a first shuffle has passed
        assert anna.table(opened)["table"]["committed"] == []
        cy.sit(opened)
        late = cy.join(opened)
        assert late.until(lambda message: message.get("table"))["table"]["commitment"]
        assert late.contribute(b"2" * 32)["type"] == "ack"
        deal = late.until(lambda message: message.get("what") == "deal")
        assert {seat: share["bytes"] for seat, share in deal["seats"].items()} == {"1": (b"2" * 32).hex()}
        for client in (anna, ben, cy):
            client.close()


def test_a_bot_takes_over_for_somebody_who_is_gone(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        anna, ben = Client(server.url), Client(server.url)
        opened = anna.open(seats=["me", "open"], takeover=10)
        ben.sit(opened)
        mine, theirs = both(opened, anna, ben)
        room = server.services.registry.rooms[opened["id"]]
        import msgspec

        room.table.header = msgspec.structs.replace(room.table.header, takeover=0.2)
        theirs.close()
        event = mine.until(lambda message: message.get("what") == "leave")
        assert (event["seat"], event["why"]) == (1, "absent")
        back = ben.join(opened)
        back.until(lambda message: message.get("what") == "return")
        anna.close()
        ben.close()


def test_nobody_is_replaced_while_nobody_waits(clients: Any) -> None:
    client = clients()
    opened = client.open(seats=["me", "bruno"], takeover=10)
    client.join(opened).dealt().close()
    assert client.table(opened)["table"]["seats"][0]["takeover_at"] is None


def test_a_clock_that_runs_out_gives_the_seat_to_a_bot_for_good(clients: Any, server: Running) -> None:
    client = clients()
    opened = client.open(seats=["me", "pip"], clock={"kind": "budget", "seconds": 5, "increment": 1}, options={"size": "mini", "rounds": 1})
    table = client.join(opened).dealt().my_turn()
    room = server.services.registry.rooms[opened["id"]]
    assert 0 < client.table(opened)["table"]["seats"][0]["clock_ms"] <= 5000
    assert client.table(opened)["table"]["seats"][1]["clock_ms"] is None
    room.table.clocks.left[0] = 300
    table.move(table.legal[0])
    flag = table.until(lambda message: message.get("what") == "flag")
    assert flag["seat"] == 0
    table.until(lambda _: table.table.get("finished"))
    assert table.table["seats"][0]["away"] == "flag"
    assert client.join(opened).receive()["table"]["seats"][0]["away"] == "flag"


def test_clocks_are_told_after_every_move(clients: Any) -> None:
    client = clients()
    table = client.join(client.open(seats=["me", "here"], clock={"kind": "move", "seconds": 60})).dealt().my_turn()
    time.sleep(0.05)
    table.move(table.legal[-1])
    left = [seat["clock_ms"] for seat in table.table["seats"]]
    assert max(left) == 60_000
    assert min(left) < 60_000


def test_bots_draw_from_the_deck_when_a_round_stalls(clients: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Here a round counts as stalled from its first turn on."""
    monkeypatch.setattr("lostcities.server.tables.scheduler.STALLED", 0)
    client = clients()
    table = client.join(client.open(seats=["me", "pip"], options={"rounds": 1})).dealt()
    table.play_out(random.Random(1))
    draws = [message["move"] for message in table.seen if message.get("seat") == 1 and message.get("move", "").startswith("+")]
    assert len(draws) > 10
    assert set(draws) == {"+"}


# -- pace --


@pytest.mark.parametrize("bot", ["pip", "thumb"])
def test_no_bot_answers_sooner_than_the_pace(tmp_path: Path, bot: str) -> None:
    with running(tmp_path, pace=0.4) as server:
        client = Client(server.url)
        table = client.join(client.open(seats=["me", bot])).dealt().my_turn()
        table.move(table.legal[-1])
        began = time.monotonic()  # before the answer, which a busy machine reads late
        table.move("+")
        for number in (1, 2):
            table.until(lambda message: message.get("seat") == 1)
            assert 0.35 * number < time.monotonic() - began
        client.close()


def test_a_bot_leaves_time_to_take_a_whole_turn_back(tmp_path: Path) -> None:
    """The roller can still undo until the bot has taken dice; the bot does not wait if nothing can be undone."""
    with running(tmp_path, undo_wait=0.8) as server:
        client = Client(server.url)
        table = client.join(client.open("roll", seats=["me", "thumb"])).dealt().my_turn()
        while table.view["roller"] != 0:
            table.move(".")
            table.my_turn()
        before = table.view
        table.move(".")
        assert table.view["to_move"] == 1
        assert table.ask("takeback", version=table.version)["type"] == "ack"
        table.my_turn()
        assert table.view == before
        table.move(".")
        began = time.monotonic()
        table.until(lambda message: message.get("seat") == 1)
        assert time.monotonic() - began > 0.7
        client.close()


def test_how_long_a_bot_took_is_not_told() -> None:
    """However long it took, the move is shown when it is due, or at the next half second after that."""
    assert {wait_until(10.0, now) + now for now in (9.0, 9.9, 10.0)} == {10.0}
    assert {wait_until(10.0, now) + now for now in (10.1, 10.3, 10.5)} == {10.5}


def test_a_guest_that_does_not_read_is_let_go() -> None:
    from lostcities.server.socket.client import MOST_WAITING, TOO_SLOW, Client

    client = Client((0,), "en", "")
    for number in range(MOST_WAITING + 5):
        client.post(str(number))
    assert client.closing == TOO_SLOW
    assert len(client.outbox) == MOST_WAITING + 1


def test_more_than_can_be_missed_is_one_state(clients: Any, server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Missed events are in memory: the disk is not read, however long the match is."""
    client = clients()
    opened = client.open(seats=["me", "here"], options={"rounds": 3})
    table = client.join(opened).dealt().my_turn()
    rng = random.Random(1)
    while table.version < 230:
        table.my_turn().play(rng)
    monkeypatch.delattr(type(server.services.storage), "events")
    again = client.join(opened, since=5)
    assert again.receive()["type"] == "state"
    assert client.join(opened, since=10**6).receive()["type"] == "state"
    current = client.join(opened, since=table.version)
    assert current.receive()["type"] == "table"
    spectator = clients().join(opened, since=200, watch=key_of(opened["watch"]))
    texts = [spectator.receive() for _ in range(table.version - 200)]
    assert [message["version"] for message in texts] == list(range(201, table.version + 1))
    assert all(message["view"]["seat"] is None for message in texts)
    drawn = [message for message in texts if message.get("move") == "+"]
    assert drawn
    assert all("card" not in message for message in drawn), "only cards from the piles are shown"
