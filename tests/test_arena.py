"""`lostcities arena` and `ladder` as programs: duplicates, records, resuming after a kill, Ctrl-C, forfeits, clusters, and wrong use."""

import importlib.util
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from lostcities._version import __version__
from lostcities.arena.cluster import Cluster
from lostcities.arena.ladder import standings
from lostcities.arena.match import Result
from lostcities.arena.processes import Processes
from lostcities.arena.running import Run
from lostcities.arena.statistics import Played
from lostcities.arena.tournament import Pairing, Tournament
from lostcities.bots.strength import FORMAT
from lostcities.cli.main import app
from lostcities.records import check

PROGRAM = [sys.executable, "-c", "from lostcities.cli.main import run; run()"]
KEYS = [
    *("bots", "matches", "wins", "draws", "losses", "win_share", "win_share_ci95", "margin_per_round", "ci95"),
    *("mean_score", "ms_per_move", "truncated", "forfeits"),
]
FIRST = """
import json, sys
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "hello":
        print(json.dumps({"type": "hello", "name": "first", "games": ["card", "board", "roll"]}), flush=True)
    elif told["type"] == "decide":
        print(json.dumps({"type": "move", "move": ANSWER}), flush=True)
"""
"""A bot that always plays the first legal move, or whatever it is made to answer."""


def run(*arguments: str | Path, **more: str) -> subprocess.CompletedProcess[str]:
    command = [*PROGRAM, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, env=os.environ | more, check=False)
    assert "Traceback" not in done.stderr, done.stderr
    return done


