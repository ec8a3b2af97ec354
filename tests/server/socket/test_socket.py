"""Every message of the socket, valid and invalid, over real sockets."""

import json
import random
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from support.databases import on_each_engine_in_soak
from support.serving import FREE, SHARE, Client, Running, Socket, key_of, running
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from lostcities.records.proof import Verdict, verify
from lostcities.server.messages import MAX_BYTES, PHRASES

pytestmark = on_each_engine_in_soak


def alone(client: Client, game: str = "card", **fields: Any) -> Socket:
    """A table with both seats on one device, its first round dealt."""
    table = client.join(client.open(game, seats=["me", "here"], **fields))
    table.receive()
    table.contribute()
    return table.dealt().my_turn()


# -- joining --


def test_the_first_message_is_a_join(client: Client) -> None:
    table = client.join(client.open())
    assert table.receive()["type"] == "state"
    table.send(type="join", since=0)
    assert table.until_type("error")["code"] == "joined"


def test_whoever_does_not_join_is_let_go(client: Client) -> None:
    opened = client.open()
    other = Socket(f"{client.url.replace('http', 'ws')}/api/tables/{opened['id']}/live")
    other.send(type="ping")
    assert other.receive()["code"] == "join_first"
    assert other.closed() == 4400
    other.close()


def test_a_client_that_says_nothing_is_let_go(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lostcities.server.socket.conversation.JOIN_SECONDS", 0.05)
    other = Socket(f"{client.url.replace('http', 'ws')}/api/tables/{client.open()['id']}/live")
    assert other.receive()["code"] == "join_first"
    other.close()


def test_no_such_table(client: Client) -> None:
    table = client.join("nonsense")
    assert table.receive()["code"] == "no_table"
    assert table.closed() == 4404


def test_strangers_see_nothing(client: Client, clients: Any) -> None:
    opened = client.open(seats=["me", "open"])
    for fields in ({}, {"token": "wrong"}, {"watch": "wrong"}, {"watch": key_of(opened["join"])}):
        stranger = clients().join(opened, **fields)
        assert stranger.receive()["code"] == "not_for_you"
        assert stranger.closed() == 4403


def test_a_seats_token_is_enough(client: Client, clients: Any) -> None:
    opened = client.open()
    assert clients().join(opened, token=opened["token"]).receive()["table"]["you"] == [0]


def test_spectators_see_no_hand_and_may_do_nothing(client: Client, clients: Any) -> None:
    opened = client.open(seats=["me", "bruno"])
    client.join(opened).dealt()
    watching = clients().join(opened, watch=key_of(opened["watch"])).dealt()
    assert watching.view["seat"] is None
    assert "hand" not in watching.view
    assert watching.table["you"] == []
    assert watching.table["links"] is None
    for type, fields in {
        "move": {"version": 1, "move": "+"},
        "takeback": {"version": 1},
        "commit": {"round": 1, "commitment": ""},
        "reveal": {"round": 1, "bytes": ""},
        "propose": {"what": "hints"},
        "agree": {"what": "hints"},
        "say": {"phrase": "hello"},
        "hint": {},
        "leave": {},
    }.items():
        assert watching.ask(type, **fields)["code"] == "no_seat", type


def test_a_listed_table_may_be_watched_by_anybody(client: Client, clients: Any) -> None:
    opened = client.open(seats=["me", "bruno"], listed=True)
    assert clients().join(opened).receive()["type"] == "state"


def test_one_seat_of_several_can_be_chosen(client: Client) -> None:
    opened = client.open("roll", seats=["me", "here", "here"])
    assert client.join(opened).receive()["table"]["you"] == [0, 1, 2]
    assert client.join(opened, seat=1).receive()["table"]["you"] == [1]


# -- moves --


def test_a_move_is_shown_and_acknowledged(client: Client) -> None:
    table = alone(client)
    move, version = table.legal[-1], table.version
    ack = table.move(move)
    assert ack == {"type": "ack", "id": ack["id"], "version": version + 1}
    event = next(message for message in table.seen if message.get("version") == version + 1 and message["type"] == "event")
    assert event["move"] == move
    assert event["view"]["phase"] == "draw"


def test_ones_own_draw_shows_the_card(client: Client) -> None:
    table = alone(client)
    seat = table.view["to_move"]
    table.move(table.legal[-1])
    table.move("+")
    event = [message for message in table.seen if message.get("move") == "+"][-1]
    assert event["seat"] == seat
    assert event["card"][0] in "YBWGR"


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"move": "+"}, "play_first"),
        ({"move": "Q9"}, "unknown_move"),
        ({"version": 0}, "stale"),
        ({"version": 10**6}, "stale"),
        ({"seat": 5}, "not_your_seat"),
    ],
)
def test_moves_that_are_refused_change_nothing(client: Client, fields: dict[str, Any], code: str) -> None:
    table = alone(client)
    answer = table.move(**{"move": table.legal[0], **fields})
    assert (answer["type"], answer["code"]) == ("error", code)
    assert answer["message"]
    assert client.table(table.table)["version"] == table.version


