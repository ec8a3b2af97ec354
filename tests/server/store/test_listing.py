"""The public list of tables: a place in it for everyone who opened one, and a limit on how many of each person's tables wait."""

import dataclasses
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from support import databases
from support.serving import FREE, Client, Running, running

from lostcities.server.store.listing import MOST
from lostcities.server.store.models import metadata

pytestmark = databases.on_each_engine

Visitors = Callable[[str], Client]


@pytest.fixture
def visitors(tmp_path: Path) -> Iterator[Visitors]:
    """Clients of a server behind a proxy, each with its own address."""
    made: list[Client] = []
    with running(tmp_path, trust_proxy=True, first_wait=60, limits=dataclasses.replace(FREE, listed=3)) as server:

        def visitor(address: str) -> Client:
            made.append(Client(server.url, **{"x-forwarded-for": address}))
            return made[-1]

        yield visitor
        for client in made:
            client.close()


def ask(client: Client, **fields: Any) -> httpx.Response:
    wanted = {"game": "card", "seats": ["me", "open"], "listed": True, **fields}
    return client.http.post("/api/tables", json=wanted)


def waiting(client: Client) -> list[str]:
    return [table["id"] for table in client.http.get("/api/tables").json()["open"]]


def count(folder: Path, what: str) -> int:
    return int(databases.ask(folder, f"SELECT count(*) FROM {what}")[0][0])


def test_three_listed_tables_of_an_address_wait_at_once(visitors: Visitors, tmp_path: Path) -> None:
    anna = visitors("203.0.113.7")
    assert [ask(anna).status_code for _ in range(3)] == [201] * 3
    stranger = visitors("203.0.113.7")
    refused = ask(stranger)
    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_listed")
    assert "3 listed tables" in refused.json()["message"]
    assert "set-cookie" not in refused.headers
    assert count(tmp_path, "people") == 1
    assert ask(anna, listed=False).status_code == 201
    assert ask(anna, seats=["me", "pip"]).status_code == 201
    assert ask(visitors("203.0.113.8")).status_code == 201


def test_a_table_counts_while_a_seat_is_free(visitors: Visitors) -> None:
    """Not once someone has taken it; but again when they leave before the match."""
    anna, ben = visitors("203.0.113.7"), visitors("203.0.113.8")
    opened = [ask(anna).json() for _ in range(3)]
    ben.http.post(f"/api/tables/{opened[0]['id']}/seats", json={})
    fourth = ask(anna).json()
    assert sorted(waiting(ben)) == sorted([opened[1]["id"], opened[2]["id"], fourth["id"]])
    assert ben.join(opened[0]).ask("leave")["type"] == "ack"
    ben.http.post(f"/api/tables/{fourth['id']}/seats", json={})
    assert sorted(waiting(ben)) == sorted(table["id"] for table in opened)
    assert ask(anna).status_code == 429


def test_many_at_once_are_no_more_than_three(visitors: Visitors) -> None:
    anna = visitors("203.0.113.7")
    statuses: list[int] = []
    threads = [threading.Thread(target=lambda: statuses.append(ask(anna).status_code)) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(statuses) == [201] * 3 + [429] * 9
    assert len(waiting(anna)) == 3


def test_no_address_is_stored(visitors: Visitors, tmp_path: Path) -> None:
    address = "203.0.113.177"
    opened = ask(visitors(address)).json()
    assert opened["id"]
    files = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    rows = [databases.ask(tmp_path, f"SELECT * FROM {part.name}") for part in metadata.sorted_tables]
    assert opened["id"] in str(rows)
    assert address not in str(rows)
    assert address.encode() not in files


@pytest.fixture
def crowd(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path, trust_proxy=True) as server:
        yield server


def test_nobody_pushes_the_others_out_of_the_list(crowd: Running) -> None:
    """Ten people opened a table each, then one address opened sixty."""
    others = [Client(crowd.url, **{"x-forwarded-for": f"198.51.100.{number}"}) for number in range(10)]
    theirs = [ask(client).json()["id"] for client in others]
    flood = Client(crowd.url, **{"x-forwarded-for": "203.0.113.7"})
    mine = [ask(flood).json()["id"] for _ in range(MOST + 10)]
    found = waiting(flood)
    assert len(found) == MOST
    assert found[:11] == [mine[-1], *reversed(theirs)]
    assert found[11:] == mine[-2 : -MOST + 9 : -1]
    for client in (*others, flood):
        client.close()


# -- people --


def test_who_says_nothing_is_not_stored(visitors: Visitors, tmp_path: Path) -> None:
    for body in ({}, {"name": ""}, {"name": "\u3164"}, {"language": "xx"}):
        answer = visitors("203.0.113.7").http.put("/api/me", json=body)
        assert (answer.status_code, answer.json()["name"]) == (200, None)
        assert "set-cookie" not in answer.headers
    assert count(tmp_path, "people") == 0


def test_a_language_chosen_before_the_first_game_is_kept(visitors: Visitors) -> None:
    """Even if the browser asks for it anyway: the page does once it is in that language."""
    anna = visitors("203.0.113.7")
    chosen = anna.http.put("/api/me", json={"language": "pl"}, headers={"accept-language": "pl"})
    assert chosen.json()["language"] == "pl"
    assert anna.http.get("/api/me").json()["language"] == "pl"


def test_an_address_has_only_so_many_new_visitors(tmp_path: Path) -> None:
    with running(tmp_path, limits=dataclasses.replace(FREE, people=3)) as server, ExitStack() as opened_clients:

        def client() -> Client:
            return opened_clients.enter_context(closing(Client(server.url)))

        anna = client()
        assert anna.http.put("/api/me", json={"name": "Anna"}).status_code == 200
        opened = anna.open(seats=["me", "open"])
        statuses = [client().http.put("/api/me", json={"name": f"{number}"}).status_code for number in range(4)]
        assert statuses == [200, 200, 429, 429]
        for refused in (client().sit(opened), client().http.post("/api/tables", json={"game": "card"})):
            assert (refused.status_code, refused.json()["code"]) == (429, "too_many_people")
        assert count(tmp_path, "people") == 3
        assert anna.http.put("/api/me", json={"name": "Lena"}).json()["name"] == "Lena"
        assert anna.open()["seat"] == 0
