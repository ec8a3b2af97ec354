"""The API over HTTP: tables, people, pages, and everything that is refused."""

import dataclasses
import gzip
import io
import json
import logging
import random
import socket
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from support.databases import ask, on_each_engine_in_soak
from support.serving import FREE, Client, Running, key_of, running
from support.waiting import wait_for

from lostcities import GAMES
from lostcities.server.http.guard import MAX_BODY
from lostcities.server.rates import Bucket, Rates
from lostcities.server.store.people import COOKIE, new_token
from lostcities.server.tables.names import clean_name
from lostcities.text import catalogue

pytestmark = on_each_engine_in_soak


@pytest.fixture(scope="module")
def server(engine: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp(f"server-{engine}"), allow_hosts=("games.example",)) as found:
        yield found


def finished(client: Client, **fields: Any) -> dict[str, Any]:
    """A small match, played to its end."""
    wanted: dict[str, Any] = {"options": {"size": "mini", "rounds": 2}, "seats": ["me", "pip"]} | fields
    opened = client.open(**wanted)
    client.join(opened).dealt().play_out(random.Random(1))
    return opened


# -- opening --


def test_opening_a_table(client: Client) -> None:
    opened = client.open("board", seats=["me", "open", "nell"], options={"rounds": 1}, name="Anna", assist="counters", takeover=None)
    table = opened["table"]
    assert opened["seat"] == 0
    assert [(seat["kind"], seat["name"], seat["bot"]) for seat in table["seats"]] == [
        ("person", "Anna", None),
        ("open", None, None),
        ("bot", None, "nell"),
    ]
    assert table["options"]["rounds"] == 1
    assert (table["assist"], table["takeover"], table["hints"]) == ("counters", None, False)
    assert opened["join"].startswith(f"{client.url}/t/{opened['id']}#join=")
    assert key_of(opened["join"]) != key_of(opened["watch"])
    assert len(opened["id"]) >= 22


def test_the_default_is_a_game_against_a_bot_with_hints(client: Client) -> None:
    table = client.open()["table"]
    assert [seat["kind"] for seat in table["seats"]] == ["person", "bot"]
    assert table["hints"]
    assert table["seats"][0]["name"] == "Player"


def test_a_name_given_later_is_kept(client: Client) -> None:
    client.open(name="Anna")
    assert client.open(name="Lena")["table"]["seats"][0]["name"] == "Lena"
    assert client.open()["table"]["seats"][0]["name"] == "Lena"
    assert client.http.get("/api/me").json()["name"] == "Lena"


def test_whoever_opens_a_table_takes_the_first_open_seat_unless_told(client: Client) -> None:
    assert client.open(seats=["bruno", "open"])["seat"] == 1
    assert client.open(seats=["open", "me"])["seat"] == 1


def test_a_table_of_bots_can_be_watched(client: Client) -> None:
    opened = client.open(seats=["pip", "nell"], options={"size": "mini", "rounds": 1})
    assert (opened["seat"], opened["token"]) == (None, None)
    table = client.join(opened, watch=key_of(opened["watch"]))
    table.until(lambda message: (message.get("table") or {}).get("finished"))


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"game": "chess"}, "unknown_game"),
        ({"game": 3}, "bad_request"),
        ({"seats": ["me"]}, "bad_players"),
        ({"seats": ["me", "open", "open"]}, "bad_players"),
        ({"seats": ["me", "nobody"]}, "unknown_bot"),
        ({"seats": ["me", "cmd:ls"]}, "unknown_bot"),
        ({"seats": ["me", "net:file=/etc/passwd"]}, "bad_setting"),
        ({"seats": ["me", "best:file=/etc/passwd"]}, "bad_setting"),
        ({"seats": ["me", "best:ms=99999"]}, "bad_setting"),
        ({"seats": ["me", "best:worlds=5"]}, "bad_setting"),
        ({"seats": []}, "bad_request"),
        ({"seats": "me"}, "bad_request"),
        ({"options": {"colours": 5}}, "unknown_option"),
        ({"options": {"colors": 7}}, "bad_option"),
        ({"options": {"colors": {}}}, "bad_request"),
        ({"assist": "everything"}, "bad_request"),
        ({"clock": {"kind": "sand"}}, "bad_request"),
        ({"clock": {"kind": "move", "seconds": 1}}, "bad_request"),
        ({"takeover": 1}, "bad_request"),
        ({"surprise": 1}, "bad_request"),
    ],
)
def test_tables_that_cannot_be(client: Client, fields: dict[str, Any], code: str) -> None:
    answer = client.http.post("/api/tables", json={"game": "card", **fields})
    assert (answer.status_code, answer.json()["code"]) == (400, code)
    assert answer.json()["message"]


