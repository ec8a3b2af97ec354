"""Self-play as data: identical however it is made, true to the rules, complete after any interruption, and with clear errors."""

import importlib.util
import json
import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.commands import PROGRAM, run
from support.matches import SOAK, every_table
from support.programs import STALLS, program
from support.waiting import wait_for

from lostcities import GAMES, BadOption, game
from lostcities.arena.contest import Stopped
from lostcities.cli.main import app
from lostcities.data import SelfPlay, connect, positions, random_games, records, rounds, selfplay
from lostcities.data.folder import Folder
from lostcities.data.plan import opened
from lostcities.data.replay import Replay, rounds_as_played
from lostcities.data.worker import ShardWorker
from lostcities.games.engine import Engine, Mode
from lostcities.games.game import State
from lostcities.records import RecordError, check, steps

MINI = ("card", "--option", "size=mini", "--option", "rounds=2")
LIES = '"Q17" if told["view"]["round"] > 1 else told["legal"][0]'
"""Plays one round, and then an invalid move."""


def command(*arguments: str | Path, **more: str) -> subprocess.CompletedProcess[str]:
    return run("selfplay", *arguments, **more)


def play(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    done = command(*arguments)
    assert done.returncode == 0, done.stderr
    return done


def contents(folder: Path) -> dict[str, bytes]:
    """All files in a folder, and in the folders in it, except for its lock."""
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file() and file.name != ".lock"}


# -- true to the rules --


@every_table
def test_random_games_are_the_games_of_the_python_face(table: tuple[str, int, dict[str, Any]]) -> None:
    """Every round replays to its scores, and every position is the seat's observation."""
    name, players, options = table
    wanted = opened(SelfPlay(name, ("random",), 3, players, options, seed=5, positions=True))
    kept, seen = random_games.random_games(wanted, range(1, 3))
    replay = Replay(wanted)
    for number, played in rounds_as_played(wanted, kept).items():
        match = replay.add(number, played)
        assert match.over
        assert [(past.scores, past.setup, past.truncated) for past in match.rounds] == [
            (past.scores, past.setup, past.truncated) for past in played
        ]
    assert seen is not None
    same_columns(kept.columns(wanted), replay.rounds().columns(wanted))
    same_columns(seen.columns(wanted, kept), replay.positions().columns(wanted, replay.rounds()))


def same_columns(one: dict[str, Any], other: dict[str, Any]) -> None:
    assert list(one) == list(other)
    for name in one:
        assert len(one[name]) == len(other[name]), name
        pairs = zip(one[name], other[name], strict=True)
        assert all(np.array_equal(a, b) for a, b in pairs), name


INTERPRETED = [(name, Mode.INTERPRETED) for name in GAMES]
CHECKED = [(name, Mode.CHECKED) for name in (GAMES if SOAK else GAMES[:1])]


