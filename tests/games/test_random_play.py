"""Random play as the kernels do it, interpreted: every choice equally likely, and nothing where nobody decides."""

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest
from support.matches import TABLES, board, card, chi_square_is_likely, new_match, play_randomly, push, roll_turns, table_name, turns

from lostcities import GAMES, State, game
from lostcities.games.engine import Batch, Engine, Mode, seeds
from lostcities.games.kernel import below, get16, get24, put16, put24, shuffle

Table = tuple[str, int, dict[str, Any]]


# -- the generator and wide numbers --


def test_below_is_uniform() -> None:
    rng = [7]
    seen = Counter(below(rng, 7) for _ in range(7000))
    assert chi_square_is_likely(seen, dict.fromkeys(range(7), 1000.0))


def test_a_shuffle_is_uniform_and_keeps_to_its_place() -> None:
    rng, seen = [3], Counter[bytes]()
    for _ in range(4800):
        row = bytearray([9, 0, 1, 2, 3, 9])
        shuffle(row, 1, 4, rng)
        assert row[0] == row[5] == 9
        seen[bytes(row[1:5])] += 1
    assert len(seen) == 24
    assert chi_square_is_likely(seen, dict.fromkeys(seen, 200.0))


@pytest.mark.parametrize("value", [0, 1, 255, 256, 65535])
def test_two_bytes(value: int) -> None:
    row = bytearray(2)
    put16(row, 0, value)
    assert get16(row, 0) == value


@pytest.mark.parametrize("value", [0, 1, -1, 255, -256, 65536, 8388607, -8388608])
def test_three_bytes_and_a_sign(value: int) -> None:
    row = bytearray(3)
    put24(row, 0, value)
    assert get24(row, 0) == value


# -- random actions --


def expected_weights(state: State) -> Counter[str]:
    """How often each token should appear: once for each card in hand that allows it, otherwise once."""
    hand = Counter(state.view(state.player).get("hand", []))
    weights = Counter(dict.fromkeys(state.legal(), 1))
    if state.phase == "play":
        for move in weights:
            weights[move] = hand[move.removeprefix("-").split(":")[0]]
    return weights


def check_uniform(state: State, samples: int = 3000) -> None:
    weights = expected_weights(state)
    rng = [state.turn + 1]
    seen = Counter(state.game.tokens[state.game.random_play.random_action(state.row, rng)] for _ in range(samples))
    assert set(seen) <= set(weights)
    if len(weights) > 1:
        assert chi_square_is_likely(seen, {move: samples * weight / weights.total() for move, weight in weights.items()})


@pytest.mark.parametrize("table", TABLES, ids=map(table_name, TABLES))
def test_random_actions_are_uniform_each_card_counted(table: Table) -> None:
    rng = random.Random(5)
    state = new_match(table, 5)
    for _ in range(8):
        if state.player is not None:
            check_uniform(state)
        play_randomly(state, rng, 0.7, rng.randrange(1, 30))


def test_a_lone_draw_is_found() -> None:
    check_uniform(push(card("0: Y5"), "Y5"))
    check_uniform(push(board("0: Y5"), "Y5:e"))


def test_equal_cards_count_each() -> None:
    check_uniform(card("0: Y* Y* Y* Y2 Y3 Y4 Y5 Y6"))
    check_uniform(board("0: Y2 Y2 Y3 Y3 B4 B4 W5 W5", open_lowest=True))


def test_one_figure_to_advance() -> None:
    state = turns(board("0: W1 W2\ntiles: W2=>"), "W1:e")
    push(state, state.legal()[-1], "+", "W2")
    assert state.legal() == [">W", ">."]
    check_uniform(state)


def test_one_expedition_to_advance() -> None:
    state = push(roll_turns("R1", "", then="RRR111"), ".", "R1")
    rules = state.game.rules
    for color in range(1, 6):
        state.row[rules.FILLED + color] = 9
    state.row[rules.TOPS] = 0b111110
    assert state.legal() == [">R", ">."]
    check_uniform(state)


# -- rows where nobody decides --


@pytest.mark.parametrize("table", TABLES, ids=map(table_name, TABLES))
def test_when_a_round_is_over_no_action_is_legal(table: Table) -> None:
    state = play_randomly(new_match(table, 6), random.Random(6))
    rules, mask = state.game.rules, bytearray(len(state.game.tokens))
    rules.legal(state.row, mask)
    assert not any(mask)
    assert {rules.refusal(state.row, action) for action in range(len(mask))} == {rules.ROUND_OVER}


def test_before_a_roll_no_action_is_legal() -> None:
    state = roll_turns("R1", "")
    rules, mask = state.game.rules, bytearray(len(state.game.tokens))
    rules.legal(state.row, mask)
    assert not any(mask)
    assert {rules.refusal(state.row, action) for action in range(len(mask))} == {rules.ROLL_FIRST}


# -- whole rounds and matches --


@pytest.mark.parametrize("name", GAMES)
def test_matches_are_played_to_their_end(name: str) -> None:
    engine = Engine(game(name), Mode.INTERPRETED)
    batch = Batch(engine, 3, 2, 4)
    gains = np.zeros((3, 2), dtype=np.int64)
    engine.play_matches(batch.rows, batch.rngs, gains)
    assert all(game(name).rules.match_over(row) for row in batch.rows.tolist())


@pytest.mark.parametrize("name", GAMES)
def test_rounds_are_played_and_tallied(name: str) -> None:
    engine = Engine(game(name), Mode.INTERPRETED)
    row, tally = engine.blank_rows(1, 2, {})[0], np.zeros(2, dtype=np.int64)
    decisions = engine.play_rounds(row, seeds(1, 1)[0], 2, tally)
    assert decisions > 40
    assert tally.any()
