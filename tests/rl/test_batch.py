"""The batch environment: the same matches as in the Python face, each with its own seed, and clear errors."""

import random
import subprocess
import sys
import warnings
from typing import Any

import numpy as np
import pytest
from support.matches import Table, every_table

from lostcities import BadOption, IllegalMove, Round, State, game
from lostcities.games.cuda import available
from lostcities.games.head import ROUND, TURN
from lostcities.rl import BatchEnv, Step


def env_of(table: Table, size: int, **more: Any) -> BatchEnv:
    name, players, options = table
    return BatchEnv(name, size, players=players, options=options, **({"seed": 5} | more))


def state_of(env: BatchEnv, match: int) -> State:
    """The match of one row as a separate state; it stops at the end of the round."""
    state = env.game.table(env.players, env.options)
    state.row[:] = env.batch.rows[match].tobytes()
    state.scores = [[0] * env.players for _ in range(state.row[ROUND])]
    state.dealt = True
    state.rounds.append(Round(state.starter))
    return state


@every_table
def test_the_environment_plays_what_the_python_face_plays(table: Table) -> None:
    """A whole match, decision by decision: what is shown, what is legal, the rewards, and how it ends."""
    env = env_of(table, 2)
    step = env.reset()
    rng = random.Random(3)
    state = state_of(env, 1)
    while True:
        seat = state.player
        assert seat == step.seats[1]
        assert state.observe(seat).tobytes() == step.observations[1].tobytes()
        assert state.legal() == [token for token, legal in zip(state.game.tokens, step.masks[1], strict=True) if legal]
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in step.masks])
        state.push(state.game.tokens[actions[1]])
        step = env.step(actions)
        if state.dealt:
            assert not step.rewards[1].any()
            assert not step.terminated[1] | step.truncated[1]
        else:
            check_end(state, step)
            if state.over:
                return
        if state.player is None:  # chance has already acted in the row: the next round was dealt, or the next roll made
            state = state_of(env, 1)


def check_end(state: State, step: Step) -> None:
    gained = [state.game.rules.gain(state.row, seat) for seat in range(state.players)]
    leads = [gained[seat] - max(gained[:seat] + gained[seat + 1 :]) for seat in range(state.players)]
    assert step.rewards[1].tolist() == pytest.approx([lead / 100 for lead in leads])
    truncated = state.rounds[-1].truncated
    assert (step.terminated[1], step.truncated[1]) == (state.over and not truncated, state.over and truncated)


@every_table
def test_nothing_shown_depends_on_what_is_hidden(table: Table) -> None:
    env = env_of(table, 8)
    rng = random.Random(1)
    for _ in range(25):
        step = env.step(env.random_actions())
        for match in range(0, 8, 3):
            seat = int(step.seats[match])
            world = state_of(env, match).resample(seat, rng)
            assert world.observe(seat).tobytes() == step.observations[match].tobytes()
            assert [world.game.actions[move] for move in world.legal()] == np.flatnonzero(step.masks[match]).tolist()


# -- seeds --


def played(env: BatchEnv, steps: int) -> list[bytes]:
    shown = [env.reset()]
    for _ in range(steps):
        shown.append(env.step(env.random_actions()))
    return [step.observations.tobytes() + step.rewards.tobytes() for step in shown]


@pytest.mark.parametrize("name", ["card", "board", "roll"])
def test_a_seed_gives_the_same_matches(name: str) -> None:
    assert played(BatchEnv(name, 20, seed=3), 200) == played(BatchEnv(name, 20, seed=3), 200)
    assert played(BatchEnv(name, 20, seed=3), 1) != played(BatchEnv(name, 20, seed=4), 1)
    assert played(BatchEnv(name, 20), 1) != played(BatchEnv(name, 20), 1)


def test_a_match_depends_on_its_own_seed_alone() -> None:
    many, one = BatchEnv("board", 5, seed=[9, 8, 7, 6, 5]), BatchEnv("board", 1, seed=np.array([7]))
    for _ in range(400):
        assert many.step(many.random_actions()).observations[2].tobytes() == one.step(one.random_actions()).observations[0].tobytes()


