"""`lostcities replay`, run as a program: it prints what the contract says, and handles bad input."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from support.commands import run
from support.matches import TABLES, table_name
from support.records import NAMES, played, vectors

from lostcities.records import encode, record_of

PROGRAM = str(Path(sys.executable).parent / "lostcities")


def replay(text: str | bytes, *arguments: str, file: str = "-") -> subprocess.CompletedProcess[str]:
    return run("replay", file, *arguments, typed=text)


def answers(text: str, *arguments: str) -> list[Any]:
    return [json.loads(line) for line in replay(text, "--json", *arguments).stdout.splitlines()]


def test_a_finished_match() -> None:
    record = vectors("card")[0]
    done = replay(encode(record), "--json")
    assert (done.returncode, done.stderr) == (0, "")
    rounds = [{"scores": one["scores"], "moves": len(one["moves"])} for one in record["rounds"]]
    assert json.loads(done.stdout) == {"finished": True, "rounds": rounds, **record["result"]}


def test_legal_moves_and_seats_one_entry_a_move() -> None:
    for name in ("card", "board", "roll"):
        record = vectors(name)[1]
        [answer] = answers(encode(record), "--legal")
        for one, shown in zip(record["rounds"], answer["rounds"], strict=True):
            assert len(shown["legal"]) == len(shown["seats"]) == len(one["moves"])
            assert all(move in legal for move, legal in zip(one["moves"], shown["legal"], strict=True))
            assert shown["seats"][0] == one["starter"]


@pytest.mark.parametrize("table", TABLES[::3], ids=table_name)
def test_an_unfinished_match_says_who_is_next(table: tuple[str, int, dict[str, Any]]) -> None:
    name, players, options = table
    state = played(name, players, options, 9)
    [answer] = answers(encode(record_of(state, NAMES[:players])))
    assert answer["finished"] is False
    assert answer["winners"] is None
    assert answer["rounds"] == [*({"scores": one.scores, "moves": len(one.moves)} for one in state.rounds)]
    assert answer["next"] == {"seat": state.player, "legal": state.legal()}


def test_between_rounds_nobody_is_next() -> None:
    record = vectors("card")[0]
    del record["result"], record["rounds"][1:]
    [answer] = answers(encode(record))
    assert (answer["next"], answer["winners"], answer["totals"]) == (None, None, record["rounds"][0]["scores"])


def test_a_record_a_line_and_a_bad_one_does_not_stop_the_rest() -> None:
    good = vectors("roll")[0]
    bad = vectors("card")[0]
    bad["rounds"][1]["moves"][16] = "Q1"
    done = replay("\n".join([encode(good), "", encode(bad), '{"format":', encode(good)]), "--json")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 2
    assert lines[0] == lines[3]
    assert lines[0]["finished"]
    said = 'round 2, move 17: "Q1" is not legal here: there is no such move in this game'
    assert lines[1] == {"error": said}
    assert lines[2]["error"].startswith("this is not JSON")
    assert done.stderr.splitlines()[0] == f"lostcities: line 3: {said}"
    assert done.stderr.splitlines()[1].startswith("lostcities: line 4: this is not JSON")


def test_a_record_over_many_lines() -> None:
    record = vectors("board")[0]
    done = replay(json.dumps(record, indent=2), "--json")
    assert json.loads(done.stdout)["totals"] == record["result"]["totals"]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "this is not JSON"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a":' * 100_000, "nested too deeply"),
        (b"\x00\xff\xfe", "is not UTF-8"),
        (b"3", "this is not a record"),
        (b'{"format": "x"', "this is not JSON"),
    ],
    ids=["empty", "lists", "objects", "bytes", "number", "cut"],
)
def test_bad_input_is_one_sentence_and_status_2(data: bytes, said: str) -> None:
    for arguments in ([], ["--json"]):
        done = replay(data, *arguments)
        assert done.returncode == 2
        assert said in done.stderr
        assert len(done.stderr.splitlines()) == 1
    assert said in json.loads(done.stdout)["error"]


def test_a_file_of_100_megabytes_is_refused_at_once(tmp_path: Path) -> None:
    file = tmp_path / "huge.json"
    with file.open("wb") as stream:
        stream.write(b'{"format": "')
        stream.truncate(100 * 1024 * 1024)
    done = replay("", "--json", file=str(file))
    assert done.returncode == 2
    assert json.loads(done.stdout) == {"error": "a record may have at most 16 MB"}


def test_wrong_use() -> None:
    done = replay("", file="/nowhere/at-all.json")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "lostcities: /nowhere/at-all.json cannot be read: No such file or directory\n"
    assert replay("", "--legal").returncode == 2
    assert replay("", "--unknown").returncode == 2
    assert replay("", file="/").stderr == "lostcities: / cannot be read: Is a directory\n"


def test_a_reader_that_goes_away_is_no_error_message() -> None:
    text = "\n".join(encode(record) for record in vectors("card") * 20).encode()
    command = f'"{PROGRAM}" replay - --json --legal | head -c 10'
    done = subprocess.run(["sh", "-c", command], input=text, capture_output=True, timeout=60, check=False)
    assert (done.stdout, done.stderr) == (b'{"finished', b"")


def test_the_program_starts_without_numba(tmp_path: Path) -> None:
    """Replaying needs no compiler: an empty cache stays empty."""
    file = tmp_path / "match.json"
    file.write_text(encode(vectors("card")[0]))
    environment = os.environ | {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    code = "import sys, lostcities.cli.main as main\ntry: main.app()\nexcept SystemExit: assert 'numba' not in sys.modules"
    command = [sys.executable, "-c", code, "replay", str(file), "--json"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert not (tmp_path / "cache").exists()


def test_people_get_a_readable_game() -> None:
    done = replay(encode(vectors("card")[0]))
    assert done.returncode == 0
    assert "Ann" in done.stdout
    assert "−109" in done.stdout or "-109" in done.stdout
