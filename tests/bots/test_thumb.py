"""The rules of thumb, rule by rule as docs/bots/thumb.md states them, and the laws they all obey."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest
from support.matches import (
    SOAK,
    TABLES,
    Table,
    board,
    card,
    every_table,
    new_match,
    play_randomly,
    push,
    roll_turns,
    table_name,
    turn,
    turns,
)

from lostcities import GAMES, State, game
from lostcities.bots.interface import thumb_of
from lostcities.bots.thumb import ThumbBot
from lostcities.games.compiler import jit_wanted
from lostcities.games.engine import Batch, Engine, Mode
from lostcities.games.head import TURN
from lostcities.games.rows import MATCH_OVER

POSITIONS = 400 if SOAK else 25
STEPS = 600 if SOAK else 60
MATCHES = 2000 if SOAK else 200 if jit_wanted() else 10


def move(state: State, **known: int) -> str:
    """Return the rules' choice in a position. Keyword arguments change fields of the observation: `left=19` is a shorter deck."""
    mask = bytearray(len(state.game.tokens))
    state.game.rules.legal(state.row, mask)
    assert state.player is not None
    observation = bytearray(state.observe(state.player))
    for name, value in known.items():
        observation[offset(state.game.name, name)] = value
    action: int = thumb_of(state.game).thumb(observation, mask)
    return state.game.tokens[action]


def offset(name: str, field: str) -> int:
    start = 0
    for known, size, _ in game(name).observation.SPEC:
        if known == field:
            return start
        start += size
    raise KeyError(field)


# -- the card game --


def hand(cards: str, **known: int) -> str:
    """Return the first move of a round with these eight cards in the hand."""
    return move(card(f"0: {cards}"), **known)


def test_card_a_wager_goes_first_on_a_sum_of_24() -> None:
    assert hand("Y* Y7 Y8 Y9 B2 W2 G2 R2") == "Y*"
    assert hand("Y* Y6 Y8 Y9 B2 W2 G2 R2") == "Y6"


def test_card_no_wager_is_laid_with_20_cards_left() -> None:
    assert hand("Y* Y7 Y8 Y9 B2 W2 G2 R2", left=21) == "Y*"
    assert hand("Y* Y7 Y8 Y9 B2 W2 G2 R2", left=20) == "Y7"


def test_card_a_colour_is_opened_on_a_sum_of_18() -> None:
    assert hand("Y2 Y7 Y9 B2 B3 W2 G2 R2") == "Y2"
    assert hand("Y2 Y7 Y8 B2 B3 W2 G2 R2").startswith("-")


def test_card_late_it_takes_24() -> None:
    assert hand("Y6 Y8 Y9 B2 B3 W2 G2 R2", left=20) == "Y6"
    assert hand("Y6 Y8 Y9 B2 B3 W2 G2 R2", left=19).startswith("-")
    assert hand("Y7 Y8 Y9 B2 B3 W2 G2 R2", left=19) == "Y7"


def test_card_nothing_is_opened_that_there_is_no_time_to_lay() -> None:
    assert hand("Y7 Y8 Y9 B2 B3 W2 G2 R2", left=7) == "Y7"
    assert hand("Y7 Y8 Y9 B2 B3 W2 G2 R2", left=6).startswith("-")


def test_card_of_two_openings_the_lower_number() -> None:
    assert hand("Y4 Y6 Y8 B3 B7 B9 W2 G2") == "B3"


def test_card_a_number_follows_a_wager_whatever_the_sum() -> None:
    state = turns(card("0: Y* Y5 B2 B3 W2 W3 G2 R2 / G3"), "Y*", "-R10")
    assert move(state) == "Y5"


def test_card_the_smallest_gap_up_to_2_goes_on() -> None:
    state = turns(card("0: Y4 Y6 B3 B4 B9 W2 G2 R2 / R3 R4"), "Y4 B3", "-R10 -R9")
    assert move(state) == "B4"
    state = turns(card("0: Y4 Y6 B2 B9 W2 G2 R2 R3 / R4"), "Y4", "-R10")
    assert move(state) == "Y6"
    state = turns(card("0: Y4 Y7 B2 B9 W2 G2 R2 R3 / R4"), "Y4", "-R10")
    assert move(state).startswith("-")


