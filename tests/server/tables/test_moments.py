"""Single decisions of a finished table: what the seat could know, what was there, and why another move would be worse."""

import asyncio
import contextlib
import json
import random
from typing import Any

import pytest
from support.databases import on_each_engine
from support.records import played
from support.serving import Client, Running, key_of

from lostcities import GAMES
from lostcities.games.errors import IllegalMove
from lostcities.server.tables.moments import opened
from lostcities.server.tables.replays import Replays

pytestmark = on_each_engine

OPTIONS: dict[str, dict[str, Any]] = {"card": {"size": "mini", "rounds": 2}, "board": {"rounds": 1}, "roll": {}}


def finished(client: Client, game: str = "card") -> dict[str, Any]:
    opened = client.open(game, options=OPTIONS[game], seats=["me", "pip"])
    client.join(opened).dealt().play_out(random.Random(1))
    return opened


def ask(client: Client, id: str, what: str = "moment", **params: Any) -> Any:
    return client.http.get(f"/api/tables/{id}/journal/{what}", params={"round": 1, "move": 1, **params})


@pytest.mark.parametrize("game", GAMES)
def test_a_moment_is_the_seats_view_and_what_was_there(client: Client, game: str) -> None:
    id = finished(client, game)["id"]
    record = client.http.get(f"/api/tables/{id}/record").json()
    replay = client.http.get(f"/api/tables/{id}/replay").json()["positions"]
    moves = record["rounds"][0]["moves"]
    for move in (1, 2, len(moves) // 2, len(moves)):
        found = ask(client, id, move=move).json()
        there, view = replay[move - 1], found["view"]
        assert view["seat"] == view["to_move"] == there["view"]["to_move"]
        assert {**view, "seat": None, "hand": None, "legal": None} == {**there["view"], "seat": None, "hand": None, "legal": None}
        assert moves[move - 1] in view["legal"]
        assert set(found["gains"]) == set(view["legal"])
        assert not set(found["gains"]) & set(found["reasons"])
        assert found["hands"] == there["hands"]
        assert found["setup"] == record["rounds"][0]["setup"]
        assert [made["move"] for made in found["recent"]] == moves[: move - 1][-40:]
        assert all("card" not in made for made in found["recent"] if made["move"] == "+" and made["seat"] != view["seat"])


def test_why_another_move_would_be_worse(client: Client) -> None:
    id = finished(client)["id"]
    legal = ask(client, id).json()["view"]["legal"]
    found = ask(client, id, "why", instead=legal[0], best=legal[-1]).json()["why"]
    assert all(isinstance(reason["code"], str) for reason in found)
    assert ask(client, id, "why", instead=legal[0], best=legal[0]).json() == {"why": []}


@pytest.mark.parametrize(("game", "players"), [("card", 2), ("board", 4)])
def test_only_hands_and_setup_depend_on_what_the_seat_could_not_know(game: str, players: int) -> None:
    """Two rounds that a seat cannot tell apart until its decision: the moment is the same in both, but for what was there."""
    rng, found = random.Random(4), 0
    over = played(game, players, {"rounds": 1}, 10_000)
    first, move = over.rounds[0], 40
    one = asyncio.run(opened(Replays(), "T", over, 1, move))
    seat = one.view["seat"]
    for _ in range(150):
        deck = list(first.setup["deck"])
        here, there = rng.sample(range(len(deck)), 2)
        deck[here], deck[there] = deck[there], deck[here]
        other = over.game.from_setup({"rounds": 1}, players, {**first.setup, "deck": deck}, first.starter)
        with contextlib.suppress(IllegalMove):
            for made in first.moves[: move - 1]:
                other.push(made)
            if other.view(seat) != one.view:
                continue
            while not other.over:
                other.push(rng.choice(other.legal()))
            same = asyncio.run(opened(Replays(), "T", other, 1, move))
            if [made.card for made in one.recent if made.seat == seat] != [made.card for made in same.recent if made.seat == seat]:
                continue  # it drew the same cards in another order
            assert (one.view, one.recent, one.gains, one.reasons) == (same.view, same.recent, same.gains, same.reasons)
            found += one.hands != same.hands
    assert found > 0


def test_moments_are_for_those_who_may_replay_the_table(client: Client, clients: Any) -> None:
    opened = finished(client)
    stranger = clients()
    for what, fields in (("moment", {}), ("why", {"instead": "+", "best": "+"})):
        assert ask(stranger, opened["id"], what, **fields).status_code == 403
        assert ask(stranger, "nowhere", what, **fields).status_code == 404
    assert ask(stranger, opened["id"], key=key_of(opened["watch"])).status_code == 200
    running = client.open("card", options=OPTIONS["card"], seats=["me", "pip"])
    refused = ask(client, running["id"])
    assert (refused.status_code, refused.json()["code"]) == (409, "nothing_to_analyse")


def test_bad_input_is_refused_clearly(client: Client) -> None:
    id = finished(client)["id"]
    for fields in ({"round": 3}, {"move": 999}, {"round": 999, "move": 5}):
        refused = ask(client, id, **fields)
        assert (refused.status_code, refused.json()["code"]) == (404, "no_such_move")
    for fields in ({"round": 0}, {"move": 0}, {"move": -1}, {"move": "x"}, {"round": 10**9}):
        assert ask(client, id, **fields).status_code == 400
    legal = ask(client, id).json()["view"]["legal"]
    for instead, best in (("+", legal[0]), (legal[0], "Z9"), ("", legal[0])):
        refused = ask(client, id, "why", instead=instead, best=best)
        assert (refused.status_code, refused.json()["code"]) == (400, "not_legal_then")
    assert ask(client, id, "why", instead="Y" * 17, best=legal[0]).status_code == 400
    assert ask(client, id, "why", instead=legal[0]).status_code == 400


def test_a_journal_that_is_not_stored_is_not_begun_by_asking_for_a_stored_one(client: Client, server: Running) -> None:
    id = finished(client)["id"]
    found = client.http.get(f"/api/tables/{id}/journal", params={"stored": "true"}).text.splitlines()
    assert [json.loads(line)["what"] for line in found] == ["match"]
    assert not server.services.journals.running