@pytest.mark.parametrize(("name", "mode"), INTERPRETED + CHECKED)
def test_kernels_do_the_same_interpreted_and_with_every_index_checked(name: str, mode: Mode, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = opened(SelfPlay(name, ("random",), 2, positions=True))
    kept, seen = random_games.random_games(wanted, range(2))
    monkeypatch.setattr(random_games, "engine_of", lambda played: Engine(played, mode))
    again, seen_again = random_games.random_games(wanted, range(2))
    assert seen is not None
    assert seen_again is not None
    same_columns(kept.columns(wanted), again.columns(wanted))
    same_columns(seen.columns(wanted, kept), seen_again.columns(wanted, again))


def test_a_game_is_made_from_its_number_alone() -> None:
    wanted = opened(SelfPlay("card", ("random",), 9))
    whole, _ = random_games.random_games(wanted, range(9))
    part, _ = random_games.random_games(wanted, range(4, 6))
    again = {name: column[4 * 3 : 6 * 3] for name, column in whole.columns(wanted).items()}
    same_columns(part.columns(wanted), again)
    other, _ = random_games.random_games(opened(SelfPlay("card", ("random",), 9, seed=-1)), range(4, 6))
    assert not np.array_equal(part.scores, other.scores)
    assert len({tuple(chance) for chance in whole.chance}) == 9 * 3


# -- the files --


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two bots, with everything stored."""
    made = tmp_path_factory.mktemp("selfplay") / "made"
    wanted = SelfPlay("card", ("net", "random"), 4, options={"size": "mini", "rounds": 2}, seed=3, shard=3, views=True, records=True)
    selfplay(wanted, made, jobs=1)
    return made


def test_files(folder: Path) -> None:
    kinds = ("positions/{}.parquet", "records/{}.jsonl", "rounds/{}.parquet")
    names = [kind.format(shard) for kind in kinds for shard in ("000000", "000001")]
    assert sorted(contents(folder)) == ["README.md", *names, "selfplay.json"]
    about = json.loads((folder / "selfplay.json").read_text())
    assert (about["format"], about["game"], about["bots"], about["games"]) == ("lostcities.selfplay/2", "card", ["net", "random"], 4)


def test_columns(folder: Path) -> None:
    connection = connect(folder)
    [row] = connection.execute("SELECT game, seed, options, players FROM rounds GROUP BY ALL").fetchall()
    assert (row[0], row[1], json.loads(row[2])["size"], row[3]) == ("card", 3, "mini", 2)
    sizes = connection.execute("SELECT DISTINCT game, len(observation), len(mask) FROM positions").fetchall()
    assert sizes == [("card", game("card").observation.SIZE, len(game("card").tokens))]


def test_rounds(folder: Path) -> None:
    loaded = list(rounds(folder))
    assert [(row.match, row.round) for row in loaded] == [(number, place) for number in range(4) for place in (1, 2)]
    for row in loaded:
        assert row.bots == (["net", "random"], ["random", "net"])[row.match % 2]
        again = game("card").from_setup({"size": "mini"}, 2, row.played.setup, row.played.starter)
        seats = []
        for move in row.played.moves:
            seats.append(again.player)
            again.push(move)
        assert seats == row.seats
        assert again.scores[0] == row.played.scores
        assert [game("card").tokens[action] for action in row.actions] == row.played.moves


def test_records(folder: Path) -> None:
    loaded = list(records(folder))
    assert [record["meta"] for record in loaded] == [{"seed": 3, "game": number} for number in range(4)]
    by_game: dict[int, list[list[int]]] = {}
    for row in rounds(folder):
        by_game.setdefault(row.match, []).append(row.played.scores or [])
    for record in loaded:
        assert check(record).over
        assert [past["scores"] for past in record["rounds"]] == by_game[record["meta"]["game"]]


def decisions(folder: Path) -> Iterator[tuple[State, str, int]]:
    """Every decision in the records: the match before it, the move, and the seat's result for that round."""
    for record in records(folder):
        for step in list(steps(record)):
            scores, seat = step.after.scores[len(step.before.scores)], step.event.seat
            yield step.before, step.event.move, scores[seat] - scores[1 - seat]


def test_positions(folder: Path) -> None:
    expected = list(decisions(folder))
    batches = list(positions(folder, size=7))
    assert [len(batch.actions) for batch in batches[:-1]] == [7] * (len(batches) - 1)
    assert all(column.flags.writeable for column in batches[0])
    found = [np.concatenate(column) for column in zip(*batches, strict=True)]
    observations, masks, seats, actions, results, _, _ = found
    views = [json.loads(view) for (view,) in connect(folder).execute("SELECT view FROM positions").fetchall()]
    assert len(expected) == len(actions) == len(views)
    for i, (state, move, margin) in enumerate(expected):
        assert state.player == seats[i]
        assert game("card").tokens[actions[i]] == move
        assert results[i] == margin
        assert views[i] == json.loads(json.dumps(state.view(state.player)))
        assert np.array_equal(observations[i], state.observe(state.player))
        legal = [token for token, allowed in zip(game("card").tokens, masks[i], strict=True) if allowed]
        assert legal == state.legal()


def test_random_games_with_views_and_records(tmp_path: Path) -> None:
    """The compiled code writes the same with and without the parts that only the Python face can add."""
    wanted = SelfPlay("roll", ("random",), 3, players=3, positions=True)
    selfplay(wanted, tmp_path / "bare", jobs=1)
    selfplay(SelfPlay(**{**vars(wanted), "views": True, "records": True}), tmp_path / "full", jobs=1)
    columns = "game, match, round, decision, seat, action, observation, mask, result"
    bare, full = (connect(tmp_path / name).execute(f"SELECT {columns} FROM positions").fetchall() for name in ("bare", "full"))
    assert bare == full
    assert [check(record).over for record in records(tmp_path / "full")] == [True] * 3


# -- the cap on turns --


def test_bots_that_never_end_a_round_reach_a_cap(tmp_path: Path) -> None:
    stalls = program(tmp_path, STALLS, "stalls")
    done = play("card", "--bots", stalls, "--games", "2", "--option", "rounds=1", "--records", "--out", tmp_path / "out")
    assert "max_turns ended a round in 2 games, first in game 0\n" in done.stderr
    assert [(played.turns, played.played.truncated) for played in rounds(tmp_path / "out")] == [(1000, True)] * 2
    for record in records(tmp_path / "out"):
        assert record["options"]["max_turns"] == 1000
        assert check(record).rounds[0].truncated


def test_random_games_that_the_cap_ends_are_counted(tmp_path: Path) -> None:
    done = play("card", "--bots", "random", "--games", "3", "--option", "max_turns=20", "--out", tmp_path / "out")
    assert "max_turns ended a round in 3 games, first in game 0\n" in done.stderr


def test_no_cap_can_be_asked_for(tmp_path: Path) -> None:
    play("card", "--bots", "random", "--games", "1", "--option", "max_turns=null", "--records", "--out", tmp_path / "out")
    assert all("max_turns" not in record["options"] for record in records(tmp_path / "out"))


# -- identical, however it is made --


def test_one_process_or_two_write_the_same_bytes(tmp_path: Path) -> None:
    wanted = (*MINI, "--bots", "random", "--games", "50", "--shard", "9", "--positions", "--records")
    play(*wanted, "--jobs", "1", "--out", tmp_path / "one")
    play(*wanted, "--jobs", "2", "--out", tmp_path / "two")
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    play(*wanted, "--jobs", "2", "--out", tmp_path / "two")
    assert contents(tmp_path / "one") == contents(tmp_path / "two")


def test_bots_play_the_same_in_other_shards(tmp_path: Path) -> None:
    wanted = ("roll", "--bots", "thumb", "--bots", "random", "--bots", "thumb", "--players", "3", "--games", "5")
    play(*wanted, "--jobs", "2", "--shard", "2", "--out", tmp_path / "two")
    play(*wanted, "--jobs", "1", "--out", tmp_path / "one")
    assert list(rounds(tmp_path / "one")) == list(rounds(tmp_path / "two"))


@pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="needs ray: pip install lostcities[cluster]")
def test_a_cluster_writes_the_same_bytes(tmp_path: Path) -> None:
    wanted = (*MINI, "--bots", "random", "--games", "20", "--shard", "5", "--positions")
    play(*wanted, "--ray", "local", "--jobs", "2", "--out", tmp_path / "cluster")
    play(*wanted, "--jobs", "1", "--out", tmp_path / "here")
    assert contents(tmp_path / "cluster") == contents(tmp_path / "here")


