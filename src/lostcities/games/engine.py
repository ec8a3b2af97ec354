"""A game's kernels, ready to run: compiled, compiled with bounds checks, or interpreted.

>>> from lostcities.games.registry import game
>>> engine = Engine(game("card"), Mode.INTERPRETED)
>>> batch = Batch(engine, 4, seed=1)
>>> batch.step(batch.random_actions())
>>> int(batch.masks.sum(axis=1).min()) >= 1
True
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from enum import StrEnum
from functools import cached_property
from itertools import pairwise
from types import FunctionType
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from lostcities.games import interface, rows
from lostcities.games.compiler import Compiler, jit_wanted, rebuilt
from lostcities.games.errors import IllegalMove
from lostcities.games.game import Game
from lostcities.games.head import PLAYERS
from lostcities.games.interface import Kernel, Kernels
from lostcities.games.options import Value

Array = NDArray[np.generic]
R = TypeVar("R")


class Mode(StrEnum):
    COMPILED = "compiled"
    CHECKED = "checked"
    """Compiled, with every index checked: slower, but raises where the fast code would read beyond a row."""
    INTERPRETED = "interpreted"


def best_mode() -> Mode:
    return Mode.COMPILED if jit_wanted() else Mode.INTERPRETED


def game_kernels(game: Game) -> Kernels:
    """Return the game's own kernel for each stand-in of `interface`."""
    rules = game.rules
    return {
        interface.deal: rules.deal,
        interface.new_match: rules.new_match,
        interface.legal: rules.legal,
        interface.apply: rules.apply,
        interface.step: rules.step,
        interface.score: rules.score,
        interface.settle: rules.settle,
        interface.standing: rules.standing,
        interface.weigh: game.chance.weigh,
        interface.carry_out: game.chance.carry_out,
        interface.gain: rules.gain,
        interface.total: rules.total,
        interface.random_action: game.random_play.random_action,
        interface.observe: game.observation.observe,
        interface.resample: game.worlds.resample,
        interface.resample_by: game.worlds.resample_by,
    }


class Engine:
    """The kernels of one game, ready for arrays: `Engine(game).play_rounds(row, rng, 100, tally)`.

    `kernels` has those of other layers, for stand-ins of their own beside `interface`.
    """

    def __init__(self, game: Game, mode: Mode | None = None, kernels: Kernels | None = None) -> None:
        self.game = game
        self.kernels = {**game_kernels(game), **(kernels or {})}
        self.mode = mode or best_mode()
        self.compiler = None if self.mode is Mode.INTERPRETED else Compiler(game.name, self.own, self.mode is Mode.CHECKED)
        self.rebuilt: dict[Kernel, FunctionType] = {}

    @cached_property
    def play_rounds(self) -> Callable[..., int]:
        return self.kernel(rows.play_rounds)

    @cached_property
    def play_matches(self) -> Callable[..., None]:
        return self.kernel(rows.play_matches)

    @cached_property
    def reset_rows(self) -> Callable[..., None]:
        return self.kernel(rows.reset_rows)

    @cached_property
    def step_rows(self) -> Callable[..., None]:
        return self.kernel(rows.step_rows)

    @cached_property
    def random_actions(self) -> Callable[..., None]:
        return self.kernel(rows.random_actions)

    def kernel(self, function: Callable[..., R]) -> Callable[..., R]:
        """Return any kernel as this engine runs it, for arrays."""
        if self.compiler is not None:
            return self.compiler.convert(function)  # type: ignore[no-any-return]
        return over_lists(self.put_in_place(function))

    def put_in_place(self, function: Kernel) -> FunctionType:
        if function not in self.rebuilt:
            self.rebuilt[function] = rebuilt(function, self.own, self.put_in_place, lambda table: table)
        return self.rebuilt[function]

    def own(self, function: Kernel) -> Kernel:
        """Return this game's kernel if `function` is a stand-in for one."""
        return self.kernels.get(function, function)

    def blank_rows(self, size: int, players: int, options: Mapping[str, Value]) -> NDArray[np.uint8]:
        """Return rows of matches with these options, not dealt yet."""
        row = np.frombuffer(bytes(self.game.table(players, options).row), dtype=np.uint8)
        return np.tile(row, (size, 1))


def over_lists(function: Callable[..., R]) -> Callable[..., R]:
    """Let an interpreted kernel work on arrays: it needs Python's integers, which do not overflow."""

    def run(*arguments: object) -> R:
        lists = [argument.tolist() if isinstance(argument, np.ndarray) else argument for argument in arguments]
        result = function(*lists)
        for argument, changed in zip(arguments, lists, strict=True):
            if isinstance(argument, np.ndarray):
                argument[...] = np.array(changed, dtype=argument.dtype) if argument.size else argument
        return result

    return run


