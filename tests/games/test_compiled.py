"""One source, run in three ways: interpreted, compiled, and compiled with every index checked. All must agree to the byte."""

from functools import cache
from typing import Any

import numpy as np
import pytest
from support.matches import SOAK, TABLES, table_name

from lostcities import game
from lostcities.games.compiler import jit_wanted
from lostcities.games.engine import Batch, Engine, Mode, seeds

pytestmark = pytest.mark.skipif(not jit_wanted(), reason="Numba is not there, or not wanted")

Table = tuple[str, int, dict[str, Any]]
every_table = pytest.mark.parametrize(
    "table",
    [pytest.param(table, id=table_name(table), marks=pytest.mark.xdist_group(f"compiled-{table[0]}")) for table in TABLES],
)
"""With `--dist loadgroup`, only one worker compiles a game's kernels."""

MATCHES = 3000 if SOAK else 110
SHOWN = 200 if SOAK else 6
STEPS = 2000 if SOAK else 250


@cache
def engine(name: str, mode: Mode) -> Engine:
    return Engine(game(name), mode)


def batches(table: Table, size: int, seed: int) -> list[Batch]:
    """The same matches, run in each way; the interpreted ones first."""
    name, players, options = table
    order = (Mode.INTERPRETED, Mode.COMPILED, Mode.CHECKED)
    return [Batch(engine(name, mode), size, players, seed, **options) for mode in order]


def agree(first: Any, *others: Any) -> bool:
    return all(first.dtype == other.dtype and first.tobytes() == other.tobytes() for other in others)


def assert_same(found: list[Batch], *names: str) -> None:
    for name in names:
        assert agree(*(getattr(batch, name) for batch in found)), name


@every_table
def test_whole_matches_end_in_the_same_rows(table: Table) -> None:
    found = batches(table, MATCHES, seed=11)
    gains = [np.zeros((MATCHES, table[1]), dtype=np.int64) for _ in found]
    for batch, gain in zip(found, gains, strict=True):
        batch.engine.play_matches(batch.rows, batch.rngs, gain)
    assert_same(found, "rows", "rngs")
    assert agree(*gains)
    assert all(found[0].engine.game.rules.match_over(row) for row in found[0].rows)


@every_table
def test_every_step_shows_the_same(table: Table) -> None:
    """Observations, masks, seats, rewards and ends along the way, over matches that restart when they end."""
    found = batches(table, SHOWN, seed=12)
    for number in range(STEPS):
        chosen = [batch.random_actions() for batch in found]
        assert agree(*chosen), number
        for batch, actions in zip(found, chosen, strict=True):
            batch.step(actions)
        assert_same(found, "rows", "rngs", "observations", "masks", "seats", "rewards", "done")


@every_table
def test_random_actions_are_legal_ones(table: Table) -> None:
    name, players, options = table
    batch = Batch(engine(name, Mode.COMPILED), 200, players, 13, **options)
    for _ in range(200):
        actions = batch.random_actions()
        assert batch.masks[np.arange(200), actions].all()
        batch.step(actions)


@every_table
def test_over_rounds_of_random_play_the_tallies_agree(table: Table) -> None:
    """Seats, scores and decisions of `play_rounds`, which the benchmark measures."""
    name, players, options = table
    results = []
    for mode in Mode:
        run = engine(name, mode)
        row, rng = run.blank_rows(1, players, options)[0], seeds(14, 1)[0]
        tally = np.zeros(players, dtype=np.int64)
        results.append((run.play_rounds(row, rng, 20, tally), tally.tolist(), row.tobytes(), int(rng[0])))
    assert results[0] == results[1] == results[2]