def test_what_is_no_json(client: Client) -> None:
    for body in (b"", b"{", b"[1]", b"\xff"):
        answer = client.http.post("/api/tables", content=body, headers={"content-type": "application/json"})
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")


# -- taking a seat --


def test_a_seat_is_taken_once(client: Client, clients: Any) -> None:
    opened = client.open("roll", seats=["me", "open", "open"])
    ben, eve = clients(), clients()
    assert eve.http.post(f"/api/tables/{opened['id']}/seats", json={}).json()["code"] == "wrong_key"
    assert eve.http.post(f"/api/tables/{opened['id']}/seats", json={"key": key_of(opened["watch"])}).status_code == 403
    answer = ben.sit(opened, name="Ben", seat=2)
    assert answer.json()["seat"] == 2
    assert len(answer.json()["token"]) >= 43
    assert eve.sit(opened, seat=2).json()["code"] == "seat_taken"
    assert eve.sit(opened, seat=0).json()["code"] == "seat_taken"
    assert eve.sit(opened, seat=9).json()["code"] == "bad_seat"
    again = ben.sit(opened).json()
    assert (again["seat"], again["token"]) == (2, None)
    assert eve.sit(opened).json()["seat"] == 1
    assert clients().sit(opened).json()["code"] == "no_free_seat"
    assert client.table(opened)["table"]["links"]["join"] is None
    assert [seat["name"] for seat in client.table(opened)["table"]["seats"]] == ["Player", "Player", "Ben"]


def test_only_those_who_get_a_seat_are_people(server: Running, client: Client, clients: Any) -> None:
    def count() -> int:
        [(found,)] = ask(server.settings.data, "SELECT count(*) FROM people")
        return int(found)

    opened = client.open(seats=["me", "open"], name="Anna")
    known = count()
    late, early = clients(), clients()
    assert late.sit(opened, seat=0, name="Late").status_code == 409
    assert client.sit(opened, seat=1, name="Other").json()["seat"] == 1
    assert client.http.get("/api/me").json()["name"] == "Other"
    other = client.open(seats=["me", "open"])
    refused = late.sit(other, seat=9, name="Late")
    assert refused.status_code == 400
    assert "set-cookie" not in refused.headers
    assert count() == known
    assert client.sit(other, seat=5, name="Third").status_code == 400
    assert client.http.get("/api/me").json()["name"] == "Other"
    assert early.sit(other, name="Early").status_code == 200
    assert count() == known + 1
    assert early.http.get("/api/me").json()["name"] == "Early"


