"""`lostcities arena` as a program: duplicates, records, resuming after a kill, Ctrl-C, forfeits, and usage errors."""

import json
import os
import re
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest
from support.commands import PROGRAM, run
from support.programs import STALLS, first_legal, program
from support.tournaments import arena, records, timeless
from support.waiting import wait_for

from lostcities.cli.main import app
from lostcities.records import check

KEYS = [
    *("bots", "matches", "wins", "draws", "losses", "win_share", "win_share_ci95", "win_share_low", "win_share_high"),
    *("margin_per_round", "ci95", "mean_score", "ms_per_move", "truncated", "forfeits"),
]


@pytest.fixture
def first(tmp_path: Path) -> str:
    return first_legal(tmp_path)


# -- measurements --


def test_equal_bots_are_equal_to_the_last_point(first: str) -> None:
    [pair] = arena("card", first, first, "--matches", "6", "--jobs", "2")
    assert list(pair) == KEYS
    assert (pair["margin_per_round"], pair["ci95"], pair["win_share"]) == (0.0, 0.0, 0.5)
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
    assert "±" not in done.stdout  # one deal has no interval
    assert done.stderr == ""


def test_people_are_shown_the_ends_of_the_interval_of_a_share() -> None:
    done = run("arena", "card", "thumb", "random", "--matches", "10", "--option", "size=mini")
    assert re.search(r"\d%\s\(\d+\.\d–\d+\.\d\)", done.stdout)


# -- the cap on turns --


def test_bots_that_never_end_a_round_reach_a_cap(tmp_path: Path) -> None:
    stalls = program(tmp_path, STALLS, "stalls")
    wanted = ("arena", "card", stalls, stalls, "--matches", "2", "--option", "rounds=2", "--json", "--records", str(tmp_path / "r"))
    done = run(*wanted)
    [pair] = json.loads(done.stdout)["pairs"]
    assert (pair["matches"], pair["truncated"]) == (2, 2)
    for seat in (0, 1):
        assert f"deal 0, {stalls} in seat {seat}: max_turns ended 2 rounds after 1,000 turns\n" in done.stderr
    for record in records(tmp_path / "r"):
        assert record["options"]["max_turns"] == 1000
        assert [played["truncated"] for played in record["rounds"]] == [True, True]
        assert check(record).over
    again = run(*wanted)
    assert timeless(json.loads(again.stdout)["pairs"]) == timeless([pair])
    assert run("replay", next((tmp_path / "r").glob("*.jsonl")), "--json").returncode == 0


def test_another_cap_can_be_given_or_none(tmp_path: Path) -> None:
    stalls = program(tmp_path, STALLS, "stalls")
    [pair] = arena("card", stalls, stalls, "--matches", "2", "--option", "rounds=1", "--option", "max_turns=40")
    assert pair["truncated"] == 2
    done = run("arena", "card", "thumb", "random", "--matches", "2", "--option", "max_turns=null", "--records", tmp_path / "r")
    assert (done.returncode, done.stderr) == (0, "")
    assert all("max_turns" not in record["options"] for record in records(tmp_path / "r"))


def test_games_that_end_by_themselves_have_no_cap_and_small_ones_their_own(tmp_path: Path) -> None:
    arena("roll", "thumb", "random", "--matches", "2", "--records", tmp_path / "roll")
    arena("card", "thumb", "random", "--matches", "2", "--option", "size=mini", "--records", tmp_path / "mini")
    assert all("max_turns" not in record["options"] for record in records(tmp_path / "roll"))
    assert all(record["options"]["max_turns"] == 12 for record in records(tmp_path / "mini"))


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
    file.write_bytes(b"".join(lines[:3]) + lines[3][:77])  # as after a kill
    assert timeless(arena(*table, "--matches", "12", "--records", tmp_path / "r")) == timeless(whole)
    assert len(records(tmp_path / "r")) == 12
    after = file.read_bytes()
    assert timeless(arena(*table, "--matches", "12", "--records", tmp_path / "r")) == timeless(whole)
    assert timeless(arena(*table, "--matches", "4", "--records", tmp_path / "r")) == timeless(arena(*table, "--matches", "4"))
    assert file.read_bytes() == after


def start(folder: Path, *arguments: str) -> "subprocess.Popen[str]":
    """Start a tournament that is long enough to be interrupted, and wait until it has stored a few matches."""
    command = [*PROGRAM, "arena", *arguments, "--records", str(folder), "--jobs", "2", "--json"]
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, start_new_session=True)
    wait_for(lambda: process.poll() is not None or len(lines_kept(folder)) >= 5, 60)
    assert process.poll() is None
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
    wait_for(lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers))  # no process is left
    assert timeless(arena(*LONG, "--records", tmp_path)) == undisturbed
    assert len(records(tmp_path)) == 60


def children(parent: int) -> list[int]:
    found = Path(f"/proc/{parent}/task/{parent}/children")
    if not found.exists():
        pytest.skip("needs /proc to see which processes there are")
    return [int(child) for child in found.read_text().split()]


def test_ctrl_c_stops_cleanly_and_keeps_what_is_finished(tmp_path: Path, undisturbed: list[dict[str, Any]]) -> None:
    process = start(tmp_path, *LONG)
    os.killpg(process.pid, signal.SIGINT)  # like a terminal: to the whole group
    stdout, stderr = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in stderr
    assert stderr.startswith("lostcities: stopped after ")
    [pair] = json.loads(stdout)["pairs"]
    kept = len(records(tmp_path))
    assert pair["matches"] <= kept < 60
    assert timeless(arena(*LONG, "--records", tmp_path)) == undisturbed


def test_two_programs_do_not_share_a_folder(tmp_path: Path) -> None:
    endless = (*LONG[:4], "6000", *LONG[5:])  # so that it is still playing when the second one starts, however busy the machine is
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
    assert "contains files that are not part of a tournament" in run(*table, tmp_path).stderr
    assert "cannot be written" in run(*table, tmp_path / "mine.jsonl").stderr
    assert run(*table, tmp_path / "new").returncode == 0
    [file] = (tmp_path / "new").glob("*.jsonl")
    whole = file.read_text()
    for broken in ('"deel":0', '"deal":[0]', '"deal":true', '"deal":"0"'):
        file.write_text(whole.replace('"deal":0', broken, 1))
        done = run(*table, tmp_path / "new")
        assert done.returncode == 2
        assert "line 1: not a match of this tournament" in done.stderr


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


# -- usage errors --


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chess", "random", "random"], 'unknown game "chess"'),
        (["card", "random"], "one bot is not enough: give two or more"),
        (["card"], ""),
        (["card", "random", "thump"], 'unknown bot "thump" for card'),
        (["card", "random", "best:depth=3"], 'the bot best has no setting "depth"'),
        (["card", "random", "random", "--matches", "3"], "cannot be 3: each deal is played 2 times, so it must be a multiple of 2"),
        (["card", "random", "random", "--matches", "0"], "cannot be 0"),
        (["card", "random", "random", "--players", "3"], "card is for 2 players"),
        (["card", "random", "random", "--option", "colors=7"], "the option colors cannot be"),
        (["card", "random", "random", "--option", "rounds=1", "--option", "rounds=3"], 'the option "rounds" is given twice'),
        (["card", "random", "random", "--ms", "0"], "the time per move cannot be 0 ms"),
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