# -- after an interruption --

LONG = ("card", "--bots", "random", "--games", "1200", "--shard", "20", "--positions", "--seed", "9")


def start(folder: Path) -> "subprocess.Popen[str]":
    """Start self-play that is long enough to be interrupted, and wait until it has stored a few shards."""
    arguments = [*PROGRAM, "selfplay", *LONG, "--out", str(folder), "--jobs", "2"]
    process = subprocess.Popen(arguments, stderr=subprocess.PIPE, text=True, start_new_session=True)
    wait_for(lambda: process.poll() is not None or len(list(folder.glob("rounds/*.parquet"))) >= 3, 120)
    assert process.poll() is None
    return process


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    made = tmp_path_factory.mktemp("undisturbed")
    play(*LONG, "--out", made)
    return contents(made)


def test_after_a_kill_it_comes_to_the_same(tmp_path: Path, undisturbed: dict[str, bytes]) -> None:
    process = start(tmp_path)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate(timeout=30)
    kept = contents(tmp_path)
    assert 3 <= len([name for name in kept if name.startswith("rounds/")]) < 60
    assert not [name for name in kept if "/" in name and not name.endswith(".parquet")]  # nothing that a reader would stumble over
    assert all(content == undisturbed[name] for name, content in kept.items() if not name.endswith(".draft"))
    (tmp_path / "positions-000059.parquet.draft").write_bytes(b"PAR1, but not for long")
    before = {file: file.stat().st_mtime_ns for file in tmp_path.glob("rounds/*.parquet")}
    play(*LONG, "--out", tmp_path)
    assert contents(tmp_path) == undisturbed
    assert all(file.stat().st_mtime_ns == moment for file, moment in before.items())  # finished files are not made again