def test_reset_goes_on_or_starts_over() -> None:
    env = BatchEnv("card", 6, seed=1)
    first = env.batch.rows.copy()
    assert (env.reset().observations != BatchEnv("card", 6, seed=1).reset(seed=2).observations).any()
    assert (env.batch.rows != first).any()
    env = BatchEnv("card", 6, seed=1)
    env.step(env.random_actions())
    env.reset(seed=2)
    assert (env.batch.rows == BatchEnv("card", 6, seed=2).batch.rows).all()


@pytest.mark.parametrize("name", ["card", "board", "roll"])
def test_threads_change_nothing(name: str) -> None:
    assert played(BatchEnv(name, 30, seed=1, threads=1), 60) == played(BatchEnv(name, 30, seed=1, threads=3), 60)


# -- the end of a match --


@pytest.mark.parametrize(
    "table", [("card", 2, {"size": "mini"}), ("roll", 3, {}), ("board", 2, {"rounds": 1})], ids=["card", "roll", "board"]
)
def test_a_match_that_ends_is_followed_by_the_next(table: Table) -> None:
    env = env_of(table, 40)
    ended = np.zeros(40, dtype=int)
    for _ in range(600):
        step = env.step(env.random_actions())
        over = step.terminated | step.truncated
        ended += over
        assert not (step.terminated & step.truncated).any()
        assert not env.batch.rows[over][:, [ROUND, TURN, TURN + 1]].any()
        assert step.masks.any(axis=1).all()
    assert ended.any()


def test_the_cap_on_turns_ends_as_truncated() -> None:
    env = BatchEnv("card", 10, options={"max_turns": 4, "rounds": 2}, seed=1)
    for turn in range(1, 17):  # two rounds of four turns of two decisions
        step = env.step(env.random_actions())
        assert step.truncated.all() == (turn == 16)
        assert not step.terminated.any()
        assert (step.rewards[:, 0] == -step.rewards[:, 1]).all()


def test_the_arrays_are_the_environments_own() -> None:
    env = BatchEnv("card", 5, seed=1)
    first = env.reset()
    before = first.observations.copy()
    again = env.step(env.random_actions())
    assert all(one is other for one, other in zip(first, again, strict=True))
    assert (first.observations != before).any()


# -- errors --


def test_an_illegal_action_is_named() -> None:
    env = BatchEnv("card", 6, seed=1)
    actions = env.random_actions().copy()
    actions[4] = game("card").actions["+P"]
    with pytest.raises(IllegalMove, match=r'in match 4 of the batch, "\+P" is not legal for seat [01]: play or discard a card first'):
        env.step(actions)
    actions = env.random_actions().copy()
    actions[4] = 400
    with pytest.raises(ValueError, match="expected an action from 0 to 126, got 400 in match 4 of the batch"):
        env.step(actions)


def test_after_an_illegal_action_the_others_have_moved() -> None:
    """Matches of one turn: its second decision ends all of them except the one that refused it."""
    env, other = (BatchEnv("card", 3, options={"rounds": 1, "max_turns": 1}, seed=1) for _ in range(2))
    for each in (env, other):
        each.step(each.random_actions())
    expected = other.step(other.random_actions())
    actions = env.random_actions().copy()
    actions[1] = 0
    with pytest.raises(IllegalMove):
        env.step(actions)
    shown = env.shown()
    assert shown.truncated.tolist() == [True, False, True]
    assert not shown.rewards[1].any()
    for mine, theirs in zip(shown, expected, strict=True):
        assert (mine[::2] == theirs[::2]).all()


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        (np.zeros(5, dtype=np.int64), r"expected 6 whole numbers as actions, got int64 of shape \(5,\)"),
        (np.zeros((6, 1), dtype=np.int64), r"got int64 of shape \(6, 1\)"),
        (np.zeros(6), r"got float64 of shape \(6,\)"),
        ([0.5] * 6, r"got float64 of shape \(6,\)"),
        ([True] * 6, r"got bool of shape \(6,\)"),
        ("RGB", r"got <U3 of shape \(\)"),
    ],
)
def test_actions_of_another_shape_or_type_are_refused(actions: Any, said: str) -> None:
    with pytest.raises((TypeError, ValueError), match=said):
        BatchEnv("card", 6, seed=1).step(actions)


