"""The deals of the day over HTTP: one for everyone, one try each, ranked by what was lost; and every way to cheat that we know of."""

import contextlib
import json
import logging
import random
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update
from support.days import Today, begin, finish, invent, on, results, today
from support.serving import Client, Running, running

from lostcities import GAMES
from lostcities.records import RecordError
from lostcities.records.fair import daily_key, daily_luck
from lostcities.records.proof import verify
from lostcities.server.store import daily as store
from lostcities.server.store.models import seats, tables, tries
from lostcities.server.tables.daily import Dailies
from lostcities.server.tables.days import AGAINST, AHEAD, OPPONENT
from lostcities.server.tables.marks import Marks

__all__ = ["today"]
OWN = ("id", "links", "now", "you", "join", "watch", "token", "seats", "table")
"""What differs between two people's tables of the same deal, apart from the players."""


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is worked out here, which would take the only process from those who play: see test_judging.py."""
    monkeypatch.setattr(Dailies, "begin_to_judge", lambda *_: None)
    monkeypatch.setattr(Marks, "want", lambda *_: None)


def code(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


# -- the days --


def test_today_has_a_deal_of_each_game_and_no_secret(client: Client, today: Today) -> None:
    found = client.http.get("/api/daily").json()
    assert found == client.http.get(f"/api/daily/{today.name}").json()
    assert (found["day"], found["closed"], found["secret"]) == (today.name, False, None)
    assert found["first"] <= today.name
    assert [deal["game"] for deal in found["games"]] == list(GAMES)
    for deal in found["games"]:
        assert (deal["table"], deal["status"], deal["opponent"]) == (None, "new", OPPONENT)
        assert deal["commitment"] == found["commitment"]
        assert deal["options"].get("rounds", 1) == 1


def test_a_month_of_commitments_is_public_and_each_is_kept(client: Client, today: Today) -> None:
    coming = [today.day.later(days) for days in range(AHEAD + 1)]
    promised = [client.http.get(f"/api/daily/{day.name}").json() for day in coming]
    assert len({day["commitment"] for day in promised}) == AHEAD + 1
    assert {day["secret"] for day in promised} == {None}
    assert code(client.http.get(f"/api/daily/{today.day.later(AHEAD + 1).name}")) == (404, "no_such_day")
    for days, told in ((0, promised[0]), (AHEAD, promised[-1])):
        today.at(24 * days + 26.99)
        assert client.http.get(f"/api/daily/{coming[days].name}").json()["secret"] is None
        today.at(24 * days + 27)
        closed = client.http.get(f"/api/daily/{coming[days].name}").json()
        assert sha256(bytes.fromhex(closed["secret"])).hexdigest() == closed["commitment"] == told["commitment"]
        assert closed["made"] == told["made"]
        assert closed["made"] <= told["begins"] or days == 0


@pytest.mark.parametrize("day", ["2031-2-3", "2031-02-30", "1999-01-01", "9999-12-31", "tomorrow"])
def test_other_days_have_none(client: Client, today: Today, day: str) -> None:
    for path in (f"/api/daily/{day}", f"/api/daily/{day}/card/results"):
        assert code(client.http.get(path)) == (404, "no_such_day")
    assert client.http.post(f"/api/daily/{day}/card").status_code in (404, 409)
    assert code(client.http.get(f"/api/daily/{today.name}/chess/results"))[1] == "unknown_game"


# -- a try --


def seen(socket: Any) -> list[Any]:
    """What a client was sent of a match, without what belongs to this table only."""
    return [stripped(message) for message in socket.seen if message["type"] in ("state", "event")]


def stripped(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: stripped(inner) for name, inner in value.items() if name not in OWN}
    return [stripped(inner) for inner in value] if isinstance(value, list) else value


@pytest.mark.parametrize("game", GAMES)
def test_the_same_moves_meet_the_same_answers(clients: Any, today: Today, game: str) -> None:
    """Until the first move that differs."""
    sockets = []
    for seed in (1, 1, 2):
        client = clients()
        socket = client.join(begin(client, today.name, game).json()["id"]).dealt()
        rng = random.Random(5)
        for number in range(16 if seed == 1 else 6):
            socket.my_turn().move(rng.choice(socket.legal) if number < 4 or seed == 1 else socket.legal[-1])
        sockets.append(socket)
    one, same, other = map(seen, sockets)
    shortest = min(len(one), len(same))
    assert shortest > 16
    assert json.dumps(one[:shortest]) == json.dumps(same[:shortest])
    assert one[:5] == other[:5]


def test_the_first_try_counts_and_there_is_no_second(client: Client, today: Today) -> None:
    first = begin(client, today.name, "roll")
    assert first.status_code == 201
    id = first.json()["id"]
    client.join(id).dealt().my_turn()
    again = begin(client, today.name, "roll")
    assert (again.status_code, again.json()["id"], again.json()["token"]) == (200, id, None)
    assert finish(client, today.name, "roll") == id
    assert begin(client, today.name, "roll").json()["id"] == id
    assert code(client.http.post(f"/api/tables/{id}/rematch")) == (409, "daily_once")
    [deal] = [deal for deal in client.http.get("/api/daily").json()["games"] if deal["game"] == "roll"]
    assert (deal["status"], deal["table"]) == ("finished", id)
    assert results(client, today.name, "roll")["yours"]["table"] == id


def test_two_tabs_share_one_try(client: Client, today: Today) -> None:
    client.http.put("/api/me", json={"name": "Ana"})
    with ThreadPoolExecutor(8) as pool:
        answers = [*pool.map(lambda _: begin(client, today.name), range(8))]
    assert len({answer.json()["id"] for answer in answers}) == 1
    assert sorted(answer.status_code for answer in answers) == [200] * 7 + [201]
    first, second = (client.join(answers[0].json()["id"]).dealt().my_turn() for _ in range(2))
    move = first.legal[0]
    assert first.move(move)["type"] == "ack"
    assert second.ask("move", version=second.version, move=move)["type"] == "error"


def test_an_interrupted_try_goes_on_after_a_restart(tmp_path: Path, today: Today) -> None:
    with running(tmp_path) as server:
        client = Client(server.url)
        id = begin(client, today.name).json()["id"]
        socket = client.join(id).dealt().my_turn()
        socket.move(socket.legal[0])
        cookies, before = client.http.cookies, client.table({"id": id})["view"]
        client.close()
    with running(tmp_path) as server:
        client = Client(server.url)
        client.http.cookies = cookies
        again = begin(client, today.name)
        assert (again.status_code, again.json()["id"]) == (200, id)
        assert client.table({"id": id})["view"]["hand"] == before["hand"]
        assert {seat["away"] for seat in again.json()["table"]["seats"]} == {None}
        finish(client, today.name, "card")
        assert results(client, today.name)["yours"]["table"] == id
        client.close()


# -- midnight, in UTC --


def test_a_try_begun_before_midnight_may_end_after_it(client: Client, today: Today) -> None:
    today.at(23.99)
    begin(client, today.name, "roll")
    today.at(26.9)
    assert begin(client, today.name, "roll").status_code == 200
    id = finish(client, today.name, "roll")
    today.at(30)
    assert results(client, today.name, "roll")["yours"]["table"] == id
    assert client.http.get("/api/me/daily").json()["days"] == [{"day": today.name, "games": ["roll"]}]


def test_a_try_that_ends_too_late_has_no_result_and_is_rated_as_lost(client: Client, today: Today) -> None:
    id = begin(client, today.name, "roll").json()["id"]
    socket = client.join(id).dealt().my_turn()
    today.at(27)
    socket.play_out(random.Random(1))
    assert client.table({"id": id})["table"]["finished"]
    assert results(client, today.name, "roll")["yours"] is None
    assert client.http.get("/api/me/daily").json()["days"] == []
    [rating] = client.http.get("/api/me/rating").json()["ratings"]
    assert [(line["source"], line["score"]) for line in rating["history"]] == [(id, 0.0)]


def test_a_result_that_is_stored_later_counts_from_the_end_of_the_match(client: Client, today: Today, server: Running) -> None:
    """As if the server had stopped between the last move and its result, and had come back when the day was closed."""
    today.at(23.9)
    begin(client, today.name, "roll")
    today.at(26.9)
    id, ended = finish(client, today.name, "roll"), today.now
    storage, registry = server.services.storage, server.services.registry
    lost = (
        update(tables).where(tables.c.id == id).values(status="playing", finished=None),
        update(seats).where(seats.c.table_id == id).values(points=None, share=None, helped=None),
        update(tries).where(tries.c.table_id == id).values(ended=None, lead=None),
    )

    async def come_back() -> None:
        await storage.write(*lost)
        today.at(30)
        registry.discard(id)
        await registry.room(id)

    on(server, come_back())
    assert on(server, storage.read(select(tables.c.status, tables.c.finished).where(tables.c.id == id))) == [("finished", ended)]
    assert results(client, today.name, "roll")["yours"]["table"] == id
    [rating] = client.http.get("/api/me/rating").json()["ratings"]
    assert [(line["source"], line["at"]) for line in rating["history"]] == [(id, ended)]


def test_a_deal_can_be_begun_on_its_day_only(clients: Any, today: Today) -> None:
    client, late = clients(), clients()
    assert code(begin(client, today.day.later(1).name)) == (409, "daily_not_yet")
    today.at(24)
    assert begin(client, today.day.later(1).name).status_code == 201
    assert code(begin(late, today.name)) == (409, "daily_ended")
    today.at(26.999)
    assert code(begin(late, today.name)) == (409, "daily_ended")


def test_a_closed_deal_is_for_practice_as_often_as_one_likes(client: Client, today: Today) -> None:
    assert client.http.get("/api/daily").status_code == 200  # nobody has asked for this day before
    today.at(27)
    first, second = begin(client, today.name, "roll"), begin(client, today.name, "roll")
    assert [first.status_code, second.status_code] == [201, 201]
    assert first.json()["id"] != second.json()["id"]
    shown = first.json()["table"]
    assert (shown["daily"], shown["ranked"], shown["hints"]) == (today.name, False, True)
    client.join(first.json()["id"]).dealt().play_out(random.Random(2))
    found = results(client, today.name, "roll")
    assert (found["yours"], found["finished"]) == (None, 0)
    assert client.http.get("/api/me/daily").json()["days"] == []
    assert client.http.get("/api/me/rating").json()["ratings"] == []


def test_whoever_wants_a_try_that_counts_gets_no_practice(client: Client, today: Today) -> None:
    path = f"/api/daily/{today.name}/roll?ranked=true"
    first, again = client.http.post(path), client.http.post(path)
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json()["table"]["ranked"]
    today.at(25)
    assert client.http.post(path).json()["id"] == first.json()["id"], "it may still be finished"
    today.at(27)
    assert code(client.http.post(path)) == (409, "daily_ended")
    assert begin(client, today.name, "roll").json()["table"]["ranked"] is False


# -- results --


def test_finishing_counts_before_its_cost_is_worked_out(client: Client, today: Today) -> None:
    finish(client, today.name, "roll")
    found = results(client, today.name, "roll")
    assert (found["finished"], found["histogram"]) == (1, [])
    assert (found["yours"]["cost"], found["yours"]["share"]) == (None, None)


def test_results_come_in_the_order_of_points_lost(client: Client, today: Today, server: Running) -> None:
    id = finish(client, today.name)
    lead = results(client, today.name, "roll")["yours"]["lead"]
    storage = server.services.storage
    on(server, invent(storage, today.name, "roll", [5.0, 40.0, 40.0, 40.0, 90.0], [0, lead + 1, lead, lead - 1, 999]))
    on(server, storage.write(store.judged(id, 40.0)))
    found = results(client, today.name, "roll")
    assert found["finished"] == 6
    assert found["yours"] == {"table": id, "cost": 40.0, "lead": lead, "share": 0.4}
    assert sum(bar["count"] for bar in found["histogram"]) == 6
    [bar] = [bar for bar in found["histogram"] if bar["low"] <= 40 < bar["high"]]
    assert bar["count"] >= 4
    assert found["names"] is None


def test_a_share_is_rounded_down(client: Client, today: Today, server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever does not lead is never told to be better than all others."""

    async def second_of_many(*_: object) -> store.Standing:
        return store.Standing(finished=30_001, judged=30_001, worse=29_999, most=90_000)

    id = finish(client, today.name)
    on(server, server.services.storage.write(store.judged(id, 30.0)))
    monkeypatch.setattr(store, "standing", second_of_many)
    assert results(client, today.name, "roll")["yours"]["share"] == 0.9999