def test_ctrl_c_stops_cleanly_and_keeps_what_is_finished(tmp_path: Path, undisturbed: dict[str, bytes]) -> None:
    process = start(tmp_path)
    os.killpg(process.pid, signal.SIGINT)  # like a terminal: to the whole group
    _, told = process.communicate(timeout=60)
    assert process.returncode == 130, told
    assert "Traceback" not in told
    assert "of 1,200 games; run the same command again to continue" in told
    assert all(content == undisturbed[name] for name, content in contents(tmp_path).items())
    assert not list(tmp_path.glob("*.draft"))
    assert len(list(rounds(tmp_path))) < 3600


def test_a_worker_that_is_told_to_stop_drops_its_shard() -> None:
    for bots in (("random",), ("thumb",)):
        wanted = opened(SelfPlay("card", bots, 2, options={"size": "mini"}))
        with pytest.raises(Stopped):
            ShardWorker(wanted, lambda: True).play(0)


def test_a_shard_without_its_rounds_does_not_count(tmp_path: Path) -> None:
    wanted = SelfPlay("card", ("random",), 4, options={"size": "mini"}, shard=2, positions=True)
    selfplay(wanted, tmp_path, jobs=1)
    before = contents(tmp_path)
    (tmp_path / "rounds" / "000001.parquet").unlink()
    assert {int(number) for batch in positions(tmp_path) for number in batch.matches} == {0, 1}
    selfplay(wanted, tmp_path, jobs=1)
    assert contents(tmp_path) == before


# -- errors --


def test_two_programs_do_not_share_a_folder(tmp_path: Path) -> None:
    wanted = opened(SelfPlay("card", ("random",), 1))
    taken = Folder(tmp_path, wanted)
    with pytest.raises(RecordError, match="another program is writing self-play to"):
        selfplay(wanted, tmp_path)
    taken.close()


def test_a_folder_keeps_one_selfplay(tmp_path: Path) -> None:
    wanted = SelfPlay("card", ("random",), 2, options={"size": "mini"})
    selfplay(wanted, tmp_path, jobs=1)
    with pytest.raises(RecordError, match="contains other self-play: its seed is 0, expected 1"):
        selfplay(SelfPlay(**{**vars(wanted), "seed": 1}), tmp_path)
    with pytest.raises(RecordError, match="has no positions"):
        positions(tmp_path)
    with pytest.raises(RecordError, match="has no records"):
        records(tmp_path)
    with pytest.raises(BadOption, match="size cannot be 0; expected 1 or more"):
        positions(tmp_path, size=0)