def seeds(seed: int, size: int) -> NDArray[np.uint64]:
    """Return one generator per match, far apart from each other."""
    return np.random.SeedSequence(seed).generate_state(size, np.uint64).astype(np.uint64).reshape(size, 1)


class Batch:
    """Matches of one game that are stepped together, on a number of threads; None means one per core.

    The arrays belong to the batch and are overwritten by `step`: `observations`, `masks` and `seats` describe the
    deciding seat; `rewards` and `done` describe what the last step ended (`rows.ROUND_OVER`, `MATCH_OVER`, `TRUNCATED`).
    """

    def __init__(self, engine: Engine, size: int, /, players: int = 2, seed: int = 0, threads: int | None = 1, **options: Value) -> None:
        game = engine.game
        self.engine = engine
        self.rows = engine.blank_rows(size, players, options)
        self.rngs = seeds(seed, size)
        self.observations = np.zeros((size, game.observation.SIZE), dtype=np.uint8)
        self.masks = np.zeros((size, len(game.tokens)), dtype=np.uint8)
        self.seats = np.zeros(size, dtype=np.uint8)
        self.rewards = np.zeros((size, players), dtype=np.float32)
        self.done = np.zeros(size, dtype=np.uint8)
        self.actions = np.zeros(size, dtype=np.int64)
        self.illegal = np.zeros(size, dtype=np.int64)
        """At the start of each thread's part: the index in it of a match whose last action was not legal, or -1."""
        self.threads = max(1, min(cores() if threads is None else threads, size))
        self.reset()

    @cached_property
    def slices(self) -> list[slice]:
        bounds = [len(self.rows) * part // self.threads for part in range(self.threads + 1)]
        return [slice(start, end) for start, end in pairwise(bounds)]

    @cached_property
    def pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self.threads - 1, thread_name_prefix="lostcities-batch")

    def spread(self, kernel: Callable[..., None], *arrays: Array) -> None:
        """Run a kernel over all rows, with a part of them on each thread; kernels release the GIL.

        Waking a thread takes 30 us or more, so this thread does the first part itself, and further threads pay from
        some thousand rows on.
        """
        parts = [[array[part] for array in arrays] for part in self.slices]
        others = [self.pool.submit(kernel, *part) for part in parts[1:]]
        kernel(*parts[0])
        for other in others:
            other.result()

    def reset(self) -> None:
        """Start every match over."""
        self.spread(self.engine.reset_rows, self.rows, self.rngs, self.observations, self.masks, self.seats)

    def random_actions(self) -> NDArray[np.int64]:
        """Return a random legal action for every match; the array is the batch's own."""
        self.spread(self.engine.random_actions, self.rows, self.rngs, self.actions)
        return self.actions

    def step(self, actions: NDArray[np.int64]) -> None:
        """Take one action in every match. An illegal action raises an error that says why; its match is left as it was."""
        if actions.shape != self.actions.shape or actions.dtype != np.int64:
            raise ValueError(f"expected {len(self.rows)} actions of type int64, got {actions.dtype} of shape {actions.shape}")
        self.step_some(actions)
        for part in self.slices:
            if self.illegal[part.start] >= 0:
                match = part.start + int(self.illegal[part.start])
                raise refused(self.engine.game, match, self.rows[match].tobytes(), int(actions[match]))

    def step_some(self, actions: NDArray[np.int64]) -> None:
        """Do the same as `step`, but leave a match with an illegal action as it was without raising."""
        for part in self.slices:
            self.illegal[part.start] = -1
        shown = (self.observations, self.masks, self.seats)
        self.spread(self.engine.step_rows, self.rows, self.rngs, actions, *shown, self.rewards, self.done, self.illegal)


def refused(game: Game, match: int, row: bytes, action: int) -> ValueError:
    """Return the error for an illegal action in one match of a batch, whose row is given."""
    if not 0 <= action < len(game.tokens):
        return ValueError(f"expected an action from 0 to {len(game.tokens) - 1}, got {action} in match {match} of the batch")
    state = game.table(row[PLAYERS], {})
    state.row[:] = row
    state.dealt = True
    reason = state.why_not(game.tokens[action])
    if reason is None:
        return ValueError(f"expected masks as the batch wrote them, got 0 in match {match} for action {action}, which is legal")
    return IllegalMove(game.tokens[action], state.player, reason, match)


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
