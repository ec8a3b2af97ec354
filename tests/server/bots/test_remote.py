"""Bots whose thinking is done by `lostcities worker` processes: through a real Redis, which fails, and with workers that die."""

import asyncio
import contextlib
import json
import random
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support.redis_server import PASSWORD
from support.serving import Client, running
from support.waiting import wait_for
from support.working import Server, Working, thinker, until, with_servers

from lostcities.records import steps
from lostcities.server import metrics
from lostcities.server.bots import pool as pools
from lostcities.server.bots import remote, streams, taker, workforce
from lostcities.server.bots.workforce import LATER, LIVE, NoAnswer
from lostcities.server.redis.roll import BEAT, GONE

Hire = Callable[..., Working]


@pytest.fixture
def heard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file for what processes hear; those of the tested servers themselves answer `here`."""
    monkeypatch.setattr(workforce, "THINKER", (sys.executable, *thinker(tmp_path / "heard", "here")))
    return tmp_path / "heard"


@pytest.fixture
def hire(redis: Any, heard: Path) -> Iterator[Hire]:
    hired: list[Working] = []

    def one(name: str, workers: int = 1) -> Working:
        hired.append(Working(redis.url, name, heard, workers))
        return hired[-1]

    yield one
    for worker in hired:
        worker.end()


def told(heard: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in heard.read_text().splitlines()] if heard.exists() else []


def figure(name: str) -> float:
    return metrics.REGISTRY.get_sample_value(f"lostcities_{name}") or 0.0


def test_a_worker_decides(redis: Any, hire: Hire) -> None:
    hire("a")

    async def work(server: Server) -> list[str]:
        await until(lambda: server.remote.ready)
        assert figure("remote_processes") == 1
        return list(await asyncio.gather(*(server.decide() for _ in range(20))))

    assert with_servers(redis.url, work) == ["a"] * 20
    with redis.client() as client:
        assert [client.xlen(stream) for stream in streams.STREAMS.values()] == [0, 0]
        assert all(client.pttl(key) > 0 for key in client.scan_iter("*:answers:*")), "nobody keeps answers"


def test_a_worker_says_that_it_waits_until_redis_works(redis: Any, hire: Hire) -> None:
    redis.kill()
    worker = hire("a")
    assert worker.said == f"Waiting for Redis at 127.0.0.1:{redis.port}/0 (press Ctrl-C to stop)\n"
    redis.start()
    assert worker.process.stdout
    assert worker.process.stdout.readline().startswith(f"Thinking for the servers at 127.0.0.1:{redis.port}/0 with 1 process ")
    assert '"why": "ConnectionRefusedError"' in worker.end(signal.SIGTERM)


def test_a_worker_with_a_wrong_password_waits_and_logs_why(redis: Any) -> None:
    worker = Working(redis.url.replace(PASSWORD, "wrong-word"))
    log = worker.end(signal.SIGTERM)
    assert worker.said.startswith("Waiting for Redis at ")
    assert [json.loads(line)["why"] for line in log.splitlines() if "redis_away" in line] == ["AuthenticationError"]
    assert "wrong-word" not in worker.said + log


@pytest.mark.usefixtures("heard")
def test_without_workers_the_server_decides_itself(redis: Any) -> None:
    assert with_servers(redis.url, Server.decide) == "here"


def test_several_workers_share_the_work(redis: Any, hire: Hire) -> None:
    for name in "ab":
        hire(name)

    async def work(server: Server) -> set[str]:
        await until(lambda: server.remote.processes == 2)
        return set(await asyncio.gather(*(server.decide(seconds=0.1) for _ in range(10))))

    assert with_servers(redis.url, work) == {"a", "b"}


def test_what_a_killed_worker_had_is_done_by_another(redis: Any, hire: Hire, heard: Path) -> None:
    workers = {name: hire(name) for name in "ab"}

    async def work(server: Server) -> str:
        await until(lambda: server.remote.processes == 2)
        deciding = asyncio.create_task(server.decide(seconds=1))
        await until(lambda: told(heard))
        workers.pop(told(heard)[0]["name"]).end()
        found = await deciding
        await until(lambda: figure("remote_claimed") == 1)
        return found

    assert with_servers(redis.url, work) == next(iter(workers))


def test_when_all_workers_are_killed_the_server_decides_itself(redis: Any, hire: Hire, heard: Path) -> None:
    worker = hire("a")

    async def work(server: Server) -> str:
        await until(lambda: server.remote.ready)
        deciding = asyncio.create_task(server.decide(seconds=1))
        await until(lambda: told(heard))
        worker.end()
        async with asyncio.timeout(10):
            return await deciding

    assert with_servers(redis.url, work) == "here"


def test_when_redis_is_killed_the_server_decides_itself_and_workers_do_again_later(redis: Any, hire: Hire, heard: Path) -> None:
    hire("a")

    async def work(server: Server) -> list[str]:
        await until(lambda: server.remote.ready)
        before = figure("thinking_returned_total")
        deciding = asyncio.create_task(server.decide(seconds=1))
        await until(lambda: told(heard))
        redis.kill()
        async with asyncio.timeout(5):
            found = [await deciding, await server.decide()]
        assert figure("thinking_returned_total") == before + 1
        assert figure("redis_working") == 0
        await asyncio.to_thread(redis.start)
        await until(lambda: server.remote.ready)
        return [*found, await server.decide()]

    assert with_servers(redis.url, work) == ["here", "here", "a"]


def test_when_redis_is_silent_the_server_decides_itself(redis: Any, hire: Hire) -> None:
    """Nothing tells the server that Redis is stopped. Its event loop isn't late for it."""
    hire("a")

    async def work(server: Server) -> tuple[str, float]:
        await until(lambda: server.remote.ready)
        watching = asyncio.create_task(latest())
        redis.pause()
        try:
            found = await server.decide()
        finally:
            redis.go_on()
        watching.cancel()
        return found, await watching

    found, late = with_servers(redis.url, work)
    assert found == "here"
    assert late < 0.25


