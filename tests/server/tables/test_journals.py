"""The analysis of a finished table: it comes line by line while bots' processes make it, is stored, and is for those who may replay it."""

import asyncio
import json
import os
import random
import signal
import threading
import time
import zlib
from pathlib import Path
from typing import Any

import pytest
from support.databases import on_each_engine
from support.records import NAMES
from support.records import played as played_at_random
from support.serving import Client, Running, Serving, key_of, quick
from support.waiting import wait_for

from lostcities.games.compiler import jit_wanted
from lostcities.records import record_of
from lostcities.server.bots.worker import Request
from lostcities.server.bots.workforce import LATER, LIVE, Job, NoAnswer, Workforce
from lostcities.server.http import tables
from lostcities.server.running import GRACE
from lostcities.server.services import Services
from lostcities.server.tables import journals
from lostcities.server.tables.journals import AT_WORK

pytestmark = on_each_engine

if not jit_wanted():
    pytest.skip("Numba is not there, or not wanted", allow_module_level=True)

SMALL = {"size": "mini", "rounds": 2}


def finished(client: Client, **wanted: Any) -> dict[str, Any]:
    """A match against a bot, played to its end."""
    opened = client.open("card", options=SMALL, seats=["me", "pip"], **wanted)
    client.join(opened).dealt().play_out(random.Random(1))
    return opened


def lines(client: Client, id: str, **params: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in client.http.get(f"/api/tables/{id}/journal", params=params, timeout=120).text.splitlines()]


def test_an_analysis_comes_in_parts_and_is_stored_whole(client: Client, server: Running) -> None:
    id = finished(client)["id"]
    found = lines(client, id)
    assert [line["what"] for line in found[:3]] == ["match", "course", "course"]
    assert {line["what"] for line in found[3:-1]} == {"decisions"}
    report = found[-1]["report"]
    assert report["format"] == "lostcities.analysis/1"
    assert len(report["rounds"]) == 2
    assert lines(client, id) == [found[0], found[-1]]
    assert not server.services.journals.running


def test_the_parts_are_those_of_the_report(client: Client) -> None:
    """Whoever reads the parts knows the report before it comes, but for what is summed up."""
    match, *parts, last = lines(client, finished(client)["id"])
    report = last["report"]
    assert match["players"] == report["players"]
    for round, played in zip(match["rounds"], report["rounds"], strict=True):
        assert round["moves"] == len(played["graph"]) - 1
        assert round["scores"][0] - round["scores"][1] == played["lead"][0]
        [course] = [line["course"] for line in parts if line.get("course", {}).get("round") == round["round"]]
        decisions = [made for line in parts if line.get("round") == round["round"] for made in line["decisions"]]
        decisions.sort(key=lambda made: made["move"])
        assert course | {"ledger": played["ledger"], "decisions": decisions} == played


