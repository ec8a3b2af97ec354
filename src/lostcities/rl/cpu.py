"""A batch in NumPy arrays: the cores of this machine step its matches."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lostcities.bots.interface import engine_of
from lostcities.games.engine import Batch, cores
from lostcities.games.game import Game
from lostcities.games.interface import Kernel
from lostcities.games.options import Options
from lostcities.games.rows import show_rows
from lostcities.rl.opponents import draw_luck

ROWS_A_THREAD = 4096
"""With fewer rows per thread, another thread does not pay (docs/decisions/0004)."""


class CpuBatch(Batch):
    """A batch in NumPy arrays."""

    equal = staticmethod(np.equal)

    def __init__(self, game: Game, size: int, players: int, options: Options, threads: int | None) -> None:
        if threads is None:
            threads = min(cores(), max(1, size // ROWS_A_THREAD))
        super().__init__(engine_of(game), size, players, 0, threads, **options)

    def seed(self, generators: NDArray[np.uint64]) -> None:
        self.rngs[...] = generators

    def as_actions(self, given: ArrayLike) -> NDArray[np.int64]:
        """Return actions as the batch takes them."""
        wanted = f"expected {len(self.rows)} whole numbers as actions"
        try:
            actions = np.asarray(given)
        except TypeError as error:  # a tensor on a GPU
            raise TypeError(f"{wanted}, got a {type(given).__name__} that NumPy cannot read: {error}") from error
        if actions.shape != self.actions.shape or actions.dtype.kind not in "iu":
            raise ValueError(f"{wanted}, got {actions.dtype} of shape {actions.shape}")
        return actions.astype(np.int64, copy=False)

    # -- for opponents --

    @property
    def everything(self) -> tuple[NDArray[np.generic], ...]:
        return self.rows, self.rngs, self.observations, self.masks, self.seats, self.rewards, self.done

    def each(self, kernel: Kernel) -> None:
        self.spread(self.kernel(kernel), *self.everything)

    def some(self, kernel: Kernel, listed: NDArray[np.int64], actions: NDArray[np.int64]) -> None:
        self.kernel(kernel)(*self.everything, listed, actions)

    def kernel(self, kernel: Kernel) -> Callable[..., Any]:
        return self.engine.kernel(kernel)

    def listed(self) -> NDArray[np.int64]:
        return np.flatnonzero(self.seats)

    def luck(self, listed: NDArray[np.int64], count: int) -> NDArray[np.float64]:
        drawn = np.zeros((len(listed), count))
        self.kernel(draw_luck)(self.rngs, listed, drawn)
        return drawn

    # -- for floats --

    def numbers(self, *shape: int) -> NDArray[np.float32]:
        return np.zeros(shape, dtype=np.float32)

    def featured(self, kernel: Kernel, tokens: NDArray[np.float32], tables: NDArray[np.float32]) -> None:
        self.spread(self.kernel(kernel), self.observations, tokens, tables)

    # -- states --

    def saved(self) -> tuple[NDArray[np.uint8], NDArray[np.uint64]]:
        return self.rows.copy(), self.rngs[:, 0].copy()

    def restore(self, rows: NDArray[np.uint8], generators: NDArray[np.uint64]) -> None:
        self.rows[...] = rows
        self.rngs[:, 0] = generators
        self.spread(self.kernel(show_rows), self.rows, self.observations, self.masks, self.seats)

    def close(self) -> None:
        if "pool" in self.__dict__:  # it is created on first use
            self.pool.shutdown()
