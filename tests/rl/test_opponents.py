"""Opponents in a batch: the agent has seat 0, the others are played as the bots play, and nothing depends on the rest of the batch."""

import pickle
from typing import Any

import numpy as np
import pytest
from support.matches import SOAK, TABLES, Table, table_name

from lostcities import BadOption, game
from lostcities.bots.batches import BatchPolicy, batch_policy
from lostcities.bots.interface import features_of
from lostcities.bots.network import ONE, Eye
from lostcities.games.rows import MATCH_OVER
from lostcities.rl import BatchEnv, Step
from lostcities.rl.cpu import CpuBatch

SIZE = 40 if SOAK else 10
STEPS = 200 if SOAK else 30
OPPONENTS = ("random", "thumb", "pip", "net:quick=true")
FEW: list[Table] = TABLES if SOAK else [("card", 2, {"max_turns": 30, "rounds": 2}), ("board", 3, {"rounds": 1}), ("roll", 4, {})]
few_tables = pytest.mark.parametrize("table", FEW, ids=table_name)


def opened(table: Table, opponent: Any, size: int = SIZE, seed: int = 3, **more: Any) -> BatchEnv:
    name, players, options = table
    return BatchEnv(name, size, options=options, players=players, seed=seed, threads=1, opponent=opponent, **more)


def copies(step: Step) -> list[np.ndarray]:
    return [np.array(array) for array in step]


@few_tables
@pytest.mark.parametrize("opponent", ["thumb", "net:quick=true"])
def test_the_agent_decides_everywhere_and_is_paid_what_the_matches_pay(table: Table, opponent: str) -> None:
    """The same matches without an opponent, in which a player of many matches makes the others' decisions."""
    env, bare = opened(table, opponent), opened(table, None)
    policy, rng = batch_policy(game(table[0]), opponent), np.random.default_rng(1)
    advance(bare, policy, np.full(SIZE, -1))
    for _ in range(STEPS):
        actions = legal_choice(env.shown(), rng)
        shown = env.step(actions)
        paid, over = advance(bare, policy, actions)
        assert not shown.seats.any()
        assert (shown.observations == bare.shown().observations).all()
        assert np.allclose(shown.rewards, paid)
        assert ((shown.terminated | shown.truncated) == over).all()


def legal_choice(shown: Step, rng: np.random.Generator) -> np.ndarray:
    chances = rng.random(shown.masks.shape) * shown.masks
    return np.asarray(chances.argmax(axis=1))


