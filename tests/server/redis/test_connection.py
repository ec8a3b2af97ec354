"""The connection to a real Redis, which may be missing, silent, restarted, read-only or wrong; and hints through it."""

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from support.commands import run
from support.redis_server import PASSWORD, free_port
from support.serving import Client, running
from support.waiting import wait_for
from support.working import until

from lostcities.games.errors import GameError
from lostcities.server.logs import Lines
from lostcities.server.redis import connection as connections
from lostcities.server.redis.connection import Away, Connection, check_url
from lostcities.server.redis.hints import Hints


def connected(url: str, work: Callable[[Connection], Awaitable[Any]]) -> Any:
    async def run_work() -> Any:
        connection = Connection(url)
        connection.start()
        try:
            async with asyncio.timeout(30):
                return await work(connection)
        finally:
            await connection.close()

    return asyncio.run(run_work())


def test_replies_are_as_redis_sends_them(redis: Any) -> None:
    async def work(connection: Connection) -> Any:
        await until(lambda: connection.working)
        return await connection.all([("HSET", "h", "a", 1, "b", "é"), ("HGETALL", "h"), ("GET", "nothing")])

    assert connected(redis.url, work) == [2, ["a", "1", "b", "é"], None]


def test_without_redis_everyone_hears_so_at_once() -> None:
    async def work(connection: Connection) -> None:
        await asyncio.sleep(0.3)
        for _ in range(1000):
            with pytest.raises(Away):
                await connection.do("PING")
        assert not connection.working

    connected(f"redis://127.0.0.1:{free_port()}/0", work)


def test_it_comes_back_by_itself(redis: Any) -> None:
    async def work(connection: Connection) -> list[bool]:
        told: list[bool] = []
        connection.told.append(told.append)
        await until(lambda: connection.working)
        redis.kill()
        await until(lambda: not connection.working)
        await asyncio.to_thread(redis.start)
        await until(lambda: connection.working)
        return [*told]

    assert connected(redis.url, work) == [True, False, True]


def test_silence_counts_as_away_after_a_second(redis: Any) -> None:
    async def work(connection: Connection) -> float:
        await until(lambda: connection.working)
        redis.pause()
        try:
            began = asyncio.get_running_loop().time()
            with pytest.raises(Away):
                await connection.do("PING")
            assert not connection.working
            return asyncio.get_running_loop().time() - began
        finally:
            redis.go_on()

    assert connected(redis.url, work) < connections.LIMIT + 0.3


def test_a_replica_that_can_only_be_read_does_not_work(redis: Any) -> None:
    async def work(connection: Connection) -> None:
        await until(lambda: connection.working)
        with redis.client() as client:
            client.replicaof("127.0.0.1", free_port())
            await until(lambda: not connection.working)
            client.replicaof("NO", "ONE")
        await until(lambda: connection.working)

    connected(redis.url, work)


def test_a_refusal_is_for_the_one_who_asked(redis: Any) -> None:
    async def work(connection: Connection) -> None:
        await until(lambda: connection.working)
        await connection.do("SET", "text", "x")
        with pytest.raises(Away):
            await connection.do("LPUSH", "text", "y")
        assert await connection.do("LPUSH", "text", "y", harmless="WRONGTYPE") is None
        assert await connection.do("GET", "text") == "x"

    connected(redis.url, work)


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is logged."""
    found: list[str] = []
    monkeypatch.setattr(Lines, "info", lambda _, line: found.append(line))
    monkeypatch.setattr(Lines, "warning", lambda _, line: found.append(line))
    return found


def reasons(lines: list[str]) -> list[str]:
    """Return why Redis doesn't work, as often as it was logged."""
    return [line["why"] for line in map(json.loads, lines) if line["event"] in ("redis_away", "redis_lost")]


def test_a_wrong_password_is_logged_and_told_nowhere(redis: Any, lines: list[str], tmp_path: Path) -> None:
    with running(tmp_path, redis_url=redis.url.replace(PASSWORD, "wrong-word")) as server:
        client = Client(server.url)
        health = client.http.get("/healthz")
        wait_for(lambda: reasons(lines))
        client.close()
    assert (health.status_code, health.json()["status"]) == (200, "degraded")
    assert reasons(lines) == ["AuthenticationError"]
    assert "wrong-word" not in "".join(lines) + health.text


