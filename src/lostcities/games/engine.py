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
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lostcities.games import interface, rows
from lostcities.games.compiler import Compiler, jit_wanted, rebuilt
from lostcities.games.errors import IllegalMove
from lostcities.games.game import Game
from lostcities.games.head import PLAYERS

Array = NDArray[Any]

Kernels = Mapping[Any, Any]
"""For another layer's stand-ins, a game's own kernels."""


HOMES = {"observation": ("observe",), "random_play": ("random_action",), "worlds": ("resample", "resample_by")}
"""The kernels that have files of their own beside the rules."""


class Mode(StrEnum):
    COMPILED = "compiled"
    CHECKED = "checked"
    """Compiled, and every index checked: slower, and loud where the fast code would read beyond a row."""
    INTERPRETED = "interpreted"


def best_mode() -> Mode:
    return Mode.COMPILED if jit_wanted() else Mode.INTERPRETED


class Engine:
    """The functions of `rows` for one game, as attributes: `Engine(game).play_rounds(row, rng, 100, tally)`."""

    def __init__(self, game: Game, mode: Mode | None = None, kernels: Kernels | None = None) -> None:
        self.game = game
        self.kernels = kernels or {}
        self.mode = mode or best_mode()
        self.compiler = None if self.mode is Mode.INTERPRETED else Compiler(game.name, self.own, self.mode is Mode.CHECKED)
        self.rebuilt: dict[Any, Any] = {}

    def __getattr__(self, name: str) -> Any:
        function = self.kernel(getattr(rows, name))
        setattr(self, name, function)
        return function

    def kernel(self, function: Any) -> Callable[..., Any]:
        """Any kernel of this game as this engine runs it, for arrays."""
        if self.compiler is not None:
            return self.compiler.convert(function)  # type: ignore[no-any-return]
        return over_lists(self.put_in_place(function))

    def put_in_place(self, function: Any) -> Any:
        if function not in self.rebuilt:
            self.rebuilt[function] = rebuilt(function, self.own, self.put_in_place, lambda table: table)
        return self.rebuilt[function]

    def own(self, function: FunctionType) -> FunctionType:
        """This game's kernel where `function` only stands for one."""
        if function.__module__ != interface.__name__:
            return self.kernels.get(function, function)  # type: ignore[no-any-return]
        kernel: FunctionType = getattr(self.home(function.__name__), function.__name__)
        return kernel

    def home(self, name: str) -> ModuleType:
        """The file of this game that has a kernel; most are among the rules."""
        files = (self.game.observation, self.game.random_play, self.game.worlds)
        return next((file for file in files if name in HOMES[file.__name__.rpartition(".")[2]]), self.game.rules)

    def blank_rows(self, size: int, players: int, options: Mapping[str, Any]) -> NDArray[np.uint8]:
        """Rows of matches with these options, not yet dealt."""
        row = np.frombuffer(bytes(self.game.table(players, options).row), dtype=np.uint8)
        return np.tile(row, (size, 1))


def over_lists(function: Callable[..., Any]) -> Callable[..., Any]:
    """Lets an interpreted kernel work on arrays: it needs Python's integers, which do not wrap around."""

    def run(*arguments: Any) -> Any:
        lists = [as_lists(argument) for argument in arguments]
        result = function(*lists)
        for argument, changed in zip(arguments, lists, strict=True):
            if isinstance(argument, np.ndarray):
                argument[...] = np.array(changed, dtype=argument.dtype) if argument.size else argument
        return result

    return run


def as_lists(argument: Any) -> Any:
    if not isinstance(argument, np.ndarray):
        return argument
    return argument.tolist()


def seeds(seed: int, size: int) -> NDArray[np.uint64]:
    """One generator a match, far apart from each other."""
    return np.random.SeedSequence(seed).generate_state(size, np.uint64).astype(np.uint64).reshape(size, 1)


class Batch:
    """Matches of one game that are stepped together, on so many threads; None is one for each core.

    The arrays belong to the batch and are written in place by `step`: `observations`, `masks` and `seats` are of the
    seat that decides; `rewards` and `done` of what the last step ended (`rows.ROUND_OVER`, `MATCH_OVER`, `TRUNCATED`).
    """

    def __init__(self, engine: Engine, size: int, /, players: int = 2, seed: int = 0, threads: int | None = 1, **options: Any) -> None:
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
        self.threads = max(1, min(cores() if threads is None else threads, size))
        self.reset()

    @cached_property
    def slices(self) -> list[slice]:
        bounds = [len(self.rows) * part // self.threads for part in range(self.threads + 1)]
        return [slice(start, end) for start, end in pairwise(bounds)]

    @cached_property
    def pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self.threads - 1, thread_name_prefix="lostcities-batch")

    def spread(self, function: Callable[..., Any], *arrays: Array) -> list[Any]:
        """Runs a kernel over all rows, a part of them on each thread; kernels let go of Python's lock.

        Waking a thread takes 30 us or more, so this thread does the first part itself, and more than one pays from
        some thousand rows on.
        """
        parts = [[array[part] for array in arrays] for part in self.slices]
        others = [self.pool.submit(function, *part) for part in parts[1:]]
        first = function(*parts[0])
        return [first, *(other.result() for other in others)]

    def reset(self) -> None:
        """Starts every match anew."""
        self.spread(self.engine.reset_rows, self.rows, self.rngs, self.observations, self.masks, self.seats)

    def random_actions(self) -> NDArray[np.int64]:
        """A random legal action for every match; the array is the batch's own."""
        self.spread(self.engine.random_actions, self.rows, self.rngs, self.actions)
        return self.actions

    def step(self, actions: NDArray[np.int64]) -> None:
        """Takes one action in every match. One that is not legal raises an error that says why; its match is left as it was."""
        if actions.shape != self.actions.shape or actions.dtype != np.int64:
            raise ValueError(f"expected {len(self.rows)} actions of type int64, got {actions.dtype} of shape {actions.shape}")
        for part, illegal in zip(self.slices, self.step_some(actions), strict=True):
            if illegal >= 0:
                match = part.start + illegal
                raise refused(self.engine.game, match, self.rows[match].tobytes(), int(actions[match]))

    def step_some(self, actions: NDArray[np.int64]) -> list[int]:
        """As `step`, but a match whose action is not legal is left as it was without a word; returns the last such of each part, or -1."""
        arrays = (self.rows, self.rngs, actions, self.observations, self.masks, self.seats, self.rewards, self.done)
        return self.spread(self.engine.step_rows, *arrays)


def refused(game: Game, match: int, row: bytes, action: int) -> ValueError:
    """What is raised where one match of a batch, whose row this is, is given an action that is not legal."""
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
    """Cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