async def latest() -> float:
    """Return how late the event loop was at most, until cancelled."""
    loop, late = asyncio.get_running_loop(), 0.0
    with contextlib.suppress(asyncio.CancelledError):
        while True:
            due = loop.time() + 0.01
            await asyncio.sleep(0.01)
            late = max(late, loop.time() - due)
    return late


def test_work_that_kills_its_workers_is_given_up(redis: Any, hire: Hire, heard: Path) -> None:
    """Two die of it, and the third one doesn't even begin."""
    workers = [hire(name) for name in "abc"]

    async def work(server: Server) -> str:
        await until(lambda: server.remote.processes == 3)
        with pytest.raises(NoAnswer):
            await server.decide(deadly=True)
        return await server.decide()

    last = with_servers(redis.url, work)
    deadly = [each["name"] for each in told(heard) if "deadly" in each["view"]]
    assert sorted([*deadly, last]) == ["a", "b", "c"]
    assert sum(worker.process.poll() is not None for worker in workers) == 2


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_worker_that_is_told_to_stop_finishes_first(redis: Any, hire: Hire, heard: Path, how: int) -> None:
    worker = hire("a")

    async def work(server: Server) -> str:
        await until(lambda: server.remote.ready)
        deciding = asyncio.create_task(server.decide(seconds=1))
        await until(lambda: told(heard))
        worker.process.send_signal(how)
        return await deciding

    assert with_servers(redis.url, work) == "a"
    assert worker.process.wait(20) == 0