def test_nobody_sees_results_before_they_have_finished(clients: Any, today: Today, server: Running) -> None:
    on(server, invent(server.services.storage, today.name, "card", [1.0, 2.0], [1, 2], ["Ana"]))
    begun = clients()
    begin(begun, today.name)
    for client in (clients(), begun):
        found = results(client, today.name)
        assert found["finished"] == 2
        assert (found["histogram"], found["opponents"], found["yours"], found["names"]) == ([], [], None, None)
    today.at(27)
    assert sum(bar["count"] for bar in results(clients(), today.name)["histogram"]) == 2


def test_names_are_listed_only_if_the_host_asks(tmp_path: Path, today: Today) -> None:
    with running(tmp_path, daily_names=True) as server:
        client = Client(server.url)
        assert client.http.get("/api/daily").json()["names"]
        on(server, invent(server.services.storage, today.name, "roll", [30.0, 20.0, 10.0], [1, 2, 3], ["Ana", "Bo"]))
        assert results(client, today.name, "roll")["names"] is None  # not before one has finished
        finish(client, today.name, "roll")
        found = results(client, today.name, "roll")
        assert found["names"] == [{"name": "Bo", "cost": 20.0, "lead": 2}, {"name": "Ana", "cost": 30.0, "lead": 1}]
        client.close()


