"""Stepping through a record: where each key leads, what each stop shows, and the real program in a real terminal."""

import io
import os
import pty
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest
from rich.console import Console
from support.records import NAMES, played, vectors

from lostcities.records import encode, record_of
from lostcities.terminal.stepper import KEY, Stepper

RIGHT, LEFT, PAGE_UP, PAGE_DOWN, HOME, END = "\x1b[C", "\x1b[D", "\x1b[5~", "\x1b[6~", "\x1b[H", "\x1b[F"


def captions(name: str, keys: str, number: int = 0) -> list[str]:
    """The line below the table at each stop."""
    out = io.StringIO()
    pressed = iter([*KEY.findall(keys), "q"])
    Stepper(vectors(name)[number], Console(file=out, width=100, height=50), lambda: next(pressed)).run()
    return [line.strip() for line in out.getvalue().splitlines() if line.startswith(("Round ", "Expedition ")) and ", " in line]


def test_forward_and_back() -> None:
    moves = vectors("card")[0]["rounds"][0]["moves"]
    lines = captions("card", RIGHT + RIGHT + LEFT)
    assert lines == [
        f"Round 1, move {n} of 126: {who} plays {moves[n - 1]}" for n, who in ((1, "○ Ann"), (2, "○ Ann"), (3, "□ Ben"), (2, "○ Ann"))
    ]


def test_rounds_home_and_end() -> None:
    lines = captions("card", PAGE_DOWN + RIGHT + PAGE_UP + PAGE_UP + END + HOME)
    places = [line.split(":")[0] for line in lines]
    first, second = "Round 1, move 1 of 126", "Round 2, move 1 of 134"
    assert places == [first, second, "Round 2, move 2 of 134", second, first, "Round 3, after 116 moves", first]


def test_it_stops_at_both_ends_and_ignores_other_keys() -> None:
    assert len(set(captions("roll", LEFT + "x" + LEFT))) == 1
    assert len(set(captions("roll", END + RIGHT + "z")[1:])) == 1


@pytest.mark.parametrize("name", ["card", "board", "roll"])
def test_every_stop_of_a_match_can_be_shown(name: str) -> None:
    record = vectors(name)[2]
    rounds = [len(one["moves"]) for one in record["rounds"]]
    lines = captions(name, RIGHT * sum(rounds) + RIGHT * len(rounds), 2)
    assert sum(" plays " in line for line in lines) == sum(rounds)
    assert f"{'Expedition' if name == 'board' else 'Round'} {len(rounds)}, after {rounds[-1]} moves" in lines


def test_an_unfinished_record_says_where_it_stops() -> None:
    record = record_of(played("board", 3, {}, 21), NAMES[:3])
    out = io.StringIO()
    pressed = iter([END, "q"])
    Stepper(record, Console(file=out, width=100), lambda: next(pressed)).run()
    assert "Expedition 1, after 21 moves: the record stops here" in out.getvalue()


def test_the_program_in_a_terminal(tmp_path: Path) -> None:
    """Keys typed ahead all work, none is printed, and the terminal is left as it was."""
    file = tmp_path / "match.json"
    file.write_text(encode(vectors("card")[0]))
    leader, follower = pty.openpty()
    program = [str(Path(sys.executable).parent / "lostcities"), "replay", str(file)]
    running = subprocess.Popen(
        program, stdin=follower, stdout=follower, stderr=follower, env=os.environ | {"TERM": "xterm", "COLUMNS": "100"}
    )
    seen = read_until(leader, "q quit")
    os.write(leader, (RIGHT * 4 + LEFT).encode())
    seen = read_until(leader, "move 4 of 126")
    assert "^[[" not in seen
    os.write(leader, b"q")
    assert running.wait(timeout=20) == 0
    os.close(follower)
    os.close(leader)


def read_until(terminal: int, text: str) -> str:
    seen, end = "", time.monotonic() + 20
    while text not in seen:
        assert time.monotonic() < end, seen
        if select.select([terminal], [], [], 0.2)[0]:
            seen += os.read(terminal, 65536).decode(errors="replace")
    return seen
