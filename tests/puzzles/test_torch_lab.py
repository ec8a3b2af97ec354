"""The lab on tensors says what the lab of a CPU says; here on a CPU, too."""

import random

import numpy as np
import pytest

from lostcities.bots.critics.critic import Rows
from lostcities.games.compiler import jit_wanted
from lostcities.games.registry import NAMES, game
from lostcities.puzzles.labs import CpuLab
from lostcities.puzzles.positions import SelfPlay

pytest.importorskip("torch")
if not jit_wanted():
    pytest.skip("Numba is not there, or not wanted", allow_module_level=True)

from lostcities.puzzles.torch_lab import TorchLab

OTHER = "net:quick=true"
TURNS, OUTCOMES, WORLDS = 3, 2, 128


def worlds(name: str) -> Rows:
    """Return a world each of some positions of a round."""
    played = game(name)
    views = [position.view for position in SelfPlay(played).round(3)][5:65:20]
    return np.array([played.world(view, random.Random(1)).row for view in views], dtype=np.uint8)


@pytest.fixture(params=NAMES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_both_labs_judge_alike(name: str) -> None:
    rows = worlds(name)
    one, other = TorchLab(game(name), TURNS, OUTCOMES, OTHER, "cpu"), CpuLab(game(name), TURNS, OTHER)
    np.testing.assert_allclose(one.judge(rows), other.judge(rows), atol=1e-3)


def test_both_labs_play_out_alike(name: str) -> None:
    """Their random numbers differ, so the means of many playouts of each position are compared, by their standard errors."""
    rows = np.repeat(worlds(name), WORLDS, axis=0)
    before = rows.copy()
    one, other = TorchLab(game(name), TURNS, OUTCOMES, OTHER, "cpu"), CpuLab(game(name), TURNS, OTHER)
    for ours, theirs in ((one.play, other.play), (one.play_otherwise, other.play_otherwise)):
        found = [np.asarray(play(rows, 2)).reshape(-1, WORLDS, 2)[:, :, 0] for play in (ours, theirs)]
        error = np.hypot(*(each.std(axis=1) for each in found)) / WORLDS**0.5
        assert (np.abs(found[0].mean(axis=1) - found[1].mean(axis=1)) < 4.5 * error + 0.01).all()
    assert (rows == before).all(), "the positions are not changed"