def test_a_closed_environment_says_so() -> None:
    with BatchEnv("card", 10, threads=2) as env:
        env.step(env.random_actions())
    env.close()
    for call in (env.reset, env.random_actions, lambda: env.step(np.zeros(10, dtype=np.int64))):
        with pytest.raises(RuntimeError, match="this environment is closed: make a new one"):
            call()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("chess", 4), 'unknown game "chess"'),
        (("card", 0), "expected size to be a whole number from 1 up, got 0"),
        (("card", 2.5), "expected size to be a whole number from 1 up, got 2.5"),
        (("card", 4, {"players": 3}), "card is for"),
        (("card", 4, {"options": {"colours": 6}}), 'unknown option "colours".*colors, max_turns, rounds, size'),
        (("card", 4, {"options": {"colors": 7}}), "5 / 6"),
        (("card", 4, {"threads": 0}), "expected threads to be a whole number from 1 up, got 0"),
        (("card", 4, {"device": "tpu"}), "expected device to be one of cpu, cuda, got 'tpu'"),
        (("card", 4, {"seed": [1, 2]}), r"expected a whole number from 0 up as seed, or 4 of them, got int64 of shape \(2,\)"),
        (("card", 4, {"seed": 0.5}), "expected a whole number from 0 up as seed, or 4 of them, got float64"),
        (("card", 4, {"seed": "one"}), "expected a whole number from 0 up as seed, or 4 of them, got <U3"),
        (("card", 4, {"seed": -1}), "expected a whole number from 0 up as seed, or 4 of them, got -1"),
        (("card", 2, {"seed": [-1, 1]}), "expected a whole number from 0 up as seed, or 2 of them, got -1"),
    ],
)
def test_what_does_not_exist_is_named(arguments: tuple[Any, ...], said: str) -> None:
    name, size, more = (*arguments, {})[:3]
    with pytest.raises(ValueError, match=said):
        BatchEnv(name, size, **more)


# -- on a GPU --


def test_without_a_gpu_it_says_what_is_missing() -> None:
    if available():
        pytest.skip("there is a GPU")
    with pytest.raises((RuntimeError, ImportError), match='device="cuda" needs'):
        BatchEnv("card", 4, device="cuda")


def test_a_small_batch_on_a_gpu_is_no_reason_to_warn() -> None:
    words = "\\x1b[1mGrid size 8 will likely result in GPU under-utilization due to low occupancy.\\x1b[0m"  # numba's own
    warn = f"from numba.core.errors import NumbaPerformanceWarning as Low; import warnings; warnings.warn(Low('{words}'))"
    for before, expected in (("", 1), ("import lostcities.games.cuda; ", 0), ("import lostcities.rl.gpu; ", 0)):
        assert subprocess.run([sys.executable, "-W", "error", "-c", before + warn], capture_output=True).returncode == expected


@pytest.mark.filterwarnings("always")
@every_table
def test_the_gpu_plays_what_the_cpu_plays(table: Table) -> None:
    if not available():
        warnings.warn("NO GPU HERE: the environment on a GPU was NOT compared with the CPU", stacklevel=1)
        pytest.skip("NO GPU HERE: the environment on a GPU was NOT compared with the CPU")
    cpu, gpu = env_of(table, 500), env_of(table, 500, device="cuda")
    for _ in range(400):
        ours, theirs = cpu.step(cpu.random_actions()), gpu.step(gpu.random_actions())
        assert all((mine == yours.cpu().numpy()).all() for mine, yours in zip(ours, theirs, strict=True))


def test_bad_options_are_the_games_own_exception() -> None:
    with pytest.raises(BadOption):
        BatchEnv("roll", 4, options={"rounds": 3})
