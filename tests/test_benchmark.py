"""The benchmark: the C program plays exactly the kernels' rounds, and the command prints what the contract says."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from lostcities import game
from lostcities.benchmark import compile_reference, run_reference
from lostcities.games.engine import Engine

PROGRAM = str(Path(sys.executable).parent / "lostcities")
FIGURES = ["rounds_per_s", "readable_rounds_per_s", "decisions_per_s", "batch_steps_per_s", "two_core_ratio", "c_rounds_per_s"]


def test_the_c_program_plays_the_same_rounds(tmp_path: Path) -> None:
    program = compile_reference("card", tmp_path)
    if program is None:
        pytest.skip("no gcc here: the C program was not compared")
    engine = Engine(game("card"))
    row, tally = engine.blank_rows(1, 2, {})[0], np.zeros(2, dtype=np.int64)
    decisions = engine.play_rounds(row, np.array([7], dtype=np.uint64), 3000, tally)
    assert run_reference(program, 7, 3000)[:3] == [decisions / 2, *tally]


def test_the_command_prints_every_figure() -> None:
    done = subprocess.run([PROGRAM, "bench", "card", "--json"], capture_output=True, text=True, timeout=300, check=True)
    [figures] = json.loads(done.stdout)["games"]
    assert list(figures) == ["game", "players", *FIGURES]
    assert (figures["game"], figures["players"]) == ("card", 2)
    assert all(figures[name] is None or figures[name] > 0 for name in FIGURES)


def test_wrong_use_is_a_sentence() -> None:
    done = subprocess.run([PROGRAM, "bench", "chess"], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == 'lostcities: unknown game "chess"; choose from card, board, roll\n'
    done = subprocess.run([PROGRAM, "bench", "card", "--players", "3"], capture_output=True, text=True, timeout=60, check=False)
    assert done.stderr.endswith("lostcities: card is for 2 players\n")
