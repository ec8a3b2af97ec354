"""Gymnasium: its checker, matches against bots by name, and the vector environment compared with the Python face."""

import random
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence

from lostcities import GAMES, BadOption, IllegalMove, Round, game
from lostcities.bots.bot import BotFailure
from lostcities.bots.registry import bot
from lostcities.games.head import ROUND
from lostcities.rl.gymnasium import Env, VectorEnv

every_game = pytest.mark.parametrize("name", GAMES)


def make(name: str, **more: Any) -> Any:
    return gymnasium.make(f"lostcities/{name}-v1", **more)


def play(env: Any, seed: int | None = None) -> tuple[list[Any], float]:
    """Play a match with random legal actions; return everything that was shown, and the sum of the rewards."""
    shown: list[Any] = [env.reset(seed=seed)]
    rng, total = random.Random(seed), 0.0
    while True:
        mask = shown[-1][-1]["action_mask"]
        shown.append(env.step(rng.choice(np.flatnonzero(mask))))
        total += shown[-1][1]
        if shown[-1][2] or shown[-1][3]:
            return shown, total


# -- the library's own checks --


@every_game
@pytest.mark.parametrize("opponent", ["random", "thumb"])
def test_the_checker_is_content(name: str, opponent: str) -> None:
    check_env(make(name, opponent=opponent).unwrapped)


@every_game
def test_sync_vectors_of_it_work(name: str) -> None:
    envs = gymnasium.make_vec(f"lostcities/{name}-v1", num_envs=2, vectorization_mode="sync", opponent="random")
    _, info = envs.reset(seed=1)
    for _ in range(20):
        _, _, _, _, info = envs.step(np.array([np.flatnonzero(mask)[0] for mask in info["action_mask"]]))
    envs.close()


def test_the_entry_point_leads_to_the_registration() -> None:
    found = [point for point in entry_points(group="gymnasium.envs") if point.name == "lostcities"]
    assert [point.value for point in found] == ["lostcities.rl.registration:register"]
    found[0].load()()
    assert {f"lostcities/{name}-v1" for name in GAMES} <= set(gymnasium.registry)


@pytest.mark.parametrize(
    "code",
    [
        "import gymnasium, lostcities.rl; gymnasium.make('lostcities/card-v1')",
        "import lostcities.rl, gymnasium; gymnasium.make('lostcities/card-v1')",
        "import gymnasium; gymnasium.make('lostcities.rl.gymnasium:lostcities/card-v1')",
    ],
)
def test_every_way_to_make_one(code: str) -> None:
    subprocess.run([sys.executable, "-c", code], check=True)


# -- a match against bots --


@pytest.mark.parametrize(("name", "players"), [("card", 2), ("board", 3), ("roll", 5)])
def test_the_rewards_add_up_to_the_margin(name: str, players: int) -> None:
    env = make(name, opponent="thumb", players=players, seat=1).unwrapped
    shown, total = play(env, 5)
    totals = env.match.state.totals
    assert total == pytest.approx((totals[1] - max(totals[:1] + totals[2:])) / 100)
    assert shown[-1][2:4] == (True, False)
    assert not shown[-1][0]["action_mask"].any()


@every_game
def test_the_agent_sees_what_its_seat_sees(name: str) -> None:
    env = make(name, opponent="random").unwrapped
    observation, info = env.reset(seed=1)
    for _ in range(20):
        state = env.match.state
        assert state.player == 0
        assert observation["observation"].tobytes() == state.observe(0).tobytes()
        assert [state.game.tokens[action] for action in np.flatnonzero(info["action_mask"])] == state.legal()
        assert (info["action_mask"] == observation["action_mask"]).all()
        observation, _, _, _, info = env.step(env.action_space.sample())


@every_game
def test_a_seed_gives_the_same_match(name: str) -> None:
    env = make(name, opponent="random")
    first, again, another = play(env, 3)[0], play(env, 3)[0], play(env, 4)[0]
    assert data_equivalence(first, again)
    assert not data_equivalence(first[0], another[0])


def test_without_a_seed_matches_follow_each_other() -> None:
    env = make("roll", opponent="random").unwrapped
    first = play(env, 1)[0]
    before = env.bots[1].bot
    assert not data_equivalence(first[0], play(env)[0][0])
    assert env.bots[1].bot is before


@pytest.mark.parametrize("opponent", ["net", "best:worlds=2", "pip"])
def test_any_bot_can_be_the_opponent(opponent: str) -> None:
    env = make("roll", opponent=opponent)
    assert play(env, 1)[0][-1][2]
    env.close()


@every_game
def test_the_mask_is_a_method_too(name: str) -> None:
    """As sb3-contrib's MaskablePPO asks for it: through wrappers, at any time, as booleans."""
    env = make(name, opponent="random")
    _, info = env.reset(seed=1)
    for _ in range(20):
        mask = env.get_wrapper_attr("action_masks")()
        assert mask.dtype == np.bool_
        assert (mask == info["action_mask"]).all()
        *_, info = env.step(int(np.flatnonzero(mask)[-1]))