def test_seats_taken_at_the_same_time(server: Running, client: Client) -> None:
    """Many people want the last seat: one gets it."""
    import threading

    opened = client.open(seats=["me", "open"])
    statuses: list[int] = []

    def sit() -> None:
        with httpx.Client(base_url=server.url) as http:
            statuses.append(http.post(f"/api/tables/{opened['id']}/seats", json={"key": key_of(opened["join"])}).status_code)

    threads = [threading.Thread(target=sit) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(statuses) == [200] + [409] * 7


def test_looking_at_a_table(client: Client, clients: Any) -> None:
    opened = client.open(seats=["me", "open"])
    stranger = clients()
    assert stranger.http.get(f"/api/tables/{opened['id']}").json()["code"] == "not_for_you"
    invited = stranger.table(opened, key=key_of(opened["join"]))
    assert invited["view"] is None
    stranger.sit(opened)
    wait_for(lambda: client.table(opened)["view"])
    assert client.table(opened)["view"]["seat"] == 0
    assert stranger.table(opened)["view"]["seat"] == 1
    watching = clients().table(opened, key=key_of(opened["watch"]))
    assert watching["view"]["seat"] is None
    late = clients().table(opened, key=key_of(opened["join"]))
    assert late["view"] is None
    program = clients().http.get(f"/api/tables/{opened['id']}", headers={"authorization": f"Bearer {opened['token']}"})
    assert program.json()["table"]["you"] == [0]
    assert clients().table(opened, token=opened["token"])["table"]["you"] == [0]


def test_listed_tables(client: Client, clients: Any) -> None:
    opened = client.open("board", seats=["me", "open"], listed=True, name="Lena")
    hidden = client.open("board", seats=["me", "open"])
    found = clients().http.get("/api/tables").json()
    ids = [table["id"] for table in found["open"]]
    assert opened["id"] in ids
    assert hidden["id"] not in ids
    assert next(table for table in found["open"] if table["id"] == opened["id"])["seats"] == ["Lena", None]
    assert next(table for table in found["open"] if table["id"] == opened["id"])["free"] == 1
    other = clients()
    assert other.http.post(f"/api/tables/{opened['id']}/seats", json={}).status_code == 200
    assert opened["id"] in [table["id"] for table in other.http.get("/api/tables").json()["playing"]]


# -- records and replays --


def test_the_record_holds_finished_rounds_only(client: Client, clients: Any) -> None:
    opened = client.open(seats=["me", "here"], options={"size": "mini", "rounds": 2})
    table = client.join(opened).dealt()
    record = client.http.get(f"/api/tables/{opened['id']}/record").json()
    assert record["rounds"] == []
    rng = random.Random(1)
    while not table.view["scores"]:
        table.my_turn().play(rng)
    record = client.http.get(f"/api/tables/{opened['id']}/record")
    assert len(record.json()["rounds"]) == 1
    assert "attachment" in record.headers["content-disposition"]
    assert clients().http.get(f"/api/tables/{opened['id']}/record").status_code == 403
    assert clients().http.get(f"/api/tables/{opened['id']}/record", params={"key": key_of(opened["watch"])}).status_code == 200


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_shows_every_position_with_open_hands(client: Client, game: str) -> None:
    options = {"rounds": 2, "max_turns": 8} if game != "roll" else {}
    opened = client.open(game, seats=["me", "here"], options=options)
    client.join(opened).dealt().play_out(random.Random(1))
    number = 2 if game != "roll" else 1
    found = client.http.get(f"/api/tables/{opened['id']}/replay", params={"round": number}).json()
    assert found["rounds"] == number
    assert found["positions"][0]["move"] is None
    assert found["positions"][-1]["view"]["scores"][-1] == found["scores"]
    assert all(len(position["hands"]) == 2 for position in found["positions"])
    for before, after in pairwise(found["positions"]):
        drawn = after["card"] and [*before["hands"][after["seat"]], after["card"]]
        assert sorted(drawn or []) == (sorted(after["hands"][after["seat"]]) if after["move"][0] == "+" else [])
    assert client.http.get(f"/api/tables/{opened['id']}/replay", params={"round": 9}).json()["code"] == "round_not_finished"


# -- rematch --


def test_a_rematch_moves_everybody_on(client: Client, clients: Any) -> None:
    opened = client.open(seats=["me", "open"], options={"size": "mini", "rounds": 1}, name="Anna")
    ben = clients()
    ben.sit(opened, name="Ben")
    assert client.http.post(f"/api/tables/{opened['id']}/rematch").json()["code"] == "not_over"
    sockets = [client.join(opened).dealt(), ben.join(opened).dealt()]
    rng = random.Random(1)
    while not client.table(opened)["table"]["finished"]:
        for table in sockets:
            while table.version < client.table(opened)["version"]:
                table.receive()
            if table.legal:
                table.play(rng)
    again = client.http.post(f"/api/tables/{opened['id']}/rematch").json()
    assert again["seat"] == 1
    assert [seat["name"] for seat in again["table"]["seats"]] == ["Ben", "Anna"]
    theirs = ben.http.post(f"/api/tables/{opened['id']}/rematch").json()
    assert (theirs["id"], theirs["seat"]) == (again["id"], 0)
    assert clients().http.post(f"/api/tables/{opened['id']}/rematch").json()["code"] == "no_seat"
    assert ben.table(opened)["table"]["rematch"] == again["id"]


# -- your own data --


def test_me(client: Client, clients: Any) -> None:
    assert client.http.get("/api/me").json() == {"name": None, "face": None, "language": None, "tables": [], "results": []}
    assert COOKIE not in client.http.cookies
    changed = client.http.put("/api/me", json={"name": " Lena\u202e\n", "language": "en"})
    assert changed.json()["name"] == "Lena"
    assert client.http.put("/api/me", json={"language": "xx"}).json()["language"] == "en"
    cookie = changed.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Secure" not in cookie
    opened = finished(client)
    going = client.open(seats=["me", "here"])
    client.join(going).dealt()
    mine = client.http.get("/api/me").json()
    assert [(table["id"], table["status"]) for table in mine["tables"]] == [(going["id"], "playing"), (opened["id"], "finished")]
    assert mine["tables"][0]["your_turn"]
    assert mine["tables"][0]["you"] == [0, 1]
    assert len(mine["tables"][1]["points"]) == 2
    line = mine["results"][0]
    assert (line["opponent"], line["bot"], line["played"]) == ("pip", True, 1)
    assert line["won"] + line["drawn"] + line["lost"] == 1
    assert clients().http.get("/api/me").json()["tables"] == []


def test_forget_me(client: Client, clients: Any) -> None:
    client.http.put("/api/me", json={"name": "Lena"})
    over = finished(client)
    going = client.open(seats=["me", "open"])
    waiting = client.open(seats=["me", "open"])
    ben = clients()
    ben.sit(going, name="Ben")
    table = client.join(going).dealt()
    gone = client.http.delete("/api/me")
    assert gone.status_code == 204
    assert "Max-Age=0" in gone.headers["set-cookie"]
    assert client.http.get("/api/me").json()["tables"] == []
    seen = ben.table(going)["table"]["seats"][0]
    assert (seen["name"], seen["away"], seen["bot"]) == (None, "forgotten", "bruno")
    for opened in (over, going, waiting):
        answer = clients().http.get(f"/api/tables/{opened['id']}", params={"key": key_of(opened["watch"])})
        assert "Lena" not in answer.text
        assert clients().http.get(f"/api/tables/{opened['id']}", params={"token": opened["token"]}).status_code == 403
    assert clients().table(waiting, key=key_of(waiting["watch"]))["table"]["seats"][0]["kind"] == "open"
    assert table.closed() == 4403
    assert client.http.delete("/api/me").status_code == 204


@pytest.mark.parametrize(
    ("name", "cleaned"),
    [
        ("Anna", "Anna"), ("  A \t\n B ", "A B"), ("\u202eevil\u2066", "evil"), ("", None), ("\u200b\u0000", None), ("x" * 99, "x" * 24),
        ("مهدی‌یار", "مهدی‌یار"), ("<b>", "<b>"), ("Żółć", "Żółć"), (None, None),
        ("\u3164", None), ("\u2800\u2800", None), ("\u115f\u1160\uffa0", None), ("\u200c\u200d\u200c", None), ("\u0301\u0301", None),
        ("Anna\u3164", "Anna"), ("A\u2800\u2800B", "A B"), ("An\u200cna", "Anna"), ("\u200cAnna\u200d", "Anna"), ("A\u034f\ufe00", "A"),
        ("مهدی\u200c\u200cیار", "مهدی\u200cیار"), ("\u200cمهدی\u200c", "مهدی"), ("مَهدّیِ", "مَهدّیِ"),
        ("e" + "\u0301" * 9, "é\u0301\u0301"), ("Z\u0300\u0301\u0302o", "Z\u0300\u0301o"), (" \u0301Anna", "Anna"), ("Nguyễn", "Nguyễn"),
        ("❤\ufe0f", "❤"), ("가나", "가나"), ("श्रीमती", "श्रीमती"), ("ญี่ปุ่น", "ญี่ปุ่น"), ("x" * 23 + " y", "x" * 23), ("...", "..."),
    ],
)  # fmt: skip
def test_names(name: str | None, cleaned: str | None) -> None:
    assert clean_name(name) == cleaned


# -- the rest of the API --


def test_games_and_bots_and_site(client: Client) -> None:
    games = client.http.get("/api/games").json()
    assert [game["name"] for game in games["games"]] == list(GAMES)
    assert games["default_bot"] == "bruno"
    options = {option["name"]: option for option in games["games"][0]["options"]}
    assert options["colors"]["choices"] == [5, 6]
    assert (options["rounds"]["low"], options["rounds"]["high"]) == (1, 99)
    bots = client.http.get("/api/bots").json()["bots"]
    assert [bot["name"] for bot in bots if bot["game"] == "card" and bot["character"]] == ["pip", "nell", "bruno", "odile", "magnus"]
    assert all(bot["what"] for bot in bots)
    site = client.http.get("/api/site").json()
    assert site["url"] == client.url
    assert site["loopback"]
    assert site["command"] == "lostcities serve --host 0.0.0.0"


def test_codes_to_scan(client: Client) -> None:
    answer = client.http.get("/api/qr", params={"path": "/t/abc#join=def"})
    assert answer.headers["content-type"] == "image/svg+xml"
    assert b"<svg" in answer.content
    for path in ("//evil.example", "https://evil.example", "x", "/\\evil", "/" + "x" * 400, ""):
        assert client.http.get("/api/qr", params={"path": path}).status_code == 400, path


def test_health_and_figures(client: Client) -> None:
    assert client.http.get("/healthz").json()["status"] == "ok"
    client.open(name="Secretive")
    text = client.http.get("/metrics").text
    assert "lostcities_events_total" in text
    assert 'route="/api/tables"' in text
    assert "Secretive" not in text


def test_health_says_so_when_the_database_fails(server: Running, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail() -> None:
        raise OSError

    monkeypatch.setattr(server.services.storage, "ping", fail)
    answer = client.http.get("/healthz")
    assert (answer.status_code, answer.json()["status"]) == (503, "failing")


def test_the_description_has_all_messages_and_no_answer_that_is_never_given(client: Client) -> None:
    found = client.http.get("/openapi.json").json()
    schemas = found["components"]["schemas"]
    assert {"ClientMessage", "ServerMessage", "TableFace", "NewTable", "ErrorAnswer", "Move", "EventMessage"} <= set(schemas)
    assert all("422" not in operation["responses"] for path in found["paths"].values() for operation in path.values())
    references = json.dumps(found)
    for name in {part.partition('"')[0] for part in references.split("#/components/schemas/")[1:]}:
        assert name in schemas, name
    assert client.http.get("/docs").status_code != 200 or "swagger" not in client.http.get("/docs").text


def test_unknown_addresses_and_methods(client: Client) -> None:
    assert client.http.get("/api/nothing").status_code == 404
    answer = client.http.delete("/api/tables")
    assert (answer.status_code, answer.json()["code"]) == (405, "bad_method")
    answer = client.http.post("/nothing/here")
    assert answer.status_code in (404, 405)


# -- what is refused --


def test_every_answer_has_the_strict_headers(client: Client) -> None:
    for path in ("/", "/api/games", "/api/nothing", "/healthz"):
        headers = client.http.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "script-src" not in policy
        assert "unsafe-eval" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "permissions-policy" in headers
        assert "server" not in headers


def test_personal_answers_are_kept_by_nobody_on_the_way(client: Client, clients: Any) -> None:
    opened = finished(client)
    table = f"/api/tables/{opened['id']}"
    answers = [client.http.get(path) for path in ("/api/me", table, f"{table}/record", f"{table}/replay", "/api/tables", "/api/bots")]
    answers += [client.http.post(f"{table}/rematch"), client.http.put("/api/me", json={"name": "Lena"}), client.http.get("/api/none")]
    answers += [clients().http.get(table), clients().http.post(f"{table}/seats", json={}), clients().http.delete("/api/me")]
    assert [answer.headers.get_list("cache-control") for answer in answers] == [["no-store"]] * len(answers)
    assert client.http.get("/").headers.get_list("cache-control") in (["no-cache"], [])


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({"host": "evil.example"}, "bad_host"),
        ({"host": "192.168.1.7:8765"}, "bad_host"),
        ({"host": "[::"}, "bad_host"),
        ({"origin": "https://evil.example"}, "bad_origin"),
        ({"origin": "null"}, "bad_origin"),
        ({"origin": "http://127.0.0.1:1"}, "bad_origin"),
        ({"sec-fetch-site": "cross-site"}, "bad_origin"),
    ],
)
def test_other_hosts_and_origins(client: Client, headers: dict[str, str], code: str) -> None:
    answer = client.http.post("/api/tables", json={"game": "card"}, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (403, code)


def test_names_that_the_server_was_told_are_its_own(client: Client) -> None:
    assert client.http.get("/api/site", headers={"host": "games.example"}).json()["url"] == "http://games.example"
    origin = {"host": "games.example", "origin": "http://games.example"}
    assert client.http.post("/api/tables", json={"game": "card"}, headers=origin).status_code == 201
    assert client.http.get("/api/games", headers={"origin": "https://evil.example"}).status_code == 200


def test_bodies_that_are_too_large(server: Running, client: Client) -> None:
    big = b" " * (MAX_BODY + 1)
    answer = client.http.post("/api/tables", content=big, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")

    def pieces() -> Iterator[bytes]:
        for _ in range(80):
            yield b" " * 1024

    answer = client.http.post("/api/tables", content=pieces(), headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    with socket.create_connection(("127.0.0.1", server.settings.port)) as raw:
        raw.sendall(b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: nonsense\r\n\r\n")
        assert raw.recv(100).startswith(b"HTTP/1.1 400")


def test_errors_come_in_the_language_of_the_person(server: Running, clients: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = clients(**{"accept-language": "fr"})
    anna.http.put("/api/me", json={"language": "de"})
    assert anna.http.get("/api/tables/none").json()["message"] == catalogue("de")("reason.no_table")
    assert clients(**{"accept-language": "fr"}).http.get("/api/tables/none").json()["message"] == catalogue("fr")("reason.no_table")

    async def fail(*_: Any) -> None:
        raise RuntimeError

    monkeypatch.setattr(server.services.registry, "room", fail)
    assert anna.http.get("/api/tables/x").json()["message"] == catalogue("de")("reason.internal_error")
    monkeypatch.setattr(server.services.people, "find", fail)
    answer = anna.http.get("/api/me")
    assert (answer.status_code, answer.json()["message"]) == (500, catalogue("fr")("reason.internal_error"))


def test_an_error_inside_a_socket_is_a_plain_answer(server: Running, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(_: str) -> None:
        raise OSError

    monkeypatch.setattr(server.services.registry, "room", fail)
    table = client.join("x")
    assert table.receive()["code"] == "internal_error"
    assert table.closed() == 1011


def test_an_error_is_one_line_without_secrets() -> None:
    from lostcities.server.logs import PROCESSORS

    token = new_token()
    try:
        raise ValueError(f"no seat for {token} of 203.0.113.7\nat /t/x?token=abc")
    except ValueError as error:
        line: Any = {"event": "request_failed", "exc_info": error}
    for processor in PROCESSORS:
        line = processor(None, "error", line)
    assert "\n" not in line
    found = json.loads(line)
    assert found["error"] == "ValueError"
    assert found["text"].startswith("no seat for … of …")
    assert not any(secret in line for secret in (token, "203.0.113.7", "abc"))
    assert found["trace"][-1].startswith(f"{Path(__file__).name}:")


def test_a_log_that_cannot_be_written_stops_nothing() -> None:
    from lostcities.server.logs import Lines

    class Full(io.StringIO):
        def write(self, _: str) -> int:
            raise OSError(28, "No space left on device")

    closed = io.StringIO()
    closed.close()
    for file in (Full(), closed):
        Lines(file).warning("lost")


def test_what_libraries_say_is_a_line_too(monkeypatch: pytest.MonkeyPatch) -> None:
    from lostcities.server import logs

    said: list[tuple[Any, ...]] = []
    monkeypatch.setattr(logs, "log", SimpleNamespace(log=lambda *words, **fields: said.append((*words, fields))))
    logs.set_up()
    logs.set_up()
    relays = [handler for handler in logging.getLogger().handlers if isinstance(handler, logs.Relay)]
    assert len(relays) == 1
    logging.getLogger("uvicorn.error").warning("odd request from %s", "198.51.100.1")
    assert said == [(logging.WARNING, "library", {"logger": "uvicorn.error", "said": "odd request from …", "exc_info": None})]


def test_an_error_inside_is_a_plain_answer(server: Running, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(_: str) -> None:
        raise RuntimeError("boom")

    monkeypatch.setattr(server.services.registry, "room", fail)
    answer = client.http.get("/api/tables/x")
    assert (answer.status_code, answer.json()["code"]) == (500, "internal_error")
    assert "boom" not in answer.text
    assert answer.headers["x-content-type-options"] == "nosniff"


# -- limits --


def test_limits_on_tables_and_requests(tmp_path: Path) -> None:
    with running(tmp_path, limits=dataclasses.replace(FREE, tables=2, requests=1)) as server, httpx.Client(base_url=server.url) as http:
        statuses = [http.post("/api/tables", json={"game": "card"}).status_code for _ in range(3)]
        assert statuses == [201, 201, 429]
        codes = [http.get("/api/games") for _ in range(12)]
        assert codes[-1].status_code == 429
        assert codes[-1].json()["code"] == "too_fast"


def test_a_bucket_fills_again() -> None:
    bucket = Bucket(2.0, 3.0, 0.0)
    assert [bucket.take(0.0) for _ in range(4)] == [True, True, True, False]
    assert [bucket.take(0.5) for _ in range(2)] == [True, False]


def test_only_so_many_clients_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lostcities.server.rates.MOST", 2)
    rates = Rates(0.0, 1.0, lambda: 0.0)
    assert [rates.allow(client) for client in "aabc"] == [True, False, True, True]
    assert rates.allow("a")


# -- behind a proxy --


def test_behind_a_proxy(tmp_path: Path) -> None:
    with running(tmp_path, trust_proxy=True, public_url="https://games.example/", limits=dataclasses.replace(FREE, tables=1)) as server:
        forwarded = {"host": "games.example", "x-forwarded-proto": "https", "origin": "https://games.example"}
        with httpx.Client(base_url=server.url, headers=forwarded) as http:
            first = http.post("/api/tables", json={"game": "card"}, headers={"x-forwarded-for": "198.51.100.1, 203.0.113.1"})
            assert "Secure" in first.headers["set-cookie"]
            assert first.json()["watch"].startswith("https://games.example/t/")
            second = http.post("/api/tables", json={"game": "card"}, headers={"x-forwarded-for": "198.51.100.2, 203.0.113.1"})
            assert second.status_code == 429
            third = http.post("/api/tables", json={"game": "card"}, headers={"x-forwarded-for": "2001:db8::1"})
            assert third.status_code == 201
            assert http.get("/api/site").json()["command"] is None


def test_figures_are_for_this_computer_alone_unless_told(tmp_path: Path) -> None:
    near, far = {"x-forwarded-for": "127.0.0.1"}, {"x-forwarded-for": "203.0.113.1"}
    with running(tmp_path / "private", trust_proxy=True) as server, httpx.Client(base_url=server.url) as http:
        assert http.get("/metrics").status_code == 200
        assert http.get("/metrics", headers=near).status_code == 200
        assert http.get("/metrics", headers={"x-forwarded-for": "::1"}).status_code == 200
        refused = http.get("/metrics", headers=far)
        assert (refused.status_code, refused.json()["code"]) == (403, "figures_private")
        assert http.get("/metrics", headers={"x-forwarded-for": "nonsense"}).status_code == 403
    with running(tmp_path / "public", trust_proxy=True, public_metrics=True) as server, httpx.Client(base_url=server.url) as http:
        assert http.get("/metrics", headers=far).status_code == 200


def test_addresses_and_languages(monkeypatch: pytest.MonkeyPatch) -> None:
    from lostcities.server.http import caller
    from lostcities.text import LANGUAGES

    class Unplugged(socket.socket):
        def connect(self, _: Any) -> None:
            raise OSError

    monkeypatch.setattr(caller.socket, "socket", Unplugged)
    assert caller.lan_address() == "127.0.0.1"
    assert caller.language_of("xx;q=nonsense, yy") == LANGUAGES[0]
    assert caller.language_of("", LANGUAGES[-1]) == LANGUAGES[-1]
    assert caller.language_of(f"en;q=0.1, {LANGUAGES[-1]}-XX;q=0.8") == LANGUAGES[-1]


def test_open_to_the_network(tmp_path: Path) -> None:
    with running(tmp_path, host="0.0.0.0") as server, httpx.Client(base_url=server.url) as http:
        found = http.get("/api/site").json()
        assert not found["loopback"]
        assert found["url"].endswith(f":{server.settings.port}")
        assert http.get("/api/site", headers={"host": "192.168.1.7:8765"}).json()["url"] == "http://192.168.1.7:8765"
        assert http.get("/api/site", headers={"host": "evil.example"}).status_code == 403


# -- pages --


def test_the_page_and_its_files(tmp_path: Path) -> None:
    from lostcities.server.app import create_app
    from lostcities.server.settings import Settings

    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html>page")
    (static / "assets" / "app-1a2b.js").write_text("let x = 1;")
    (static / "assets" / "app-1a2b.js.gz").write_bytes(gzip.compress(b"let x = 1;"))
    (static / ".stamp").write_text("hidden")
    app = create_app(Settings(data=tmp_path, limits=FREE), static)

    async def ask(path: str, **headers: str) -> httpx.Response:
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as http:
            return await http.get(path, headers=headers)

    import asyncio

    for path in ("/", "/learn/roll", "/me"):
        page = asyncio.run(ask(path))
        assert (page.status_code, page.text) == (200, "<!doctype html>page")
        assert page.headers["cache-control"] == "no-cache"
    script = asyncio.run(ask("/assets/app-1a2b.js"))
    assert "immutable" in script.headers["cache-control"]
    assert script.headers["content-encoding"] == "gzip"
    assert script.text == "let x = 1;"
    plain = asyncio.run(ask("/assets/app-1a2b.js", **{"accept-encoding": "identity"}))
    assert "content-encoding" not in plain.headers
    assert asyncio.run(ask("/", **{"if-none-match": page.headers["etag"]})).status_code == 304
    for path in ("/assets/none.js", "/.stamp", "/../settings.py", "/assets/%2e%2e/%2e%2e/settings.py", "/api/none"):
        assert asyncio.run(ask(path)).status_code == 404, path


def test_a_page_that_was_not_built_says_how(tmp_path: Path) -> None:
    import asyncio

    from lostcities.server.app import create_app
    from lostcities.server.settings import Settings

    app = create_app(Settings(data=tmp_path, limits=FREE), tmp_path / "none")

    async def ask() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://127.0.0.1") as http:
            return await http.get("/")

    page = asyncio.run(ask())
    assert page.status_code == 503
    assert "make setup" in page.text