def test_card_any_gap_will_do_when_turns_run_out() -> None:
    state = turns(card("0: Y4 Y9 B2 B9 W2 G2 R2 R3 / R4"), "Y4", "-R10")
    assert move(state, left=5).startswith("-")
    assert move(state, left=4) == "Y9"


def test_card_the_least_useful_card_is_discarded() -> None:
    drawn = "0: Y10 Y9 W8 W9 G7 G8 R7 R8 / B10\n1: {} B2 B3 W2 W3 G2 G3 R2"
    assert move(turns(card(drawn.format("B5")), "Y10", "B5")) == "-Y9", "dead for this seat, and the opponent has not started"
    assert move(turns(card(drawn.format("Y3")), "Y10", "Y3")) == "-G7", "now Y9 fits the opponent's expedition"


def test_card_a_top_is_taken_that_can_be_laid_soon() -> None:
    drawn = "0: Y4 B2 B9 W2 G2 R2 R3 R4\n1: Y6 Y7 Y3 W9 W10 G9 G10 R10"
    after = {top: push(turns(card(drawn), "Y4", f"-{top}"), "-B2") for top in ("Y6", "Y7", "Y3", "W9")}
    assert {top: move(state) for top, state in after.items()} == {"Y6": "+Y", "Y7": "+", "Y3": "+", "W9": "+"}


def test_card_a_mini_round_is_never_opened() -> None:
    """No expedition in it can be worth its cost."""
    assert move(card("0: Y3 Y4", size="mini")).startswith("-")


# -- the board game --


def test_board_the_smallest_gap_goes_on() -> None:
    state = turns(board("0: Y2 Y4 B1 B2 W9 W10 G9 R9 / R8 R7"), "Y2:e B1:e", "-R10 -R10")
    assert move(state) == "B2"
    state = turns(board("0: Y2 Y4 B9 B10 W9 W10 G9 R9 / R8"), "Y2:e", "-R10")
    assert move(state) == "Y4"


def test_board_any_gap_will_do_when_turns_run_out() -> None:
    state = turns(board("0: Y2 Y8 B9 B10 W9 W10 G9 R9 / R8"), "Y2:e", "-R10")
    assert move(state, left=4).startswith("-")
    assert move(state, left=3) == "Y8"


def test_board_a_pair_is_opened_with_a_low_card() -> None:
    assert move(board("0: Y3 Y9 B4 B5 B6 W9 G9 R9")) == "Y3:e"
    assert move(board("0: Y4 Y9 B4 B5 B6 W2 G9 R9")).startswith("-"), "no low card, or no second one"


def test_board_the_colour_held_most_is_opened_with_the_scientist() -> None:
    assert move(board("0: Y0 Y9 B2 B5 B6 W9 G9 R9")) == "B2:s"


def test_board_the_scientist_is_used_once() -> None:
    state = turns(board("0: Y0 Y9 Y10 B2 B5 B6 W9 G9 / R9"), "Y0:s", "-R10")
    assert move(state) == "B2:e"


def test_board_no_path_is_opened_late() -> None:
    assert move(board("0: Y3 Y9 B4 B5 B6 W9 G9 R9"), left=8) == "Y3:e"
    assert move(board("0: Y3 Y9 B4 B5 B6 W9 G9 R9"), left=7).startswith("-")


def test_board_where_paths_may_fall_high_cards_open_too() -> None:
    either = {"direction": "either"}
    assert move(board("0: Y5 Y8 B4 B5 W6 G6 R5 R6", **either)) == "Y8:e"
    assert move(board("0: Y5 Y8 B4 B5 W6 G6 R5 R6", open_lowest=True, **either)).startswith("-")
    state = turns(board("0: Y8 Y7 B4 B5 W6 G6 R5 R6 / R4", **either), "Y8:e", "-R10")
    assert move(state) == "Y7"


