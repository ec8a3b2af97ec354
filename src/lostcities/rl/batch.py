"""Many matches stepped together: arrays in, arrays out, without copies.

On a CPU they are NumPy arrays and all cores work on them; with `device="cuda"` they are torch tensors in GPU memory.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lostcities.bots.batches import DEVICES, BatchPolicy, batch_policy
from lostcities.bots.batches.policy import Function
from lostcities.games.engine import seeds as spread
from lostcities.games.game import Game
from lostcities.games.registry import game as game_of
from lostcities.games.rows import MATCH_OVER, TRUNCATED
from lostcities.rl.closable import Closable
from lostcities.rl.cpu import CpuBatch
from lostcities.rl.floats import Floats
from lostcities.rl.gpu import CudaBatch
from lostcities.rl.opponents import COMPILED, Opponent, PolicyOpponent, compiled
from lostcities.rl.states import States

Array = Any
"""A NumPy array, or a torch tensor on a GPU."""

Seed = int | Sequence[int] | NDArray[np.integer] | None
"""One seed for the whole batch, or one per match; None: unpredictable."""


class Step(NamedTuple):
    """The result of a step. These are the environment's own arrays: the next step overwrites them. On a GPU they are tensors."""

    observations: NDArray[np.uint8] | NDArray[np.float32]
    """size x bytes, uint8: what the deciding seat can know; with `floats=True` size x features, float32."""
    masks: NDArray[np.uint8]
    """size x actions, uint8: 1 if legal."""
    rewards: NDArray[np.float32]
    """size x players, float32: each seat's lead over the best other seat / 100 where something was paid, else 0."""
    terminated: NDArray[np.bool_]
    """size, bool: this step ended a match, and a new one has started."""
    truncated: NDArray[np.bool_]
    """size, bool: the same, but its last round ended at the cap on turns."""
    seats: NDArray[np.uint8]
    """size, uint8: the seat that decides now; with an opponent always 0."""


class BatchEnv(Closable):
    """`size` matches of a game, each with its own generator. When a match ends, the next one starts in the same step.

    `seed` is one number, or one per match: the same seed gives the same match whatever the others do. `threads` is
    one per core by default, where that pays. An illegal action raises an error that says why; its match stays as it
    was, but the others have moved: `shown()` returns where they are.

    Without an `opponent` every decision is yours, whichever seat it is. With one you have seat 0, and a step goes on until you
    decide again everywhere. It is a bot that `lostcities.bots.batches` knows, or a policy of your own: a function that
    takes observations and masks, as many as have to be decided, and returns actions.
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
        opponent: str | BatchPolicy | Function | None = None,
        floats: bool = False,
    ) -> None:
        self.game = game_of(game)
        self.size = positive("size", size)
        self.players = self.game.check_players(players)
        self.options = self.game.complete(options or {})
        self.device = checked_device(device)
        self.opponent = None if opponent is None else opponent_of(self.game, opponent, device)
        self.batch = self.make(None if threads is None else positive("threads", threads))
        self.floats = Floats(self.game, self.batch) if floats else None
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
        self.begin()
        return self.shown()

    def begin(self) -> None:
        """Let the others play to the agent's first decision, which pays nothing."""
        if self.opponent:
            self.opponent.play(self.batch)
        self.batch.rewards[...] = 0
        self.batch.done[...] = 0

    def step(self, actions: ArrayLike) -> Step:
        """Take one action in every match: `size` whole numbers, as a list, an array or a tensor."""
        self.check_open()
        taken = self.batch.as_actions(actions)
        try:
            self.batch.step(taken)
        finally:  # if one action is refused, the other matches have still moved
            if self.opponent:
                self.opponent.play(self.batch)
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
        observations = self.floats.write() if self.floats else batch.observations
        return Step(observations, batch.masks, batch.rewards, self.terminated, self.truncated, batch.seats)

    # -- states --

    def states(self) -> States:
        """Return all matches as they are, to be restored later, in another environment, or on another device."""
        self.check_open()
        return States(self.game.name, self.game.observation.VERSION, *self.batch.saved())

    def restore(self, states: States) -> Step:
        """Return to saved states: the same actions then lead to the same matches. Rewards and ends are those of no step."""
        self.check_open()
        states.check(self.game, self.size, self.players)
        self.batch.restore(states.rows, states.generators)
        self.begin()
        return self.shown()

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


def opponent_of(game: Game, player: str | BatchPolicy | Function, device: str) -> Opponent:
    if isinstance(player, str) and player in COMPILED:
        return compiled(player)
    return PolicyOpponent(batch_policy(game, player, device))


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