def test_other_folders(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear reader")
    with pytest.raises(RecordError, match="is not a self-play folder"):
        selfplay(SelfPlay("card", ("random",), 1), tmp_path)
    for load in (rounds, positions, records):
        with pytest.raises(RecordError, match="is not a self-play folder"):
            load(tmp_path)
    (tmp_path / "selfplay.json").write_text("[]")
    with pytest.raises(RecordError, match="is not a self-play folder"):
        connect(tmp_path)


def test_folders_of_the_first_format_are_refused(tmp_path: Path) -> None:
    wanted = SelfPlay("card", ("random",), 2, options={"size": "mini"})
    selfplay(wanted, tmp_path, jobs=1)
    about = tmp_path / "selfplay.json"
    about.write_text(about.read_text().replace("selfplay/2", "selfplay/1"))
    for load in (rounds, positions, records, connect):
        with pytest.raises(RecordError, match=r'has the format "lostcities\.selfplay/1", but this version reads'):
            load(tmp_path)
    with pytest.raises(RecordError, match=r'its format is "lostcities\.selfplay/1", expected'):
        selfplay(wanted, tmp_path)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chess", "--bots", "random"], 'unknown game "chess"'),
        (["card", "--bots", "thump"], 'unknown bot "thump" for card'),
        (
            ["card", "--bots", "random", "--bots", "random", "--bots", "thumb"],
            "3 bots for 2 players: give one for all seats, or one per seat",
        ),
        (["card", "--bots", "random", "--players", "3"], "card is for 2 players"),
        (["card", "--bots", "random", "--option", "colors=7"], "the option colors cannot be"),
        (
            ["card", "--bots", "random", "--seed", str(2**63)],
            "the setting seed cannot be 9223372036854775808; expected -9223372036854775808",
        ),
        (["card", "--bots", "random", "--games", str(2**33)], "the setting games cannot be 8589934592; expected 1…4294967296"),
        (["card", "--bots", "random", "--shard", "0"], "shard cannot be 0; expected 1 or more"),
        (["card", "--bots", "random", "--ms", "0"], "ms cannot be 0; expected 1 or more"),
        (["card", "--bots", "random", "--games", "0"], "games cannot be 0; expected 1 or more"),
        (["card"], ""),
    ],
)
def test_wrong_use(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with pytest.raises(SystemExit) as ended:
        app(["selfplay", "--games", "1", "--out", str(tmp_path / "out"), *arguments])
    assert ended.value.code == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_without_pyarrow_a_sentence_says_so(tmp_path: Path) -> None:
    (tmp_path / "pyarrow.py").write_text("raise ImportError\n")
    done = command(*MINI, "--bots", "random", "--games", "1", "--out", tmp_path / "out", PYTHONPATH=str(tmp_path))
    assert done.returncode == 2
    assert done.stderr == 'lostcities: this needs pyarrow, which is not installed: pip install "lostcities[data]"\n'
    assert not (tmp_path / "out").exists()


def test_a_bot_that_forfeits_leaves_its_finished_rounds(tmp_path: Path) -> None:
    liar = program(tmp_path, LIES, "liar")
    done = command(*MINI, "--bots", "random", "--bots", liar, "--games", "2", "--records", "--positions", "--out", tmp_path / "out")
    assert done.returncode == 0
    assert done.stderr.count('it played "Q17", which is not legal') == 2
    assert [(row.match, row.round) for row in rounds(tmp_path / "out")] == [(0, 1), (1, 1)]
    kept = list(records(tmp_path / "out"))
    assert [record["meta"]["forfeit"]["seat"] for record in kept] == [1, 0]
    assert not any(check(record).over for record in kept)


def test_a_bot_that_never_finishes_a_round_leaves_empty_files(tmp_path: Path) -> None:
    selfplay(SelfPlay("card", ("random", f"cmd:{tmp_path}/nothing"), 1, positions=True), tmp_path / "out", jobs=1)
    assert list(rounds(tmp_path / "out")) == []
    assert list(positions(tmp_path / "out")) == []
