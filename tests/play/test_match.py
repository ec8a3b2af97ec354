"""One match: the event of every push, what each seat may know of it, the start of a turn for undo, and stepping through rounds."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.matches import TABLES, Table, every_table, everything, random_move, seats_and_spectator

from lostcities import IllegalMove, State, game
from lostcities.play import Event, Match, Recorded, Seeded, Turn, after, dealt_again, imagined, steps

EAGER = 0.8


def dealt(table: Table, seed: int = 1, undo: bool = False) -> Match:
    name, players, options = table
    return Match.new(game(name), players, options, Seeded(random.Random(seed)), undo)


def played(match: Match, seed: int = 2) -> Iterator[tuple[State, Event]]:
    """Make random decisions to the end of the match, each with a copy of the state before it."""
    rng = random.Random(seed)
    while not match.state.over:
        if match.state.player is None:
            match.deal()
        before = match.state.copy()
        yield before, match.push(random_move(match.state, rng, EAGER))


def gained(before: State, now: State, seat: int) -> list[str]:
    """The cards added to a hand."""
    return list((Counter(now.hand(seat)) - Counter(before.hand(seat))).elements())


# -- events --


@every_table
def test_an_event_says_who_decided_what(table: Table) -> None:
    match = dealt(table)
    for before, event in played(match):
        assert event.seat == before.player
        assert event.move == match.state.rounds[-1].moves[-1]
        assert event.move in before.legal()


@every_table
def test_an_event_has_the_card_that_came_into_the_hand(table: Table) -> None:
    match = dealt(table)
    drawn = 0
    for before, event in played(match):
        assert gained(before, match.state, event.seat) == ([event.card] if event.card else [])
        assert (event.card is not None) == event.move.startswith("+")
        drawn += event.card is not None
    assert (drawn > 0) == (table[0] != "roll")


@every_table
def test_an_event_has_the_roll_of_the_turn_that_it_begins(table: Table) -> None:
    match = dealt(table)
    rolls = [match.state.rolls[-1]] if match.state.rolls else []
    for before, event in played(match):
        begins = match.state.dealt and match.state.turn > before.turn
        assert (event.roll is not None) == (begins and table[0] == "roll")
        if event.roll:
            rolls.append(event.roll)
            assert match.state.view(None)["dice"] == event.roll
    assert match.state.setup().get("rolls", []) == rolls


@every_table
def test_the_last_event_of_a_round_has_its_scores(table: Table) -> None:
    match = dealt(table)
    scores = []
    for _, event in played(match):
        assert (event.scores is not None) == (not match.state.dealt)
        if event.scores is not None:
            scores.append(event.scores)
    assert scores == match.state.scores == [past.scores for past in match.state.rounds]


@every_table
def test_a_round_begins_when_it_is_dealt_and_not_before(table: Table) -> None:
    match = dealt(table)
    for _, event in played(match):
        if event.scores is not None:
            assert match.state.player is None
            assert match.state.legal() == []


@every_table
@pytest.mark.parametrize("undo", [False, True])
def test_an_illegal_move_is_refused_and_changes_nothing(table: Table, undo: bool) -> None:
    match = dealt(table, undo=undo)
    for number, (_, event) in enumerate(played(match)):
        if number % 20:
            continue
        before, start, can_take_back = everything(match.state), match.start, match.can_take_back
        for wrong in {event.move, "+", "+Y", "nonsense", ""} - set(match.state.legal()):
            with pytest.raises(IllegalMove) as refusal:
                match.push(wrong)
            assert refusal.value.move == wrong
        assert everything(match.state) == before
        assert (match.start, match.can_take_back) == (start, can_take_back)


# -- what each seat may know --


@every_table
def test_a_card_from_the_deck_is_shown_to_nobody_but_who_drew_it(table: Table) -> None:
    match = dealt(table)
    for _, event in played(match):
        assert event.seen_by(event.seat) == event
        for seat in {*seats_and_spectator(match.state)} - {event.seat}:
            assert event.seen_by(seat) == (event._replace(card=None) if event.move == "+" else event)


@every_table
def test_what_everybody_is_told_stands_in_what_everybody_can_see(table: Table) -> None:
    match = dealt(table)
    for before, event in played(match):
        seen, now = event.seen_by(None), match.state.view(None)
        if seen.card:
            assert before.view(None)["discards"][event.move[1:]][-1] == seen.card
        if seen.roll:
            assert now["dice"] == seen.roll
        if seen.scores:
            assert now["scores"][-1] == seen.scores


@every_table
def test_an_imagined_match_looks_the_same_to_its_seat_and_has_nothing_dealt_ahead(table: Table) -> None:
    match, rng = dealt(table), random.Random(3)
    for number, (before, _) in enumerate(played(match)):
        if number % 40:
            continue
        seat = number // 40 % before.players
        world = imagined(before, seat, rng)
        assert world.state.view(seat) == before.view(seat)
        finish_round(world, rng)
        assert before.view(seat) == imagined(before, seat, rng).state.view(seat)


def finish_round(match: Match, rng: random.Random) -> None:
    """Play a round whose chance is pushed from outside to its end, and check what each push reveals."""
    finished = len(match.state.scores)
    while len(match.state.scores) == finished:
        before = match.state.copy()
        if match.state.player is not None:
            event = match.push(random_move(match.state, rng, EAGER))
            assert event.roll is None
            assert event.card is None or event.move != "+"
            scores = event.scores
        else:
            act = match.push_chance(rng.choice(match.state.chances())[0])
            if act.seat is None:
                assert match.state.rolls[-1] == [act.outcome[:3], act.outcome[3:]]
            else:
                assert gained(before, match.state, act.seat) == [act.outcome]
            scores = act.scores
        assert scores == (match.state.scores[-1] if len(match.state.scores) > finished else None)


# -- undo --


def final(event: Event) -> bool:
    """Return whether a decision is final: it drew a card, led to a roll, or ended the round."""
    return event.move.startswith("+") or event.roll is not None or event.scores is not None


@every_table
def test_a_turn_is_taken_back_to_its_start(table: Table) -> None:
    match, rng = dealt(table, undo=True), random.Random(4)
    start = match.state.copy()
    for before, event in played(match):
        if turn_of(before) != turn_of(start):
            start = before
        assert match.can_take_back == (not final(event))
        assert match.taker == (None if final(event) else event.seat)
        if match.can_take_back and rng.random() < 0.3:
            match.take_back()
            assert everything(match.state) == everything(start)
            assert not match.can_take_back


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_whole_turn_is_taken_back_until_the_next_seat_decides(players: int) -> None:
    """The dice are already on the table: nothing new is revealed before another player takes some."""
    match, rng = dealt(("roll", players, {}), undo=True), random.Random(7)
    completed = 0
    for before, event in played(match):
        if match.state.player in (event.seat, None) or match.state.turn != before.turn:
            continue
        completed += 1
        assert match.taker == event.seat
        assert match.state.player == (event.seat + 1) % players
        if rng.random() < 0.5:
            match.take_back()
            assert match.state.player == event.seat
            assert match.state.turn == before.turn
            assert not match.can_take_back
    assert completed > 20


@given(table=st.sampled_from(TABLES), seed=st.integers(0, 10**6), asked=st.lists(st.booleans(), max_size=80))
@settings(deadline=None)
def test_taking_back_tells_nobody_anything(table: Table, seed: int, asked: list[bool]) -> None:
    """Observers see exactly the same bytes as before, and chance has given out nothing in the meantime."""
    match, rng = dealt(table, seed, undo=True), random.Random(seed)
    starts: list[tuple[Turn, dict[str, Any]]] = []
    for back in asked:
        if match.state.player is None:
            break
        if not starts or starts[-1][0] != match.turn:
            starts = [(match.turn, everything(match.state))]
        match.push(random_move(match.state, rng, EAGER))
        if back and match.can_take_back:
            given_out, hidden = match.state.setup(), match.chance.rng.getstate()  # type: ignore[attr-defined]
            match.take_back()
            assert (match.turn, everything(match.state)) == starts[-1]
            assert (match.state.setup(), match.chance.rng.getstate()) == (given_out, hidden)  # type: ignore[attr-defined]


def turn_of(state: State) -> tuple[int, int, int | None]:
    return len(state.scores), state.turn, state.player


@every_table
def test_without_undo_nothing_is_kept(table: Table) -> None:
    match = dealt(table)
    for _ in played(match):
        assert match.start is None
        assert not match.can_take_back


@every_table
def test_a_deal_cannot_be_taken_back(table: Table) -> None:
    match = dealt(table, undo=True)
    for _, event in played(match):
        if event.scores is not None and not match.state.over:
            match.deal()
            assert not match.can_take_back


@every_table
def test_a_copy_goes_its_own_way(table: Table) -> None:
    match = dealt(table, undo=True)
    for number, _ in enumerate(played(match)):
        if number % 40 or match.state.player is None:
            continue
        before, can_take_back = everything(match.state), match.can_take_back
        other = match.copy()
        assert (everything(other.state), other.can_take_back) == (before, can_take_back)
        other.push(other.state.legal()[0])
        assert (everything(match.state), match.can_take_back) == (before, can_take_back)
        if can_take_back:
            other = match.copy()
            other.take_back()
            assert everything(other.state) != before
            assert everything(match.state) == before


@every_table
def test_what_a_move_would_lead_to_changes_nothing(table: Table) -> None:
    match, rng = dealt(table), random.Random(5)
    for number, _ in enumerate(played(match)):
        if number % 20 or match.state.player is None:
            continue
        before = everything(match.state)
        move = random_move(match.state, rng, EAGER)
        later = after(match.state, move)
        assert everything(match.state) == before
        assert later.rounds[-1].moves == [*match.state.rounds[-1].moves, move]


# -- replaying rounds --


@every_table
def test_steps_play_rounds_again_with_the_same_events(table: Table) -> None:
    match = dealt(table)
    was = [(before.row, event) for before, event in played(match)]
    again = game(table[0]).table(table[1], table[2])
    found = []
    for step in steps(again, match.state.rounds):
        found.append((step.before.row, step.event))
        assert step.after is again
        assert step.after.rounds[-1].moves == [*step.before.rounds[-1].moves, step.event.move]
    assert found == was
    assert everything(again) == everything(match.state)


@every_table
def test_one_round_is_dealt_again(table: Table) -> None:
    match = dealt(table)
    between = [match.state.game.table(table[1], table[2])]
    for _, event in played(match):
        if event.scores is not None:
            between.append(match.state.copy())
    for state, past in zip(between, match.state.rounds, strict=False):
        again = dealt_again(state, past)
        assert isinstance(again.chance, Recorded)
        assert again.state.starter == past.starter
        for move in past.moves:
            event = again.push(move)
        assert event.scores == past.scores
        assert again.state.rounds[-1] == past