# -- attacks --


def test_nobody_else_gets_at_a_try(clients: Any, today: Today) -> None:
    """Neither by its address, nor with the keys that its owner has, nor by taking the seat of whoever leaves."""
    owner, thief = clients(), clients()
    opened = begin(owner, today.name, "roll").json()
    socket = owner.join(opened["id"]).dealt().my_turn()
    thief.open("card")  # somebody whom the server knows
    id, keys = opened["id"], [None, opened["watch"].partition("=")[2]]
    assert opened["join"] is None
    assert opened["table"]["links"] is None
    for key in keys:
        query = {"key": key} if key else {}
        for what in ("", "/record", "/replay", "/journal"):
            assert code(thief.http.get(f"/api/tables/{id}{what}", params=query)) == (403, "not_for_you"), what
        assert thief.join(id, **({"watch": key} if key else {})).closed() != 1000
    assert thief.http.post(f"/api/tables/{id}/seats", json={"key": keys[1]}).status_code == 403
    assert thief.join(id, token="x" * 43).closed() != 1000
    assert begin(thief, today.name, "roll").json()["id"] != id
    socket.close()
    assert thief.http.post(f"/api/tables/{id}/seats", json={}).status_code == 403
    assert results(thief, today.name, "roll")["yours"] is None


def test_no_bot_plays_for_whoever_goes_away(client: Client, today: Today) -> None:
    id = begin(client, today.name, "roll").json()["id"]
    socket = client.join(id).dealt().my_turn()
    before = socket.view
    assert socket.ask("leave")["code"] == "not_at_daily"
    assert socket.table["takeover"] is None
    socket.close()
    assert client.join(id).dealt().view == before


