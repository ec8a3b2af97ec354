"""The VecEnv of Stable-Baselines3: what its algorithms rely on, and the same matches as in `BatchEnv`.

Its library is not among the pinned packages: `make frameworks` installs it and runs these tests.
"""

from typing import Any

import numpy as np
import pytest
from support.matches import SOAK, TABLES, Table, table_name

pytest.importorskip("stable_baselines3", reason="stable-baselines3 is not installed: make frameworks runs these tests")

from stable_baselines3.common.vec_env import VecMonitor, VecNormalize

from lostcities import BadOption, IllegalMove
from lostcities.rl import BatchEnv
from lostcities.rl.sb3 import VecEnv

FEW: list[Table] = TABLES if SOAK else [("card", 2, {"max_turns": 30, "rounds": 2}), ("board", 3, {"rounds": 1}), ("roll", 4, {})]
few_tables = pytest.mark.parametrize("table", FEW, ids=table_name)
SIZE = 6


def opened(table: Table, **more: Any) -> VecEnv:
    name, players, options = table
    return VecEnv(name, SIZE, players=players, **more, **options)


def chosen(env: VecEnv, rng: np.random.Generator) -> np.ndarray:
    masks = np.stack(env.env_method("action_masks"))
    return np.asarray((rng.random(masks.shape) * masks).argmax(axis=1))


@few_tables
@pytest.mark.parametrize("floats", [False, True])
def test_it_plays_the_matches_of_a_batch(table: Table, floats: bool) -> None:
    name, players, options = table
    env = opened(table, floats=floats)
    seeds = env.seed(7)
    bare = BatchEnv(name, SIZE, players=players, options=options, seed=list(seeds), opponent="thumb", floats=floats)
    assert (env.reset() == bare.shown().observations).all()
    rng = np.random.default_rng(1)
    for _ in range(120):
        actions = chosen(env, rng)
        observations, rewards, dones, infos = env.step(actions)
        shown = bare.step(actions)
        assert all(env.observation_space.contains(row) for row in observations)
        assert (observations == shown.observations).all()
        assert (rewards == shown.rewards[:, 0]).all()
        assert (dones == (shown.terminated | shown.truncated)).all()
        assert [info.get("truncated", False) for info in infos] == shown.truncated.tolist()
        assert not any({"terminal_observation", "TimeLimit.truncated"} & set(info) for info in infos)
        assert (np.stack(env.env_method("action_masks")) == (shown.masks > 0)).all()


def test_what_a_step_returns_stays_when_the_next_one_is_taken() -> None:
    env = opened(FEW[0])
    env.seed(1)
    kept = env.reset()
    before, rng = kept.copy(), np.random.default_rng(1)
    for _ in range(20):
        following, rewards, dones, _ = env.step(chosen(env, rng))
        assert (kept == before).all()
        kept, before = following, following.copy()
        assert rewards.flags.owndata
        assert dones.flags.owndata


def test_seeds_are_used_once() -> None:
    env = opened(FEW[0])
    first, second = [], []
    for found in (first, second):
        env.seed(5)
        found += [env.reset(), env.reset()]
    assert (first[0] == second[0]).all()
    assert (first[1] == second[1]).all()
    assert (first[0] != first[1]).any()


def test_masks_are_found_as_maskable_ppo_looks_for_them() -> None:
    from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported

    env = opened(FEW[0])
    env.reset()
    for wrapped in (env, VecMonitor(env), VecNormalize(env, norm_obs=False)):
        assert is_masking_supported(wrapped)
        assert (get_action_masks(wrapped) == env.action_masks()).all()
    assert env.action_masks().dtype == np.bool_
    (only,) = env.env_method("action_masks", indices=3)
    assert (only == env.action_masks()[3]).all()
    assert not env.has_attr("goal")
    assert env.get_attr("num_envs", indices=[0, 2]) == [SIZE, SIZE]
    assert env.env_is_wrapped(object) == [False] * SIZE


def test_what_single_matches_do_not_have_is_refused() -> None:
    env = opened(FEW[0])
    with pytest.raises(AttributeError, match="have the method action_masks and no other, got 'render'"):
        env.env_method("render")
    with pytest.raises(AttributeError, match="share their settings, so 'players' cannot be set"):
        env.set_attr("players", 3)
    with pytest.raises(RuntimeError, match="call step"):
        env.step_wait()
    env.reset()
    with pytest.raises((IllegalMove, ValueError), match="match"):
        env.step(env.action_masks().argmin(axis=1))
    with pytest.raises(BadOption, match="goal"):
        VecEnv("card", 2, goal=1)
    env.close()
    with pytest.raises(RuntimeError, match="closed"):
        env.action_masks()


def test_a_policy_of_ones_own_is_the_opponent() -> None:
    env = opened(FEW[0], opponent=lambda _, masks: masks.argmax(axis=1))
    env.reset()
    for _ in range(5):
        env.step(env.action_masks().argmax(axis=1))


def test_maskable_ppo_learns_saves_and_loads(tmp_path: Any) -> None:
    from sb3_contrib import MaskablePPO
    from sb3_contrib.common.maskable.evaluation import evaluate_policy

    env = VecMonitor(opened(FEW[0], floats=True, opponent="random"))
    model = MaskablePPO("MlpPolicy", env, n_steps=16, batch_size=32, n_epochs=1, seed=1).learn(1000)
    model.save(tmp_path / "agent")
    again = MaskablePPO.load(tmp_path / "agent", env=env)
    mean, _ = evaluate_policy(again, env, n_eval_episodes=2)
    assert np.isfinite(mean)
    assert model.ep_info_buffer