def test_what_a_stopped_worker_cannot_finish_it_returns(redis: Any, heard: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another one claims it at once."""
    monkeypatch.setattr(taker, "LAST_SECONDS", 0.1)

    async def work(server: Server) -> str:
        first, second = crew(server), crew(server)
        working = asyncio.create_task(first.run())
        await until(lambda: server.remote.ready)
        deciding = asyncio.create_task(server.decide(seconds=0.6))
        await until(lambda: told(heard))
        other = asyncio.create_task(second.run())
        await until(lambda: server.remote.processes == 2)
        first.stop()
        await working
        async with asyncio.timeout(taker.GONE):
            found = await deciding
        second.stop()
        await other
        for each in (first, second):
            await each.force.close()
        return found

    assert with_servers(redis.url, work) == "here"
    assert len(told(heard)) == 2, "two workers in this process have begun it"


def crew(server: Server) -> taker.Taker:
    """A worker in this process, with the server's connection."""
    force = workforce.Workforce(1)
    force.start()
    return taker.Taker(server.neighbours.connection, force)


def test_tables_come_before_analyses_and_waiting_shortens_the_time(redis: Any, hire: Hire, heard: Path) -> None:
    hire("a")

    async def work(server: Server) -> None:
        await until(lambda: server.remote.ready)
        first: asyncio.Task[Any] = asyncio.create_task(server.decide(seconds=1, number=0))
        await until(lambda: told(heard))
        asked = [first]
        with redis.client() as client:
            for number, rank in enumerate((LATER, LIVE, LATER, LIVE), 1):
                request: Any = {"ask": "decide", "game": "card", "ms": 900, "view": {"number": number}}
                asked.append(asyncio.create_task(server.pool.ask(request, rank)))
                await until(lambda: sum(client.xlen(stream) for stream in streams.STREAMS.values()) == len(asked))
        await asyncio.gather(*asked)

    with_servers(redis.url, work)
    assert [(each["view"]["number"], each["ms"]) for each in told(heard)] == [(0, 0), (2, 450), (4, 900), (1, 900), (3, 900)]


def test_whoever_stops_waiting_withdraws_the_request(redis: Any, hire: Hire, heard: Path) -> None:
    hire("a")

    async def work(server: Server) -> None:
        await until(lambda: server.remote.ready)
        first = asyncio.create_task(server.decide(seconds=0.5, number=0))
        await until(lambda: told(heard))
        second = asyncio.create_task(server.decide(number=1))
        while not server.remote.waiting.keys() - {first}:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.1)
        second.cancel()
        assert await first == "a"
        assert await server.decide(number=2) == "a"
        assert not server.remote.waiting

    with_servers(redis.url, work)
    assert [each["view"]["number"] for each in told(heard)] == [0, 2]


def test_nobody_waits_for_ever(redis: Any, hire: Hire, heard: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote, "PATIENCE", 0.5)
    hire("a")

    async def work(server: Server) -> str:
        await until(lambda: server.remote.ready)
        with redis.client() as client:
            busy = asyncio.create_task(server.decide(seconds=1))
            await until(lambda: told(heard))
            deciding = asyncio.create_task(server.decide())
            await asyncio.sleep(0.1)
            client.flushall()  # nobody hears of this
            found = await deciding
        await busy
        return found

    assert with_servers(redis.url, work) == "here"


def test_work_for_a_server_that_is_gone_is_dropped(redis: Any, hire: Hire, heard: Path) -> None:
    with redis.client() as client:
        client.execute_command(*streams.placed("1", "gone", {"ask": "decide", "game": "card", "ms": 0, "view": {}}, LIVE))  # type: ignore[typeddict-item]
        hire("a")
        wait_for(lambda: client.xlen(streams.STREAMS[LIVE]) == 0)
    assert told(heard) == []


def test_what_was_dropped_while_a_server_seemed_gone_is_done_there(redis: Any, hire: Hire, heard: Path) -> None:
    """It slept, or its signs were held up: workers have no time for whoever is gone."""
    hire("a")

    async def work(server: Server) -> str:
        await until(lambda: server.remote.ready)
        sign, awake = server.remote.servers.sign, asyncio.Event()

        async def asleep(*names: str) -> list[str]:
            await awake.wait()
            return await sign(*names)

        server.remote.servers.sign = asleep  # type: ignore[method-assign]
        await asyncio.sleep(GONE + 2 * BEAT)
        deciding = asyncio.create_task(server.decide())
        with redis.client() as client:
            await until(lambda: server.remote.waiting and not client.xlen(streams.STREAMS[LIVE]))
        awake.set()
        async with asyncio.timeout(5):
            return await deciding

    assert with_servers(redis.url, work) == "here"
    assert told(heard)[0]["name"] == "here"


