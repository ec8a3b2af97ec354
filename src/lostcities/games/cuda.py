"""The same kernels on a CUDA GPU: one match per thread.

`numba.cuda` is imported only when a `CudaEngine` is made; `available()` says whether that can work.
"""

import warnings
from importlib import import_module
from types import FunctionType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lostcities.games import threads
from lostcities.games.compiler import frozen, rebuilt, stored
from lostcities.games.engine import Engine
from lostcities.games.game import Game
from lostcities.games.interface import Kernel, Kernels
from lostcities.games.kernel import Rng, Row
from lostcities.games.rows import play_rounds

THREADS = 128
"""Threads per block; with 64, random play of `roll` is 3% slower."""

warnings.filterwarnings("ignore", message=".*Grid size .* under-utilization")  # the caller may well choose small batches

cuda: Any = None
uint8: Any = None
uint64: Any = None
ROW = 0
"""`CudaEngine` replaces these four: a kernel's names are looked up when it is compiled."""


def side_by_side(tensor: Any) -> Any:
    """Return a torch tensor on a GPU with the same byte of neighbouring matches adjacent, as neighbouring threads read it."""
    return tensor.movedim(0, -1).contiguous().movedim(-1, 0) if tensor.device.type == "cuda" else tensor


def load_cuda() -> Any:
    if not hasattr(np, "row_stack"):  # NumPy 2.5 has removed a name that numba-cuda 0.30 imports
        setattr(np, "row_stack", np.vstack)  # noqa: B010
    from numba import cuda

    return cuda


def available() -> bool:
    """Whether there is a GPU with the packages it needs."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # if warnings are errors, one from the library's import would look like a missing GPU
            return bool(load_cuda().is_available())
    except Exception:  # a missing package, driver or library each raises something else, and all mean no
        return False


def first_of_thread() -> int:
    return cuda.grid(1)  # type: ignore[no-any-return]


def stride_of_threads() -> int:
    return cuda.gridsize(1)  # type: ignore[no-any-return]


def play_thread(start: Row, seeds: Rng, rounds: int, finals: list[Row], tallies: list[Row], decisions: Row) -> None:
    """Play rounds from a copy of `start` in the thread's own memory with its own generator, and write the results."""
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
        import numba

        self.cuda = load_cuda()
        self.config = import_module("numba.cuda.core.config")
        self.name = f"{game.name}-cuda"
        on_gpu: Kernels = {threads.first: first_of_thread, threads.stride: stride_of_threads}
        self.engine = Engine(game, kernels={**on_gpu, **(kernels or {})})
        self.names = {"cuda": self.cuda, "ROW": game.rules.ROW, "uint8": numba.uint8, "uint64": numba.uint64}
        self.done: dict[Kernel, Any] = {}
        self.ready: dict[tuple[Kernel, int | None], Any] = {}

    def launch(self, kernel: Kernel, size: int, *arguments: object, stream: int = 0, registers: int | None = None) -> None:
        """Run a kernel over a batch with one thread for each of `size` matches, in order with other work on the CUDA stream.

        The fewer `registers` a thread may use, the more threads run at once: that pays where they wait for memory.
        """
        key = kernel, registers
        if key not in self.ready:
            copy = self.rebuilt(kernel)
            with stored(copy, self.name, {"registers": registers}, self.config):
                self.ready[key] = self.cuda.jit(copy, max_registers=registers, cache=True)
        blocks = (size + THREADS - 1) // THREADS
        self.ready[key][blocks, THREADS, self.cuda.external_stream(stream)](*arguments)

    def convert(self, function: Kernel) -> Any:
        if function not in self.done:
            copy = self.rebuilt(function)
            with stored(copy, self.name, {}, self.config):  # only for its name: it is compiled with the kernels that call it
                self.done[function] = self.cuda.jit(device=True)(copy)
        return self.done[function]

    def rebuilt(self, function: Kernel) -> FunctionType:
        copy = rebuilt(function, self.engine.own, self.convert, frozen)
        copy.__globals__.update(self.names)
        return copy

    def play_rounds(
        self, start: NDArray[np.uint8], seeds: NDArray[np.uint64], rounds: int, keep_rows: bool = True
    ) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.int64]]:
        """Play `rounds` random rounds for every seed; return the last rows, the sums of the scores, and the numbers of decisions."""
        count = len(seeds)
        finals = self.cuda.to_device(np.zeros((count, len(start) if keep_rows else 0), dtype=np.uint8))
        tallies = self.cuda.to_device(np.zeros((count, 5), dtype=np.int64))
        decisions = self.cuda.to_device(np.zeros(count, dtype=np.int64))
        self.launch(play_thread, count, self.cuda.to_device(start), self.cuda.to_device(seeds), rounds, finals, tallies, decisions)
        self.cuda.synchronize()
        return finals.copy_to_host(), tallies.copy_to_host(), decisions.copy_to_host()
