"""Batches: the same matches as single states, on one thread or several, and clear errors for wrong actions."""

import random
from functools import cache
from typing import Any

import numpy as np
import pytest
from support.matches import TABLES, Table, every_table

from lostcities import IllegalMove, Round, State, game
from lostcities.games import rows
from lostcities.games.engine import Batch, Engine, cores


@cache
def engine(name: str) -> Engine:
    return Engine(game(name))


def batch_of(table: Table, size: int, threads: int | None = 1, seed: int = 5) -> Batch:
    name, players, options = table
    return Batch(engine(name), size, players, seed, threads, **options)


def state_of(batch: Batch, match: int, players: int, options: dict[str, Any]) -> State:
    """The match of one row as a separate state."""
    state = batch.engine.game.table(players, options)
    state.row[:] = batch.rows[match].tobytes()
    state.dealt = True
    state.rounds.append(Round(state.starter))
    return state


@every_table
def test_a_row_of_a_batch_is_the_match_that_a_state_plays(table: Table) -> None:
    """Whole rounds: what is shown and legal along the way, and the reward at the end of the match or the round."""
    batch = batch_of(table, 3)
    states = [state_of(batch, match, *table[1:]) for match in range(3)]
    rng = random.Random(2)
    while states:
        actions = batch.random_actions().copy()
        for match, state in enumerate(states):
            assert state.player == batch.seats[match]
            assert state.observe(state.player).tobytes() == batch.observations[match].tobytes()
            assert state.legal() == [token for token, legal in zip(state.game.tokens, batch.masks[match], strict=True) if legal]
            actions[match] = rng.choice(np.flatnonzero(batch.masks[match]))
            state.push(state.game.tokens[actions[match]])
        batch.step(actions)
        for match, state in enumerate(states):
            if not state.dealt:
                check_reward(batch, match, state)
            elif state.player is None:  # a roll is due, and the batch has already made it
                state.row[:] = batch.rows[match].tobytes()
        states = states if all(state.dealt for state in states) else []


def check_reward(batch: Batch, match: int, state: State) -> None:
    """The lead over the best other seat, in hundreds: per round if rounds are rewarded, otherwise once per match."""
    done = int(batch.done[match])
    assert done & rows.ROUND_OVER
    assert bool(done & rows.MATCH_OVER) == state.over
    assert bool(done & rows.TRUNCATED) == state.rounds[-1].truncated
    gained = [state.game.rules.gain(state.row, seat) for seat in range(state.players)]
    assert gained in (state.scores[-1], state.totals, [0] * state.players)
    for seat, points in enumerate(gained):
        best = max(points for other, points in enumerate(gained) if other != seat)
        assert batch.rewards[match][seat] == pytest.approx((points - best) / 100)


@every_table
def test_threads_change_nothing(table: Table) -> None:
    one, three = batch_of(table, 50, threads=1), batch_of(table, 50, threads=3)
    for _ in range(60):
        for batch in (one, three):
            batch.step(batch.random_actions())
    for name in ("rows", "rngs", "observations", "masks", "seats", "rewards", "done"):
        assert (getattr(one, name) == getattr(three, name)).all()


def test_threads_are_as_many_as_cores_if_wanted_and_never_more_than_matches() -> None:
    assert batch_of(TABLES[0], 500, threads=None).threads == cores()
    assert batch_of(TABLES[0], 2, threads=8).threads == 2


@every_table
def test_rows_can_be_shown_again(table: Table) -> None:
    name, players, options = table
    batch = Batch(Engine(game(name)), 4, players, 7, **options)
    for _ in range(9):
        batch.step(batch.random_actions())
    again = [np.zeros_like(array) for array in (batch.observations, batch.masks, batch.seats)]
    batch.engine.kernel(rows.show_rows)(batch.rows, *again)
    assert all((mine == theirs).all() for mine, theirs in zip(again, (batch.observations, batch.masks, batch.seats), strict=True))


def test_seeds_make_matches_that_differ_and_come_again() -> None:
    table = TABLES[0]
    assert (batch_of(table, 20, seed=1).rows == batch_of(table, 20, seed=1).rows).all()
    decks = {row.tobytes() for row in batch_of(table, 20, seed=1).rows} | {row.tobytes() for row in batch_of(table, 20, seed=2).rows}
    assert len(decks) == 40


def test_an_illegal_action_is_named_and_its_match_left_as_it_was() -> None:
    batch = batch_of(TABLES[0], 6)
    before = batch.rows.copy()
    actions = batch.random_actions().copy()
    actions[4] = game("card").actions["+P"]
    with pytest.raises(IllegalMove, match=r'in match 4 of the batch, "\+P" is not legal for seat [01]: play or discard a card first'):
        batch.step(actions)
    assert (batch.rows[4] == before[4]).all()
    for wrong in (-1, 127, 2**40):
        actions = batch.random_actions().copy()
        actions[2] = wrong
        with pytest.raises(ValueError, match=f"expected an action from 0 to 126, got {wrong} in match 2 of the batch"):
            batch.step(actions)


@every_table
def test_an_illegal_action_is_refused_as_a_state_refuses_it(table: Table) -> None:
    """The same reason, whatever the position and the action."""
    batch = batch_of(table, 4)
    rng = random.Random(6)
    for _ in range(60):
        match = rng.randrange(4)
        state = state_of(batch, match, *table[1:])
        illegal = rng.choice(np.flatnonzero(batch.masks[match] == 0))
        actions = batch.random_actions().copy()
        actions[match] = illegal
        with pytest.raises(IllegalMove) as caught:
            batch.step(actions)
        error = caught.value
        token = state.game.tokens[illegal]
        assert (error.move, error.seat, error.match, error.reason) == (token, state.player, match, state.why_not(token))


def test_nothing_has_ended_in_a_match_whose_action_is_refused() -> None:
    """Each round ends with the second decision of its only turn; its reward is not shown twice."""
    batch = Batch(engine("card"), 3, seed=1, max_turns=1)
    batch.step(batch.random_actions())
    batch.step(batch.random_actions())
    assert batch.done.all()
    actions = batch.random_actions().copy()
    actions[1] = -1
    batch.rewards[:] = 1
    with pytest.raises(ValueError, match="got -1 in match 1 of the batch"):
        batch.step(actions)
    assert not batch.done.any()
    assert not batch.rewards.any()


def test_a_mask_that_was_written_over_is_named() -> None:
    batch = batch_of(TABLES[0], 2)
    actions = batch.random_actions().copy()
    batch.masks[1] = 0
    with pytest.raises(ValueError, match=f"expected masks as the batch wrote them, got 0 in match 1 for action {actions[1]}, which is"):
        batch.step(actions)


def test_actions_of_another_shape_or_type_are_refused() -> None:
    batch = batch_of(TABLES[0], 6)
    with pytest.raises(ValueError, match=r"expected 6 actions of type int64, got int64 of shape \(5,\)"):
        batch.step(np.zeros(5, dtype=np.int64))
    with pytest.raises(ValueError, match="expected 6 actions of type int64, got float64"):
        batch.step(np.zeros(6))  # type: ignore[arg-type]