def test_what_nobody_can_read_harms_nobody(redis: Any, hire: Hire) -> None:
    hire("a")

    async def work(server: Server) -> str:
        await until(lambda: server.remote.ready)
        with redis.client() as client:
            for fields in ({"what": "?"}, {"id": "1", "server": "x", "request": "?"}, {"id": "1", "server": "x", "request": "[]"}):
                client.xadd(streams.STREAMS[LIVE], fields)
            for fields in ({"what": "?"}, {"id": "1", "answer": "?"}, {"id": "1", "answer": "[]"}, {"id": "1", "answer": "{}"}):
                client.xadd(streams.answers_of(server.neighbours.name), fields)
            found = await server.decide()
            assert client.xlen(streams.STREAMS[LIVE]) == 0
        return found

    assert with_servers(redis.url, work) == "a"


def test_a_request_of_another_release_gets_an_error(redis: Any) -> None:
    worker = Working(redis.url)

    async def work(server: Server) -> Any:
        await until(lambda: server.remote.ready)
        return await server.pool.ask({"ask": "dream", "game": "card", "ms": 0, "unheard": "of"})  # type: ignore[typeddict-item]

    assert "error" in with_servers(redis.url, work)
    assert "Traceback" not in worker.end(signal.SIGTERM)


def test_workers_of_another_protocol_take_nothing(redis: Any, hire: Hire, monkeypatch: pytest.MonkeyPatch) -> None:
    hire("a")
    monkeypatch.setattr(streams, "PROTOCOL", streams.PROTOCOL + 1)

    async def work(server: Server) -> str:
        await asyncio.sleep(1)
        assert not server.remote.ready
        return await server.decide()

    assert with_servers(redis.url, work) == "here"


def test_analyses_are_prepared_here_only_without_workers(redis: Any, hire: Hire, monkeypatch: pytest.MonkeyPatch) -> None:
    hire("a")
    prepared: list[int] = []

    async def note(_: Any) -> None:
        prepared.append(1)

    monkeypatch.setattr(workforce.Workforce, "prepare", note)

    async def work(server: Server) -> None:
        await server.pool.prepare(0)
        await until(lambda: server.remote.ready)
        await server.pool.prepare(0)

    assert isinstance(pools.PREPARE_AFTER, float)
    with_servers(redis.url, work)
    assert len(prepared) == 1


def test_redis_never_has_a_hidden_card(redis: Any, tmp_path: Path) -> None:
    """A whole match against a bot that a worker plays; everything that anyone tells Redis is listened to."""
    worker = Working(redis.url)
    with running(tmp_path, redis_url=redis.url) as server, redis.client() as client, client.monitor() as monitor:
        wait_for(lambda: server.services.bots.remote.ready)
        player = Client(server.url)
        opened = player.open(seats=["me", "pip"], options={"size": "mini", "rounds": 3})
        player.join(opened).dealt().play_out(random.Random(1))
        record = player.http.get(f"/api/tables/{opened['id']}/record").json()
        player.close()
        stored = redis.everything()
        client.echo("the end")
        said = []
        while "the end" not in (command := next(monitor.listen())["command"]):
            said.append(command)
    worker.end(signal.SIGTERM)
    sent = [command for command in said if command.startswith("XADD") and streams.PREFIX in command and ":answers:" not in command]
    views = [json.loads(command.partition(" request ")[2])["view"] for command in sent]
    allowed = views_of(record, 1)
    assert len(views) > 5
    assert all(view in allowed for view in views), "what the bot's seat may see, and not a byte more"
    for text in (stored, *said):
        assert "127.0.0.1" not in text, "no address is told"


def views_of(record: Any, seat: int) -> list[Any]:
    """Everything that a seat has seen when it decided."""
    states = (step.before for step in steps(record))
    return [json.loads(json.dumps(state.view(seat))) for state in states if state.player == seat]
