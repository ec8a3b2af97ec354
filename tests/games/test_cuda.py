"""The GPU plays the same rounds as the CPU, byte for byte. Without a GPU, this says so loudly."""

import warnings

import numpy as np
import pytest

from lostcities import game
from lostcities.games.cuda import CudaEngine, available
from lostcities.games.engine import Engine, seeds

TABLES = [
    ("card", 2, {}),
    ("card", 2, {"colors": 6}),
    ("card", 2, {"size": "mini"}),
    ("card", 2, {"size": "tiny"}),
    ("card", 2, {"max_turns": 60}),
    ("board", 2, {}),
    ("board", 3, {"direction": "either"}),
    ("board", 4, {"open_lowest": True, "points_once": True}),
    ("roll", 2, {}),
    ("roll", 5, {}),
]


@pytest.mark.filterwarnings("always")
@pytest.mark.parametrize(("name", "players", "options"), TABLES)
def test_gpu_equals_cpu(name: str, players: int, options: dict[str, object]) -> None:
    if not available():
        warnings.warn("NO GPU HERE: the CUDA kernels were NOT compared with the CPU", stacklevel=1)
        pytest.skip("NO GPU HERE: the CUDA kernels were NOT compared with the CPU")
    gpu, cpu = CudaEngine(game(name)), Engine(game(name))
    start = cpu.blank_rows(1, players, options)[0]
    rngs = seeds(11, 3000)
    rows, tallies, decisions = gpu.play_rounds(start, rngs[:, 0].copy(), 1)
    for i, rng in enumerate(rngs):
        row, tally = start.copy(), np.zeros(5, dtype=np.int64)
        assert cpu.play_rounds(row, rng.copy(), 1, tally) == decisions[i]
        assert (row == rows[i]).all()
        assert (tally == tallies[i]).all()