def test_a_request_sent_again_is_acknowledged_again_and_not_applied(client: Client) -> None:
    table = alone(client)
    version, move = table.version, table.legal[-1]
    first = table.ask("move", id="mine", version=version, move=move)
    again = table.ask("move", id="mine", version=version, move=move)
    assert first == again
    later = client.join(table.table)
    later.receive()
    assert later.ask("move", id="mine", version=version, move=move) == first
    assert client.table(table.table)["version"] == version + 1


def test_a_request_is_known_again_whichever_of_its_seats_a_person_asks_for(client: Client) -> None:
    opened = client.open(seats=["me", "here"])
    both = client.join(opened)
    both.until(lambda _: both.legal)
    version, move = both.version, both.legal[-1]
    first = both.ask("move", id="mine", version=version, move=move)
    for seat in (0, 1):
        one = client.join(opened, seat=seat)
        one.receive()
        assert one.ask("move", id="mine", version=version, move=move) == first


def test_another_players_turn_and_seat(client: Client, clients: Any) -> None:
    opened = client.open(seats=["me", "open"])
    other = clients()
    other.sit(opened, name="Ben")
    mine, theirs = client.join(opened).dealt(), other.join(opened).dealt()
    waiting = theirs if mine.legal else mine
    deciding = mine if mine.legal else theirs
    assert waiting.move(deciding.legal[0])["code"] == "not_your_turn"
    assert waiting.move(deciding.legal[0], seat=deciding.view["seat"])["code"] == "not_your_seat"
    assert "card" not in json.dumps([message.get("card") for message in waiting.seen])


def test_what_another_draws_stays_hidden(client: Client, clients: Any) -> None:
    opened = client.open(seats=["me", "open"])
    other = clients()
    other.sit(opened)
    sockets = [client.join(opened).dealt(), other.join(opened).dealt()]
    rng = random.Random(1)
    for _ in range(6):
        deciding = next(table for table in sockets if table.legal)
        deciding.move("+" if "+" in deciding.legal else rng.choice(deciding.legal))
        for table in sockets:
            while table.version < deciding.version:
                table.receive()
    for seat, table in enumerate(sockets):
        draws = [message for message in table.seen if message.get("move") == "+"]
        assert draws
        assert all(("card" in message) == (message["seat"] == seat) for message in draws)


def test_taking_back(client: Client) -> None:
    table = alone(client)
    before = table.view
    table.move(table.legal[-1])
    assert client.table(table.table)["table"]["can_take_back"]
    answer = table.ask("takeback", version=table.version)
    assert answer["type"] == "ack"
    assert table.view == before
    assert any(message.get("what") == "takeback" for message in table.seen)
    assert table.ask("takeback", version=table.version)["code"] == "nothing_to_take_back"


# -- shuffles --


def test_bytes_that_were_committed_to_are_used_and_shown_at_the_deal(client: Client) -> None:
    table = client.join(client.open(seats=["me", "bruno"]))
    table.receive()
    if not table.table["commitment"]:
        table.until_type("event", what="commit")
    assert table.contribute(SHARE)["type"] == "ack"
    fixed = next(message for message in table.seen if message.get("what") == "fix")
    assert fixed["commitments"] == {"0": sha256(SHARE).hexdigest()}
    deal = next((message for message in table.seen if message.get("what") == "deal"), None) or table.until_type("event", what="deal")
    assert deal["seats"] == {"0": {"commitment": sha256(SHARE).hexdigest(), "bytes": SHARE.hex()}}
    assert deal["commitment"] == table.table["commitment"]
    assert table.commit()["code"] == "wrong_round"
    assert table.reveal()["code"] == "wrong_round"


def two_at_a_table(clients: Any, **fields: Any) -> tuple[Socket, Socket]:
    """Two people who have both seen the first commitment."""
    anna, ben = clients(), clients()
    opened = anna.open(seats=["me", "open"], **fields)
    ben.sit(opened)
    tables = anna.join(opened), ben.join(opened)
    for table in tables:
        table.until(lambda _, table=table: table.table.get("commitment"))
    return tables


def test_nobody_commits_after_seeing_what_others_committed_to(clients: Any) -> None:
    anna, ben = two_at_a_table(clients)
    assert anna.commit(b"a" * 32)["type"] == "ack"
    assert not anna.table["commitments"]
    anna.until_type("event", what="fix")
    assert ben.commit(b"b" * 32)["code"] == "commitments_closed"
    assert ben.reveal(b"b" * 32)["code"] == "nothing_to_reveal"
    assert anna.reveal(b"x" * 32)["code"] == "wrong_reveal"
    assert anna.reveal(b"a" * 32)["type"] == "ack"
    deal = next((message for message in anna.seen if message.get("what") == "deal"), None) or anna.until_type("event", what="deal")
    assert list(deal["seats"]) == ["0"]


