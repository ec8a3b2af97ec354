"""`lostcities ladder` and `lostcities bots`: a pool rated at every table, its files, Ctrl-C, usage errors, and the list of bots."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from support.commands import run
from support.tournaments import records

from lostcities import game
from lostcities.arena.contest import Result
from lostcities.arena.ladder import standings, tables
from lostcities.arena.processes import Processes
from lostcities.arena.running import Run
from lostcities.arena.statistics import Played
from lostcities.arena.tournament import Pairing, Tournament
from lostcities.bots.strength import FORMAT
from lostcities.cli.ladder import opened_tables
from lostcities.cli.main import app


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
    assert len(records(tmp_path / "r" / "roll-3")) == 2 * 3  # each of the two plays once alone


def test_bots_that_think_long_play_fewer_matches_of_the_ladder(tmp_path: Path) -> None:
    pool = ("--bots", "best:worlds=1", "--bots", "thumb", "--bots", "random", "--option", "size=mini")
    done = run("ladder", "card", *pool, "--matches", "7", "--slow", "3", "--json", "--records", tmp_path)
    (table,) = json.loads(done.stdout)["tables"]
    assert (table["matches"], table["slow_matches"]) == (8, 4)  # whole deals
    (kept,) = tmp_path.iterdir()
    counts = {file.stem: len(file.read_text().splitlines()) for file in kept.glob("*.jsonl")}
    assert counts == {"1-best-worlds-1-thumb": 4, "2-best-worlds-1-random": 4, "3-thumb-random": 8}
    assert "8 matches per pair; 4 where one of them is slow" in done.stderr


def test_every_opponent_counts_the_same_in_the_ladder_however_many_matches_it_played() -> None:
    def won(pair: int, matches: int) -> dict[Pairing, Played]:
        """Matches won by the first bot of the pair, which has the first seat in every second match."""
        result = {seat: Result([10, 20] if seat else [20, 10], [seat], rounds=1, truncated=0, ms=[1, 1], moves=[1, 1]) for seat in (0, 1)}
        return {Pairing(pair, deal, seat): Played(pair, deal, seat, result[seat]) for deal in range(matches // 2) for seat in (0, 1)}

    tournament = Tournament("card", ("thumb", "random", "best:worlds=1"), matches=8, slow=2)
    played = Run(tournament, None)  # type: ignore[arg-type]
    played.matches = won(0, 8) | won(1, 2) | won(2, 2)  # thumb beats both, and random beats best
    shares = {line.bot: line.win_share for line in standings(played)}
    assert shares == {"thumb": 1.0, "random": 0.5, "best:worlds=1": 0.0}
    assert {line.bot: line.points_per_round for line in standings(played)} == {"thumb": 20.0, "random": 15.0, "best:worlds=1": 10.0}


def test_the_usual_ladder_lets_bots_that_think_long_play_a_fifth() -> None:
    def numbers(matches: int | None, slow: int | None) -> list[tuple[int, int | None]]:
        return [(table.matches, table.slow) for table in opened_tables("roll", [], None, [], 1000, matches, slow, 0)]

    assert numbers(None, None) == [(120, 24), (180, 36), (240, 48), (300, 60)]
    assert numbers(30, 30) == [(30, 30), (30, 30), (32, 32), (30, 30)]


def test_the_ladder_in_markdown() -> None:
    done = run("ladder", "card", "--bots", "random", "--bots", "thumb", "--option", "size=mini", "--matches", "2", "--markdown")
    assert done.returncode == 0
    assert done.stdout.splitlines()[0].startswith("card, 2 players, size=mini")
    assert "| bot | rating | points per round | wins against the pool | ms per move |" in done.stdout
    assert "| `thumb` | 1000 ±" in done.stdout


def test_the_ladder_measures_what_the_issue_asks_for() -> None:
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
    assert re.search(r"random +−\d+ ±", shown), "a real minus sign, as on the page"
    assert run("bots", "chess").returncode == 2
    assert {"serve", "list", "Examples:"} <= set(run("bots", "--help").stdout.split())
