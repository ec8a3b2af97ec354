"""The same kernels on a CUDA GPU: one match a thread, its row in the thread's own memory.

`numba.cuda` is looked for only when a `CudaEngine` is made; `available()` says whether that can work.
"""

import warnings
from types import FunctionType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lostcities.games.compiler import frozen, rebuilt
from lostcities.games.engine import Engine, Kernels
from lostcities.games.game import Game
from lostcities.games.kernel import Rng, Row
from lostcities.games.rows import play_rounds

THREADS = 128
"""Threads a block; 64 to 256 measured alike."""

warnings.filterwarnings("ignore", message=".*Grid size .* under-utilization")  # few matches are their user's choice: not at every step

cuda: Any = None
uint8: Any = None
uint64: Any = None
ROW = 0
"""These four are put in place by `CudaEngine`: a kernel's names are looked up when it is compiled."""


def side_by_side(tensor: Any) -> Any:
    """On a GPU, a torch tensor whose same byte of neighbouring matches lies together, as neighbouring threads read it."""
    return tensor.movedim(0, -1).contiguous().movedim(-1, 0) if tensor.device.type == "cuda" else tensor


def load_cuda() -> Any:
    if not hasattr(np, "row_stack"):  # NumPy 2.5 has removed what numba-cuda 0.30 imports
        setattr(np, "row_stack", np.vstack)  # noqa: B010
    from numba import cuda

    return cuda


def available() -> bool:
    """Whether a GPU and what it needs are here."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # where warnings are errors, one from the library's import would pass for a missing GPU
            return bool(load_cuda().is_available())
    except Exception:  # a missing package, driver or library each fails in its own way, and all mean no
        return False


def play_thread(start: Row, seeds: Rng, rounds: int, finals: list[Row], tallies: list[Row], decisions: Row) -> None:
    """One thread: plays rounds from a copy of `start` with its own generator, and hands back what came of it."""
    thread = cuda.grid(1)
    if thread < len(seeds):
        row = cuda.local.array(ROW, uint8)
        rng = cuda.local.array(1, uint64)
        for i in range(ROW):
            row[i] = start[i]
        rng[0] = seeds[thread]
        decisions[thread] = play_rounds(row, rng, rounds, tallies[thread])
        for i in range(len(finals[thread])):
            finals[thread][i] = row[i]


class CudaEngine:
    """A game's kernels as GPU code."""

    def __init__(self, game: Game, kernels: Kernels | None = None) -> None:
        self.game = game
        self.cuda = load_cuda()
        self.engine = Engine(game, kernels=kernels)
        self.done: dict[Any, Any] = {}
        self.play_thread = self.kernel(play_thread)

    def kernel(self, thread: Any, registers: int | None = None) -> Any:
        """A function that does one thread's work, ready to be launched: it finds its own number with `cuda.grid(1)`.

        The fewer `registers` a thread may use, the more threads run at once: that pays where they wait for memory.
        """
        import numba

        kernel = rebuilt(thread, self.engine.own, self.convert, frozen)
        kernel.__globals__.update(cuda=self.cuda, ROW=self.game.rules.ROW, uint8=numba.uint8, uint64=numba.uint64)
        return self.cuda.jit(kernel, max_registers=registers)

    def convert(self, function: FunctionType) -> Any:
        if function not in self.done:
            self.done[function] = self.cuda.jit(device=True)(rebuilt(function, self.engine.own, self.convert, frozen))
        return self.done[function]

    def play_rounds(
        self, start: NDArray[np.uint8], seeds: NDArray[np.uint64], rounds: int, keep_rows: bool = True
    ) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.int64]]:
        """Plays `rounds` random rounds for every seed; returns the last rows, the scores added up, and the decisions made."""
        count = len(seeds)
        finals = self.cuda.to_device(np.zeros((count, len(start) if keep_rows else 0), dtype=np.uint8))
        tallies = self.cuda.to_device(np.zeros((count, 5), dtype=np.int64))
        decisions = self.cuda.to_device(np.zeros(count, dtype=np.int64))
        blocks = (count + THREADS - 1) // THREADS
        self.play_thread[blocks, THREADS](self.cuda.to_device(start), self.cuda.to_device(seeds), rounds, finals, tallies, decisions)
        self.cuda.synchronize()
        return finals.copy_to_host(), tallies.copy_to_host(), decisions.copy_to_host()