def test_whoever_does_not_reveal_is_left_out_and_everybody_sees_it(tmp_path: Path) -> None:
    with running(tmp_path, first_wait=5.0, reveal_wait=0.2) as server:
        people = [Client(server.url) for _ in range(2)]
        anna, ben = two_at_a_table(iter(people).__next__, options={"rounds": 1})
        first = anna.table["commitment"]
        assert ben.commit(b"b" * 32)["type"] == "ack"
        assert anna.contribute(b"a" * 32)["type"] == "ack"
        again = ben.until(lambda message: message.get("what") == "commit" and message.get("restarts"))
        assert (again["restarts"], again["without"]) == (1, [1])
        assert again["commitment"] != first
        assert ben.commit(b"c" * 32)["code"] == "left_out"
        assert anna.until(lambda message: message.get("restarts"))["commitment"] == again["commitment"]
        assert anna.contribute(b"d" * 32)["type"] == "ack"
        assert ben.dealt().ask("leave")["type"] == "ack"
        anna.play_out(random.Random(3))
        record = people[0].http.get(f"/api/tables/{anna.table['id']}/record").json()
        fair = record["rounds"][0]["fair"]
        assert fair["seats"] == {"0": {"commitment": sha256(b"d" * 32).hexdigest(), "bytes": (b"d" * 32).hex()}}
        assert verify(record) == [Verdict("right", 2, (0,), 1)]
        for person in people:
            person.close()


# -- among people --


def test_set_phrases_reach_everybody_and_are_not_kept(client: Client) -> None:
    table = alone(client)
    for phrase in PHRASES:
        assert table.ask("say", phrase=phrase)["version"] == table.version
    assert [message["phrase"] for message in table.seen if message["type"] == "said"] == list(PHRASES)
    table.send(type="say", id="x", phrase="anything else")
    assert table.until_type("error")["code"] == "bad_message"
    assert table.ask("say", phrase="hello", seat=1)["type"] == "ack"
    assert table.ask("say", phrase="hello", seat=3)["code"] == "not_your_seat"
    assert client.table(table.table)["version"] == table.version


def test_hints_where_nobody_else_plays(client: Client) -> None:
    table = client.join(client.open(seats=["me", "pip"], options={"rounds": 1})).dealt().my_turn()
    answer = table.ask("hint")
    assert answer["type"] == "hint"
    moves = [entry["move"] for entry in answer["moves"]]
    assert set(moves) <= set(table.legal)
    assert len({move.lstrip("-") for move in moves}) == len(moves) == len(set(table.view["hand"])), "one move per card"
    worths = [entry["worth"] for entry in answer["moves"]]
    assert worths == sorted(worths, reverse=True)


def test_hints_among_people_need_everybodys_consent(client: Client, clients: Any) -> None:
    refused = client.http.post("/api/tables", json={"game": "card", "seats": ["me", "open"], "hints": True})
    assert refused.json()["code"] == "hints_not_alone"
    opened = client.open(seats=["me", "open"])
    other = clients()
    other.sit(opened)
    mine, theirs = client.join(opened).dealt(), other.join(opened).dealt()
    assert mine.ask("hint")["code"] == "hints_off"
    assert mine.ask("propose", what="hints")["type"] == "ack"
    theirs.until(lambda message: (message.get("table") or {}).get("proposals") == {"hints": [0]})
    assert theirs.ask("agree", what="hints", yes=False)["type"] == "ack"
    mine.until(lambda message: (message.get("table") or {}).get("proposals") == {})
    assert theirs.ask("propose", what="hints")["type"] == "ack"
    assert mine.ask("agree", what="hints", yes=True)["type"] == "ack"
    assert mine.table["hints"] or mine.until(lambda message: (message.get("table") or {}).get("hints"))
    assert mine.ask("propose", what="hints")["code"] == "hints_allowed"
    deciding = mine if mine.legal else theirs
    assert (theirs if deciding is mine else mine).ask("hint")["code"] == "not_your_turn"


def test_moves_are_explained_to_whoever_decides(client: Client) -> None:
    table = alone(client)
    answer = table.ask("explain", moves=[table.legal[0], "+", "Q9"])
    assert list(answer["gains"]) == table.legal[:1]
    assert {move: why["code"] for move, why in answer["reasons"].items()} == {"+": "play_first", "Q9": "unknown_move"}
    assert table.ask("explain", moves=[], seat=5)["code"] == "not_your_seat"