def test_each_kind_of_failure_is_logged_once_until_it_works(redis: Any, lines: list[str]) -> None:
    async def work(connection: Connection) -> None:
        for times in (1, 2):
            await until(lambda: not connection.working)
            for _ in range(5):
                assert not await connection.pulse()
            assert reasons(lines).count("ConnectionRefusedError") == times
            await asyncio.to_thread(redis.start)
            await until(lambda: connection.working)
            redis.kill()

    redis.kill()
    connected(redis.url, work)


# -- URLs and the library --


@pytest.mark.parametrize("url", ["", "localhost", "http://secret@x", "redis://:secret@x:port/0", "redis://[secret"])
def test_a_malformed_url_is_refused_without_repeating_it(url: str) -> None:
    with pytest.raises(GameError) as refusal:
        check_url(url)
    assert refusal.value.reason.code == "bad_redis_url"
    assert "secret" not in str(refusal.value)


@pytest.mark.parametrize("command", [("serve", "--port", "0"), ("worker",)])
def test_commands_say_what_is_wrong_with_a_url(command: tuple[str, ...], tmp_path: Path) -> None:
    done = run(*command, "--redis-url", "http://secret@x", LOSTCITIES_DATA=str(tmp_path))
    assert (done.returncode, done.stdout) == (2, "")
    assert "redis://HOST:PORT/NUMBER" in done.stderr
    assert "secret" not in done.stderr


def test_the_library_may_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("redis", "redis.asyncio", "redis.asyncio.connection"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(GameError, match=r"lostcities\[redis\]"):
        check_url("redis://localhost")


# -- a server --


def test_a_server_whose_redis_goes_and_comes_back(redis: Any, tmp_path: Path) -> None:
    with running(tmp_path, redis_url=redis.url) as server:
        client = Client(server.url)

        def health() -> tuple[str, list[str]]:
            found = client.http.get("/healthz").json()
            return found["status"], [problem["code"] for problem in found["problems"]]

        wait_for(lambda: health() == ("ok", []))
        redis.kill()
        wait_for(lambda: health() == ("degraded", ["redis_away"]))
        assert "lostcities_redis_working 0.0" in client.http.get("/metrics").text
        redis.start()
        wait_for(lambda: health() == ("ok", []))
        assert "lostcities_redis_working 1.0" in client.http.get("/metrics").text
        client.close()


# -- hints --


def test_hints_reach_all_servers_and_interruptions_are_told(redis: Any) -> None:
    async def work(connection: Connection) -> None:
        heard: list[str] = []
        gaps: list[int] = []
        ears, mouth = Hints(connection), Hints(connection)
        ears.subscribe("tables", heard.append, lambda: gaps.append(len(heard)))
        mouth.publish("tables", "too early")
        for each in (ears, mouth):
            each.start()
        await until(lambda: ears.listening)
        for number in range(1000):
            mouth.publish("tables", str(number))
        mouth.publish("others", "x")
        await until(lambda: len(heard) == 1000)
        assert heard == [str(number) for number in range(1000)]
        redis.kill()
        await until(lambda: not ears.listening)
        mouth.publish("tables", "lost")
        await asyncio.to_thread(redis.start)
        await until(lambda: ears.listening)
        mouth.publish("tables", "again")
        await until(lambda: heard[-1] == "again")
        assert gaps == [0, 1000, 1000], "when it began, when it stopped, and when it began again"
        for each in (ears, mouth):
            await each.close()

    connected(redis.url, work)


def test_an_error_of_a_listener_ends_nothing(redis: Any) -> None:
    async def work(connection: Connection) -> None:
        heard: list[str] = []

        def hear(text: str) -> None:
            heard.append(text)
            raise ValueError(text)

        hints = Hints(connection)
        hints.subscribe("tables", hear, lambda: None)
        hints.start()
        await until(lambda: hints.listening)
        hints.publish("tables", "1")
        await until(lambda: not hints.listening)
        await until(lambda: hints.listening)
        hints.publish("tables", "2")
        await until(lambda: heard == ["1", "2"])
        await hints.close()

    connected(redis.url, work)