def test_there_is_no_mask_before_a_match() -> None:
    with pytest.raises(RuntimeError, match=r"no match has begun: call reset\(\)"):
        Env("card").action_masks()


def test_people_are_shown_every_position(capsys: pytest.CaptureFixture[str]) -> None:
    env = make("roll", opponent="random", render_mode="human")
    _, info = env.reset(seed=1)
    assert capsys.readouterr().out.count("player_1") > 0
    env.step(int(info["action_mask"].argmax()))
    assert "player_1" in capsys.readouterr().out
    assert env.render() is None


def test_the_cap_on_turns_ends_as_truncated() -> None:
    shown, _ = play(make("card", opponent="random", rounds=1, max_turns=6), 1)
    assert shown[-1][2:4] == (False, True)


def test_render() -> None:
    env = make("card", opponent="thumb", render_mode="ansi")
    env.reset(seed=1)
    assert "player_1" in env.render()
    assert make("card").unwrapped.render_mode is None


# -- errors --


def test_an_illegal_action_raises() -> None:
    env = make("card", opponent="random")
    env.reset(seed=1)
    with pytest.raises(IllegalMove, match=r'"\+P" is not legal for seat 0: play or discard a card first'):
        env.step(game("card").actions["+P"])
    with pytest.raises(ValueError, match="expected an action from 0 to 126, got 300"):
        env.step(300)


def test_calls_out_of_order() -> None:
    env = Env("roll", opponent="random")
    with pytest.raises(RuntimeError, match=r"no match has begun: call reset\(\)"):
        env.render()
    with pytest.raises(RuntimeError, match=r"no match is being played: call reset\(\)"):
        env.step(0)
    play(env, 1)
    with pytest.raises(RuntimeError, match=r"no match is being played: call reset\(\)"):
        env.step(0)
    env.close()
    env.close()
    for call in (env.reset, env.render, lambda: env.step(0)):
        with pytest.raises(RuntimeError, match="this environment is closed"):
            call()


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"opponent": "deep-blue"}, "deep-blue"),
        ({"opponent": "best:sm=3"}, "choose from"),
        ({"colours": 5}, "colours"),
        ({"players": 3}, "card is for"),
        ({"seat": 2}, "expected seat to be from 0 to 1, got 2"),
        ({"seat": 1.0}, r"expected seat to be from 0 to 1, got 1\.0"),
        ({"opponent": None}, "expected opponent to be the name of a bot, got None"),
        ({"render_mode": "bogus"}, "expected render_mode to be one of None, ansi, human, got 'bogus'"),
    ],
)
def test_what_does_not_exist_is_named(more: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Env("card", **more)


DIES = """
import json, sys
for line in sys.stdin:
    if json.loads(line)["type"] == "hello":
        print(json.dumps({"type": "hello", "name": "dies", "games": ["card"]}), flush=True)
    elif json.loads(line)["type"] == "decide":
        sys.exit()
"""


def test_a_bot_that_fails_ends_the_match(tmp_path: Path) -> None:
    program = tmp_path / "dies.py"
    program.write_text(DIES)
    env = Env("card", opponent=f"cmd:{sys.executable} {program}")
    with pytest.raises(BotFailure):
        play_on(env)
    with pytest.raises(RuntimeError, match=r"no match is being played: call reset\(\)"):
        env.step(int(env.match.mask().argmax()))
    program.write_text(
        DIES.replace("sys.exit()", "print(json.dumps({'type': 'move', 'move': json.loads(line)['view']['legal'][0]}), flush=True)")
    )
    env.reset()
    env.step(int(env.match.mask().argmax()))
    program.write_text("")
    with pytest.raises(BadOption, match=r"cannot play: it was asked .*: its program ended"):
        env.reset(seed=2)
    with pytest.raises(RuntimeError, match=r"no match is being played: call reset\(\)"):
        env.step(int(env.match.mask().argmax()))
    env.close()


def play_on(env: Env) -> None:
    _, info = env.reset(seed=1)
    for _ in range(4):
        *_, info = env.step(int(info["action_mask"].argmax()))


# -- many matches --


def vector(name: str, size: int, **more: Any) -> VectorEnv:
    envs = gymnasium.make_vec(f"lostcities/{name}-v1", num_envs=size, **more)
    assert isinstance(envs, VectorEnv)
    return envs


def legal(masks: Any, rng: random.Random) -> Any:
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])