def test_a_round_can_be_ended_only_when_it_stalls(client: Client) -> None:
    table = alone(client, options={"rounds": 1})
    assert table.ask("propose", what="end_round")["code"] == "not_stalled"
    while table.table["stalled"] < 30:
        piles = [move for move in table.legal if move[0] == "+" and move != "+"]
        table.move(piles[0] if piles else next((move for move in table.legal if move[0] == "-"), "+"))
        if table.view["turn"] >= 30 and not piles:
            table.table = client.table(table.table)["table"]
    live = table.view["live"]
    assert table.ask("propose", what="end_round")["type"] == "ack"
    assert any(message.get("what") == "end_round" for message in table.seen)
    assert table.table["results"]["totals"] == live


def test_ping(client: Client) -> None:
    table = client.join(client.open())
    table.send(type="ping")
    assert table.until_type("pong") == {"type": "pong"}


# -- what no client should send --


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "[]", "null", "7", '"join"', "{}", '{"type": 3}', '{"type": "nonsense"}', '{"type": "move"}',
        '{"type": "move", "id": 7, "version": 1, "move": "+"}', '{"type": "move", "id": "", "version": 1, "move": "+"}',
        '{"type": "move", "id": "x", "version": -1, "move": "+"}', '{"type": "move", "id": "x", "version": 1.5, "move": "+"}',
        '{"type": "move", "id": "x", "version": 1, "move": null}', '{"type": "move", "id": "x", "version": 1, "move": "' + "Y" * 99 + '"}',
        '{"type": "move", "id": "' + "x" * 99 + '", "version": 1, "move": "+"}',
        '{"type": "reveal", "id": "x", "round": 1, "bytes": 3}',
        '{"type": "agree", "id": "x", "what": "everything"}', '{"type": "say", "id": "x", "phrase": "<script>"}', "😀", "[" * 2000,
    ],
)  # fmt: skip
def test_malformed_messages_are_answered_and_nothing_else(client: Client, text: str) -> None:
    table = client.join(client.open()).dealt()
    table.connection.send(text)
    answer = table.until_type("error")
    assert answer["code"] == "bad_message"
    assert answer["id"] in (None, "x", "", "x" * 99)
    table.send(type="ping")
    table.until_type("pong")


def test_bytes_are_read_like_text(client: Client) -> None:
    table = client.join(client.open()).dealt()
    table.connection.send(b'{"type": "ping"}')
    table.until_type("pong")
    table.connection.send(b"\xff\xfe")
    assert table.until_type("error")["code"] == "bad_message"


def test_a_message_that_is_too_long_ends_the_socket(client: Client) -> None:
    table = client.join(client.open()).dealt()
    table.connection.send("x" * (MAX_BYTES + 1))
    assert table.closed() == 1009


def test_other_sites_and_other_names_are_kept_out(server: Running, client: Client) -> None:
    address = f"{server.url.replace('http', 'ws')}/api/tables/{client.open()['id']}/live"
    for headers in ({"Origin": "https://evil.example"}, {"Origin": "null"}):
        with pytest.raises(InvalidStatus), connect(address, additional_headers=headers):
            pass
    with connect(address, additional_headers={"Origin": server.url}):
        pass


def test_errors_come_in_the_language_of_the_client(client: Client) -> None:
    from lostcities.text import LANGUAGES, catalogue

    for language in LANGUAGES:
        stranger = Socket(f"{client.url.replace('http', 'ws')}/api/tables/none/live", {"Accept-Language": f"{language}-XX;q=0.9"})
        stranger.send(type="join")
        assert stranger.receive()["message"] == catalogue(language)("reason.no_table")
        stranger.close()


# -- limits --


def test_a_client_that_sends_too_much_is_slowed_down(tmp_path: Any) -> None:
    import dataclasses

    with running(tmp_path, limits=dataclasses.replace(FREE, messages=2, hints=1, sockets=2)) as server:
        client = Client(server.url)
        opened = client.open()
        table = client.join(opened)
        for _ in range(9):
            table.send(type="ping")
        assert table.until_type("error")["code"] == "too_fast"
        client.join(opened).receive()
        third = Socket(f"{client.url.replace('http', 'ws')}/api/tables/{opened['id']}/live")
        assert third.receive()["code"] == "too_many_sockets"
        assert third.closed() == 4429
        third.close()
        client.close()


def test_hints_have_a_limit_of_their_own(tmp_path: Any) -> None:
    import dataclasses

    with running(tmp_path, limits=dataclasses.replace(FREE, hints=1)) as server:
        client = Client(server.url)
        table = client.join(client.open(seats=["me", "here"]))
        for number in range(12):
            table.send(type="hint", id=str(number))
        codes = [table.until_type("error")["code"] for _ in range(12)]
        assert "too_fast" in codes
        client.close()