def arena(*arguments: str | Path) -> list[dict[str, Any]]:
    done = run("arena", *arguments, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["pairs"]


def timeless(pairs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The results without their times, the only figures that differ from run to run."""
    assert all(ms >= 0 for pair in pairs for ms in pair["ms_per_move"])
    return [{key: value for key, value in pair.items() if key != "ms_per_move"} for pair in pairs]


@pytest.fixture
def first(tmp_path: Path) -> str:
    return program(tmp_path, 'told["legal"][0]')


def program(folder: Path, answer: str, name: str = "first") -> str:
    """A bot as a program of its own."""
    file = folder / f"{name}.py"
    file.write_text(FIRST.replace("ANSWER", answer))
    return f"cmd:{sys.executable} {file}"


def records(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for file in sorted(folder.glob("*.jsonl")) for line in file.read_text().splitlines()]


# -- what is measured --


def test_equal_bots_are_equal_to_the_last_point(first: str) -> None:
    [pair] = arena("card", first, first, "--matches", "6", "--jobs", "2")
    assert list(pair) == KEYS
    assert (pair["margin_per_round"], pair["ci95"], pair["win_share"], pair["win_share_ci95"]) == (0.0, 0.0, 0.5, 0.0)
    assert pair["mean_score"][0] == pair["mean_score"][1]
    assert pair["wins"] == pair["losses"]
    assert (pair["matches"], pair["truncated"], pair["forfeits"]) == (6, 0, [0, 0])


def test_equal_bots_share_the_wins_of_three(first: str) -> None:
    [pair] = arena("roll", first, first, "--players", "3", "--matches", "6")
    assert pair["win_share"] == round(1 / 3, 4)


def test_every_pair_once_and_the_same_from_any_number_of_processes(first: str) -> None:
    one = arena("card", "random", first, "thumb", "--option", "size=mini", "--matches", "12", "--seed", "5", "--jobs", "1")
    two = arena("card", "random", first, "thumb", "--option", "size=mini", "--matches", "12", "--seed", "5", "--jobs", "2")
    assert [pair["bots"] for pair in one] == [["random", first], ["random", "thumb"], [first, "thumb"]]
    assert timeless(one) == timeless(two)
    other = arena("card", "random", first, "--option", "size=mini", "--matches", "12", "--seed", "6")
    assert timeless(other)[0] != timeless(one)[0]


def test_a_stronger_bot_wins() -> None:
    [pair] = arena("card", "thumb", "random", "--matches", "12", "--option", "rounds=1")
    assert pair["win_share"] > 0.9
    assert pair["margin_per_round"] > 40
    assert pair["margin_per_round"] - pair["ci95"] > 0


def test_for_people() -> None:
    done = run("arena", "card", "random", "random", "--matches", "2", "--option", "size=mini")
    assert done.returncode == 0
    assert "random – random" in done.stdout
    assert done.stderr == ""


# -- records --


def test_every_match_is_kept_as_a_record(tmp_path: Path, first: str) -> None:
    [pair] = arena("board", "random", first, "--players", "3", "--matches", "6", "--option", "rounds=1", "--records", tmp_path / "r")
    kept = records(tmp_path / "r")
    assert len(kept) == pair["matches"] == 6
    for record in kept:
        state = check(record)
        assert state.over
        meta = record["meta"]
        assert record["players"] == [meta["bots"][str(seat)] for seat in range(3)]
        assert record["players"][meta["seat"]] == "random"
        assert meta["seed"] == 0
        assert len(meta["ms"]) == len(meta["decisions"]) == 3
    by_deal = {(record["meta"]["deal"], record["meta"]["seat"]): record["rounds"][0] for record in kept}
    assert sorted(by_deal) == [(deal, seat) for deal in range(2) for seat in range(3)]
    for deal in range(2):
        assert len({(str(by_deal[deal, seat]["setup"]), by_deal[deal, seat]["starter"]) for seat in range(3)}) == 1
    done = run("replay", next((tmp_path / "r").glob("*.jsonl")), "--json")
    assert done.returncode == 0


def test_a_tournament_goes_on_where_it_stopped(tmp_path: Path, first: str) -> None:
    table = ("card", first, "random", "--option", "size=mini", "--seed", "3")
    whole = arena(*table, "--matches", "12")
    arena(*table, "--matches", "4", "--records", tmp_path / "r")
    [file] = (tmp_path / "r").glob("*.jsonl")
    before = file.read_bytes()
    lines = before.splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:3]) + lines[3][:77])  # as a kill would leave it
    assert timeless(arena(*table, "--matches", "12", "--records", tmp_path / "r")) == timeless(whole)
    assert len(records(tmp_path / "r")) == 12
    after = file.read_bytes()
    assert timeless(arena(*table, "--matches", "12", "--records", tmp_path / "r")) == timeless(whole)
    assert timeless(arena(*table, "--matches", "4", "--records", tmp_path / "r")) == timeless(arena(*table, "--matches", "4"))
    assert file.read_bytes() == after


def start(folder: Path, *arguments: str) -> "subprocess.Popen[str]":
    """A tournament that is long enough to be disturbed, once it has kept a few matches."""
    command = [*PROGRAM, "arena", *arguments, "--records", str(folder), "--jobs", "2", "--json"]
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, start_new_session=True)
    deadline = time.monotonic() + 60
    while len(lines_kept(folder)) < 5:
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return process


def lines_kept(folder: Path) -> list[bytes]:
    return [line for file in folder.glob("*.jsonl") for line in file.read_bytes().splitlines()]


LONG = ("card", "random", "random", "--matches", "60", "--option", "rounds=2", "--seed", "9")


@pytest.fixture(scope="module")
def undisturbed() -> list[dict[str, Any]]:
    return timeless(arena(*LONG))


def test_after_a_kill_it_comes_to_the_same(tmp_path: Path, undisturbed: list[dict[str, Any]]) -> None:
    process = start(tmp_path, *LONG)
    workers = children(process.pid)
    assert len(workers) >= 2
    os.kill(process.pid, signal.SIGKILL)
    process.communicate(timeout=30)
    assert 5 <= len(lines_kept(tmp_path)) < 60
    deadline = time.monotonic() + 20
    while any(Path(f"/proc/{worker}").exists() for worker in workers):  # nobody is left behind
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert timeless(arena(*LONG, "--records", tmp_path)) == undisturbed
    assert len(records(tmp_path)) == 60


def children(parent: int) -> list[int]:
    found = Path(f"/proc/{parent}/task/{parent}/children")
    if not found.exists():
        pytest.skip("needs /proc to see which processes there are")
    return [int(child) for child in found.read_text().split()]


def test_ctrl_c_stops_cleanly_and_keeps_what_is_finished(tmp_path: Path, undisturbed: list[dict[str, Any]]) -> None:
    process = start(tmp_path, *LONG)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to everybody
    stdout, stderr = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in stderr
    assert stderr.startswith("lostcities: stopped after ")
    [pair] = json.loads(stdout)["pairs"]
    kept = len(records(tmp_path))
    assert pair["matches"] <= kept < 60
    assert timeless(arena(*LONG, "--records", tmp_path)) == undisturbed


def test_two_programs_do_not_share_a_folder(tmp_path: Path) -> None:
    endless = (*LONG[:4], "6000", *LONG[5:])  # so that it is still playing when the second one comes, however busy the machine is
    process = start(tmp_path, *endless)
    done = run("arena", *endless, "--records", tmp_path)
    os.killpg(process.pid, signal.SIGINT)
    process.communicate(timeout=30)
    assert done.returncode == 2
    assert "another program is playing the tournament" in done.stderr


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("--seed", "2"), "its seed is 0, expected 2"),
        (("--option", "rounds=2"), "its options is"),
        (("--ms", "50"), "its ms is 1000, expected 50"),
    ],
)
def test_a_folder_keeps_one_tournament(tmp_path: Path, change: tuple[str, ...], said: str) -> None:
    table = ("arena", "card", "random", "random", "--matches", "2", "--option", "size=mini", "--records", str(tmp_path))
    if not (tmp_path / "tournament.json").exists():
        assert run(*table).returncode == 0
    done = run(*table, *change)
    assert done.returncode == 2
    assert said in done.stderr


def test_a_folder_of_other_things_is_left_alone(tmp_path: Path) -> None:
    table = ("arena", "card", "random", "random", "--matches", "2", "--option", "size=mini", "--records")
    (tmp_path / "mine.jsonl").write_text("{}\n")
    assert "holds other files" in run(*table, tmp_path).stderr
    assert "cannot be written" in run(*table, tmp_path / "mine.jsonl").stderr
    assert run(*table, tmp_path / "new").returncode == 0
    [file] = (tmp_path / "new").glob("*.jsonl")
    whole = file.read_text()
    for broken in ('"deel":0', '"deal":[0]', '"deal":true', '"deal":"0"'):
        file.write_text(whole.replace('"deal":0', broken, 1))
        done = run(*table, tmp_path / "new")
        assert done.returncode == 2
        assert "line 1: this is not a match of the tournament" in done.stderr


# -- bots that fail --


def test_forfeits_are_lost_and_reported(tmp_path: Path, first: str) -> None:
    liar = program(tmp_path, '"Q17"', "liar")
    done = run("arena", "card", liar, first, "--matches", "4", "--json", "--records", tmp_path / "r")
    [pair] = json.loads(done.stdout)["pairs"]
    assert done.returncode == 0
    assert (pair["wins"], pair["losses"], pair["forfeits"]) == (0, 4, [4, 0])
    assert (pair["win_share"], pair["margin_per_round"], pair["mean_score"]) == (0.0, None, [None, None])
    assert done.stderr.count('it played "Q17", which is not legal') == 4
    for record in records(tmp_path / "r"):
        assert not check(record).over
        assert record["meta"]["forfeit"]["code"] == "bot_illegal_move"
    again = run("arena", "card", liar, first, "--matches", "4", "--json", "--records", tmp_path / "r")
    assert timeless(json.loads(again.stdout)["pairs"]) == timeless([pair])


def test_a_program_that_cannot_start_forfeits(tmp_path: Path) -> None:
    [pair] = arena("card", f"cmd:{tmp_path}/nothing", "random", "--matches", "2", "--option", "size=mini")
    assert pair["forfeits"] == [2, 0]


# -- wrong use --


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chess", "random", "random"], 'there is no game "chess"'),
        (["card", "random"], "one bot is not enough: name two or more"),
        (["card"], ""),
        (["card", "random", "thump"], 'there is no bot "thump" for card'),
        (["card", "random", "best:depth=3"], 'the bot best has no setting "depth"'),
        (["card", "random", "random", "--matches", "3"], "cannot be 3: each deal is played 2 times, so it must be a multiple of 2"),
        (["card", "random", "random", "--matches", "0"], "cannot be 0"),
        (["card", "random", "random", "--players", "3"], "card is for 2 players"),
        (["card", "random", "random", "--option", "colors=7"], "the option colors cannot be"),
        (["card", "random", "random", "--option", "rounds=1", "--option", "rounds=3"], 'the option "rounds" is given twice'),
        (["card", "random", "random", "--ms", "0"], "the time a move cannot be 0 ms"),
        (["card", "random", "random", "--jobs", "0"], ""),
    ],
)
def test_wrong_use(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        app(["arena", *arguments, "--json"])
    printed = capsys.readouterr()
    assert ended.value.code == 2
    assert said in printed.err
    assert printed.out == ""


# -- the ladder and the list --


def test_the_ladder_ranks_a_pool_at_every_table(tmp_path: Path) -> None:
    pool = ("--bots", "random", "--bots", "thumb", "--matches", "2")
    done = run("ladder", "roll", *pool, "--json", "--save", tmp_path / "strength.json", "--records", tmp_path / "r")
    tables = json.loads(done.stdout)["tables"]
    assert [table["players"] for table in tables] == [2, 3, 4, 5]
    for table in tables:
        assert table["matches"] == table["players"]
        assert [line["bot"] for line in table["bots"]] == ["thumb", "random"]
        assert list(table["bots"][0]) == ["bot", "rating", "rating_ci95", "points_per_round", "win_share", "ms_per_move"]
        assert table["bots"][0]["rating"] == 1000
    assert json.loads((tmp_path / "strength.json").read_text()) == {"format": FORMAT, "games": {"roll": tables}}
    assert sorted(folder.name for folder in (tmp_path / "r").iterdir()) == ["roll-2", "roll-3", "roll-4", "roll-5"]
    assert len(records(tmp_path / "r" / "roll-3")) == 2 * 3  # each of the two is once alone


def test_bots_that_think_long_play_fewer_matches_of_the_ladder(tmp_path: Path) -> None:
    pool = ("--bots", "best:worlds=1", "--bots", "thumb", "--bots", "random", "--option", "size=mini")
    done = run("ladder", "card", *pool, "--matches", "7", "--slow", "3", "--json", "--records", tmp_path)
    (table,) = json.loads(done.stdout)["tables"]
    assert (table["matches"], table["slow_matches"]) == (8, 4)  # whole deals
    (kept,) = tmp_path.iterdir()
    counts = {file.stem: len(file.read_text().splitlines()) for file in kept.glob("*.jsonl")}
    assert counts == {"1-best-worlds-1-thumb": 4, "2-best-worlds-1-random": 4, "3-thumb-random": 8}
    assert "8 matches of each pair; 4 where one of them thinks long" in done.stderr


def test_every_opponent_counts_the_same_in_the_ladder_however_many_matches_it_played() -> None:
    def won(pair: int, matches: int) -> dict[Pairing, Played]:
        """By the first bot of the pair, who sits in every second match in the first seat."""
        result = {seat: Result([10, 20] if seat else [20, 10], [seat], rounds=1, truncated=0, ms=[1, 1], moves=[1, 1]) for seat in (0, 1)}
        return {Pairing(pair, deal, seat): Played(pair, deal, seat, result[seat]) for deal in range(matches // 2) for seat in (0, 1)}

    tournament = Tournament("card", ("thumb", "random", "best:worlds=1"), matches=8, slow=2)
    played = Run(tournament, None)  # type: ignore[arg-type]
    played.matches = won(0, 8) | won(1, 2) | won(2, 2)  # thumb beats both, and random beats best
    shares = {line.bot: line.win_share for line in standings(played)}
    assert shares == {"thumb": 1.0, "random": 0.5, "best:worlds=1": 0.0}
    assert {line.bot: line.points_per_round for line in standings(played)} == {"thumb": 20.0, "random": 15.0, "best:worlds=1": 10.0}


def test_the_usual_ladder_lets_bots_that_think_long_play_a_fifth() -> None:
    from lostcities.cli.ladder import opened_tables

    def numbers(matches: int | None, slow: int | None) -> list[tuple[int, int | None]]:
        return [(table.matches, table.slow) for table in opened_tables("roll", [], None, [], 1000, matches, slow, 0)]

    assert numbers(None, None) == [(120, 24), (180, 36), (240, 48), (300, 60)]
    assert numbers(30, 30) == [(30, 30), (30, 30), (32, 32), (30, 30)]


def test_the_ladder_in_markdown() -> None:
    done = run("ladder", "card", "--bots", "random", "--bots", "thumb", "--option", "size=mini", "--matches", "2", "--markdown")
    assert done.returncode == 0
    assert done.stdout.splitlines()[0].startswith("card, 2 players, size=mini")
    assert "| bot | rating | points a round | wins against the pool | ms a move |" in done.stdout
    assert "| `thumb` | 1000 ±" in done.stdout


def test_the_ladder_measures_what_the_issue_asks_for() -> None:
    from lostcities import game
    from lostcities.arena.ladder import tables

    assert tables(game("card")) == [(2, {"colors": 5}), (2, {"colors": 6})]
    assert [players for players, _ in tables(game("board"))] == [2, 3, 4]
    assert [players for players, _ in tables(game("roll"))] == [2, 3, 4, 5]


@pytest.mark.parametrize("arguments", [["card", "--bots", "random"], ["card", "--players", "4"], ["go"]])
def test_wrong_use_of_the_ladder(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        app(["ladder", *arguments])
    assert ended.value.code == 2


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "this is not JSON"),
        ("[]", "the format is null"),
        ('{"format": "lostcities.strength/1"}', "games must be an object"),
        ('{"format": "lostcities.strength/1", "games": []}', "games must be an object"),
        (None, "No such file or directory"),
    ],
)
def test_a_file_that_cannot_take_the_tables_is_refused_before_they_are_played(
    content: str | None, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("lostcities.cli.tournament.run", lambda *_: pytest.fail("it was played"))
    file = tmp_path / ("no/strength.json" if content is None else "strength.json")
    if content is not None:
        file.write_text(content)
    with pytest.raises(SystemExit) as ended:
        app(["ladder", "card", "--save", str(file)])
    assert ended.value.code == 2
    assert said in capsys.readouterr().err


def test_ctrl_c_prints_the_tables_that_are_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def played(tournament: Tournament, *_: Any) -> tuple[Run, bool]:
        return Run(tournament, Processes(lambda _: pytest.fail("it was played"))), tournament.players == 4

    monkeypatch.setattr("lostcities.cli.tournament.run", played)
    with pytest.raises(SystemExit) as ended:
        app(["ladder", "roll", "--json", "--save", str(tmp_path / "strength.json")])
    assert ended.value.code == 130
    assert [table["players"] for table in json.loads(capsys.readouterr().out)["tables"]] == [2, 3]
    assert not (tmp_path / "strength.json").exists()


def test_the_list_of_bots() -> None:
    done = run("bots", "card", "--json")
    found = json.loads(done.stdout)["bots"]
    assert (done.returncode, done.stderr) == (0, "")
    assert all(list(line) == ["bot", "game", "what", "settings", "rating", "rating_ci95", "ms_per_move"] for line in found)
    assert {"random", "thumb", "net", "best"} <= {line["bot"] for line in found}
    every = json.loads(run("bots", "--json").stdout)["bots"]
    assert {line["game"] for line in every} == {"card", "board", "roll"}
    shown = run("bots").stdout
    assert "thumb" in shown
    assert run("bots", "chess").returncode == 2
    assert {"serve", "list", "Examples:"} <= set(run("bots", "--help").stdout.split())


# -- a cluster --


def test_without_ray_a_sentence_says_so(tmp_path: Path) -> None:
    (tmp_path / "ray.py").write_text("raise ImportError\n")
    done = run("arena", "card", "random", "random", "--ray", "local", PYTHONPATH=str(tmp_path))
    assert done.returncode == 2
    assert 'pip install "lostcities[cluster]"' in done.stderr


class SmallRay:
    """A cluster of two cores, of which every worker needs one."""

    hired = 0

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 2.0}

    def remote(self, **_: Any) -> Any:
        def hire(*_: Any) -> Any:
            self.hired += 1
            return SimpleNamespace(version=SimpleNamespace(remote=lambda: __version__))

        return lambda _: SimpleNamespace(remote=hire)

    def get(self, answers: list[str]) -> list[str]:
        return answers


@pytest.mark.parametrize(("jobs", "workers"), [(None, 2), (1, 1), (2, 2), (3, 2)])
def test_a_cluster_has_no_more_workers_than_cores(jobs: int | None, workers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    ray, actors = SmallRay(), list[Any]()
    monkeypatch.setattr("lostcities.arena.cluster.load_ray", lambda: ray)
    Cluster(lambda _: pytest.fail("it was played"), "somewhere", jobs).hire_all(actors)
    assert len(actors) == ray.hired == workers


def test_a_cluster_that_hired_nobody_has_nobody_to_wait_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lostcities.arena.cluster.load_ray", SmallRay)
    Cluster(lambda _: pytest.fail("it was played"), "somewhere", 1).dismiss([])


needs_ray = pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="needs ray: pip install lostcities[cluster]")

STUBBORN = """
import os, signal, sys, time
open(sys.argv[1], "w").write(str(os.getpid()))
print('{"type": "hello", "name": "stubborn", "games": ["card"]}', flush=True)
if sys.argv[2] == "kill":
    sys.stdin.readline()
    os.kill(os.getppid(), signal.SIGKILL)
time.sleep(600)
"""
"""A program that never answers, does not notice that its input ends, and may kill whoever started it."""


@needs_ray
def test_a_cluster_that_fails_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(STUBBORN)
    bot = f"cmd:{sys.executable} {tmp_path / 'bot.py'} {tmp_path / 'pid'} kill"
    done = run("arena", "card", bot, "random", "--matches", "2", "--ray", "local", "--jobs", "1")
    os.kill(int((tmp_path / "pid").read_text()), signal.SIGKILL)
    assert done.returncode == 2
    assert "the Ray cluster at local failed: " in done.stderr


@needs_ray
def test_ctrl_c_leaves_no_program_on_a_cluster(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(STUBBORN)
    bot = f"cmd:{sys.executable} {tmp_path / 'bot.py'} {tmp_path / 'pid'} wait"
    command = [*PROGRAM, "arena", "card", bot, "random", "--matches", "2", "--ray", "local", "--jobs", "1", "--ms", "3000"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    while not ((tmp_path / "pid").exists() and (tmp_path / "pid").read_text()):
        assert process.poll() is None
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, stderr = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in stderr
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)


@needs_ray
def test_a_cluster_comes_to_the_same(tmp_path: Path, first: str) -> None:
    table = ("card", first, "random", "thumb", "--option", "size=mini", "--matches", "8", "--seed", "4", "--jobs", "2")
    assert timeless(arena(*table, "--ray", "local", "--records", tmp_path / "r")) == timeless(arena(*table))
    assert len(records(tmp_path / "r")) == 3 * 8
