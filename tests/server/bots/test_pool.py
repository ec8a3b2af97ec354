"""Bots in separate processes: their answers, what happens when one dies, and hints for people."""

import asyncio
import io
import json
import queue
import random
import socket
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from support.serving import Client, Serving, running
from support.waiting import wait_for

import lostcities
from lostcities import GAMES
from lostcities.analysis.report import Task
from lostcities.bots.registry import bot
from lostcities.games.notation import about
from lostcities.server import metrics
from lostcities.server.bots import worker as thinker
from lostcities.server.bots import workforce as thinking
from lostcities.server.bots.pool import BotPool
from lostcities.server.bots.workforce import Job, NoAnswer, Workforce

DYING = "import sys; sys.stdin.readline()"
JUNK = "import sys\nfor line in sys.stdin: print('junk', flush=True)"
WRONG = 'import sys\nfor line in sys.stdin: print(\'{"move": "nonsense"}\', flush=True)'
MUTE = "import time; time.sleep(60)"
LISTENING = """
import sys
for line in sys.stdin:
    with open(sys.argv[1], "a") as heard:
        heard.write(line)
    print('{"move": "+"}', flush=True)
"""
ONCE = """
import os, sys
for line in sys.stdin:
    if not os.path.exists(sys.argv[1]):
        open(sys.argv[1], "w").close()
        sys.exit(1)
    print('{"move": "+"}', flush=True)
"""
LONG = "import sys\nfor line in sys.stdin: print('{\"done\": [' + '0.123456789, ' * 400_000 + '0]}', flush=True)"


def view_of(game: str, seed: int = 1) -> dict[str, Any]:
    state = lostcities.new(game, seed=seed)
    return state.view(state.player)


def with_thinking(work: Callable[[BotPool], Awaitable[Any]], workers: int = 1) -> Any:
    async def run() -> Any:
        thinking = BotPool(workers)
        thinking.start()
        try:
            return await work(thinking)
        finally:
            await thinking.close()

    return asyncio.run(run())


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", ["bruno", "thumb", "magnus"])
def test_a_bot_decides_in_a_process_of_its_own(game: str, name: str) -> None:
    view = view_of(game)
    assert with_thinking(lambda pool: pool.decide(game, name, view, 100)) in view["legal"]


def test_advice_comes_from_a_process_too() -> None:
    view = view_of("card")
    moves = with_thinking(lambda pool: pool.advise("card", view, 50))
    cards = [about(move) for move, _, _ in moves]
    assert sorted(cards) == sorted(set(view["hand"])), "one move for every card"
    assert all(move in view["legal"] for move, _, _ in moves)


def test_many_share_one_process() -> None:
    views = [view_of("card", seed) for seed in range(20)]

    async def work(pool: BotPool) -> list[str]:
        return list(await asyncio.gather(*(pool.decide("card", "nell", view, 0) for view in views)))

    for view, move in zip(views, with_thinking(work), strict=True):
        assert move in view["legal"]


def test_what_analyses_need_is_compiled_before_anyone_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "THINKER", (sys.executable, "-c", LISTENING, str(tmp_path / "heard")))
    with_thinking(lambda pool: pool.prepare(after=0))
    heard = [json.loads(line) for line in (tmp_path / "heard").read_text().splitlines()]
    assert [(line["ask"], line["game"]) for line in heard] == [("prepare", name) for name in GAMES]


@pytest.mark.parametrize("script", [DYING, JUNK, WRONG, MUTE])
def test_a_process_that_fails_is_replaced_and_asked_once_more(script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "THINKER", (sys.executable, "-c", script))
    monkeypatch.setattr(thinking, "PATIENCE", 0.5)

    async def work(pool: BotPool) -> None:
        with pytest.raises(NoAnswer):
            await pool.decision("card", "pip", {"legal": ["+"]}, 0)

    with_thinking(work)


def test_the_second_try_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "THINKER", (sys.executable, "-c", ONCE, str(tmp_path / "died")))
    assert with_thinking(lambda pool: pool.decide("card", "pip", {"legal": ["+"]}, 0)) == "+"