def test_a_table_of_ones_own_cannot_be_made_a_try(client: Client, today: Today) -> None:
    for forged in ({"daily": today.name}, {"ranked": True}, {"seed": "00" * 64}, {"starter": 0}, {"id": "x"}):
        assert client.http.post("/api/tables", json={"game": "card", **forged}).status_code == 400
    opened = client.http.post(f"/api/daily/{today.name}/card", json={"ranked": True, "options": {"colors": 3}, "seats": ["me", "pip"]})
    assert opened.json()["table"]["options"]["colors"] == 5
    assert [seat["bot"] for seat in opened.json()["table"]["seats"]] == [None, OPPONENT]


@pytest.mark.parametrize("method", ["put", "patch", "delete"])
def test_results_cannot_be_sent(client: Client, today: Today, method: str) -> None:
    id = finish(client, today.name)
    record = client.http.get(f"/api/tables/{id}/record").json()
    record["rounds"][0]["scores"] = [999, 0]
    for path in (f"/api/daily/{today.name}/roll/results", f"/api/daily/{today.name}/roll", f"/api/tables/{id}/record"):
        assert client.http.request(method, path, json=record).status_code == 405
    assert client.http.post(f"/api/daily/{today.name}/roll/results", json=record).status_code == 405
    assert results(client, today.name, "roll")["yours"]["lead"] < 999