def test_board_dead_cards_are_discarded_first() -> None:
    state = turns(board("0: Y5 Y3 B4 B5 W6 G6 R5 R6 / R4"), "Y5:e", "-R10")
    assert move(state) == "-Y3"


def test_board_a_card_that_helps_others_is_kept() -> None:
    state = turns(board("0: Y5 Y3 W4 W3 B9 B8 R9 R10 / G9\n1: Y2 W5 G1 G2 G3 G4 G5 G6 / G7"), "Y5:e W4:e", "Y2:e W5:e")
    assert move(state) == "-W3"


def test_board_an_arrow_moves_the_foremost_figure() -> None:
    tiles = "\ntiles: B2=> Y3=5"
    state = turns(board("0: Y1 Y2 Y3 B1 B2 W9 G9 R9 / R8 R7 R6 R5" + tiles), "Y1:e Y2 Y3 B1:e")
    turn(state)
    assert move(push(state, "B2")) == ">Y"


def test_board_a_top_is_taken_that_can_be_laid_soon() -> None:
    drawn = "0: Y4 B9 B10 W9 W10 G9 R8 R9\n1: Y6 Y7 Y3 W8 G6 G7 G8 R10"
    after = {top: push(turns(board(drawn), "Y4:e", f"-{top}"), "-B9") for top in ("Y6", "Y7", "Y3", "W8")}
    assert {top: move(state) for top, state in after.items()} == {"Y6": "+Y", "Y7": "+", "Y3": "+", "W8": "+"}


# -- the roll & write game --


def test_roll_circles_come_first_while_few_have_begun() -> None:
    assert move(roll_turns("R1 O1", "", then="RYG015")) == "Y0"
    assert move(roll_turns("R1 O1 B1 .", "", then="RYG015")) != "Y0"


def test_roll_the_smallest_gap() -> None:
    assert move(roll_turns("R3 O5", "", then="ROO679")) == "O6"


def test_roll_of_equal_gaps_the_expedition_that_is_further_on() -> None:
    assert move(roll_turns("R1 O1 O1 .", "", then="ROO222")) == "O2"


def test_roll_an_expedition_is_begun_with_up_to_3() -> None:
    assert move(roll_turns("R9 O9 Y9 .", "", then="GGG348")) == "G3"
    assert move(roll_turns("R9 O9 Y9 .", "", then="GGG448")) == "."


def test_roll_a_gap_of_5_is_entered_and_6_is_not() -> None:
    assert move(roll_turns("R1 .", "", then="RRR678")) == "R6"
    assert move(roll_turns("R1 .", "", then="RRR778")) == "."


def test_roll_a_zero_counts_as_10() -> None:
    assert move(roll_turns("R5 O5 Y5 .", "", then="RRR004")) == "R0"
    assert move(roll_turns("R4 O4 Y4 .", "", then="RRR003")) == "."


def test_roll_the_ninth_dice_symbol_is_avoided() -> None:
    eight = "R1 O1 Y1 Y1" + " ." * 8
    assert move(roll_turns(eight, "", then="GRR789")) == "R7", "a large gap"
    assert move(roll_turns(eight, "", then="GGG049")) == "G0", "otherwise a circle"
    assert move(roll_turns(eight, "", then="GGG459")) == "G4", "otherwise a start"


def test_roll_an_arrow_advances_the_furthest() -> None:
    state = roll_turns("Y1 Y1 O1 R1", "", then="RRR112")
    assert move(push(state, "R1")) == ">R", "R and Y have two each, and R comes first"
    state = roll_turns("Y1 Y1 G1 G1 G1 R1", "", then="RRR112")
    assert move(push(state, "R1")) == ">G"


# -- laws for all games --


