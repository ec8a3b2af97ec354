"""Ratings of people, against the example that Glickman published."""

import pytest

from lostcities.glicko import START, UNSURE, VOLATILITY, Rating, Result

PLAYER = Rating(1500, 200, 0.06)
RESULTS = [Result(Rating(1400, 30), 1), Result(Rating(1550, 100), 0), Result(Rating(1700, 300), 0)]


def test_the_published_example() -> None:
    rated = PLAYER.after(RESULTS)
    assert rated.rating == pytest.approx(1464.06, abs=0.01)
    assert rated.deviation == pytest.approx(151.52, abs=0.005)
    assert rated.volatility == pytest.approx(0.05999, abs=1e-5)


@pytest.mark.parametrize(("opponent", "share"), [(0, 0.639), (1, 0.432), (2, 0.303)])
def test_the_published_expectations(opponent: int, share: float) -> None:
    assert PLAYER.expected(RESULTS[opponent].other) == pytest.approx(share, abs=5e-4)


def test_someone_new_is_unsure() -> None:
    assert Rating() == (START, UNSURE, VOLATILITY)
    assert Rating().high - Rating().low > 1000


def test_a_win_raises_and_a_loss_lowers_alike() -> None:
    equal = Rating(1500, 80)
    won, lost = (equal.after([Result(Rating(1500, 80), score)]) for score in (1, 0))
    assert won.rating - 1500 == pytest.approx(1500 - lost.rating)
    assert won.deviation == lost.deviation < 80


def test_a_tie_with_an_equal_changes_nothing_but_how_sure_it_is() -> None:
    tied = Rating(1500, 80).after([Result(Rating(1500, 80), 0.5)])
    assert tied.rating == pytest.approx(1500)
    assert tied.deviation < 80


def test_a_surprise_counts_more_than_what_was_expected() -> None:
    weak = Rating(1200, 80)
    assert weak.after([Result(Rating(1600, 80), 1)]).rating - 1200 > 5 * (weak.after([Result(Rating(800, 80), 1)]).rating - 1200)


def test_an_unsure_opponent_says_less() -> None:
    sure, unsure = (Rating(1500, 80).after([Result(Rating(1500, deviation), 1)]).rating for deviation in (30, 350))
    assert 1500 < unsure < sure


def test_results_against_all_odds_raise_the_volatility() -> None:
    player = Rating(1500, 50)
    assert player.after([Result(Rating(2400, 30), 1)] * 3).volatility > player.volatility > player.after([Result(player, 0.5)]).volatility


def test_without_a_game_a_rating_only_gets_less_sure() -> None:
    rested = PLAYER.after([])
    assert (rested.rating, rested.volatility) == (1500, 0.06)
    assert 200 < rested.deviation < 201
    assert PLAYER.rested(1e9).deviation == UNSURE


def test_a_hundred_wins_do_not_break_it() -> None:
    rating = Rating()
    for _ in range(100):
        rating = rating.after([Result(Rating(1000, 350), 1)])
    assert 1500 < rating.rating < 4000
    assert 0 < rating.deviation < 350
