"""A batch on a CUDA GPU: the arrays are torch tensors, and the kernels of `games/` work directly on their memory.

It has the same interface as `games.engine.Batch`. Needs torch and numba-cuda, which are not installed with this package.
"""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lostcities.bots.interface import own_kernels
from lostcities.games import rows
from lostcities.games.cuda import CudaEngine, available, load_cuda, side_by_side
from lostcities.games.engine import refused
from lostcities.games.game import Game
from lostcities.games.interface import Kernel
from lostcities.games.options import Options
from lostcities.rl.opponents import draw_luck

DEVICE = "cuda"
REGISTERS = 40
"""Registers per thread. Without a limit the card game would use 120 and wait for memory most of the time."""


class CudaBatch:
    """Matches of one game that are stepped together on the GPU."""

    def __init__(self, game: Game, size: int, players: int, options: Options) -> None:
        torch = load_torch()
        self.torch = torch
        self.game = game
        self.equal = torch.eq
        self.gpu = engine_of(game)
        self.rows = side_by_side(torch.from_numpy(self.gpu.engine.blank_rows(size, players, options)).to(DEVICE))
        self.rngs = torch.zeros((size, 1), dtype=torch.int64, device=DEVICE)
        """The bits of uint64, a type that not every torch can share."""
        self.observations = self.zeros(size, game.observation.SIZE)
        self.masks = self.zeros(size, len(game.tokens))
        self.seats = self.zeros(size)
        self.rewards = self.zeros(size, players, dtype=torch.float32)
        self.done = self.zeros(size)
        self.actions = self.zeros(size, dtype=torch.int64)
        self.illegal = self.zeros(1, dtype=torch.int64) - 1
        self.matches = (share(self.rows), share(self.rngs).view(np.uint64))
        self.shown = (share(self.observations), share(self.masks), share(self.seats))
        self.came = (share(self.rewards), share(self.done), share(self.illegal))

    def zeros(self, *shape: int, dtype: Any = None) -> Any:
        return side_by_side(self.torch.zeros(shape, dtype=dtype or self.torch.uint8, device=DEVICE))

    def numbers(self, *shape: int) -> Any:
        return self.torch.zeros(shape, dtype=self.torch.float32, device=DEVICE)

    def seed(self, generators: NDArray[np.uint64]) -> None:
        self.rngs[...] = self.torch.from_numpy(generators.view(np.int64)).to(DEVICE)

    def launch(self, kernel: Kernel, *arrays: object) -> None:
        """Run a kernel for all matches, in order with torch's own work."""
        stream = self.torch.cuda.current_stream().cuda_stream
        self.gpu.launch(kernel, len(self.rows), *arrays, stream=stream, registers=REGISTERS)

    def reset(self) -> None:
        self.launch(rows.reset_rows, *self.matches, *self.shown)

    def random_actions(self) -> Any:
        self.launch(rows.random_actions, *self.matches, share(self.actions))
        return self.actions

    def step(self, actions: Any) -> None:
        self.launch(rows.step_rows, *self.matches, share(actions), *self.shown, *self.came)
        match = int(self.illegal.item())
        if match >= 0:
            self.illegal.fill_(-1)
            raise refused(self.game, match, bytes(self.rows[match].tolist()), int(actions[match]))

    def as_actions(self, given: Any) -> Any:
        """Return actions as the batch takes them: a list, an array or a tensor is copied to the GPU unless it is there."""
        actions = self.torch.as_tensor(given, device=DEVICE)
        whole = not (actions.is_floating_point() or actions.is_complex() or actions.dtype == self.torch.bool)
        if actions.shape != self.actions.shape or not whole:
            shape = tuple(actions.shape)
            raise ValueError(f"expected {len(self.rows)} whole numbers as actions, got {actions.dtype} of shape {shape}")
        return actions.to(self.torch.int64)

    # -- for opponents and floats --

    def each(self, kernel: Kernel) -> None:
        self.launch(kernel, *self.matches, *self.shown, *self.came[:2])

    def some(self, kernel: Kernel, listed: Any, actions: Any) -> None:
        self.launch(kernel, *self.matches, *self.shown, *self.came[:2], share(listed), share(self.as_listed(actions)))

    def as_listed(self, actions: Any) -> Any:
        return self.torch.as_tensor(actions, dtype=self.torch.int64, device=DEVICE)

    def listed(self) -> Any:
        return self.seats.nonzero()[:, 0]

    def luck(self, listed: Any, count: int) -> Any:
        drawn = self.torch.zeros((len(listed), count), dtype=self.torch.float64, device=DEVICE)
        self.launch(draw_luck, self.matches[1], share(listed), share(drawn))
        return drawn

    def featured(self, kernel: Kernel, tokens: Any, tables: Any) -> None:
        stream = self.torch.cuda.current_stream().cuda_stream
        self.gpu.launch(kernel, len(self.rows) * (tokens.shape[1] + 1), self.shown[0], share(tokens), share(tables), stream=stream)

    # -- states --

    def saved(self) -> tuple[NDArray[np.uint8], NDArray[np.uint64]]:
        return self.rows.cpu().numpy().copy(), self.rngs[:, 0].cpu().numpy().view(np.uint64).copy()

    def restore(self, saved: NDArray[np.uint8], generators: NDArray[np.uint64]) -> None:
        self.rows[...] = self.torch.from_numpy(saved).to(DEVICE)
        self.seed(generators.reshape(-1, 1))
        self.launch(rows.show_rows, self.matches[0], *self.shown)

    def close(self) -> None:
        """Do nothing: the memory is freed with the tensors."""


def share(tensor: Any) -> Any:
    """Return the tensor's memory, without a copy, as an array for the kernels."""
    return load_cuda().as_cuda_array(tensor, sync=False)


def load_torch() -> Any:
    try:
        import torch
    except ImportError as error:
        raise ImportError('device="cuda" needs torch: pip install "lostcities[train]"') from error
    if not available():
        raise RuntimeError('device="cuda" needs an NVIDIA GPU and the package numba-cuda')
    return torch


@cache
def engine_of(game: Game) -> CudaEngine:
    """Return the engine of a game. It compiles each kernel once for all batches."""
    return CudaEngine(game, kernels=own_kernels(game))
