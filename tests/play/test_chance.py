"""Sources of chance: each deals what it claims, and nothing else."""

import random
from collections.abc import Callable
from hashlib import sha256

import pytest
from support.matches import Table, every_table, everything, new_match, random_move, replay

from lostcities import game
from lostcities.games.game import Below
from lostcities.play import Chance, Match, Numbers, Outside, Recorded, Seeded


def match_of(table: Table, chance: Chance) -> Match:
    name, players, options = table
    return Match(game(name).table(players, options), chance)


def play_round(match: Match, seed: int) -> Match:
    """Deal a round and play it at random."""
    rng = random.Random(seed)
    match.deal()
    while match.state.dealt:
        match.push(random_move(match.state, rng, 0.8))
    return match


def play_match(match: Match, seed: int = 1) -> Match:
    while not match.state.over:
        play_round(match, seed + len(match.state.scores))
    return match


def numbers(name: str) -> Below:
    """A stream of numbers independent of Python's generators."""
    count = 0

    def below(limit: int) -> int:
        nonlocal count
        count += 1
        return int.from_bytes(sha256(f"{name}/{count}".encode()).digest()) % limit

    return below


# -- a seeded generator --


@every_table
def test_the_same_seed_gives_the_same_match_and_another_seed_another(table: Table) -> None:
    one, same, other = (play_match(match_of(table, Seeded(random.Random(seed)))) for seed in (7, 7, 8))
    assert everything(one.state) == everything(same.state)
    assert one.state.rounds != other.state.rounds


@every_table
def test_a_seed_deals_as_a_state_that_deals_for_itself(table: Table) -> None:
    state = new_match(table, 7)
    match = match_of(table, Seeded(random.Random(7)))
    rng = random.Random(1)
    while not state.over:
        if not match.state.dealt:
            match.deal()
        move = random_move(state, rng, 0.8)
        state.push(move)
        match.push(move)
    assert match.state.rounds == state.rounds


@every_table
def test_with_a_generator_for_each_round_its_deal_does_not_depend_on_the_rounds_before(table: Table) -> None:
    def generator(round: int) -> random.Random:
        return random.Random(100 + round)

    first, second = (play_match(match_of(table, Seeded(generator, starter=0)), seed) for seed in (1, 2))
    assert [opening(first, number) for number in range(rounds_of(first))] == [opening(second, number) for number in range(rounds_of(first))]
    assert [past.moves for past in first.state.rounds] != [past.moves for past in second.state.rounds]


def rounds_of(match: Match) -> int:
    return len(match.state.rounds)


def opening(match: Match, number: int) -> object:
    """The table before the first decision of a round."""
    setup = match.state.rounds[number].setup
    return setup["rolls"][0] if "rolls" in setup else setup


@every_table
def test_lots_decide_who_starts_unless_somebody_is_named(table: Table) -> None:
    def starter(seed: int, named: int | None) -> int:
        match = match_of(table, Seeded(random.Random(seed), named))
        match.deal()
        return match.state.starter

    assert {starter(seed, None) for seed in range(40)} == set(range(table[1]))
    assert {starter(seed, 1) for seed in range(5)} == {1}


# -- a stream of numbers --


@every_table
def test_numbers_are_asked_for_in_the_order_of_the_box(table: Table) -> None:
    match = match_of(table, Numbers(numbers("deal"), starter=1))
    match.deal()
    setup = match.state.game.shuffle(match.state.game.table(table[1], table[2]), numbers("deal"))
    assert match.state.setup() == setup
    assert match.state.starter == 1


@every_table
def test_numbers_name_the_starter_of_the_first_round_and_the_rules_of_the_others(table: Table) -> None:
    match = play_round(match_of(table, Numbers(numbers("rounds"), starter=1)), 1)
    while not match.state.over:
        expected = match.state.starter
        play_round(match, 1)
        assert match.state.rounds[-1].starter == expected


def test_a_stream_may_be_another_for_every_round() -> None:
    chance = Numbers(numbers("first"), starter=0)
    match = play_round(match_of(("card", 2, {"rounds": 2}), chance), 1)
    chance.below = numbers("second")
    match.deal()
    assert match.state.setup() == match.state.game.shuffle(match.state, numbers("second"))


# -- a record --


@every_table
def test_a_match_is_dealt_as_it_was(table: Table) -> None:
    was = play_match(match_of(table, Seeded(random.Random(7)))).state
    chance = Recorded()
    chance.rounds = {number: (past.setup, past.starter) for number, past in enumerate(was.rounds)}
    match = match_of(table, chance)
    for past in was.rounds:
        match.deal()
        for move in past.moves:
            match.push(move)
    assert everything(match.state) == everything(was)


def test_a_round_that_was_not_recorded_cannot_be_dealt() -> None:
    match = match_of(("card", 2, {}), Recorded())
    with pytest.raises(KeyError):
        match.deal()
    assert not match.state.dealt


def test_rolls_are_added_to_a_recorded_round_while_it_is_played() -> None:
    chance = Recorded()
    rolls = [["ROR", "309"]]
    chance.rounds[0] = {"rolls": rolls}, 0
    match = match_of(("roll", 2, {}), chance)
    assert match.deal() == rolls[0]
    while match.state.player is not None:
        match.push(".")
    assert match.state.awaits_chance
    rolls.append(["YGB", "123"])
    match.chance.act(match.state)
    assert match.state.rolls == rolls
    assert match.state.player is not None


# -- from outside --


@every_table
def test_nothing_happens_that_was_not_pushed_from_outside(table: Table) -> None:
    match, rng = match_of(table, Outside()), random.Random(1)
    match.deal()
    assert not match.state.dealt
    while not match.state.over:
        if match.state.chances():
            assert match.state.player is None
            match.push_chance(rng.choice(match.state.chances())[0])
        else:
            match.push(random_move(match.state, rng, 0.9))
    assert replay(match.state).rounds == match.state.rounds


@pytest.mark.parametrize("source", [lambda: Seeded(random.Random(3)), lambda: Numbers(numbers("all")), Outside])
def test_a_finished_match_awaits_nothing(source: Callable[[], Chance]) -> None:
    chance = source()
    match = play_match(match_of(("roll", 2, {}), Seeded(random.Random(3))))
    before = everything(match.state)
    chance.act(match.state)
    assert everything(match.state) == before
