"""Worlds redealt in place, as search makes them: nobody can tell, nothing is lost, and all are equally likely."""

import random
from collections import Counter
from typing import Any

from support.matches import card, chi_square_is_likely, every_table, new_match, play_randomly, turns

from lostcities import State, game
from lostcities.games.cards import CardState


def dealt_anew(state: State, seat: int, rng: random.Random) -> State:
    """The state with everything that the seat cannot know redealt by the kernel."""
    other = state.copy()
    state.game.worlds.resample(other.row, seat, [rng.getrandbits(64)])
    return other


def dealt_by_odds(state: State, seat: int, odds: list[float], rng: random.Random) -> State:
    other = state.copy()
    state.game.worlds.resample_by(other.row, seat, [rng.getrandbits(64)], odds)
    return other


def cards_everywhere(state: State) -> Counter[str]:
    assert isinstance(state, CardState)
    found = Counter(state.names[kind] for kind in state.hidden())
    for seat in state.seats:
        found.update(state.hand(seat))
    return found


@every_table
def test_the_seat_cannot_tell_and_the_game_goes_on(table: tuple[str, int, dict[str, Any]]) -> None:
    rng = random.Random(3)
    for seed in range(5):
        state = play_randomly(new_match(table, seed), rng, decisions=rng.randrange(1, 60))
        for seat in range(state.players):
            odds = [rng.random() for _ in range(len(state.game.tokens))]
            other = rng.choice([dealt_anew(state, seat, rng), dealt_by_odds(state, seat, odds, rng)])
            assert other.view(seat) == state.view(seat)
            assert bytes(other.observe(seat)) == bytes(state.observe(seat))
            if isinstance(state, CardState):
                assert cards_everywhere(other) == cards_everywhere(state)
            play_randomly(other, rng, decisions=40)


def hidden_from(state: State, seat: int) -> tuple[Any, ...]:
    assert isinstance(state, CardState)
    return (*(tuple(state.hand(other)) for other in state.seats if other != seat), tuple(state.hidden()))


def test_all_arrangements_are_equally_likely() -> None:
    """A mini deal: two cards in the other hand and the order of the deck are hidden, 6! / 2! arrangements."""
    state = card("0: Y* Y2\n1: B* B2", size="mini")
    rng = random.Random(1)
    seen = Counter(hidden_from(dealt_anew(state, 0, rng), 0) for _ in range(360 * 40))
    assert len(seen) == 360
    assert chi_square_is_likely(seen, dict.fromkeys(seen, 40.0))


def test_known_cards_stay_and_the_rest_is_equally_likely() -> None:
    """Seat 1 took Y2 from the pile: one card in its hand and three in the deck are hidden, 4! arrangements."""
    state = turns(card("0: Y* Y2 / Y3\n1: B* B2", size="mini"), "-Y2", "B*+Y")
    rng = random.Random(2)
    seen = Counter(hidden_from(dealt_anew(state, 0, rng), 0) for _ in range(24 * 200))
    assert len(seen) == 24
    assert all("Y2" in hand for hand, _ in seen)
    assert chi_square_is_likely(seen, dict.fromkeys(seen, 200.0))


def test_three_hidden_hands_and_the_deck_hold_each_card_as_often() -> None:
    state = game("board").deal({}, random.Random(5), 4, starter=0)
    rng = random.Random(6)
    samples = 1200
    places = Counter(seat for _ in range(samples) for seat in where(dealt_anew(state, 0, rng), state.view(0)["hand"]))
    assert chi_square_is_likely(places, dict.fromkeys((1, 2, 3), places.total() / 3))


def where(state: State, own: list[str]) -> list[int]:
    """The hand with the first kind that seat 0 does not hold; empty unless exactly one hand has it."""
    assert isinstance(state, CardState)
    wanted = next(name for name in state.names if name not in own)
    holders = [seat for seat in (1, 2, 3) if wanted in state.hand(seat)]
    return holders if len(holders) == 1 else []


def test_equal_odds_are_chance() -> None:
    """The same mini deal as above, with equal odds."""
    state = card("0: Y* Y2\n1: B* B2", size="mini")
    rng = random.Random(4)
    seen = Counter(hidden_from(dealt_by_odds(state, 0, [3.0] * 60, rng), 0) for _ in range(360 * 40))
    assert len(seen) == 360
    assert chi_square_is_likely(seen, dict.fromkeys(seen, 40.0))


def test_odds_say_which_cards_are_in_a_hand() -> None:
    """Seat 1 took Y2: one hidden card is in its hand, and B4 is three times as likely as each of the other three."""
    state = turns(card("0: Y* Y2 / Y3\n1: B* B2", size="mini"), "-Y2", "B*+Y")
    odds = [1.0] * 60
    odds[state.game.actions["B4"]] = 3.0
    rng = random.Random(5)
    samples = 3000
    seen = Counter(next(name for name in dealt_by_odds(state, 0, odds, rng).hand(1) if name != "Y2") for _ in range(samples))
    hidden = set(seen)
    assert len(hidden) == 4
    assert chi_square_is_likely(seen, {name: samples * (3 if name == "B4" else 1) / 6 for name in hidden})
