"""PettingZoo: its own conformance tests, and laws that they do not cover."""

import random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from support.matches import Table, every_table

from lostcities import GAMES, IllegalMove, game
from lostcities.rl.pettingzoo import env, raw_env

LIBRARYS_OWN = (  # PettingZoo has a list of environments that may have a mask in their observation: its own
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
)


def table_env(table: Table, make: Any = raw_env) -> Any:
    name, players, options = table
    return make(name, players, **options)


@every_table
@pytest.mark.filterwarnings(*LIBRARYS_OWN)
@pytest.mark.parametrize("make", [raw_env, env])
def test_api(table: Table, make: Any, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(table_env(table, make), num_cycles=300)
    assert "Starting API test" in capsys.readouterr().out


@every_table
def test_seeds(table: Table) -> None:
    seed_test(lambda: table_env(table, env), num_cycles=300)


@pytest.mark.parametrize("name", GAMES)
def test_rendering(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda **more: env(name, **more))
    assert "player_1" in capsys.readouterr().out


@every_table
@pytest.mark.parametrize("make", [raw_env, env])
def test_the_sample_of_a_space_is_legal(table: Table, make: Any) -> None:
    """A whole match of random samples, as in RLlib's check."""
    playing = table_env(table, make)
    playing.reset(seed=2)
    for agent in playing.agent_iter():
        observation, _, terminated, truncated, _ = playing.last()
        action = None if terminated or truncated else playing.action_space(agent).sample()
        assert action is None or observation["action_mask"][action] == 1
        playing.step(action)
    assert playing.unwrapped.match.state.over


def test_the_sample_of_a_space_follows_a_mask_that_is_given() -> None:
    table = raw_env("card")
    table.reset(seed=1)
    mask = np.zeros(127, dtype=np.int8)
    mask[5] = 1
    assert {int(table.action_space(agent).sample(mask)) for agent in table.agents for _ in range(5)} == {5}


@every_table
def test_a_match_is_the_one_that_the_python_face_plays(table: Table) -> None:
    """Masks, observations of all seats, rewards, and the end."""
    env = table_env(table)
    env.reset(seed=3)
    rng = random.Random(4)
    total = np.zeros(env.max_num_agents)
    for agent in env.agent_iter():
        observation, _, terminated, truncated, info = env.last()
        state = env.match.state
        if terminated or truncated:
            env.step(None)
            continue
        assert env.seats[agent] == state.player
        assert info["action_mask"].tobytes() == observation["action_mask"].tobytes()
        assert [state.game.tokens[action] for action in np.flatnonzero(observation["action_mask"])] == state.legal()
        for other in env.agents:
            seen = env.observe(other)
            assert seen["observation"].tobytes() == state.observe(env.seats[other]).tobytes()
            assert seen["action_mask"].any() == (other == agent)
        env.step(rng.choice(np.flatnonzero(observation["action_mask"])))
        total += list(env.rewards.values())
        ended = state.rounds[-1].truncated
        assert not state.over or set(env.terminations.values()) == {not ended}
        assert not state.over or set(env.truncations.values()) == {ended}
    totals = state.totals
    leads = [points - max(totals[:seat] + totals[seat + 1 :]) for seat, points in enumerate(totals)]
    assert total.tolist() == pytest.approx([lead / 100 for lead in leads])


def test_rewards_are_paid_to_everybody_and_collected_at_their_next_turn() -> None:
    env = raw_env("card", size="mini", rounds=2)
    env.reset(seed=1)
    paid = dict.fromkeys(env.agents, 0.0)
    collected = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        collected[agent] += reward
        env.step(None if terminated or truncated else int(np.flatnonzero(observation["action_mask"])[0]))
        for other, amount in env.rewards.items():
            paid[other] += amount
    assert paid == pytest.approx(collected)
    assert paid["player_0"] == -paid["player_1"] != 0


def test_what_was_shown_does_not_change_later() -> None:
    env = raw_env("card")
    env.reset(seed=1)
    first = env.last()[0]
    kept = {name: array.copy() for name, array in first.items()}
    for _ in range(6):
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    assert all((first[name] == kept[name]).all() for name in kept)


# -- errors --


@pytest.mark.parametrize("make", [raw_env, env])
def test_an_illegal_action_raises_and_changes_nothing(make: Any) -> None:
    env = make("card")
    env.reset(seed=1)
    before = bytes(env.unwrapped.match.state.row)
    with pytest.raises(IllegalMove, match=r'"\+P" is not legal for seat [01]: play or discard a card first'):
        env.step(game("card").actions["+P"])
    for action, said in ((127, "expected an action from 0 to 126, got 127"), ("Y7", "expected an action from 0 to 126, got 'Y7'")):
        with pytest.raises((ValueError, TypeError), match=said):
            env.step(action)
    assert bytes(env.unwrapped.match.state.row) == before


def test_calls_out_of_order() -> None:
    table = env("card", size="mini")
    with pytest.raises(AttributeError, match="agent_selection cannot be accessed before reset"):
        _ = table.agent_selection
    raw = raw_env("card", size="mini")
    for call in (raw.last, raw.render, lambda: raw.step(0), lambda: raw.observe("player_0")):
        with pytest.raises(RuntimeError, match=r"no match has begun: call reset\(\)"):
            call()
    raw.reset(seed=1)
    for _ in raw.agent_iter():
        observation, _, terminated, truncated, _ = raw.last()
        raw.step(None if terminated or truncated else int(np.flatnonzero(observation["action_mask"])[0]))
    with pytest.raises(RuntimeError, match=r"the match is over: call reset\(\)"):
        raw.step(0)
    raw.close()
    for call in (raw.reset, raw.last, raw.render, lambda: raw.step(0), lambda: raw.observe("player_0")):
        with pytest.raises(RuntimeError, match="this environment is closed"):
            call()


@pytest.mark.parametrize(
    ("name", "options", "said"),
    [
        ("chess", {}, "chess"),
        ("card", {"colours": 5}, "colours"),
        ("card", {"players": 4}, "card is for"),
        ("roll", {"players": 6}, "2 to 5"),
        ("card", {"render_mode": "bogus"}, "expected render_mode to be one of None, ansi, human, got 'bogus'"),
    ],
)
@pytest.mark.parametrize("make", [raw_env, env])
def test_what_does_not_exist_is_named(make: Any, name: str, options: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        make(name, **options)


@pytest.mark.parametrize("make", [raw_env, env])
@pytest.mark.parametrize("asked", ["observe", "observation_space", "action_space"])
def test_an_agent_that_does_not_exist_is_named(make: Any, asked: str) -> None:
    table = make("card")
    table.reset(seed=1)
    with pytest.raises(ValueError, match="expected agent to be one of player_0, player_1, got 'nobody'"):
        getattr(table, asked)("nobody")


def test_render() -> None:
    table = env("board", render_mode="ansi")
    table.reset(seed=1)
    assert "player_1" in table.render()
    silent = env("board")
    silent.reset(seed=1)
    assert silent.render() is None
