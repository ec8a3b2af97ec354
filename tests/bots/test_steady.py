"""Bots whose moves depend on a key and their view alone: the same in every process, on every machine, with any number of threads."""

import json
import os
import random
import subprocess
import sys
from hashlib import sha256
from typing import Any

import numpy as np
import pytest

from lostcities import game
from lostcities.bots.exact import LIMIT, LONGEST, STEP, ExactNetwork
from lostcities.bots.interface import features_of
from lostcities.bots.network import Eye, load
from lostcities.bots.steady import HEAVIEST, SteadyBot, drawn, stream_of, weights_of
from lostcities.games.game import View
from lostcities.games.registry import NAMES
from lostcities.play import Match, Seeded

KEY = bytes(range(64))


def views_of(name: str, seed: int, count: int = 1000) -> list[View]:
    """Views of all decisions of a round between two steady bots."""
    match = Match(game(name).table(2, {}), Seeded(random.Random(seed)))
    match.deal()
    bot, found = SteadyBot(game(name), "bruno"), []
    while (seat := match.state.player) is not None and len(found) < count:
        found.append(match.state.view(seat))
        match.push(bot.decide(found[-1], KEY))
    return found


def answers(name: str, character: str, views: list[View]) -> list[str]:
    bot = SteadyBot(game(name), character)
    return [bot.decide(view, KEY) for view in views]


@pytest.mark.parametrize("name", NAMES)
def test_the_same_moves_meet_the_same_answers_whatever_came_before(name: str) -> None:
    views = views_of(name, 1)
    forwards = answers(name, "bruno", views)
    assert answers(name, "bruno", views[::-1])[::-1] == forwards
    assert forwards == [answers(name, "bruno", [view])[0] for view in views]
    assert answers(name, "pip", views) != forwards


def test_another_key_or_another_position_gives_other_random_choices() -> None:
    one, other = views_of("card", 1, 2)
    numbers = {tuple(stream_of(key, view).below(1 << 30) for _ in range(3)) for key in (KEY, bytes(64)) for view in (one, other)}
    assert len(numbers) == 4


def hashed_answers() -> str:
    """Everything that could differ between two machines, in one line."""
    found: list[Any] = []
    for name in NAMES:
        views = views_of(name, 7)
        bot = SteadyBot(game(name), "odile")
        found.append([*map(bot.logits, views), *(answers(name, character, views) for character in ("pip", "nell", "bruno", "odile"))])
    return sha256(json.dumps(found).encode()).hexdigest()


FIXED = "4fe1c8ce82ea3164eaf74e2927c0017e4fe5b52bb1180c95caf17a56aff80adf"
"""What every machine must find. It changes with the networks."""
ELSEWHERE = [
    {"LOSTCITIES_JIT": "0", "OMP_NUM_THREADS": "1", "OPENBLAS_CORETYPE": "Haswell"},
    {"OMP_NUM_THREADS": "4", "OPENBLAS_CORETYPE": "Nehalem"},
]
"""Interpreted or compiled, with one thread or several, by the instructions of processors of 2013 and 2008."""


def test_this_machine_answers_as_all_others() -> None:
    assert hashed_answers() == FIXED


@pytest.mark.parametrize("environment", ELSEWHERE)
def test_compiler_threads_and_processor_make_no_difference(environment: dict[str, str]) -> None:
    code = f"import runpy; print(runpy.run_path({__file__!r})['hashed_answers']())"
    found = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **environment}, capture_output=True, text=True, check=True, timeout=300
    )
    assert found.stdout.strip() == FIXED


@pytest.mark.parametrize("name", NAMES)
def test_a_batch_answers_as_its_positions_one_by_one(name: str) -> None:
    network, eye = ExactNetwork(load(game(name)).networks["net"].weights, features_of(game(name))), Eye(game(name))
    seen = [eye.see(view) for view in views_of(name, 3, 40)]
    together = network(np.concatenate([tokens for tokens, _ in seen]), np.concatenate([table for _, table in seen]))
    assert (together == np.concatenate([network(*each) for each in seen])).all()


@pytest.mark.parametrize("name", NAMES)
def test_sums_are_exact_in_any_order(name: str) -> None:
    """Float64 holds every sum that can come up, so the order of its parts makes no difference; Python's integers agree."""
    network, eye = ExactNetwork(load(game(name)).networks["net"].weights, features_of(game(name))), Eye(game(name))
    for weights in network.weights.values():
        assert (weights == np.rint(weights)).all()
    [view] = views_of(name, 5, 1)
    seen, _ = network.trunk(*eye.see(view))
    assert np.abs(seen).max() < LIMIT / 4  # nothing is cut off
    rows, weights = seen[0].astype(object), network.weights["own0"].astype(object)
    exact = [[sum(int(a) * int(b) for a, b in zip(row, column, strict=True)) for column in weights.T[:8]] for row in rows[:4]]
    assert (seen[0] @ network.weights["own0"])[:4, :8].astype(object).tolist() == exact
    assert max(abs(value) for row in exact for value in row) < LONGEST


@pytest.mark.parametrize("name", NAMES)
def test_it_thinks_what_the_network_thinks(name: str) -> None:
    bot, network = SteadyBot(game(name), "bruno"), load(game(name)).networks["net"]
    for view in views_of(name, 11, 60):
        logits = network(*bot.eye.see(view))[0][0, [game(name).actions[move] for move in view["legal"]]]
        assert np.abs(np.array(bot.logits(view)) / STEP - logits).max() < 0.01


def test_better_moves_are_drawn_more_often_by_whole_numbers() -> None:
    assert weights_of([2 * STEP, STEP, 2 * STEP], STEP, 1.0) == [HEAVIEST, 6171992, HEAVIEST]
    assert weights_of([0, -1000 * STEP], STEP, 0.5)[1] == 0
    stream = stream_of(KEY, {"round": 1})
    counts = [0, 0, 0]
    for _ in range(6000):
        counts[drawn([3, 0, 1], stream)] += 1
    assert counts[1] == 0
    assert 4300 < counts[0] < 4700
