"""What could have happened instead: outcomes and their weights, for every game, number of players and option."""

import random

import numpy as np
import pytest
from support.matches import Table, every_table, new_match, play_randomly

from lostcities import State
from lostcities.games import forks
from lostcities.games.engine import Engine, Mode, best_mode, seeds
from lostcities.games.game import Game
from lostcities.play.match import after

COMPILED = pytest.param(Mode.COMPILED, marks=pytest.mark.skipif(best_mode() is Mode.INTERPRETED, reason="Numba is not wanted"))
every_mode = pytest.mark.parametrize("mode", [Mode.INTERPRETED, COMPILED])


def position(table: Table, seed: int) -> State:
    """A random moment of a match in which somebody decides."""
    rng = random.Random(seed)
    state = play_randomly(new_match(table, seed), rng, 0.5, rng.randrange(1, 60))
    while state.player is None:
        state = play_randomly(new_match(table, seed + 1000), rng, 0.5, rng.randrange(1, 20))
    return state


def row_of(state: State) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return np.array(state.row, dtype=np.uint8)


def forked(game: Game, mode: Mode, state: State, move: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:  # type: ignore[type-arg]
    outcomes = game.chance.OUTCOMES
    tries = outcomes * game.chance.SAMPLES
    found = np.zeros((1, tries, len(state.row)), dtype=np.uint8)
    weights = np.zeros((1, tries), dtype=np.float64)
    uncertain = np.zeros((1, tries), dtype=np.uint8)
    actions = np.array([game.actions[move]])
    Engine(game, mode).kernel(forks.fork)(row_of(state)[None], actions, outcomes, seeds(4, tries), found, weights, uncertain)
    return found[0], weights[0], uncertain[0]


@every_table
def test_outcomes_are_weighted_and_the_real_one_is_among_them(table: Table) -> None:
    for seed in range(4):
        state = position(table, seed)
        seat = state.player
        assert seat is not None
        for move in state.legal():
            found, weights, uncertain = forked(state.game, Mode.INTERPRETED, state, move)
            assert weights.sum() == pytest.approx(1)
            real = after(state, move)
            if real.player is None or (uncertain.any() and state.game.chance.SAMPLES > 1):
                continue  # the round is over, or one of thousands of rolls happened
            seen = []
            for row in found[weights > 0]:
                seen.append(bytearray(state.game.observation.SIZE))
                state.game.observation.observe(bytearray(row.tobytes()), seat, seen[-1])
            assert real.observe(seat).tobytes() in map(bytes, seen)
            assert uncertain.any() == (move == "+")


@every_table
def test_weights_are_the_chances_that_the_rules_name(table: Table) -> None:
    state = position(table, 7)
    while "+" not in state.legal() and table[0] != "roll":
        play_randomly(state, random.Random(1), 0.5, 1)
        if state.player is None:
            return
    if table[0] == "roll":
        return
    _, weights, _ = forked(state.game, Mode.INTERPRETED, state, "+")
    open_state = state.copy()
    open_state.leave_to_chance()
    open_state.push("+")
    chances = sorted(probability for _, probability in open_state.chances())
    assert sorted(weights[weights > 0].tolist()) == pytest.approx(chances)


@every_table
@pytest.mark.skipif(best_mode() is Mode.INTERPRETED, reason="Numba is not wanted")
def test_compiled_forks_are_those_of_the_interpreter(table: Table) -> None:
    state = position(table, 3)
    for move in state.legal():
        one, other = (forked(state.game, mode, state, move) for mode in (Mode.INTERPRETED, Mode.COMPILED))
        possible = one[1] > 0
        assert (one[0][possible] == other[0][possible]).all()
        assert (one[1] == other[1]).all()
        assert (one[2] == other[2]).all()


@every_mode
def test_a_share_picks_its_outcome(mode: Mode) -> None:
    state = position(("card", 2, {}), 1)
    while state.legal()[0] != "+":
        play_randomly(state, random.Random(2), 0.5, 1)
    found, weights, _ = forked(state.game, Mode.INTERPRETED, state, "+")
    ends = np.cumsum(weights)
    shares = np.concatenate([ends[weights > 0] - 1e-9, [0.0, 1.1]])  # rounding may lead beyond the last one
    rows = np.tile(row_of(state), (len(shares), 1))
    picked = np.zeros_like(rows)
    actions = np.full(len(shares), state.game.actions["+"])
    uncertain = np.zeros(len(rows), dtype=np.uint8)
    rngs = seeds(1, len(shares))
    Engine(state.game, mode).kernel(forks.pick)(rows, actions, state.game.chance.OUTCOMES, shares, rngs, picked, uncertain)
    assert uncertain.all()
    possible = found[weights > 0]
    assert (picked == np.concatenate([possible, possible[:1], possible[-1:]])).all()


@every_table
def test_a_standing_is_what_a_seat_would_end_with(table: Table) -> None:
    """Checked where a match really ends."""
    state = new_match(table, 5)
    rng = random.Random(5)
    while True:
        before = state.copy()
        move = rng.choice(before.legal())
        ended = after(before, move)
        if ended.over:
            row = bytearray(before.row)
            before.game.rules.apply(row, before.game.actions[move])
            assert [before.game.rules.standing(row, seat) for seat in range(before.players)] == ended.totals
            return
        state.push(move)


@every_table
def test_a_dealt_round_begins_level_and_its_leads_are_those_of_the_scores(table: Table) -> None:
    game, players = new_match(table, 1).game, table[1]
    rows = np.array([new_match(table, 1).row for _ in range(3)], dtype=np.uint8)
    engine = Engine(game, Mode.INTERPRETED)
    engine.kernel(forks.deal_rows)(rows, seeds(2, 3))
    assert len({row.tobytes() for row in rows}) == 3
    before, leads = (np.zeros((3, players), dtype=np.float64) for _ in range(2))
    over = np.ones(3, dtype=np.uint8)
    engine.kernel(forks.standings)(rows, before)
    engine.kernel(forks.round_leads)(rows, before, leads, over)
    assert not leads.any()
    assert not over.any()
    state = play_randomly(new_match(table, 3), random.Random(3), 0.5, 30)
    if state.dealt and len(state.scores) == 0 and table[0] != "board":  # where artefacts count as well
        engine.kernel(forks.round_leads)(row_of(state)[None], np.zeros((1, players)), leads[:1], over[:1])
        scores = state.live
        assert leads[0].tolist() == [scores[seat] - max(scores[:seat] + scores[seat + 1 :]) for seat in range(players)]
