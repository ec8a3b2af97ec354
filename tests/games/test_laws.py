"""Laws for every game, with every option and number of players."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from math import comb
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.matches import (
    TABLES,
    TILES,
    Table,
    board_box,
    card,
    card_box,
    chi_square_is_likely,
    every_table,
    everything,
    new_match,
    play_randomly,
    push,
    random_move,
    replay,
    seats_and_spectator,
    table_name,
    turns,
)

from lostcities import GAMES, BadSetup, BadView, IllegalMove, State, game
from lostcities.games.cards import CardState

every_game = pytest.mark.parametrize("name", GAMES)
seeds = st.integers(0, 2**32)


def positions(table: Table, seed: int, count: int = 6) -> Iterator[State]:
    """Random moments of a random match, ending with its last position."""
    rng = random.Random(seed)
    state = new_match(table, seed)
    eager = rng.choice([0.0, 0.5, 0.9])
    for _ in range(count):
        yield state
        play_randomly(state, rng, eager, rng.randrange(1, 200))
    yield play_randomly(state, rng, eager)


# -- moves --


@every_game
def test_tokens_are_distinct_ascii_and_numbered_in_their_order(name: str) -> None:
    tokens = game(name).tokens
    assert len(set(tokens)) == len(tokens) == game(name).rules.ACTIONS
    assert all(token.isascii() and " " not in token for token in tokens)
    assert [game(name).actions[token] for token in tokens] == list(range(len(tokens)))


@every_table
@given(seed=seeds)
def test_mask_and_legal_list_and_reasons_agree(table: Table, seed: int) -> None:
    for state in positions(table, seed):
        tokens = state.game.tokens
        mask = bytearray(len(tokens))
        if state.player is not None:
            state.game.rules.legal(state.row, mask)
        legal = state.legal()
        assert legal == [token for token, allowed in zip(tokens, mask, strict=True) if allowed]
        assert legal == [token for token in tokens if state.why_not(token) is None]
        assert set(mask) <= {0, 1}
        assert bool(legal) == (state.player is not None)


@every_table
@given(seed=seeds)
def test_every_other_token_is_refused_loudly_and_changes_nothing(table: Table, seed: int) -> None:
    for state in positions(table, seed, count=2):
        before = everything(state)
        legal = set(state.legal())
        for token in [*state.game.tokens, "", "nonsense", "y7", " +"]:
            if token in legal:
                continue
            with pytest.raises(IllegalMove) as refusal:
                state.push(token)
            assert refusal.value.move == token
            assert refusal.value.seat == state.player
            assert refusal.value.reason == state.why_not(token)
            assert f'"{token}" is not legal' in str(refusal.value)
        assert everything(state) == before


@every_table
@given(seed=seeds)
def test_a_lone_decline_is_never_asked(table: Table, seed: int) -> None:
    rng = random.Random(seed)
    state = new_match(table, seed)
    while state.player is not None:
        assert state.legal() != [">."]
        state.push(random_move(state, rng, 0.7))


# -- copies and replays --


@every_table
@given(seed=seeds)
def test_a_copy_goes_its_own_way(table: Table, seed: int) -> None:
    for state in positions(table, seed, count=3):
        before = everything(state)
        other = state.copy()
        assert everything(other) == before
        play_randomly(other, random.Random(seed))
        assert everything(state) == before
        copies = [play_randomly(state.copy(), random.Random(seed)) for _ in range(2)]
        assert everything(copies[0]) == everything(copies[1])


@every_table
@given(seed=seeds)
def test_the_log_replays_to_the_same_state(table: Table, seed: int) -> None:
    for state in positions(table, seed):
        assert everything(replay(state)) == everything(state)


@every_table
@given(seed=seeds)
def test_a_match_ends_with_an_outcome(table: Table, seed: int) -> None:
    *_, state = positions(table, seed, count=1)
    outcome = state.outcome()
    assert state.over
    assert outcome is not None
    assert len(state.scores) == state.options.get("rounds", 1)
    assert outcome.totals == state.totals
    assert outcome.winners == sorted(outcome.winners)
    best = max(outcome.totals)
    assert all(outcome.totals[seat] == best for seat in outcome.winners)
    assert [past.scores for past in state.rounds] == state.scores


# -- components --


def cards_in_place(state: CardState) -> Counter[str]:
    """Every card wherever it is: in a hand, played, discarded, in the deck, or left in the box."""
    view = state.view(None)
    places = [name for seat in state.seats for name in state.hand(seat)]
    places += [name for seat in view["expeditions"] for cards in seat.values() for name in cards]
    places += [name for pile in view["discards"].values() for name in pile]
    return Counter(places) + Counter(state.names[kind] for kind in state.hidden())


def box_of(state: State) -> Counter[str]:
    if state.game.name == "board":
        return Counter(board_box())
    return Counter(card_box(int(str(state.options["colors"])), str(state.options["size"])))


@pytest.mark.parametrize("table", TABLES[:10], ids=map(table_name, TABLES[:10]))
@given(seed=seeds)
def test_every_card_of_the_box_is_in_one_place(table: Table, seed: int) -> None:
    for state in positions(table, seed):
        assert isinstance(state, CardState)
        assert cards_in_place(state) == box_of(state)
        view = state.view(0)
        assert len(state.hidden()) == view["deck"] + (30 if table[:2] == ("board", 2) else 0)
        assert view["hand_sizes"] == [len(state.hand(seat)) for seat in state.seats]
        for seat in state.seats:
            assert Counter(view["known"][seat]) <= Counter(state.hand(seat))


@pytest.mark.parametrize("table", TABLES[5:10], ids=map(table_name, TABLES[5:10]))
@given(seed=seeds)
def test_tiles_and_figures_are_conserved(table: Table, seed: int) -> None:
    for state in positions(table, seed):
        view = state.view(None)
        lying = Counter(tile for path in view["tiles"].values() for tile in path.values())
        assert lying <= Counter(TILES)
        assert lying[">"] == 9
        if not state.options["points_once"]:
            assert lying.total() - lying["A"] == 16
        assert sum(view["artifacts"]) >= 9 - lying["A"]
        assert sum(view["artifacts"]) <= 9 * view["round"]
        for seat, figures in enumerate(view["figures"]):
            assert set(figures) == set(view["expeditions"][seat])
            assert sum(figure["kind"] == "s" for figure in figures.values()) <= 1
            assert sum(figure["kind"] == "e" for figure in figures.values()) <= 4
        assert view["crossed"] == sum(figure["step"] >= 7 for figures in view["figures"] for figure in figures.values()) <= 5
        assert min(view["points"]) >= 0


# -- views --


@every_table
@given(seed=seeds)
def test_a_view_survives_json(table: Table, seed: int) -> None:
    for state in positions(table, seed):
        for seat in seats_and_spectator(state):
            view = state.view(seat)
            assert json.loads(json.dumps(view)) == view


@every_table
@given(seed=seeds)
def test_a_view_says_whose_it_is_and_what_is_due(table: Table, seed: int) -> None:
    phases = {"card": {"play", "draw"}, "board": {"play", "draw", "advance"}, "roll": {"dice", "advance"}}[table[0]]
    for state in positions(table, seed):
        for seat in seats_and_spectator(state):
            view = state.view(seat)
            assert view["game"] == table[0]
            assert view["seat"] == seat
            assert view["to_move"] == state.player
            assert ("legal" in view) == (seat is not None and seat == state.player)
            assert view.get("legal", state.legal()) == state.legal()
            assert ("hand" in view) == (seat is not None and table[0] != "roll")
            assert view["phase"] in phases if state.player is not None else view["phase"] is None
            assert 1 <= view["round"] <= state.options.get("rounds", 1)
            assert len(view["live"]) == len(view["totals"]) == state.players
            assert view["starter"] == state.rounds[-1].starter


# -- nothing leaks --


@every_table
@given(seed=seeds)
def test_a_seat_cannot_tell_a_resampled_state_from_the_real_one(table: Table, seed: int) -> None:
    rng = random.Random(seed)
    for state in positions(table, seed):
        for seat in seats_and_spectator(state):
            other = state.resample(seat, rng)
            assert other.view(seat) == state.view(seat)
            if seat is not None:
                assert other.observe(seat).tobytes() == state.observe(seat).tobytes()


def hidden_places(state: CardState, seat: int | None) -> list[int]:
    """Where the row stores cards that a seat cannot see: other hands except for known cards, the deck, the box."""
    rules = state.game.rules
    places = list(range(rules.DECK + rules.deck_size(state.row) - state.row[rules.LEFT], rules.DECK + state.cards))
    for other in state.seats:
        if other == seat:
            continue
        known = Counter(map(state.names.index, state.view(None)["known"][other]))
        for place in range(rules.HAND + other * rules.MAX_HAND, rules.HAND + other * rules.MAX_HAND + rules.hand_size(state.row, other)):
            kind = state.row[place]
            if known[kind]:
                known[kind] -= 1
            else:
                places.append(place)
    return places


@pytest.mark.parametrize("table", TABLES[:10], ids=map(table_name, TABLES[:10]))
@given(seed=seeds)
def test_what_a_seat_is_sent_does_not_change_when_hidden_cards_are_permuted(table: Table, seed: int) -> None:
    rng = random.Random(seed)
    for state in positions(table, seed):
        assert isinstance(state, CardState)
        for seat in seats_and_spectator(state):
            other = state.copy()
            places = hidden_places(state, seat)
            kinds = [state.row[place] for place in places]
            rng.shuffle(kinds)
            for place, kind in zip(places, kinds, strict=True):
                other.row[place] = kind
            assert other.view(seat) == state.view(seat)
            if seat is not None:
                assert other.observe(seat).tobytes() == state.observe(seat).tobytes()


def test_rolls_to_come_are_hidden() -> None:
    rolls = [["RRR", "111"], ["OOO", "222"]]
    known = game("roll").from_setup({}, 2, {"rolls": rolls})
    unknown = game("roll").from_setup({}, 2, {"rolls": rolls[:1]})
    for seat in (0, 1, None):
        assert known.view(seat) == unknown.view(seat)
    assert known.setup() == unknown.setup()


# -- worlds --


@every_table
@given(seed=seeds)
def test_a_world_is_a_state_like_the_real_one(table: Table, seed: int) -> None:
    rng = random.Random(seed)
    for state in positions(table, seed, count=3):
        for seat in seats_and_spectator(state):
            world = state.game.world(json.loads(json.dumps(state.view(seat))), rng)
            assert world.player == state.player
            assert world.live == state.live
            assert world.totals == state.totals
            assert world.scores == state.scores
            assert world.outcome() == state.outcome()
            if seat == state.player:
                assert world.legal() == state.legal()
            else:
                assert [move for move in world.legal() if move[0] in "+>."] == [move for move in state.legal() if move[0] in "+>."]
            if isinstance(world, CardState):
                assert world.view(None)["hand_sizes"] == state.view(None)["hand_sizes"]


@every_table
@given(seed=seeds)
def test_a_world_plays_on_by_the_same_rules(table: Table, seed: int) -> None:
    rng = random.Random(seed)
    for state in positions(table, seed, count=3):
        seat = rng.choice(seats_and_spectator(state))
        world = play_randomly(state.resample(seat, rng), rng, 0.7)
        assert world.over
        assert world.outcome() is not None
        assert len(world.scores) == state.options.get("rounds", 1)
        assert world.scores[: len(state.scores)] == state.scores


@pytest.mark.parametrize("table", TABLES[:10], ids=map(table_name, TABLES[:10]))
@given(seed=seeds)
def test_in_a_world_every_card_is_in_one_place_too(table: Table, seed: int) -> None:
    rng = random.Random(seed)
    for state in positions(table, seed):
        for seat in seats_and_spectator(state):
            world = state.resample(seat, rng)
            assert isinstance(world, CardState)
            assert cards_in_place(world) == box_of(state)


def arrangement(state: State, seat: int) -> tuple[Any, ...]:
    assert isinstance(state, CardState)
    hands = tuple(tuple(state.hand(other)) for other in state.seats if other != seat)
    return (hands, tuple(state.hidden()))


def test_worlds_are_uniform_over_all_hidden_arrangements() -> None:
    """A mini deal: two cards in the other hand and the order of the deck are hidden, 6! / 2! arrangements."""
    state = card("0: Y* Y2\n1: B* B2", size="mini")
    rng = random.Random(1)
    samples = 360 * 40
    seen = Counter(arrangement(state.resample(0, rng), 0) for _ in range(samples))
    assert len(seen) == 360
    assert chi_square_is_likely(seen, dict.fromkeys(seen, samples / 360))


def test_worlds_keep_known_cards_and_are_uniform_over_the_rest() -> None:
    """Seat 1 took Y2 from the pile: one card in its hand and three in the deck are hidden, 4! arrangements."""
    state = turns(card("0: Y* Y2 / Y3\n1: B* B2", size="mini"), "-Y2", "B*+Y")
    assert state.view(0)["known"] == [[], ["Y2"]]
    rng = random.Random(2)
    seen = Counter(arrangement(state.resample(0, rng), 0) for _ in range(24 * 200))
    assert len(seen) == 24
    assert all("Y2" in hands[0] for hands, _ in seen)
    assert chi_square_is_likely(seen, dict.fromkeys(seen, 200.0))


def test_worlds_of_the_full_game_hold_each_hidden_card_as_often() -> None:
    """Each card that seat 0 cannot see is in the other hand with probability 8 / 52, wagers counted as three."""
    state = card("0: Y* Y5 Y6 B2 B3 W9 G4 R*")
    rng = random.Random(3)
    samples = 4000
    seen = Counter(name for _ in range(samples) for name in arrangement(state.resample(0, rng), 0)[0][0])
    unseen = Counter(card_box()) - Counter(state.view(0)["hand"])
    assert chi_square_is_likely(seen, {name: samples * 8 * copies / 52 for name, copies in unseen.items()})


def test_worlds_of_the_board_game_leave_any_thirty_cards_in_the_box() -> None:
    """With two players each hidden card is in the deck with probability 64 / 102."""
    state = game("board").deal({}, random.Random(5), 2)
    rng = random.Random(4)
    samples = 1500
    seen: Counter[str] = Counter()
    for _ in range(samples):
        world = state.resample(0, rng)
        seen.update(world.setup()["deck"][16:])
    unseen = Counter(board_box()) - Counter(state.view(0)["hand"])
    assert chi_square_is_likely(seen, {name: samples * 64 * copies / 102 for name, copies in unseen.items()})


@pytest.mark.parametrize("broken", [{}, {"totals": [0, 0]}, {"totals": [0, 0], "options": {"size": "huge"}}])
def test_a_broken_view_is_refused(broken: dict[str, Any]) -> None:
    with pytest.raises(BadView):
        game("card").world(broken, random.Random(1))


# -- chance --


def choose(chances: list[tuple[str, float]], rng: random.Random) -> str:
    """Choose one outcome; if there are very many, without weights, which is faster."""
    if len(chances) > 1000:
        return rng.choice(chances)[0]
    return rng.choices([outcome for outcome, _ in chances], [weight for _, weight in chances])[0]


def dealt_by_chance(table: Table, seed: int) -> Iterator[State]:
    """A whole match in which nothing is dealt in advance; every state in which a player or chance decides."""
    name, players, options = table
    rng = random.Random(seed)
    state = game(name).table(players, options)
    while not state.over:
        yield state
        chances = state.chances()
        if chances:
            state.push_chance(choose(chances, rng))
        else:
            state.push(random_move(state, rng, 0.7))
    yield state


@every_table
@given(seed=seeds)
def test_the_probabilities_of_chance_sum_to_1(table: Table, seed: int) -> None:
    for number, state in enumerate(dealt_by_chance(table, seed)):
        chances = state.chances()
        assert bool(chances) == (state.player is None and not state.over)
        if chances and number % 7 == 0:
            assert sum(probability for _, probability in chances) == pytest.approx(1)
            assert all(probability > 0 for _, probability in chances)
            assert len({outcome for outcome, _ in chances}) == len(chances)


@every_table
@given(seed=seeds)
def test_a_match_dealt_by_chance_replays_from_its_log(table: Table, seed: int) -> None:
    *_, state = dealt_by_chance(table, seed)
    again = replay(state)
    assert again.outcome() == state.outcome()
    assert again.rounds == state.rounds
    assert [again.view(seat) for seat in seats_and_spectator(again)] == [state.view(seat) for seat in seats_and_spectator(state)]


def random_chances(state: State, rng: random.Random) -> list[tuple[str, float]]:
    chances = state.chances()
    return rng.sample(chances, min(2, len(chances)))


@every_table
@given(seed=seeds)
def test_after_any_chance_the_log_replays(table: Table, seed: int) -> None:
    rng = random.Random(seed)
    for number, state in enumerate(dealt_by_chance(table, seed)):
        if number % 41 or not state.chances() or not state.dealt:
            continue
        for outcome, _ in random_chances(state, rng):
            other = state.copy()
            other.push_chance(outcome)
            again = replay(other)
            assert [again.view(seat) for seat in seats_and_spectator(again)] == [other.view(seat) for seat in seats_and_spectator(other)]


@pytest.mark.parametrize("table", TABLES[:10], ids=map(table_name, TABLES[:10]))
@given(seed=seeds)
def test_a_drawn_card_is_any_that_nobody_has_seen(table: Table, seed: int) -> None:
    for number, state in enumerate(dealt_by_chance(table, seed)):
        if number % 5 or not state.chances() or not state.dealt:
            continue
        assert isinstance(state, CardState)
        view = state.view(None)
        seen = [name for seat in state.seats for name in state.hand(seat)]
        seen += [name for seat in view["expeditions"] for cards in seat.values() for name in cards]
        seen += [name for pile in view["discards"].values() for name in pile]
        unseen = box_of(state) - Counter(seen)
        assert dict(state.chances()) == pytest.approx({name: count / unseen.total() for name, count in unseen.items()})


@pytest.mark.parametrize("name", ["card", "board"])
def test_what_was_dealt_by_chance_is_drawn_by_chance(name: str) -> None:
    state = game(name).table(2, {})
    while state.player is None:
        state.push_chance(state.chances()[0][0])
    for _ in range(3):
        push(state, state.legal()[-1], "+")
        assert state.player is None
        assert state.view(0)["to_move"] is None
        drawn = state.chances()[-1][0]
        state.push_chance(drawn)
        assert drawn in state.view(1 - state.view(0)["to_move"])["hand"]


def deals(state: State, probability: float = 1.0) -> Iterator[tuple[tuple[str, ...], float]]:
    """Every deal that chance can make, the hands one after the other, and its probability."""
    if state.dealt:
        yield tuple(card for seat in range(state.players) for card in state.hand(seat)), probability
    for outcome, part in [] if state.dealt else state.chances():
        after = state.copy()
        after.push_chance(outcome)
        yield from deals(after, probability * part)


@pytest.mark.parametrize("size", ["mini", "tiny"])
def test_chance_makes_every_deal_once_and_as_often_as_a_shuffle(size: str) -> None:
    found = list(deals(game("card").table(2, {"size": size})))
    orders = list(permutations(card_box(size=size), 4))
    rank = game("card").table(2, {"size": size}).names.index  # type: ignore[attr-defined]
    shuffled = Counter((*sorted(order[:2], key=rank), *sorted(order[2:], key=rank)) for order in orders)
    assert len(found) == len(shuffled)
    assert dict(found) == pytest.approx({deal: count / len(orders) for deal, count in shuffled.items()})


@pytest.mark.parametrize("table", [table for table in TABLES if table[0] != "roll"], ids=table_name)
def test_hands_are_dealt_one_by_one_from_the_starter_on(table: Table) -> None:
    name, players, options = table
    state = game(name).table(players, options)
    rng, dealt = random.Random(1), []
    while not state.dealt:
        dealt.append(choose(state.chances(), rng))
        state.push_chance(dealt[-1])
    hands = [card for seat in range(players) for card in state.hand(seat)]
    assert dealt[-len(hands) :] == hands
    assert replay(state).view(0) == state.view(0)


def test_tiles_fall_by_chance_before_the_cards() -> None:
    state = game("board").table(2, {})
    assert dict(state.chances()) == pytest.approx({"A": 9 / 25, ">": 9 / 25, "5": 2 / 25, "10": 3 / 25, "15": 2 / 25})
    for tile in TILES:
        state.push_chance(tile)
    assert state.chances()[0] == ("Y0", pytest.approx(1 - comb(108, 8) / comb(110, 8)))
    assert state.player is None


def test_a_roll_has_six_to_the_third_times_a_thousand_faces() -> None:
    state = game("roll").table(2, {})
    chances = dict(state.chances())
    assert len(chances) == 56 * 220
    assert chances["RRR000"] == pytest.approx(1 / 216 / 1000)
    assert chances["ROY012"] == pytest.approx(36 / 216 / 1000)
    assert chances["RRO001"] == pytest.approx(9 / 216 / 1000)


@every_game
def test_an_impossible_chance_is_refused(name: str) -> None:
    state = game(name).table(2, {})
    with pytest.raises(BadSetup):
        state.push_chance("nonsense")


@every_table
def test_where_a_player_decides_chance_does_not(table: Table) -> None:
    state = new_match(table, 1)
    assert state.chances() == []
    for outcome in ("Y7", "A", "RRR123"):
        with pytest.raises(BadSetup):
            state.push_chance(outcome)


def test_a_deal_begun_by_chance_may_be_given_up_for_a_setup() -> None:
    state = game("card").table(2, {"max_turns": 1, "rounds": 2})
    state.push_chance("Y5")
    state.begin({"deck": card_box()})
    push(state, state.legal()[-1], "+")
    assert dict(state.chances())["Y*"] == pytest.approx(1 - comb(57, 8) / comb(60, 8))


def test_tiles_begun_by_chance_may_be_given_up_for_a_setup() -> None:
    setup = game("board").deal({}, random.Random(1)).setup()
    state = game("board").table(2, {"max_turns": 1, "rounds": 2})
    first = setup["tiles"]["Y"][0]
    state.push_chance(next(tile for tile in TILES if tile != first))
    state.begin(setup)
    assert state.setup() == setup
    assert state.view(None)["tiles"]["Y"]["3"] == first


@every_table
@given(seed=seeds)
def test_a_seat_cannot_tell_a_resampled_state_while_chance_is_awaited(table: Table, seed: int) -> None:
    rng = random.Random(seed)
    for number, state in enumerate(dealt_by_chance(table, seed)):
        if number % 29:
            continue
        for seat in seats_and_spectator(state):
            other = state.resample(seat, rng)
            assert other.view(seat) == state.view(seat)
            assert other.awaits_chance == state.awaits_chance
            if seat is not None:
                assert other.observe(seat).tobytes() == state.observe(seat).tobytes()