def test_a_process_that_cannot_be_started_is_tried_again_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits in the meantime, and it works again as soon as it can be started."""
    program = tmp_path / "thinker"
    monkeypatch.setattr(thinking, "THINKER", (str(program),))
    monkeypatch.setattr(thinking, "FIRST_REST", 0.05)

    async def work(pool: BotPool) -> None:
        for _ in range(3):
            with pytest.raises(NoAnswer):
                await pool.decision("card", "pip", {"legal": ["+"]}, 0)
        assert pool.local.resting == 1
        program.write_text(f'#!{sys.executable}\nimport sys\nfor line in sys.stdin: print(\'{{"move": "+"}}\', flush=True)\n')
        program.chmod(0o700)
        while pool.local.resting:
            await asyncio.sleep(0.01)
        assert await pool.decide("card", "pip", {"legal": ["+"]}, 0) == "+"

    with_thinking(lambda pool: asyncio.wait_for(work(pool), 20))


def test_where_one_process_fails_another_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "THINKER", (sys.executable, "-c", ONCE, str(tmp_path / "died")))
    monkeypatch.setattr(thinking, "FIRST_REST", 60.0)

    async def work(pool: BotPool) -> list[str]:
        pool.local.workers[0].resting, pool.local.workers[0].failures = True, 5
        return [await pool.decide("card", "pip", {"legal": ["+"]}, 0) for _ in range(4)]

    assert with_thinking(work, workers=2) == ["+"] * 4


def test_the_answer_to_a_task_of_a_long_round_may_be_megabytes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The graph of a round of thousands of moves: if it could not be read, the process would be lost to those who play, too."""
    monkeypatch.setattr(thinking, "THINKER", (sys.executable, "-c", LONG))

    async def work(pool: BotPool) -> int:
        before = metrics.REGISTRY.get_sample_value("lostcities_thinking_seconds_count")
        found = await pool.analyse("T", "card", {}, Task(1))
        assert pool.local.workers[0].failures == 0
        assert metrics.REGISTRY.get_sample_value("lostcities_thinking_seconds_count") == before, "only decisions of bots count"
        return len(found)

    assert with_thinking(work) == 400_001


@pytest.mark.parametrize("game", GAMES)
def test_the_fallback_decides_and_advises_from_a_view(game: str) -> None:
    view = view_of(game)

    async def work(pool: BotPool) -> Any:
        return await pool.fallback.decide(view), await pool.fallback.advise(view)

    move, moves = with_thinking(work)
    assert move == bot(lostcities.game(game), "net").decide(view)
    assert 1 <= len(moves) <= 8
    assert all(found in view["legal"] for found, _, _ in moves)


def test_where_even_the_network_fails_rules_of_thumb_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinker, "QUICK", "net:file=/nowhere.npz")
    view = view_of("card")
    assert with_thinking(lambda pool: pool.fallback.decide(view)) == bot(lostcities.game("card"), "thumb").decide(view)


def test_bots_move_again_after_file_handles_ran_out(tmp_path: Path) -> None:
    """Idle connections use up all handles that connections may have. Bots still move, and by themselves once those are closed."""
    server = Serving(tmp_path / "data", "--workers", "1", handles=64)
    anna, ben = Client(server.url), Client(server.url)
    opened = anna.open(seats=["me", "open"], options={"rounds": 1, "size": "mini"})
    ben.sit(opened)
    tables = anna.join(opened), ben.join(opened)
    idle = idle_connections(server.url, 120)
    tables[1].dealt().ask("leave")
    tables[0].play_out(random.Random(1))
    for one in idle:
        one.close()
    again = anna.join(anna.open(seats=["me", "bruno"], options={"rounds": 1, "size": "mini"}))
    again.dealt().play_out(random.Random(2))
    wait_for(lambda: "lostcities_workers_resting 0.0" in anna.http.get("/metrics").text)
    for client in (anna, ben):
        client.close()
    server.stop()


