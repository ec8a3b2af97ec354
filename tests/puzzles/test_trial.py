"""Moves on trial: what is right, what is wrong, and when nobody can tell."""

import numpy as np
import pytest

from lostcities.analysis.trials import Worlds, Worths
from lostcities.games.registry import game
from lostcities.puzzles.positions import Position, SelfPlay
from lostcities.puzzles.trial import BELIEFS, CHARACTERS, NETWORK, UNIFORM, Trial, beliefs, hopeless, levels, odds_by, split

NONE = float("nan")


def worths(*moves: list[float]) -> Worths:
    return Worths(np.array(moves, dtype=np.float32))


def around(*means: float, worlds: int = 64, spread: float = 0.5) -> Worths:
    """Return moves with these means, in worlds that differ for all moves alike, and a little for each."""
    rng = np.random.default_rng(1)
    world = rng.normal(0, 20, worlds)
    return Worths(np.array([mean + world + rng.normal(0, spread, worlds) for mean in means], dtype=np.float32))


def test_moves_are_compared_in_the_worlds_that_both_were_tried_in() -> None:
    """The third move was only tried in good worlds, and is bad all the same."""
    found = worths([10, 10, -10, -10], [8, 8, -12, -12], [4, 4, NONE, NONE])
    assert levels(found).tolist() == [0, -2, -6]
    assert found.means().argmax() == 2, "its plain mean is the best"


def test_a_move_that_was_never_tried_is_worth_nothing_known() -> None:
    assert np.isnan(levels(worths([1, 2, 3], [NONE, NONE, NONE]))[1])


def test_answers_are_as_good_as_the_best_and_others_far_behind() -> None:
    found = split(around(5, 4.8, 1, -6), 3, 3)
    assert found is not None
    assert (found.best, found.answers, found.second) == (0, [0, 1], 2)
    assert 3.5 < found.margin < 4.5
    assert found.error < 0.2


@pytest.mark.parametrize(
    ("means", "why"),
    [
        ((5, 3, -4), "the second is neither as good nor far enough behind"),
        ((5, 4.9, 5.1, 5, -4), "too many answers"),
        ((5, 5.1), "nothing is wrong"),
        ((5, 2.5, -4), "the gap is too small"),
    ],
)
def test_what_cannot_be_told_apart_is_no_puzzle(means: tuple[float, ...], why: str) -> None:
    assert split(around(*means), 3, 3) is None, why


def test_a_gap_must_be_beyond_doubt() -> None:
    assert split(around(5, 1, worlds=16, spread=12), 3, 3) is None
    assert split(around(5, 1, worlds=4096, spread=12), 3, 3) is not None


def test_a_move_between_right_and_wrong_ends_the_trial_early() -> None:
    assert hopeless(around(5, 3, worlds=2048), 3)
    assert not hopeless(around(5, 3, worlds=8, spread=20), 3), "that may be chance"
    assert not hopeless(around(5, 4.9, 1, worlds=2048), 3)


# -- real positions --


def position(name: str, number: int = 20) -> Position:
    return next(each for count, each in enumerate(SelfPlay(game(name)).round(5)) if count == number)


def test_where_nothing_is_hidden_there_is_one_belief() -> None:
    assert beliefs(position("roll").odds) == (NETWORK,)
    assert beliefs(position("card").odds) == BELIEFS == beliefs(position("board").odds)


def test_a_character_believes_less_firmly_than_the_network() -> None:
    odds = position("card").odds
    assert odds_by(game("card"), NETWORK, odds) is odds
    assert len(odds_by(game("card"), UNIFORM, odds)) == 0
    softer = odds_by(game("card"), CHARACTERS, odds)
    known = odds > 0
    assert (np.abs(np.log(softer[known])) <= np.abs(np.log(odds[known])) + 1e-6).all()


@pytest.mark.parametrize("name", ["card", "board", "roll"])
def test_worlds_come_from_the_view_alone_and_are_the_same_again(name: str) -> None:
    where, worlds = position(name), Worlds(game(name))
    one, again = (Trial(where, worlds, 7).rows("a", NETWORK, range(2), 4) for _ in range(2))
    assert (one == again).all()
    trial = Trial(where, worlds, 7)
    first, second, other = trial.rows("a", NETWORK, [0], 4), trial.rows("a", NETWORK, [0], 4), trial.rows("b", NETWORK, [0], 4)
    assert (first == one[:4]).all()
    if name != "roll":
        assert (second != first).any(), "further worlds"
        assert (other != first).any(), "worlds of another series"


def test_notes_add_up_to_a_series() -> None:
    trial = Trial(position("card"), Worlds(game("card")), 1)
    count = len(trial.legal)
    trial.note("a", range(count), np.ones((3 * count, 2), dtype=np.float32))
    found = trial.note("a", [1], np.zeros((5, 2), dtype=np.float32))
    assert found.found.shape == (count, 8)
    assert found.means()[1] == pytest.approx(3 / 8)
    assert np.isnan(found.found[0, 3:]).all()
    assert trial.seat == trial.position.view["seat"]
