"""Limits over several servers: what a client spends at one, it has no longer at the other."""

import asyncio
import contextlib
import dataclasses
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support.serving import FREE, Client, Running, Socket, running
from support.waiting import wait_for
from support.working import Server, until, with_servers

from lostcities.server.rates import Rates, Sockets
from lostcities.server.redis import exchange

ANNA = "192.0.2.7"
HEARD = 6 * exchange.PAUSE
"""Seconds after which servers have heard of each other."""


def spend(server: Server, name: str = "messages", client: str = ANNA) -> int:
    """Spend all that a client has at a server, and return how much that was."""
    return next(count for count in range(10_000) if not server.rates[name].allow(client))


def rates(rate: float = 0.01, size: float = 40.0) -> dict[str, Rates]:
    return {"messages": Rates(rate, size)}


def test_what_is_spent_at_one_server_is_missing_at_the_other(redis: Any) -> None:
    async def work(one: Server, other: Server) -> tuple[int, ...]:
        assert other.rates["messages"].allow(ANNA)
        spent = spend(one)
        await asyncio.sleep(HEARD)
        other.rates["messages"].allow(ANNA)
        await asyncio.sleep(HEARD)
        return spent, spend(other), spend(other, client="198.51.100.1")

    assert with_servers(redis.url, work, rates(), rates()) == (40, 0, 40)


def test_over_time_a_client_gets_what_one_server_would_give_it(redis: Any) -> None:
    """It may burst once at every server; that is paid back before it gets anything more."""

    async def work(*servers: Server) -> int:
        counted, end = 0, time.monotonic() + 6
        while time.monotonic() < end:
            for server in servers:
                counted += spend(server)
            await asyncio.sleep(0.02)
        return counted

    counted = with_servers(redis.url, work, *(rates(20.0, 40.0) for _ in range(3)))
    assert 120 <= counted <= 40 + 20 * 6.5 + 2 * 20 * exchange.PAUSE * 2, counted


def test_without_redis_each_server_counts_alone_and_together_again_later(redis: Any) -> None:
    async def work(one: Server, other: Server) -> None:
        redis.kill()
        await until(lambda: not one.neighbours.connection.working and not other.neighbours.connection.working)
        assert (spend(one), spend(other)) == (40, 40)
        await asyncio.to_thread(redis.start)
        await until(lambda: one.neighbours.connection.working and other.neighbours.connection.working)
        assert spend(one, client="b") == 40
        await asyncio.sleep(HEARD)
        assert other.rates["messages"].allow("b"), "it hasn't heard of this client before"
        await asyncio.sleep(HEARD)
        assert spend(other, client="b") == 0

    with_servers(redis.url, work, rates(), rates())


def test_a_bucket_that_is_full_again_is_forgotten(redis: Any) -> None:
    async def work(server: Server) -> None:
        spend(server)
        await asyncio.sleep(HEARD)
        with redis.client() as client:
            [key] = client.scan_iter("lostcities:spent:messages:*")
            assert 0 < client.pttl(key) <= 2000

    with_servers(redis.url, work, rates(40.0, 40.0))


def test_sockets_count_over_all_servers(redis: Any) -> None:
    async def work(one: Server, other: Server) -> None:
        one.sockets.change(ANNA, 3)
        await asyncio.sleep(HEARD)
        other.sockets.change(ANNA, 1)
        await until(lambda: other.sockets[ANNA] == 4)
        one.sockets.change(ANNA, -2)
        await asyncio.sleep(HEARD)
        other.sockets.change(ANNA, 1)
        await until(lambda: other.sockets[ANNA] == 3)
        with redis.client() as client:
            client.delete(exchange.place_of(one.neighbours.name))  # lost: it is told again
        await asyncio.sleep(HEARD)
        other.sockets.change(ANNA, 1)
        await asyncio.sleep(HEARD)
        assert other.sockets[ANNA] == 4
        await one.neighbours.exchange.close()
        await asyncio.sleep(exchange.SOCKETS_MS / 1000)
        other.sockets.change(ANNA, -1)
        await until(lambda: other.sockets[ANNA] == 2)

    with_servers(redis.url, work, rates(), rates())


def test_redis_has_no_addresses(redis: Any) -> None:
    async def work(server: Server) -> None:
        server.sockets.change(ANNA, 1)
        spend(server)
        await asyncio.sleep(HEARD)

    with_servers(redis.url, work, rates())
    stored = redis.everything()
    assert "lostcities:spent:messages:" in stored
    assert "lostcities:sockets:" in stored
    assert ANNA not in stored


def test_alone_nothing_is_kept_for_others() -> None:
    alone, sockets = Rates(1.0, 1.0), Sockets()
    alone.allow(ANNA)
    sockets.change(ANNA, 1)
    assert (alone.spent, sockets.changed, sockets[ANNA]) == (None, None, 1)
    sockets.change(ANNA, -1)
    assert not sockets.here


@pytest.fixture
def pair(redis: Any, tmp_path: Path) -> Iterator[Callable[..., list[Running]]]:
    """Makes two servers that share limits."""
    with contextlib.ExitStack() as stack:

        def two(**limits: int) -> list[Running]:
            settings = {"redis_url": redis.url, "limits": dataclasses.replace(FREE, **limits)}
            made = [stack.enter_context(running(tmp_path / name, **settings)) for name in "ab"]
            wait_for(lambda: all(server.services.neighbours.exchange.secret for server in made))
            return made

        yield two


@pytest.mark.parametrize(("limit", "code"), [("tables", "too_many_tables"), ("people", "too_many_people")])
def test_two_servers_share_the_limits_of_the_api(pair: Any, limit: str, code: str) -> None:
    """A server hears what the other has let through when the client spends there again; then it is refused at both."""
    servers, answers = pair(**{limit: 2}), []
    for _ in range(3):
        answers += [open_table(server.url) for server in servers]
        time.sleep(HEARD)
    assert [(answer.status_code, answer.json().get("code")) for answer in answers[4:]] == [(429, code)] * 2


def open_table(url: str) -> Any:
    """Open a table as a new visitor."""
    client = Client(url)
    answer = client.http.post("/api/tables", json={"game": "card"})
    client.close()
    return answer


def test_two_servers_share_the_limit_of_requests(pair: Any) -> None:
    clients = [Client(server.url) for server in pair(requests=1)]
    allowed = []
    for turns in (clients[1:], clients[:1] * 12, clients[1:] * 2, clients[1:] * 3):
        allowed += [client.http.get("/api/site").status_code for client in turns]
        time.sleep(HEARD)
    for client in clients:
        client.close()
    assert allowed[-1] == 429
    assert allowed.count(200) <= 15


def test_two_servers_share_the_limit_of_sockets(pair: Any) -> None:
    servers = pair(sockets=2)
    clients = [Client(server.url) for server in servers]
    tables = [client.open(seats=["me", "open"]) for client in clients]
    for server, client, table in zip(servers, clients, tables, strict=True):
        client.join(table).until_type("state")
        [address] = server.services.sockets.here
        wait_for(lambda sockets=server.services.sockets: not sockets.changed)
    wait_for(lambda: servers[1].services.sockets[address] == 2)
    third = Socket(f"{servers[1].url.replace('http', 'ws')}/api/tables/{tables[1]['id']}/live")
    assert third.receive()["code"] == "too_many_sockets"
    third.close()
    for client in clients:
        client.close()