def test_no_help_at_a_try(client: Client, today: Today) -> None:
    """No hints, no end by agreement, no bytes of one's own in the shuffle, no other length."""
    socket = client.join(begin(client, today.name).json()["id"]).dealt().my_turn()
    assert socket.ask("hint")["type"] == "error"
    for what in ("hints", "end_round"):
        assert socket.ask("propose", what=what)["code"] == "not_at_daily"
    assert socket.commit()["type"] == "error"
    assert socket.ask("explain", moves=socket.legal)["type"] == "explain"


def test_nothing_more_is_told_of_a_running_try(client: Client, today: Today) -> None:
    """Neither its replay, its record, its Journal nor single moments; and its owner has no key to hand on."""
    opened = begin(client, today.name).json()
    socket = client.join(opened["id"]).dealt().my_turn()
    socket.move(socket.legal[0])
    table = f"/api/tables/{opened['id']}"
    assert client.http.get(f"{table}/record").json()["rounds"] == []
    assert code(client.http.get(f"{table}/replay")) == (404, "round_not_finished")
    for path in ("journal", "journal?stored=true", "journal/moment?round=1&move=1", "journal/why?round=1&move=1&instead=%2B&best=%2B"):
        assert code(client.http.get(f"{table}/{path}")) == (409, "nothing_to_analyse")
    assert client.table(opened)["table"]["links"] is None
    assert client.http.get("/api/tables").json() == {"open": [], "playing": []}


def test_no_peeking_by_undoing(client: Client, today: Today) -> None:
    """What was drawn stays drawn, and the same move after an undo meets the same answer."""
    socket = client.join(begin(client, today.name).json()["id"]).dealt().my_turn()
    first = next(move for move in socket.legal if move.startswith("-"))
    before = socket.view
    socket.move(first)
    assert socket.ask("takeback", version=socket.version)["type"] == "ack"
    assert {**(socket.view or {})} == before
    socket.move(first)
    socket.move("+")
    assert socket.ask("takeback", version=socket.version)["type"] == "error"
    socket.my_turn()
    assert socket.ask("takeback", version=socket.version)["type"] == "error"


