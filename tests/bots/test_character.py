"""Opponents for people: they leak nothing, and their impulses are those that the page describes."""

import random

import pytest
from support.matches import Table, every_table, new_match, play_randomly

from lostcities import GAMES, game
from lostcities.bots.character import NAMES
from lostcities.bots.net_bot import Manner, NetBot
from lostcities.bots.registry import bot


@every_table
def test_a_character_moves_the_same_whatever_it_cannot_see(table: Table) -> None:
    rng = random.Random(6)
    for name in NAMES[:-1]:
        first, second = (bot(game(table[0]), name, seed=3) for _ in range(2))
        for seed in range(4):
            state = play_randomly(new_match(table, seed), rng, decisions=rng.randrange(1, 60))
            if state.player is not None:
                move = first.decide(state.view(state.player))
                assert move in state.legal()
                assert second.decide(state.resample(state.player, rng).view(state.player)) == move


@pytest.mark.parametrize("name", GAMES)
def test_an_impulse_never_discards_while_something_can_be_laid(name: str) -> None:
    chosen, held_back = game(name), 0
    beginner = NetBot(chosen, manner=Manner(impulse=1.0), seed=1)
    state = new_match((name, 2, {}), 2)
    while not state.over:
        assert state.player is not None
        legal = state.legal()
        laid = [move for move in legal if move[0] not in "-+" and "." not in move]
        move = beginner.decide(state.view(state.player))
        assert move in laid or not laid
        held_back += len(laid) < len(legal)
        state.push(move)
    assert held_back > 0