def idle_connections(url: str, count: int) -> list[socket.socket]:
    """Connections that send nothing, as many as the server accepts."""
    address = ("127.0.0.1", int(url.rpartition(":")[2]))
    return [socket.create_connection(address, timeout=5) for _ in range(count)]


def test_whoever_stops_waiting_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Jobs run in order: when the last one is answered, those before it have had their turn."""
    heard = tmp_path / "heard"
    monkeypatch.setattr(thinking, "THINKER", (sys.executable, "-c", LISTENING, str(heard)))

    async def work(pool: BotPool) -> None:
        waiting = [asyncio.create_task(pool.decide("card", "pip", {"legal": ["+"], "number": number}, 0)) for number in range(4)]
        while not pool.local.queue.qsize():
            await asyncio.sleep(0)
        for task in waiting[:3]:
            task.cancel()
        assert await waiting[3] == "+"
        assert pool.local.queue.empty()

    with_thinking(work)
    asked = [json.loads(line)["view"]["number"] for line in heard.read_text().splitlines()]
    assert asked[-1] == 3
    assert not {1, 2} & {*asked}  # the first may have been started before it was cancelled


def test_time_shrinks_when_others_wait() -> None:
    async def shares() -> list[int]:
        pool = Workforce(2)
        found = []
        for waiting in (0, 2, 6, 38):
            while pool.waiting < waiting:
                pool.put(Job({"ask": "advise", "game": "card", "ms": 1000}, asyncio.get_running_loop().create_future()))
            found.append(pool.share(1000))
        return found

    assert asyncio.run(shares()) == [1000, 500, 250, 50]


def test_no_table_is_stuck_when_no_process_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "THINKER", (sys.executable, "-c", "raise SystemExit"))
    monkeypatch.setattr(thinking, "FIRST_REST", 60.0)
    monkeypatch.setattr(thinking, "LONGEST_REST", 60.0)
    with running(tmp_path) as server:
        client = Client(server.url)
        opened = client.open(seats=["me", "magnus"], options={"size": "mini", "rounds": 1})
        client.join(opened).dealt().play_out(random.Random(1))
        assert client.join(opened).my_turn().ask("hint")["code"] in ("match_over", "stale")
        health = client.http.get("/healthz")
        assert (health.status_code, health.json()["status"]) == (200, "degraded")
        assert [problem["code"] for problem in health.json()["problems"]] == ["bots_resting"]
        client.close()


def test_whoever_comes_back_while_the_bot_thinks_decides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "THINKER", (sys.executable, "-c", MUTE))
    with running(tmp_path) as server:
        client = Client(server.url)
        opened = client.open(seats=["me", "here"])
        table = client.join(opened).dealt().my_turn()
        table.ask("leave")
        back = client.join(opened).dealt()
        back.until(lambda message: message.get("what") == "return")
        back.until(lambda _: not any(seat["bot"] for seat in back.table["seats"]))
        assert back.move(back.my_turn().legal[0])["type"] == "ack"
        client.close()


def test_a_hint_for_a_position_that_is_past_is_not_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(tmp_path) as server:
        client = Client(server.url)
        table = client.join(client.open("roll", seats=["me", "pip"])).dealt().my_turn()
        room = server.services.registry.rooms[table.table["id"]]

        position = room.table.position

        async def slowly(*_: Any) -> list[tuple[str, float]]:
            while room.table.position == position:  # even if the same seat decides again
                await asyncio.sleep(0.01)
            return []

        monkeypatch.setattr(server.services.bots, "advise", slowly)
        monkeypatch.setattr(room.scheduler, "reschedule", lambda: None)  # the bot does not move
        table.send(type="hint", id="h")
        table.send(type="move", id="m", version=table.version, move=".")
        assert table.until_type("error", id="h")["code"] == "stale"
        client.close()


# -- inside a bot process --


@pytest.mark.parametrize("game", GAMES)
def test_answers_of_the_thinker(game: str) -> None:
    view = view_of(game)
    for name in ("random", "thumb", "net", "pip"):
        answer = thinker.answer(json.dumps({"ask": "decide", "game": game, "bot": name, "ms": 0, "view": view}).encode())
        assert answer["move"] in view["legal"]
    for wrong in (b"", b"{}", b'{"ask": "think"}', json.dumps({"ask": "decide", "game": game, "bot": "x", "ms": 0, "view": {}}).encode()):
        assert "error" in thinker.answer(wrong)


def test_a_search_waits_for_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until a searching bot is ready, or when there is no time, the network decides alone."""
    view = view_of("card")
    monkeypatch.setattr(thinker, "searcher", lambda *_: None)
    expected = bot(lostcities.game("card"), "net").decide(view)
    for ms in (0, 1000):
        assert thinker.decide({"game": "card", "bot": "magnus", "ms": ms, "view": view}) == {"move": expected}


