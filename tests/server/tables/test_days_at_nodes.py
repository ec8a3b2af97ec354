"""Deals of the day and ratings at several servers on one PostgreSQL: one secret a day, one try a person, one rating a match."""

import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from support.databases import POSTGRESQL, ask
from support.nodes import Visitors, nodes
from support.serving import Client, Message
from support.waiting import wait_for

pytestmark = [pytest.mark.usefixtures("engine"), pytest.mark.parametrize("engine", [POSTGRESQL], indirect=True, scope="module")]


def at_both(clients: list[Client], method: str, path: str) -> list[Any]:
    """Ask the same of both servers at the same time."""
    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(lambda client: client.http.request(method, path), clients))


def try_path(client: Client) -> str:
    return f"/api/daily/{client.http.get('/api/daily').json()['day']}/card"


def own_game(client: Client) -> Message:
    [found] = [line for line in client.http.get("/api/daily").json()["games"] if line["game"] == "card"]
    return dict(found)


def test_nodes_that_start_at_once_make_one_secret_for_each_day(tmp_path: Path, visitors: Visitors) -> None:
    with nodes(tmp_path) as both:
        days = at_both([visitors.at(server) for server in both], "GET", "/api/daily")
        assert days[0].json()["commitment"] == days[1].json()["commitment"]
        for server in both:
            wait_for(lambda server=server: len(server.services.dailies.known) == 31)  # type: ignore[misc]
        known = [{day: secret.secret for day, secret in server.services.dailies.known.items()} for server in both]
        assert known[0] == known[1]
        assert ask(tmp_path, "SELECT count(*) FROM days") == [(31,)]


def test_a_try_begun_at_one_node_goes_on_at_the_other_and_counts_once(tmp_path: Path, visitors: Visitors, redis: Any) -> None:
    with nodes(tmp_path, redis_url=redis.url) as (one, other):
        here = visitors.at(one)
        here.http.put("/api/me", json={"name": "Anna"})
        there = visitors.at(other, here)
        path = try_path(here)

        opened = at_both([here, there], "POST", path)
        assert sorted(answer.status_code for answer in opened) == [200, 201], [answer.text for answer in opened]
        assert len({answer.json()["id"] for answer in opened}) == 1
        assert ask(tmp_path, "SELECT count(*) FROM tables") == [(1,)]
        assert own_game(there)["status"] == "playing"

        table, rng = opened[0].json(), random.Random(5)
        mine = here.join(table).dealt().my_turn()
        for _ in range(6):
            mine.my_turn().play(rng)
        mine.close()
        there.join(table).dealt().play_out(rng)

        assert [own_game(client)["status"] for client in (here, there)] == ["finished", "finished"]
        results = [client.http.get(f"{path}/results").json()["yours"]["lead"] for client in (here, there)]
        assert results[0] == results[1]

        ratings = at_both([here, there], "GET", "/api/me/rating")
        assert {answer.status_code for answer in ratings} == {200}
        again = at_both([here, there], "GET", "/api/me/rating")
        assert [line["matches"] for answer in again for line in answer.json()["ratings"]] == [1, 1]
        assert ask(tmp_path, "SELECT count(*), min(source) FROM ratings") == [(1, table["id"])]

        exports = [client.http.get("/api/me/export").json() for client in (here, there)]
        assert exports[0] == exports[1]
        assert [line["table"] for line in exports[0]["daily"]] == [table["id"]]

        assert there.http.delete("/api/me").status_code < 300
        assert ask(tmp_path, "SELECT (SELECT count(*) FROM tries) + (SELECT count(*) FROM ratings)") == [(0,)]
        assert here.http.get("/api/me/export").json()["person"] is None