def positions(table: Table, seed: int) -> Iterator[State]:
    """Positions of random play, each from a different match."""
    rng = random.Random(seed)
    for number in range(POSITIONS):
        state = play_randomly(new_match(table, number), rng, eager=0.7, decisions=rng.randrange(90))
        if state.player is not None:
            yield state


@pytest.mark.parametrize("table", TABLES, ids=table_name)
def test_the_bot_makes_a_legal_move_and_cannot_see_what_is_hidden(table: Table) -> None:
    rng = random.Random(2)
    bot = ThumbBot(game(table[0]))
    for state in positions(table, 1):
        view = state.view(state.player)
        chosen = bot.decide(view)
        assert chosen in view["legal"]
        assert chosen == move(state) == move(state.resample(state.player, rng))


@cache
def engine(name: str, mode: Mode | None = None) -> Engine:
    return Engine(game(name), mode)


def decide(name: str, batch: Batch, seats: np.ndarray[Any, Any], mode: Mode | None = None) -> None:
    """Choose random actions in a batch, but by the rules of thumb for `seats`."""
    thumb = engine(name, mode).kernel(thumb_of(game(name)).thumb)
    batch.random_actions()
    for i in np.nonzero(seats)[0]:
        batch.actions[i] = thumb(batch.observations[i], batch.masks[i])


@pytest.mark.skipif(not jit_wanted(), reason="Numba is not there, or not wanted")
@every_table
def test_compiled_and_interpreted_choose_the_same(table: Table) -> None:
    """In positions that thumb and random players reach together, and with every index checked, too."""
    name, players, options = table
    batch = Batch(engine(name), 8, players, 5, **options)
    interpreted = thumb_of(game(name)).thumb
    checked = engine(name, Mode.CHECKED).kernel(interpreted)
    everywhere = np.ones(8, dtype=bool)
    for _ in range(STEPS):
        decide(name, batch, everywhere)
        for i, action in enumerate(batch.actions):
            observation, mask = batch.observations[i], batch.masks[i]
            assert action == checked(observation, mask) == interpreted(bytearray(observation), bytearray(mask))
        thumbs = batch.actions.copy()
        decide(name, batch, ~everywhere)
        batch.step(np.where(batch.seats == 0, thumbs, batch.actions))


def play(table: Table, alone: bool) -> tuple[np.ndarray[Any, Any], int]:
    """Play matches to their end: return seat 0's lead in each, in hundreds of points, and the turns of the longest round."""
    name, players, options = table
    batch = Batch(engine(name), MATCHES, players, 7, **options)
    leads = np.full(MATCHES, np.nan)
    longest = 0
    while np.isnan(leads).any():
        decide(name, batch, (batch.seats == 0) | (not alone))
        longest = max(longest, int((batch.rows[:, TURN] + 256 * batch.rows[:, TURN + 1].astype(int)).max()))
        batch.step(batch.actions)
        ended = (batch.done & MATCH_OVER > 0) & np.isnan(leads)
        leads[ended] = batch.rewards[ended, 0]
    return leads, longest


STRENGTH: list[Table] = [
    ("card", 2, {"rounds": 1}),
    ("card", 2, {"rounds": 1, "colors": 6}),
    ("board", 2, {"rounds": 1}),
    ("board", 3, {"rounds": 1, "direction": "either"}),
    ("board", 4, {"rounds": 1, "open_lowest": True, "points_once": True}),
    ("roll", 2, {}),
    ("roll", 3, {}),
    ("roll", 4, {}),
    ("roll", 5, {}),
]


@pytest.mark.parametrize("table", STRENGTH, ids=table_name)
def test_random_players_are_beaten(table: Table) -> None:
    leads, _ = play(table, alone=True)
    assert (leads > 0).mean() >= 0.9
    assert leads.mean() > 0.5


@pytest.mark.parametrize("table", STRENGTH, ids=table_name)
def test_among_themselves_every_round_ends(table: Table) -> None:
    _, longest = play(table, alone=False)
    assert longest < 150


def test_every_game_has_them() -> None:
    for name in GAMES:
        assert callable(thumb_of(game(name)).thumb)
