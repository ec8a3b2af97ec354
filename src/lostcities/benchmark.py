"""Measure random play of a game: whole rounds on one core, batches on one core and on two, and a C program for comparison."""

import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import numpy as np

from lostcities.games.engine import Batch, Engine, Mode
from lostcities.games.game import Game

REPEATS = 5
SECONDS = 0.4
"""Roughly how long each measurement runs."""
BATCH = 4096
LARGE_BATCH = 65536
"""Waking a second thread takes longer than stepping a thousand matches, so two cores are compared on a large batch."""
STEPS = 400_000
WINDOWS = 3
"""How often batches are timed per repeat: on a shared machine a second core is seldom idle for long."""
SOURCES = Path(__file__).parents[2] / "benchmarks"
"""Where the C programs are; only a checkout has them."""

Figures = dict[str, float | None]
"""The figures of one game by their names in the JSON; None if one cannot be measured here."""

Result = TypeVar("Result")


def measure(game: Game, players: int) -> Figures:
    """Measure one game; every figure is the best of five."""
    engine = Engine(game)
    rounds = Rounds(engine, players)
    batches = [BatchPlay(engine, players, size, threads) for size, threads in ((BATCH, 1), (LARGE_BATCH, 1), (LARGE_BATCH, 2))]
    reference = Reference(game)
    # Take turns, so that a noisy moment of the machine affects all of them equally.
    for _ in range(REPEATS):
        rounds.run()
        reference.run()
        for batch in batches:
            batch.run()
    return {
        "players": players,
        "rounds_per_s": round(rounds.rounds_per_s),
        "readable_rounds_per_s": round(rounds.rounds_per_s),  # an alias, from when the card game had a second kernel
        "decisions_per_s": round(rounds.decisions_per_s),
        "batch_steps_per_s": round(batches[0].steps_per_s),
        "two_core_ratio": round(batches[2].steps_per_s / batches[1].steps_per_s, 2),
        "c_rounds_per_s": reference.rounds_per_s and round(reference.rounds_per_s),
    }


def timed(run: Callable[[], Result]) -> tuple[float, Result]:
    """Return how many seconds a call takes, and its result."""
    begin = time.perf_counter()
    result = run()
    return time.perf_counter() - begin, result


class Rounds:
    """Whole random rounds in one call."""

    def __init__(self, engine: Engine, players: int) -> None:
        self.engine = engine
        self.row = engine.blank_rows(1, players, {})[0]
        self.rng = np.array([7], dtype=np.uint64)
        self.tally = np.zeros(players, dtype=np.int64)
        self.rounds_per_s = 0.0
        self.decisions_per_s = 0.0
        self.play(1)
        self.count = max(1, int(SECONDS / max(self.play(20)[0] / 20, 1e-7)))

    def play(self, count: int) -> tuple[float, int]:
        """Return how many seconds `count` rounds take, and the decisions made in them."""
        return timed(lambda: self.engine.play_rounds(self.row, self.rng, count, self.tally))

    def run(self) -> None:
        seconds, decisions = self.play(self.count)
        self.rounds_per_s = max(self.rounds_per_s, self.count / seconds)
        self.decisions_per_s = max(self.decisions_per_s, decisions / seconds)


class BatchPlay:
    """Steps of a batch with observation, mask and auto-reset; a random legal action is chosen and checked for each."""

    def __init__(self, engine: Engine, players: int, size: int, threads: int) -> None:
        if engine.mode is Mode.INTERPRETED:
            size = threads
        self.size = size
        self.repeats = max(2, STEPS // size) if engine.mode is not Mode.INTERPRETED else 20
        self.batch = Batch(engine, size, players=players, seed=3, threads=threads)
        self.steps_per_s = 0.0
        self.play()

    def run(self) -> None:
        seconds = min(timed(self.play)[0] for _ in range(WINDOWS))
        self.steps_per_s = max(self.steps_per_s, self.size * self.repeats / seconds)

    def play(self) -> None:
        for _ in range(self.repeats):
            self.batch.step(self.batch.random_actions())


class Reference:
    """The game's C program, if it has one and gcc can compile it."""

    def __init__(self, game: Game) -> None:
        self.rounds_per_s: float | None = None
        self.folder = tempfile.TemporaryDirectory(prefix="lostcities-")
        self.program = compile_reference(game.name, Path(self.folder.name))

    def run(self) -> None:
        if self.program is not None:
            count = 100_000
            seconds = float(run_reference(self.program, 7, count)[3])
            self.rounds_per_s = max(self.rounds_per_s or 0.0, count / seconds)


def compile_reference(name: str, folder: Path) -> Path | None:
    """Return the compiled C program of a game, or None if it cannot be built."""
    source = SOURCES / f"{name}_reference.c"
    if not source.exists() or shutil.which("gcc") is None:
        return None
    program = folder / "reference"
    done = subprocess.run(["gcc", "-O3", "-o", str(program), str(source)], capture_output=True, check=False)
    return program if done.returncode == 0 else None


def run_reference(program: Path, seed: int, rounds: int) -> list[float]:
    """Return the turns, the points of both seats, and the seconds."""
    answer = subprocess.run([str(program), str(seed), str(rounds)], capture_output=True, text=True, check=True)
    return [float(word) for word in answer.stdout.split()]
