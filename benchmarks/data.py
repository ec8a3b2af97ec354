"""Measure how fast self-play becomes data: random games to Parquet, as `lostcities selfplay` writes them; one JSON object per line.

usage: PYTHONPATH=src python benchmarks/data.py [write|rounds|positions|load|stats ...] [--game NAME] [--games N] [--jobs N] [--out DIR]

`write` measures the CPU time of writing a shard in one process, without playing it, against the writer of the first format: DuckDB, with
observations and masks as BLOBs. `rounds` writes a row per round, `positions` also a row per decision. Each runs in a separate process;
memory is the total of all its processes (Linux). `cpu_s` is their CPU time: divided by `jobs`, it is how long an idle machine would take;
`play_share` is the part of it that the same play takes without files. `load` reads positions as arrays and `stats` answers all
questions; they need what `rounds` and `positions` have left in DIR.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from lostcities.data import connect, parquet, positions
from lostcities.data.columns import Columns
from lostcities.data.database import database, quoted
from lostcities.data.plan import SelfPlay, opened
from lostcities.data.random_games import random_games
from lostcities.data.stats import answers
from lostcities.data.tables import marks, tables

PROGRAM = [sys.executable, "-c", "from lostcities.cli.main import run; run()"]
GAMES = {"rounds": 333_334, "positions": 11_800}
"""A million rounds, and ten million positions, of the card game with three rounds per game."""


def family(parent: int) -> list[int]:
    """Return a process and all its descendants."""
    try:
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    except OSError:
        return []
    return [parent, *(found for child in children for found in family(int(child)))]


def memory(process: int) -> int:
    """Return a process's private bytes plus its share of shared ones."""
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return sum(1024 * int(line.split()[1]) for line in lines if line.startswith("Pss:"))


class Watch(threading.Thread):
    """Measures the most memory that a process and its children had at once."""

    def __init__(self, process: int) -> None:
        super().__init__(daemon=True)
        self.process = process
        self.most = 0
        self.start()

    def run(self) -> None:
        while found := family(self.process):
            self.most = max(self.most, sum(map(memory, found)))
            time.sleep(0.1)


def command(play: SelfPlay, out: Path, jobs: int) -> list[str]:
    words = f"selfplay {play.game} --bots random --games {play.games} --jobs {jobs}" + " --positions" * play.positions
    return [*PROGRAM, *words.split(), "--out", str(out)]


def written(kind: str, play: SelfPlay, out: Path, jobs: int) -> dict[str, Any]:
    """Run the command, with kernels compiled beforehand."""
    per_game = alone(play)
    begin, before = time.perf_counter(), computed()
    process = subprocess.Popen(command(play, out, jobs), stderr=subprocess.PIPE, text=True)
    watch = Watch(process.pid)
    told = process.communicate()[1]
    seconds, cpu = time.perf_counter() - begin, computed() - before
    assert process.returncode == 0, told
    rows = connect(out).execute(f"SELECT count(*) FROM {kind}").fetchone()[0]
    size = sum(file.stat().st_size for file in out.rglob("*.parquet"))
    return {
        "what": kind,
        "game": play.game,
        "rows": rows,
        "jobs": jobs,
        "seconds": round(seconds, 1),
        "rows_per_s": round(rows / seconds),
        "cpu_s": round(cpu, 1),
        "play_share": round(per_game * play.games / cpu, 2),
        "megabytes": round(size / 1e6),
        "memory_mb": round(watch.most / 1e6),
        "load": round(os.getloadavg()[0], 1),
    }


def computed() -> float:
    """Return the CPU seconds of processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def alone(play: SelfPlay) -> float:
    """Return the CPU seconds that the games take without files."""
    random_games(play, range(1))
    games = play.games_of(0)
    begin = time.process_time()
    random_games(play, games)
    return (time.process_time() - begin) / len(games)


def compared(game: str) -> Iterator[dict[str, Any]]:
    """Write one shard of each table as now and as in the first format."""
    for kind in GAMES:
        play = opened(SelfPlay(game, ("random",), 1_000_000, positions=kind == "positions"))
        rounds, seen = random_games(play, play.games_of(0))
        values = rounds.columns(play) if seen is None else seen.columns(play, rounds)
        columns = tables(play)[kind]
        now = quickest(lambda: parquet.written(values, columns, marks(play)))  # noqa: B023
        before = quickest(lambda: first_format(values))  # noqa: B023
        rows = len(values["game"])
        yield {
            "what": f"write {kind}",
            "game": game,
            "rows": rows,
            "rows_per_s": round(rows / now),
            "before_rows_per_s": round(rows / before),
            "ratio": round(before / now, 2),
        }


def quickest(work: Callable[[], object], times: int = 5) -> float:
    """Return the fewest CPU seconds of some tries."""
    found = []
    for _ in range(times):
        begin = time.process_time()
        work()
        found.append(time.process_time() - begin)
    return min(found)


def first_format(values: Columns) -> None:
    """Write a table as the first format did."""
    told: dict[str, Any] = {}
    for name, column in values.items():
        if name in ("observation", "mask"):
            told[name] = column.view(f"V{column.shape[1]}").ravel().astype(object)
        else:
            flat = isinstance(column, np.ndarray) and column.ndim == 1
            told[name] = column if flat else np.fromiter(column, dtype=object, count=len(column))
    with tempfile.TemporaryDirectory() as scratch, database() as connection:
        connection.execute("SET threads = 1")
        connection.register("told", told)
        file = quoted(Path(scratch) / "table.parquet")
        connection.execute(f"COPY told TO {file} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE {parquet.ROWS_A_GROUP})")


def loaded(out: Path) -> dict[str, Any]:
    begin, before, rows = time.perf_counter(), time.process_time(), 0
    for batch in positions(out):
        rows += len(batch.actions)
    seconds, cpu = time.perf_counter() - begin, time.process_time() - before
    return {
        "what": "load",
        "rows": rows,
        "seconds": round(seconds, 1),
        "cpu_s": round(cpu, 1),
        "rows_per_s": round(rows / seconds),
        "memory_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3),
    }


def answered(out: Path) -> dict[str, Any]:
    begin, before = time.perf_counter(), time.process_time()
    rounds = answers(out)["rounds"]
    seconds, cpu = time.perf_counter() - begin, time.process_time() - before
    return {
        "what": "stats",
        "rounds": rounds,
        "seconds": round(seconds, 1),
        "cpu_s": round(cpu, 1),
        "rounds_per_s": round(rounds / seconds),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", default=["write", "rounds", "stats", "positions", "load"])
    parser.add_argument("--game", default="card")
    parser.add_argument("--games", type=int)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = chosen.out or Path(scratch)
        for what in chosen.what:
            if what == "write":
                for told in compared(chosen.game):
                    print(json.dumps(told), flush=True)
                continue
            if what in GAMES:
                play = opened(SelfPlay(chosen.game, ("random",), chosen.games or GAMES[what], positions=what == "positions"))
                found = written(what, play, folder / what, chosen.jobs)
            else:
                found = loaded(folder / "positions") if what == "load" else answered(folder / "rounds")
            print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
