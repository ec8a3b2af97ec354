"""The rules of thumb: each rule in a drawn position, and what holds in all."""

import random
from functools import cache
from typing import Any

import pytest
from helpers import SOAK, TABLES, board, card, new_match, play_randomly, roll, table_name

from lostcities import GAMES, State, game
from lostcities.bots.interface import own_kernels, part
from lostcities.bots.thumb import ThumbBot
from lostcities.games.compiler import jit_wanted
from lostcities.games.engine import Batch, Engine

Table = tuple[str, int, dict[str, Any]]
every_table = pytest.mark.parametrize(
    "table", [pytest.param(table, id=table_name(table), marks=pytest.mark.xdist_group(f"bots-{table[0]}")) for table in TABLES]
)


def choice(state: State) -> str:
    assert state.player is not None
    return ThumbBot(state.game).decide(state.view(state.player))


def after(state: State, *moves: str) -> State:
    for move in moves:
        state.push(move)
    return state


# -- card --


def test_card_a_wager_comes_first_when_the_numbers_sum_to_24() -> None:
    assert choice(card("0: Y* Y5 Y9 Y10 B2 W3 G4 R2")) == "Y*"
    assert choice(card("0: Y* Y5 Y8 Y10 B2 W3 G4 R2")) == "Y5"


def test_card_a_colour_is_opened_with_its_lowest_number_at_18() -> None:
    assert choice(card("0: Y8 Y10 B2 B3 W3 W4 G4 R2")) == "Y8"
    assert choice(card("0: Y7 Y10 B2 B3 W3 W4 G4 R2")).startswith("-")


def test_card_an_expedition_goes_on_with_a_gap_of_at_most_2() -> None:
    opened = "0: Y4 Y6 Y9 B2 B3 W3 G4 R2 / W2 W5\n1: Y2 Y3 Y5"
    assert choice(after(card(opened), "Y4", "+", "-Y2", "+")) == "Y6"
    wide = "0: Y2 Y8 Y9 B2 B3 W3 G4 R2 / W2 W5\n1: Y4 Y3 Y5"
    assert choice(after(card(wide), "Y2", "+", "-Y3", "+")).startswith("-")


def test_card_what_neither_needs_is_discarded_first() -> None:
    state = after(card("0: Y6 Y9 Y10 Y2 B8 W9 G9 R9 / W7 W5\n1: Y3"), "Y6", "+", "-Y3", "+")
    assert choice(state) == "-Y2"


def test_card_a_pile_is_taken_from_where_its_top_goes_on() -> None:
    state = after(card("0: Y6 Y9 Y10 B2 B8 W9 G9 R9\n1: Y8 Y7"), "Y6", "+", "-Y8", "+", "-B2")
    assert choice(state) == "+Y"
    state = after(card("0: Y6 Y9 Y10 B2 B8 W9 G9 R9\n1: R8 Y7"), "Y6", "+", "-R8", "+", "-B2")
    assert choice(state) == "+"


# -- board --


def test_board_a_colour_held_twice_is_opened_low_and_with_the_scientist_if_held_three_times() -> None:
    assert choice(board("0: Y2 Y8 B5 W6 W4 G7 R9 R10")) == "Y2:e"
    assert choice(board("0: Y2 Y8 Y9 W6 W4 G7 R9 R10")) == "Y2:s"
    assert choice(board("0: Y4 Y8 Y9 W6 W4 G7 R9 R10")).startswith("-")


def test_board_paths_may_open_from_the_top_where_they_may_fall() -> None:
    assert choice(board("0: Y4 Y8 Y9 W6 G6 B6 R4 R5", direction="either")) == "Y9:s"


def test_board_the_smallest_gap_goes_first() -> None:
    state = after(board("0: Y2 Y4 Y8 W1 W2 G7 R9 R10 / B5 B6\n1: B2 B3"), "Y2:s", "+", "-B2", "+", "W1:e", "+", "-B3", "+")
    assert choice(state) == "W2"


def test_board_arrows_move_the_foremost_figure() -> None:
    deal = "0: Y1 Y2 Y3 W1 W2 W3 W4 G7 / B5 B6 B7 B8\n1: B2 B3 B4 B9\ntiles: Y3=> W2=5 W3=10"
    state = after(board(deal), "W1:e", "+", "-B2", "+", "W2", "+", "-B3", "+", "Y1:s", "+", "-B4", "+", "Y2", "+", "-B9", "+", "Y3")
    assert state.phase == "advance"
    assert choice(state) == ">Y"


# -- roll --


def test_roll_circles_are_marked_while_fewer_than_three_expeditions_have_begun() -> None:
    assert choice(roll("ROY015")) == "R0"


def test_roll_the_smallest_gap_is_entered() -> None:
    assert choice(roll("RRR444 R4 .\nRRR999 . .\nROO577")) in ("R5", "O5", "R7")
    assert choice(roll("ROY239")) == "R2"


def test_roll_nothing_is_begun_with_more_than_3() -> None:
    assert choice(roll("ROY489")) == "."


# -- laws --


@every_table
def test_it_plays_legal_moves_that_do_not_depend_on_what_is_hidden(table: Table) -> None:
    rng = random.Random(3)
    for seed in range(6):
        state = play_randomly(new_match(table, seed), rng, rng.choice([0.2, 0.8]), rng.randrange(1, 120))
        if state.player is None:
            continue
        move = choice(state)
        assert move in state.legal()
        assert choice(state.resample(state.player, rng)) == move


@cache
def engine(name: str) -> Engine:
    return Engine(game(name), kernels=own_kernels(game(name)))


@every_table
@pytest.mark.skipif(not jit_wanted(), reason="Numba is not there, or not wanted")
def test_compiled_it_decides_the_same(table: Table) -> None:
    name, players, options = table
    batch = Batch(engine(name), 200 if SOAK else 40, players, 5, **options)
    thumb = part(game(name), "thumb").thumb
    compiled = engine(name).kernel(thumb)
    for _ in range(60):
        for i in range(0, len(batch.rows), 7):
            observation, mask = batch.observations[i], batch.masks[i]
            action = compiled(observation, mask)
            assert action == thumb(bytearray(observation), bytearray(mask))
            assert mask[action]
        batch.step(batch.random_actions())


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.xdist_group(f"bots-{name}")) for name in GAMES])
def test_its_matches_end_and_it_beats_random_players(name: str) -> None:
    wins = 0.0
    for seed in range(6):
        state = game(name).deal({"max_turns": 300} if name != "roll" else {}, random.Random(seed), game(name).max_players)
        own = seed % state.players
        rng = random.Random(seed)
        while not state.over:
            assert state.player is not None
            state.push(choice(state) if state.player == own else rng.choice(state.legal()))
        outcome = state.outcome()
        assert outcome is not None
        assert not any(played.truncated for played in state.rounds)
        wins += (own in outcome.winners) / len(outcome.winners)
    assert wins >= 5