def test_a_failure_is_told_and_may_be_tried_again(client: Client, server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    id = finished(client)["id"]

    async def no_answer(*_: Any) -> Any:
        raise NoAnswer

    with monkeypatch.context() as patched:
        patched.setattr(server.services.bots, "analyse", no_answer)
        assert [line["what"] for line in lines(client, id)] == ["match", "failed"]
    assert not server.services.journals.running
    assert lines(client, id)[-1]["what"] == "report"


def test_it_is_for_those_who_may_replay_the_table(client: Client, clients: Any) -> None:
    opened = finished(client)
    stranger = clients()
    assert stranger.http.get(f"/api/tables/{opened['id']}/journal").status_code == 403
    assert lines(stranger, opened["id"], key=key_of(opened["watch"]))[-1]["what"] == "report"
    running = client.open("card", options=SMALL, seats=["me", "pip"])
    refused = client.http.get(f"/api/tables/{running['id']}/journal")
    assert (refused.status_code, refused.json()["code"]) == (409, "nothing_to_analyse")
    assert client.http.get("/api/tables/nowhere/journal").status_code == 404


def test_a_match_that_is_too_long_is_refused_at_once(client: Client, server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    id = finished(client)["id"]
    monkeypatch.setattr(tables, "MOST_DECISIONS", 9)
    refused = client.http.get(f"/api/tables/{id}/journal")
    assert (refused.status_code, refused.json()["code"]) == (409, "too_long_to_analyse")
    assert not server.services.journals.running


def test_a_process_that_is_killed_costs_nothing_but_time(client: Client, server: Running) -> None:
    id = finished(client)["id"]
    with client.http.stream("GET", f"/api/tables/{id}/journal", timeout=120) as response:
        told = response.iter_lines()
        first = [json.loads(next(told)) for _ in range(2)]
        [worker] = server.services.bots.local.workers
        wait_for(lambda: worker.process is not None)
        os.kill(worker.process.pid, signal.SIGKILL)
        rest = [json.loads(line) for line in told]
    assert [line["what"] for line in first] == ["match", "course"]
    assert rest[-1]["what"] == "report"


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs Linux")
def test_a_server_that_stops_does_not_wait_for_an_analysis(tmp_path: Path) -> None:
    server = Serving(tmp_path / "data")
    client = Client(server.url)
    opened = client.open("card", options={"size": "mini", "rounds": 1}, seats=["me", "pip"])
    client.join(opened).dealt().play_out(random.Random(1))
    pid = server.process.pid
    for worker in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        os.kill(int(worker), signal.SIGSTOP)
    with client.http.stream("GET", f"/api/tables/{opened['id']}/journal", timeout=60) as response:
        told = response.iter_lines()
        assert json.loads(next(told))["what"] == "match"
        began = time.monotonic()
        server.stop()
        assert time.monotonic() - began < GRACE
        assert list(told) == []
    client.close()
    assert "timeout graceful shutdown" not in (tmp_path / "data.log").read_text()


def test_those_who_play_come_first() -> None:
    """A request of a table is taken from the queue before those of an analysis, which do not shorten anyone's time."""

    async def order() -> list[int]:
        pool, wish = Workforce(1), asyncio.get_running_loop().create_future
        request: Request = {"ask": "advise", "game": "card", "ms": 1000}
        for rank in (LATER, LIVE, LATER, LIVE):
            pool.put(Job(request, wish(), rank))
        assert pool.waiting == 2
        assert pool.share(900) == 300
        return [pool.queue.get_nowait()[2].rank for _ in range(4)]

    assert asyncio.run(order()) == [LIVE, LIVE, LATER, LATER]


def test_a_name_that_is_deleted_meanwhile_is_told_to_nobody(client: Client, clients: Any) -> None:
    assert client.http.put("/api/me", json={"name": "Annabel"}).status_code == 200
    opened = finished(client)
    path, key = f"/api/tables/{opened['id']}/journal", {"key": key_of(opened["watch"])}
    with client.http.stream("GET", path, timeout=120) as response:
        told = response.iter_lines()
        assert "Annabel" in next(told)
        stranger = clients()
        stranger.http.cookies.update(client.http.cookies)
        assert stranger.http.delete("/api/me").status_code == 204
        later = clients().http.get(path, params=key, timeout=120).text
        list(told)
    assert json.loads(later.splitlines()[-1])["what"] == "report"
    assert "Annabel" not in later


def test_few_analyses_are_worked_on_at_once(tmp_path: Path) -> None:
    """However many are asked for: the others wait, and take neither memory nor the time of whoever plays."""

    async def run() -> tuple[int, int]:
        services = Services.of(quick(tmp_path))
        await services.open()
        record = record_of(played_at_random("card", 2, SMALL, 10_000), NAMES[:2])
        begun: set[str] = set()

        async def hang(table: str, *_: Any) -> Any:
            begun.add(table)
            await asyncio.sleep(60)

        services.bots.analyse = hang  # type: ignore[method-assign]
        for number in range(20):
            services.journals.begin(f"T{number}", record)
        await asyncio.sleep(1)
        await services.close()
        return len(begun), len(services.journals.running)

    assert asyncio.run(run()) == (AT_WORK, 0)


def test_whole_reports_are_made_and_read_beside_the_event_loop(client: Client, server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """For the longest match either takes half a second, in which nobody could play."""
    where: dict[str, list[str]] = {}

    def noted(module: Any, name: str) -> None:
        real = getattr(module, name)

        def call(*given: Any) -> Any:
            where.setdefault(name, []).append(threading.current_thread().name)
            return real(*given)

        monkeypatch.setattr(module, name, call)

    id = finished(client)["id"]
    for name in ("as_json", "without_names", "with_names"):
        noted(journals, name)
    for name in ("compress", "decompress"):
        noted(zlib, name)
    assert lines(client, id)[-1] == lines(client, id)[-1]
    assert sorted(where) == ["as_json", "compress", "decompress", "with_names", "without_names"]
    assert server.thread.name not in {thread for threads in where.values() for thread in threads}
