"""Whole games over real sockets: opened, dealt, played to the end, and found again."""

import random

import pytest
from support.databases import on_each_engine_in_soak
from support.serving import Client

from lostcities import GAMES
from lostcities.records import check
from lostcities.records.proof import verify

pytestmark = on_each_engine_in_soak


@pytest.mark.parametrize("game", GAMES)
def test_a_match_against_a_bot(client: Client, game: str) -> None:
    options = {"rounds": 1} if game != "roll" else {}
    opened = client.open(game, options=options, seats=["me", "bruno"])
    table = client.join(opened)
    table.receive()
    table.contribute()
    table.play_out(random.Random(1))
    record = client.http.get(f"/api/tables/{opened['id']}/record").json()
    state = check(record)
    assert state.over
    assert record["result"] == table.table["results"]
    assert [(verdict.proof, verdict.contributors) for verdict in verify(record)] == [("right", (0,))]
    mine = client.http.get("/api/me").json()
    assert mine["tables"][0]["status"] == "finished"
    assert [(line["opponent"], line["played"]) for line in mine["results"]] == [("bruno", 1)]


def test_a_client_that_comes_back_gets_what_it_missed(client: Client) -> None:
    opened = client.open(seats=["me", "here"])
    table = client.join(opened)
    table.receive()
    table.contribute()
    table.dealt()
    rng = random.Random(2)
    for _ in range(20):
        table.play(rng)
    events = {message["version"]: message for message in table.seen if message["type"] == "event"}
    since = table.version - 12
    again = client.join(opened, since=since)
    missed = [again.receive() for _ in range(12)]
    assert missed == [events[version] for version in range(since + 1, table.version + 1)]
    assert again.receive()["type"] == "table"