@pytest.mark.parametrize(("name", "players"), [("card", 2), ("board", 3)])
def test_the_vector_environment_plays_what_the_python_face_plays(name: str, players: int) -> None:
    """One round against rules of thumb; all its chance is in the row from the start."""
    envs = vector(name, 3, opponent="thumb", players=players, rounds=1)
    observations, infos = envs.reset(seed=2)
    state = envs.env.game.table(players, envs.env.options)
    state.row[:] = envs.env.batch.rows[1].tobytes()
    state.dealt = True
    state.rounds.append(Round(state.starter))
    thumb, rng = bot(state.game, "thumb"), random.Random(1)
    while True:
        assert observations["observation"][1].tobytes() == state.observe(0).tobytes()
        assert [state.game.tokens[action] for action in np.flatnonzero(infos["action_mask"][1])] == state.legal()
        actions = legal(infos["action_mask"], rng)
        state.push(state.game.tokens[actions[1]])
        while state.player not in (None, 0):
            state.push(thumb.decide(state.view(state.player)))
        observations, rewards, terminations, truncations, infos = envs.step(actions)
        assert terminations[1] == state.over
        assert not truncations.any()
        if state.over:
            totals = state.totals
            assert rewards[1] == pytest.approx((totals[0] - max(totals[1:])) / 100)
            return
        assert rewards[1] == 0


@every_game
@pytest.mark.parametrize("opponent", ["random", "thumb"])
def test_vectors_are_what_their_spaces_say(name: str, opponent: str) -> None:
    envs = vector(name, 7, opponent=opponent)
    first, infos = envs.reset(seed=1)
    kept = first["observation"].copy()
    rng = random.Random(1)
    for _ in range(30):
        observations, rewards, terminations, truncations, infos = envs.step(legal(infos["action_mask"], rng))
        assert observations in envs.observation_space
        assert rewards.shape == terminations.shape == truncations.shape == (7,)
    assert (first["observation"] == kept).all()
    again = vector(name, 7, opponent=opponent)
    assert data_equivalence(again.reset(seed=1)[0], first)
    assert data_equivalence(again.reset(seed=list(range(7)))[0], envs.reset(seed=list(range(7)))[0])


@every_game
@pytest.mark.parametrize("opponent", ["random", "thumb"])
def test_a_match_does_not_depend_on_those_beside_it(name: str, opponent: str) -> None:
    alone, among = vector(name, 1, opponent=opponent), vector(name, 3, opponent=opponent)
    _, one = alone.reset(seed=[7])
    _, many = among.reset(seed=[7, 8, 9])
    for _ in range(25):
        assert (one["action_mask"][0] == many["action_mask"][0]).all()
        *_, one = alone.step(one["action_mask"].argmax(axis=1))
        *_, many = among.step(many["action_mask"].argmax(axis=1))


def test_vectors_end_with_the_match() -> None:
    """Two rounds of one turn each: the agent decides four times per match, whoever starts."""
    envs = vector("card", 5, opponent="random", rounds=2, max_turns=2)
    _, infos = envs.reset(seed=1)
    rng, ended = random.Random(1), np.zeros(5, dtype=int)
    for _ in range(40):
        _, _, terminations, truncations, infos = envs.step(legal(infos["action_mask"], rng))
        assert not terminations.any()
        assert not envs.env.batch.rows[truncations][:, ROUND].any()
        ended += truncations
    assert ended.tolist() == [10] * 5


def test_vectors_differ_from_single_environments_as_the_page_says() -> None:
    """Gymnasium's own vectors of our environment play its matches, and wait a step after the end; ours do neither."""
    own = vector("roll", 2, opponent="random")
    sync = gymnasium.make_vec("lostcities/roll-v1", num_envs=2, vectorization_mode="sync", opponent="random")
    assert own.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.SAME_STEP
    assert sync.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.NEXT_STEP
    first = [make("roll", opponent="random").reset(seed=seed)[0]["observation"] for seed in (5, 6)]
    assert (sync.reset(seed=5)[0]["observation"] == first).all()
    assert not (own.reset(seed=5)[0]["observation"] == first).all()
    sync.close()


def test_vectors_refuse_what_they_cannot_play() -> None:
    with pytest.raises(ValueError, match='the bot "best" cannot decide for many matches at once'):
        vector("card", 2, opponent="best")
    envs = vector("card", 2, opponent="random")
    with pytest.raises(RuntimeError, match=r"no match is being played: call reset\(\)"):
        envs.step(np.array([0, 0]))
    envs.reset(seed=1)
    rows = envs.env.batch.rows.copy()
    for wrong in (126, 400, -1):
        with pytest.raises(ValueError, match="in match 1 of the batch"):
            envs.step(np.array([np.flatnonzero(envs.env.batch.masks[0])[0], wrong]))
    assert (envs.env.batch.rows == rows).all()
    with pytest.raises(ValueError, match="expected 2 whole numbers as actions"):
        envs.step(np.array([1, 2, 3]))
    envs.close()
    with pytest.raises(RuntimeError, match="this environment is closed"):
        envs.reset()