def test_a_search_that_is_ready_is_used() -> None:
    view = view_of("card")
    assert thinker.searcher("card", None)
    answer = thinker.decide({"game": "card", "bot": "best", "ms": 60, "view": view})
    assert answer["move"] in view["legal"]
    searched = thinker.advise({"game": "card", "ms": 150, "view": view})["moves"]
    alone = thinker.adviser("card", False).advise(view, 0)
    for moves in (searched, alone):
        assert [worth for _, worth, _ in moves] == sorted((worth for _, worth, _ in moves), reverse=True)
        assert all(-200 < worth < 200 for _, worth, _ in moves)
        assert [error == 0 for _, _, error in moves] == [place == 0 for place in range(len(moves))]


def test_playouts_leave_less_doubt_than_the_network_alone() -> None:
    view = view_of("card")
    assert thinker.searcher("card", None)
    searching, alone = thinker.adviser("card", True), thinker.adviser("card", False)
    assert searching.bot
    trial, _ = searching.opinion(view)
    searching.play_out(searching.bot, view, trial, 0)
    doubts = [searching.error(trial, i, 0) for i in range(1, len(trial.moves))]
    assert all(0 < doubt < alone.error(trial, 1, 0) for doubt in doubts)


def test_advice_on_a_move_that_wins_a_lot() -> None:
    """In the last turn of a round, playing the ten is worth its points, and nothing else is worth anything."""
    from support.matches import card, turns

    state = card("0: Y8 Y9 Y10 B2\n1: R2", rounds=1, max_turns=7)
    turns(state, "Y8 Y9 -B2", "")
    while state.turn < 6:
        state.push("+" if "+" in state.legal() else [move for move in state.legal() if move.startswith("-")][-1])
    assert thinker.searcher("card", None)
    (best, worth, _), *others = thinker.adviser("card", True).advise(state.view(0), 300)
    assert best == "Y10"
    assert all(worth - other > 9 for _, other, _ in others)


def test_it_ends_with_its_input(monkeypatch: pytest.MonkeyPatch) -> None:
    lines: queue.Queue[bytes] = queue.Queue()
    ended: list[int] = []
    monkeypatch.setattr("os._exit", ended.append)
    thinker.listen(io.BytesIO(b"one\ntwo\n"), lines)
    assert ended == [0]
    assert [lines.get(), lines.get()] == [b"one\n", b"two\n"]


def test_the_process_gives_way_and_answers_line_by_line(monkeypatch: pytest.MonkeyPatch) -> None:
    niceness: list[int] = []
    monkeypatch.setattr("os.nice", niceness.append)
    monkeypatch.setattr(thinker, "listen", lambda _source, lines: [lines.put(b"{}"), lines.put(b"stop")])

    class End(Exception):
        pass

    def answer(line: bytes) -> dict[str, str]:
        if line == b"stop":
            raise End
        return {"said": "once"}

    written = io.StringIO()
    monkeypatch.setattr(thinker, "answer", answer)
    monkeypatch.setattr(sys, "stdout", written)
    with pytest.raises(End):
        thinker.main()
    assert niceness == [thinker.NICENESS]
    assert written.getvalue() == '{"said": "once"}\n'
