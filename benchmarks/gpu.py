"""Random play on a CUDA GPU: first compared with the CPU, round by round, then timed. Needs only numpy, numba and numba-cuda.

usage: PYTHONPATH=src python benchmarks/gpu.py [--compare N] [--threads N] [--rounds N]
Prints one JSON object per game: decisions and rounds per second, including all options in the row.
"""

import argparse
import json
import time

import numpy as np

from lostcities.games.cuda import CudaEngine, available
from lostcities.games.engine import Engine, seeds
from lostcities.games.registry import NAMES, game

OPTIONS = {
    "card": [(2, {}), (2, {"colors": 6}), (2, {"size": "mini"}), (2, {"size": "tiny"}), (2, {"max_turns": 60})],
    "board": [(2, {}), (3, {"direction": "either"}), (4, {"open_lowest": True, "points_once": True}), (2, {"max_turns": 40})],
    "roll": [(2, {}), (3, {}), (5, {})],
}


def compare(name: str, count: int) -> int:
    """Play `count` rounds for each set of options on both; stop at the first difference; return how many agreed."""
    gpu, cpu = CudaEngine(game(name)), Engine(game(name))
    for players, options in OPTIONS[name]:
        start = cpu.blank_rows(1, players, options)[0]
        rngs = seeds(11, count)
        rows, tallies, decisions = gpu.play_rounds(start, rngs[:, 0].copy(), 1)
        for i in range(count):
            row, tally = start.copy(), np.zeros(5, dtype=np.int64)
            made = cpu.play_rounds(row, rngs[i].copy(), 1, tally)
            assert made == decisions[i], (name, options, i)
            assert (tally == tallies[i]).all(), (name, options, i, tally, tallies[i])
            assert (row == rows[i]).all(), (name, options, i)
    return count * len(OPTIONS[name])


def speed(name: str, threads: int, rounds: int) -> dict[str, object]:
    gpu = CudaEngine(game(name))
    players, options = OPTIONS[name][0]
    start = gpu.engine.blank_rows(1, players, options)[0]
    states = seeds(5, threads)[:, 0].copy()
    gpu.play_rounds(start, states, 1, keep_rows=False)
    best = 0.0
    for _ in range(5):
        begin = time.perf_counter()
        _, _, decisions = gpu.play_rounds(start, states, rounds, keep_rows=False)
        best = max(best, float(decisions.sum()) / (time.perf_counter() - begin))
    mean = float(decisions.mean()) / rounds
    return {"game": name, "players": players, "decisions_per_s": round(best), "rounds_per_s": round(best / mean)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--compare", type=int, default=5000)
    parser.add_argument("--threads", type=int, default=132 * 2048)
    parser.add_argument("--rounds", type=int, default=40)
    chosen = parser.parse_args()
    if not available():
        raise SystemExit("no CUDA GPU here: nothing was compared, nothing was measured")
    for name in NAMES:
        agreed = compare(name, chosen.compare)
        print(json.dumps(speed(name, chosen.threads, chosen.rounds) | {"rounds_equal_to_cpu": agreed}), flush=True)


if __name__ == "__main__":
    main()
