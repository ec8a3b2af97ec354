"""Players of many matches decide exactly as the bots for one match do, in any batch, and on tensors too."""

import random
import warnings
from pathlib import Path

import numpy as np
import pytest
from support.matches import SOAK, Table, every_table, new_match, play_randomly
from support.networks import header_of, random_weights

from lostcities import GAMES, BadOption, State, game
from lostcities.bots.batches import BatchPolicy, batch_policy, check_device, plays_in_batches
from lostcities.bots.batches.network import NetPolicy
from lostcities.bots.batches.registry import OF_ARRAYS, listed_in_torch
from lostcities.bots.net_bot import PATIENCE, Manner, NetBot
from lostcities.bots.network import write
from lostcities.bots.registry import bot
from lostcities.games.cuda import available
from lostcities.games.head import TURN
from lostcities.games.kernel import put16

SPECS = (*OF_ARRAYS, "net:quick=true")
MANY = 300 if SOAK else 24


def positions(table: Table, count: int = MANY) -> list[State]:
    """Return positions from all parts of random matches, one of them so late that patience runs out."""
    rng, found = random.Random(4), []
    while len(found) < count:
        state = play_randomly(new_match(table, len(found)), rng, decisions=rng.randrange(120))
        if state.player is not None:
            found.append(state)
    if table[2].get("max_turns") is None:
        put16(found[0].row, TURN, PATIENCE * table[1])
    return found


def seen(states: list[State]) -> tuple[np.ndarray, np.ndarray]:
    """Return the observations and masks of the seats that decide."""
    masks = np.zeros((len(states), len(states[0].game.tokens)), dtype=np.uint8)
    for state, mask in zip(states, masks, strict=True):
        mask[[state.game.actions[move] for move in state.legal()]] = 1
    return np.array([state.observe(state.player or 0) for state in states]), masks


def luck_of(policy: BatchPolicy, count: int) -> np.ndarray:
    """Return the random numbers that a bot with the number of its row as seed would draw first."""
    return np.array([[rng.random() for _ in range(policy.luck)] for rng in map(random.Random, range(count))])


@every_table
def test_a_batch_decides_as_bots_do_one_by_one(table: Table) -> None:
    chosen, states = game(table[0]), positions(table)
    observations, masks = seen(states)
    for spec in SPECS:
        policy = batch_policy(chosen, spec)
        actions = policy.decide(observations, masks, luck_of(policy, len(states)))
        expected = [bot(chosen, spec, seed).decide(state.view(state.player)) for seed, state in enumerate(states)]
        assert [chosen.tokens[action] for action in actions] == expected, spec


@every_table
def test_tensors_decide_as_arrays_do(table: Table) -> None:
    torch = pytest.importorskip("torch")
    chosen, states = game(table[0]), positions(table)
    observations, masks = seen(states)
    for spec in SPECS:
        policy = batch_policy(chosen, spec)
        luck = luck_of(policy, len(states))
        expected = policy.decide(observations, masks, luck)
        in_torch = listed_in_torch(chosen, spec, "cpu")
        assert in_torch.decide(observations, masks, luck).tolist() == expected.tolist(), spec
        given = (torch.from_numpy(array) for array in (observations, masks, luck))
        assert in_torch.decide(*given).tolist() == expected.tolist(), spec


@pytest.mark.filterwarnings("always")
@every_table
def test_the_gpu_decides_as_the_cpu_does(table: Table) -> None:
    if not available():
        warnings.warn("NO GPU HERE: policies on a GPU were NOT compared with the CPU", stacklevel=1)
        pytest.skip("NO GPU HERE: policies on a GPU were NOT compared with the CPU")
    chosen, states = game(table[0]), positions(table, 300)
    observations, masks = seen(states)
    for spec in SPECS:
        policy = batch_policy(chosen, spec)
        luck = luck_of(policy, len(states))
        expected = policy.decide(observations, masks, luck)
        assert batch_policy(chosen, spec, "cuda").decide(observations, masks, luck).tolist() == expected.tolist(), spec


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("manner", [Manner(), Manner(temperature=2.0)], ids=["best", "free"])
def test_where_all_moves_are_equally_good_it_decides_as_alone(name: str, manner: Manner, tmp_path: Path) -> None:
    """A network of zeros leaves everything in doubt."""
    chosen = game(name)
    nothing = {key: 0 * array for key, array in random_weights(chosen, 16, 1, 1).items()}
    file = tmp_path / f"{name}-1.npz"
    write(file, header_of(chosen), {"net": nothing, "quick": nothing})
    states = positions((name, 2, {}))
    policy = NetPolicy(chosen, str(file), manner=manner)
    actions = policy.decide(*seen(states), luck_of(policy, len(states)))
    alone = [NetBot(chosen, str(file), manner=manner, seed=seed) for seed in range(len(states))]
    assert [chosen.tokens[action] for action in actions] == [
        one.decide(state.view(state.player)) for one, state in zip(alone, states, strict=True)
    ]


@pytest.mark.parametrize("name", GAMES)
def test_a_batch_can_be_empty_and_draw_for_itself(name: str) -> None:
    chosen, states = game(name), positions((name, 2, {}), 8)
    observations, masks = seen(states)
    for spec in SPECS:
        policy = batch_policy(chosen, spec)
        assert len(policy.decide(observations[:0], masks[:0])) == 0
        assert masks[np.arange(8), policy.decide(observations, masks)].all()


def test_a_function_of_arrays_plays() -> None:
    chosen, states = game("card"), positions(("card", 2, {}), 8)
    observations, masks = seen(states)
    last = batch_policy(chosen, lambda _, masks: masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1))
    assert [chosen.tokens[action] for action in last.decide(observations, masks)] == [state.legal()[-1] for state in states]
    assert batch_policy(chosen, last) is last


def test_bots_that_look_further_are_refused_with_a_sentence() -> None:
    chosen = game("card")
    assert [spec for spec in ("best", "magnus", "cmd:./x", "net:level=true", "net") if plays_in_batches(chosen, spec)] == ["net"]
    with pytest.raises(BadOption, match='the bot "best" cannot decide for many matches at once; those that can are random, thumb, net'):
        batch_policy(chosen, "best")


def test_an_unknown_device_is_refused_with_a_sentence() -> None:
    check_device("cpu")
    with pytest.raises(BadOption, match="expected cpu / cuda as --device"):
        check_device("tpu")