def test_the_secret_never_leaves_before_the_day_is_closed(
    clients: Any, today: Today, server: Running, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    """Nor does anything that the deck could be computed from: searched for in every byte that a player, a stranger or an operator gets."""
    caplog.set_level(logging.DEBUG)
    client, stranger = clients(), clients()
    id = finish(client, today.name)
    days = [today.name, *(today.day.later(number).name for number in (1, AHEAD))]
    secrets = on(server, store.secrets_of(server.services.storage, days))
    table = f"/api/tables/{id}"
    paths = ["/api/daily", *(f"/api/daily/{day}" for day in days), f"/api/daily/{today.name}/card/results", "/api/me", "/api/me/daily"]
    paths += ["/api/me/export", "/api/me/rating", "/api/me/form?game=card", "/metrics", "/healthz", "/api/tables", table]
    paths += [f"{table}/record", f"{table}/replay", f"{table}/journal?stored=true", f"{table}/journal/moment?round=1&move=3"]
    answers = [asker.http.get(path) for asker in (client, stranger) for path in paths]
    assert [answer.status_code for answer in answers[: len(paths)]] == [200] * len(paths)
    said = capfd.readouterr()
    sent = [answer.text for answer in answers] + [json.dumps(socket.seen) for socket in client.sockets] + [said.out, said.err, caplog.text]
    hidden = []
    for day, secret in secrets.items():
        for game in GAMES:
            hidden += [daily_key(secret.secret, day, game), daily_luck(secret.secret, day, game, AGAINST)]
        hidden.append(secret.secret)
    for text in sent:
        for key in hidden:
            assert key.hex() not in text.lower()
            assert repr(key)[2:-1] not in text
    record = client.http.get(f"{table}/record").json()
    assert "fair" not in record["rounds"][0]


@pytest.mark.parametrize("game", GAMES)
def test_a_record_proves_its_deal_once_the_day_is_closed(client: Client, today: Today, game: str) -> None:
    id = finish(client, today.name, game)
    [missing] = verify(client.http.get(f"/api/tables/{id}/record").json())
    assert missing.proof == "missing"
    today.at(27)
    record = client.http.get(f"/api/tables/{id}/record").json()
    [verdict] = verify(record)
    day = client.http.get(f"/api/daily/{today.name}").json()
    assert (verdict.proof, verdict.day, verdict.commitment) == ("right", today.name, day["commitment"])
    assert record["rounds"][0]["fair"]["seed"] == day["secret"]
    forged = json.loads(json.dumps(record))
    forged["rounds"][0]["fair"]["day"] = today.day.later(1).name
    assert verify(forged)[0].proof == "wrong"
    edited = json.loads(json.dumps(record))
    setup = edited["rounds"][0]["setup"]
    name = "rolls" if game == "roll" else "deck"
    setup[name] = [setup[name][-1], *setup[name][1:-1], setup[name][0]]
    with contextlib.suppress(RecordError):  # or its moves do not fit the other deal
        assert setup == record["rounds"][0]["setup"] or verify(edited)[0].proof == "wrong"


# -- ratings, and one's own data --


def test_a_try_and_a_match_against_an_opponent_are_rated(client: Client, today: Today) -> None:
    finish(client, today.name, "roll")
    opened = client.open("card", seats=["me", "pip"], options={"rounds": 1}, hints=False)
    client.join(opened).dealt().play_out(random.Random(3))
    found = {each["game"]: each for each in client.http.get("/api/me/rating").json()["ratings"]}
    assert set(found) == {"card", "roll"}
    for rating in found.values():
        assert (rating["matches"], rating["sure"]) == (1, False)
        assert rating["low"] < rating["rating"] < rating["high"]
        assert len(rating["history"]) == 1
    assert client.http.get("/api/me/rating").json()["ratings"] == [*found.values()]  # looking changes nothing


def test_who_was_helped_is_not_rated(client: Client) -> None:
    opened = client.open("card", seats=["me", "pip"], options={"rounds": 1})
    socket = client.join(opened).dealt().my_turn()
    assert socket.ask("hint")["type"] == "hint"
    socket.play_out(random.Random(3))
    unknown = client.open("card", seats=["me", "pip"], options={"rounds": 1, "size": "mini"})
    client.join(unknown).dealt().play_out(random.Random(3))
    assert client.http.get("/api/me/rating").json()["ratings"] == []


def test_one_takes_everything_along_or_deletes_it(clients: Any, today: Today, server: Running) -> None:
    client, other = clients(), clients()
    id = finish(client, today.name, "roll")
    others = finish(other, today.name, "roll", 2)
    answer = client.http.get("/api/me/export")
    assert 'filename="lostcities.json"' in answer.headers["content-disposition"]
    found = answer.json()
    assert found["format"] == "lostcities.person/1"
    assert [(each["day"], each["game"], each["table"]) for each in found["daily"]] == [(today.name, "roll", id)]
    assert [(each["subject"], each["source"]) for each in found["ratings"]] == [("roll", id)]
    assert [table["id"] for table in found["tables"]] == [id]
    assert client.http.delete("/api/me").status_code == 204
    assert client.http.get("/api/me/export").json() == {"format": "lostcities.person/1", "person": None}
    assert client.http.get("/api/me/rating").json()["ratings"] == []
    assert on(server, server.services.storage.read(select(tries.c.table_id).where(tries.c.day == today.name))) == [(others,)]
    assert results(other, today.name, "roll")["yours"] is not None
    assert begin(client, today.name, "roll").status_code == 201  # somebody new
