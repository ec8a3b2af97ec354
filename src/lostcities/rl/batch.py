"""Many matches stepped together: arrays in, arrays out, without copies.

On a CPU they are NumPy arrays and all cores work on them; with `device="cuda"` they are torch tensors in GPU memory.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lostcities.games.engine import Batch, cores
from lostcities.games.engine import seeds as spread
from lostcities.games.engines import engine_of
from lostcities.games.game import Game
from lostcities.games.options import Options
from lostcities.games.registry import game as game_of
from lostcities.games.rows import MATCH_OVER, TRUNCATED
from lostcities.rl.closable import Closable
from lostcities.rl.gpu import CudaBatch

Array = Any
"""A NumPy array, or a torch tensor on a GPU."""

Seed = int | Sequence[int] | NDArray[np.integer] | None
"""One seed for the whole batch, or one per match; None: unpredictable."""

ROWS_A_THREAD = 4096
"""With fewer rows per thread, another thread does not pay (docs/decisions/0004)."""

DEVICES = ("cpu", "cuda")


class Step(NamedTuple):
    """The result of a step. These are the environment's own arrays: the next step overwrites them."""

    observations: Array
    """size x bytes, uint8: what the deciding seat can know."""
    masks: Array
    """size x actions, uint8: 1 if legal."""
    rewards: Array
    """size x players, float32: each seat's lead over the best other seat / 100 where something was paid, else 0."""
    terminated: Array
    """size, bool: this step ended a match, and a new one has started."""
    truncated: Array
    """size, bool: the same, but its last round ended at the cap on turns."""
    seats: Array
    """size, uint8: the seat that decides now."""


class BatchEnv(Closable):
    """`size` matches of a game, each with its own generator. When a match ends, the next one starts in the same step.

    `seed` is one number, or one per match: the same seed gives the same match whatever the others do. `threads` is
    one per core by default, where that pays. An illegal action raises an error that says why; its match stays as it
    was, but the others have moved: `shown()` returns where they are.
    """

    def __init__(
        self,
        game: str,
        size: int,
        *,
        options: Mapping[str, object] | None = None,
        players: int = 2,
        seed: Seed = None,
        threads: int | None = None,
        device: str = "cpu",
    ) -> None:
        self.game = game_of(game)
        self.size = positive("size", size)
        self.players = self.game.check_players(players)
        self.options = self.game.complete(options or {})
        self.device = checked_device(device)
        self.batch = self.make(None if threads is None else positive("threads", threads))
        self.terminated, self.truncated = self.batch.done != 0, self.batch.done != 0
        self.batch.seed(generators(seed, self.size))
        self.reset()

    def make(self, threads: int | None) -> CpuBatch | CudaBatch:
        if self.device == "cpu":
            return CpuBatch(self.game, self.size, self.players, self.options, threads)
        return CudaBatch(self.game, self.size, self.players, self.options)

    # -- play --

    def reset(self, seed: Seed = None) -> Step:
        """Start all matches over: from a seed if one is given, else with their generators as they are."""
        self.check_open()
        if seed is not None:
            self.batch.seed(generators(seed, self.size))
        self.batch.reset()
        self.batch.rewards[...] = 0
        self.batch.done[...] = 0
        return self.shown()

    def step(self, actions: Array) -> Step:
        """Take one action in every match: `size` numbers of type int64, as a tensor if the matches are on the GPU."""
        self.check_open()
        self.check_actions(actions)
        try:
            self.batch.step(actions)
        finally:  # if one action is refused, the other matches have still moved
            shown = self.shown()
        return shown

    def random_actions(self) -> Array:
        """Return a random legal action for every match. The array is the environment's own."""
        self.check_open()
        return self.batch.random_actions()

    def shown(self) -> Step:
        """Return the result of the last step or reset, even after an action was refused."""
        batch = self.batch
        ended: Array = batch.done & (MATCH_OVER | TRUNCATED)
        batch.equal(ended, MATCH_OVER, out=self.terminated)
        batch.equal(ended, MATCH_OVER | TRUNCATED, out=self.truncated)
        return Step(batch.observations, batch.masks, batch.rewards, self.terminated, self.truncated, batch.seats)

    # -- the end --

    def close(self) -> None:
        """Stop the threads. Using the environment afterwards is an error; closing it again is not."""
        if not self.closed:
            self.closed = True
            self.batch.close()

    def __enter__(self) -> BatchEnv:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    # -- checks --

    def check_actions(self, actions: Array) -> None:
        own = self.batch.actions
        kind = type(own)
        wanted = f"expected {self.size} actions as a {kind.__module__}.{kind.__name__} of type int64 and shape ({self.size},)"
        if not isinstance(actions, kind):
            raise TypeError(f"{wanted}, got a {type(actions).__name__}")
        if (actions.shape, actions.dtype, actions.device) != (own.shape, own.dtype, own.device):
            raise ValueError(f"{wanted} on {own.device}, got {actions.dtype} of shape {tuple(actions.shape)} on {actions.device}")


class CpuBatch(Batch):
    """A batch in NumPy arrays."""

    equal = staticmethod(np.equal)

    def __init__(self, game: Game, size: int, players: int, options: Options, threads: int | None) -> None:
        if threads is None:
            threads = min(cores(), max(1, size // ROWS_A_THREAD))
        super().__init__(engine_of(game), size, players, 0, threads, **options)

    def seed(self, generators: NDArray[np.uint64]) -> None:
        self.rngs[...] = generators

    def close(self) -> None:
        if "pool" in self.__dict__:  # it is created on first use
            self.pool.shutdown()


def generators(seed: Seed, size: int) -> NDArray[np.uint64]:
    """Return a generator for each match."""
    if seed is None:
        seed = secrets.randbits(64)
    wanted = f"expected a whole number from 0 up as seed, or {size} of them"
    single, given = isinstance(seed, int | np.integer), np.asarray(seed)
    if not single and (given.shape != (size,) or given.dtype.kind not in "iu"):
        raise ValueError(f"{wanted}, got {given.dtype} of shape {given.shape}")
    if (given < 0).any():
        raise ValueError(f"{wanted}, got {given.min()}")
    return spread(int(given), size) if single else given.astype(np.uint64).reshape(size, 1)


def positive(name: str, value: object) -> int:
    if not isinstance(value, int | np.integer) or value < 1:
        raise ValueError(f"expected {name} to be a whole number from 1 up, got {value!r}")
    return int(value)


def checked_device(device: object) -> str:
    if device not in DEVICES:
        raise ValueError(f"expected device to be one of {', '.join(DEVICES)}, got {device!r}")
    return str(device)
