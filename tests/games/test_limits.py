"""What no match can exceed, as each game says it: matches come close and never get past it."""

import random

import pytest
from support.matches import TABLES, Table, every_table, random_move, table_name

from lostcities import State, game
from lostcities.games.limits import Limits


def counted(state: State, rng: random.Random, eager: float) -> Limits:
    """Play a match in which nothing is dealt ahead; return how long it was and how far the seats were apart."""
    decisions = chances = 0
    while not state.over:
        if state.player is None:
            outcomes = state.chances()
            state.push_chance(outcomes[rng.randrange(len(outcomes))][0])
            chances += 1
        else:
            state.push(random_move(state, rng, eager))
            decisions += 1
    return Limits(decisions, chances, max(state.totals) - min(state.totals))


@every_table
@pytest.mark.parametrize("eager", [0.0, 0.9])
def test_no_match_exceeds_its_limits(table: Table, eager: float) -> None:
    name, players, options = table
    played = game(name)
    chosen = played.capped(options)
    limits = played.limits(players, chosen)
    found = counted(played.table(players, chosen), random.Random(1), eager)
    assert found.decisions <= limits.decisions
    assert found.chances <= limits.chances
    assert found.lead <= limits.lead


@pytest.mark.parametrize("table", [table for table in TABLES if table[0] != "roll"], ids=table_name)
def test_the_limits_of_lengths_can_be_reached(table: Table) -> None:
    """Who only discards and draws from the deck makes two decisions a turn; no more cards are drawn than there are turns."""
    name, players, options = table
    played, turns = game(name), 6
    limits = played.limits(players, played.complete(options | {"max_turns": turns, "rounds": 1}))
    state = played.table(players, options | {"max_turns": turns, "rounds": 1})
    rng, decisions, chances = random.Random(1), 0, 0
    while not state.over:
        if state.player is None:
            state.push_chance(rng.choice(state.chances())[0])
            chances += 1
        else:
            state.push(next(move for move in state.legal() if move.startswith("-") or move == "+"))
            decisions += 1
    assert chances == limits.chances
    assert decisions == 2 * state.turn


def test_the_longest_game_of_dice() -> None:
    """The dice fill every sheet, circles first, while nobody takes an arrow; then all pass."""
    played = game("roll")
    limits = played.limits(2, played.complete({}))
    state = played.table(2, {})
    rolls = (letter * 3 + number * 3 for letter in "ROYGBP" for number in "06666666666")
    turns = decisions = 0
    while not state.over:
        if state.player is None:
            state.push_chance(next(rolls, "RRR000"))
            turns += 1
        else:
            state.push(next((move for move in state.legal() if move[0] in "ROYGBP"), state.legal()[-1]))
            decisions += 1
    assert turns == limits.chances
    assert decisions == limits.decisions


def test_a_game_without_a_cap_gets_one_unless_it_is_refused() -> None:
    assert game("card").capped({})["max_turns"] == 1000
    assert game("card").capped({"max_turns": None})["max_turns"] is None
    assert game("card").capped({"max_turns": 7})["max_turns"] == 7
    assert game("card").capped({"size": "tiny"})["max_turns"] == 5
    assert "max_turns" not in game("roll").capped({})