def advance(bare: BatchEnv, policy: BatchPolicy, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Take the agent's actions, then let the others play; return what was paid, and where a match ended."""
    batch = bare.batch
    assert isinstance(batch, CpuBatch)
    paid, over = np.zeros(batch.rewards.shape), np.zeros(len(batch.rows), dtype=bool)
    chosen = actions.copy()
    while True:
        batch.step_some(chosen)
        paid += batch.rewards
        over |= (batch.done & MATCH_OVER) > 0
        others = np.flatnonzero(batch.seats)
        if not len(others):
            return paid, over
        chosen[:] = -1
        chosen[others] = policy(batch.observations[others], batch.masks[others])


@few_tables
@pytest.mark.parametrize("opponent", OPPONENTS)
def test_a_match_does_not_depend_on_the_others(table: Table, opponent: str) -> None:
    """Every second match of a batch is the same as in a batch of its own."""
    seeds = np.arange(100, 100 + SIZE)
    whole, half = (opened(table, opponent, len(some), some) for some in (seeds, seeds[::2]))
    rng = np.random.default_rng(2)
    for _ in range(STEPS):
        actions = legal_choice(whole.shown(), rng)
        one, other = whole.step(actions), half.step(actions[::2])
        assert all((mine[::2] == theirs).all() for mine, theirs in zip(one, other, strict=True))
        assert not one.seats.any()
        assert one.masks.any(axis=1).all()


def test_a_policy_of_ones_own_is_the_opponent() -> None:
    asked: list[int] = []

    def last_legal(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        asked.append(len(observations))
        return np.asarray(masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1))

    env = opened(("card", 2, {}), last_legal)
    for _ in range(4):
        env.step(legal_choice(env.shown(), np.random.default_rng(1)))
    assert asked
    assert max(asked) <= SIZE


@pytest.mark.parametrize(
    ("policy", "said"),
    [
        (lambda _, masks: np.zeros(len(masks)), "expected a policy to return .* whole numbers, one legal action per row, got float64"),
        (lambda _, masks: np.full(len(masks), -1), "got -1 in row 0, where it is not legal"),
        (lambda _, masks: np.full(len(masks), 9999), "got 9999 in row 0"),
        (lambda _, masks: masks.argmin(axis=1), "where it is not legal"),
        (lambda _, masks: masks.argmax(axis=1)[:-1], "of shape"),
        (lambda *_: None, "got NoneType"),
    ],
)
def test_a_policy_that_does_not_choose_legal_actions_is_refused(policy: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        opened(("card", 2, {}), policy)  # in some of the matches it begins


def test_an_opponent_that_searches_is_refused() -> None:
    with pytest.raises(BadOption, match='the bot "best" cannot decide for many matches at once'):
        opened(("card", 2, {}), "best")


@few_tables
def test_states_can_be_saved_and_restored(table: Table) -> None:
    env = opened(table, "thumb")
    rng = np.random.default_rng(1)
    for _ in range(20):
        env.step(legal_choice(env.shown(), rng))
    saved = pickle.loads(pickle.dumps(env.states()))
    moves = []
    first = []
    for _ in range(20):
        moves.append(legal_choice(env.shown(), rng))
        first.append(copies(env.step(moves[-1])))
    other = opened(table, "thumb", seed=99)
    other.restore(saved)
    for actions, expected in zip(moves, first, strict=True):
        assert all((mine == theirs).all() for mine, theirs in zip(other.step(actions), expected, strict=True))


def test_states_of_another_environment_are_refused() -> None:
    env = opened(("card", 2, {}), None)
    saved = env.states()
    wanted = f"expected the states of {SIZE} matches of card for 2 players"
    for states in (
        opened(("board", 2, {}), None).states(),
        opened(("card", 2, {}), None, SIZE + 1).states(),
        saved._replace(rows=saved.rows.astype(np.int64)),
        saved._replace(version=0),
    ):
        with pytest.raises(ValueError, match=wanted):
            env.restore(states)
    with pytest.raises(ValueError, match="got states for 3 players"):
        opened(("board", 2, {}), None).restore(opened(("board", 3, {}), None).states())


@few_tables
def test_floats_are_the_inputs_of_our_networks(table: Table) -> None:
    env, bare = opened(table, "thumb", floats=True), opened(table, "thumb")
    eye, features = Eye(game(table[0])), features_of(game(table[0]))
    for _ in range(8):
        actions = legal_choice(bare.shown(), np.random.default_rng(1))
        numbers, seen = env.step(actions).observations, bare.step(actions).observations
        assert numbers.dtype == np.float32
        for row, observation in zip(numbers, seen, strict=True):
            tokens, tables = eye.arrange(bytearray(observation.tobytes()))
            assert (row == np.concatenate([tokens.reshape(-1), tables.reshape(-1)]).astype(np.float32) / ONE).all()
    assert numbers.shape[1] == features.TOKENS * features.TOKEN + features.TABLE


@pytest.mark.parametrize("kind", ["list", "int8", "uint16", "tensor"])
def test_actions_may_be_lists_tensors_and_any_whole_numbers(kind: str) -> None:
    env, other = (opened(("card", 2, {}), None) for _ in range(2))
    actions = legal_choice(env.shown(), np.random.default_rng(1))
    given: Any = actions.tolist() if kind == "list" else None
    if kind == "tensor":
        given = pytest.importorskip("torch").from_numpy(actions)
    elif given is None:
        given = actions.astype(kind)
    assert (env.step(given).observations == other.step(actions).observations).all()


def test_a_refused_action_leaves_the_others_at_the_agents_next_decision() -> None:
    env = opened(("card", 2, {}), "thumb")
    actions = legal_choice(env.shown(), np.random.default_rng(1))
    actions[3] = int(env.shown().masks[3].argmin())
    before = env.shown().observations[3].copy()
    with pytest.raises(ValueError, match="match 3"):
        env.step(actions)
    assert (env.shown().observations[3] == before).all()
    assert not env.shown().seats.any()
