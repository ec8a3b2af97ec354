"""The arena's figures, compared with examples worked out by hand; and ratings, compared with pools of known strength."""

import json
import random
from itertools import combinations, permutations
from math import sqrt
from statistics import fmean
from typing import Any

import pytest
from support.matches import SOAK

from lostcities.arena.contest import Result
from lostcities.arena.ratings import Table, ranks, rate
from lostcities.arena.statistics import Played, summary
from lostcities.games.errors import Reason


def match(deal: int, seat: int, totals: list[int], winners: list[int] | None = None, **more: Any) -> Played:
    """A match of three rounds with two decisions per seat; the first bot takes 6 ms, the others 2."""
    first = [max(totals) == total for total in totals]
    known: dict[str, Any] = {"rounds": 3, "truncated": 0, "moves": [2] * len(totals)}
    known |= {"ms": [6.0 if place == seat else 2.0 for place in range(len(totals))]}
    return Played(0, deal, seat, Result(totals, winners or [place for place, won in enumerate(first) if won], **(known | more)))


FORFEIT = {"reason": Reason("bot_silent", {"ms": 1}), "rounds": 1}


def test_two_players() -> None:
    """Two deals. Margins per round: +10 and -4 (mean 3), then +3 and 0 (mean 1.5). Shares: 1 and 0, then 1 and a half."""
    matches = [match(0, 0, [60, 30]), match(0, 1, [40, 28]), match(1, 0, [30, 21]), match(1, 1, [12, 12])]
    found = summary(("A", "B"), matches, 2)
    assert found == {
        "bots": ["A", "B"],
        "matches": 4,
        "wins": 2,
        "draws": 1,
        "losses": 1,
        "win_share": 0.625,
        "win_share_ci95": 0.4608,
        "win_share_low": 0.0645,
        "win_share_high": 0.9862,
        "margin_per_round": 2.25,
        "ci95": round(12.7062 * (1.5 / sqrt(2)) / sqrt(2), 4),
        "mean_score": [round((20 + 28 / 3 + 10 + 4) / 4, 4), round((10 + 40 / 3 + 7 + 4) / 4, 4)],
        "ms_per_move": [3.0, 1.0],
        "truncated": 0,
        "forfeits": [0, 0],
    }
    assert found["mean_score"][0] - found["mean_score"][1] == pytest.approx(found["margin_per_round"], abs=1e-3)


def test_three_players() -> None:
    """The margin is against the best other bot; a win shared by all three counts a third; two lost matches count nothing."""
    matches = [match(0, 0, [9, 9, 9]), match(0, 1, [30, 0, 15]), match(0, 2, [3, 9, 6])]
    found = summary(("A", "B"), matches, 3)
    assert (found["wins"], found["draws"], found["losses"]) == (0, 1, 2)
    assert found["win_share"] == round(1 / 9, 4)
    assert found["margin_per_round"] == round((0 - 10 - 1) / 3, 4)
    assert found["mean_score"] == [round((3 + 0 + 2) / 3, 4), round((3 + 7.5 + 2) / 3, 4)]


def test_the_games_own_winner_counts_not_the_points() -> None:
    found = summary(("A", "B"), [match(0, 0, [20, 20], winners=[1]), match(0, 1, [20, 20], winners=[1])], 2)
    assert (found["wins"], found["draws"], found["losses"], found["margin_per_round"]) == (1, 0, 1, 0.0)


def test_forfeits_are_lost_and_left_out_of_margins_and_means() -> None:
    matches = [
        match(0, 0, [60, 30]),
        match(0, 1, [90, 0], winners=[0], forfeit=1, **FORFEIT),
        match(1, 0, [0, 50], winners=[0], forfeit=1, **FORFEIT),
        match(1, 1, [0, 50], winners=[1], forfeit=0, **FORFEIT),
    ]
    found = summary(("A", "B"), matches, 2)
    assert (found["wins"], found["draws"], found["losses"], found["forfeits"]) == (3, 0, 1, [1, 2])
    assert (found["margin_per_round"], found["ci95"], found["mean_score"]) == (10.0, None, [20.0, 10.0])
    assert found["win_share"] == 0.75


def test_a_forfeit_at_a_table_of_three_is_won_by_the_other_side() -> None:
    matches = [match(0, seat, [0, 0, 0], winners=[0, 1], forfeit=2, **FORFEIT) for seat in range(3)]
    found = summary(("A", "B"), matches, 3)
    assert (found["wins"], found["draws"], found["losses"], found["forfeits"]) == (2, 0, 1, [1, 2])


def test_one_deal_has_no_interval_and_no_deal_has_no_figures() -> None:
    one = summary(("A", "B"), [match(0, 0, [60, 30]), match(0, 1, [40, 28])], 2)
    none = summary(("A", "B"), [], 2)
    assert (one["win_share"], one["win_share_ci95"], one["margin_per_round"], one["ci95"]) == (0.5, None, 3.0, None)
    assert (none["matches"], none["win_share"], none["margin_per_round"], none["ms_per_move"]) == (0, None, None, [None, None])
    assert set(one) == set(none)
    for found in (one, none):
        assert json.loads(json.dumps(found, allow_nan=False)) == found


def test_a_hundred_per_cent_is_not_certain() -> None:
    matches = [match(deal, seat, [60, 30] if seat == 0 else [30, 60]) for deal in range(10) for seat in (0, 1)]
    found = summary(("A", "B"), matches, 2)
    assert (found["win_share"], found["win_share_high"]) == (1.0, 1.0)
    assert 0.5 < found["win_share_low"] < 0.7
    assert found["win_share_ci95"] == pytest.approx((found["win_share_high"] - found["win_share_low"]) / 2, abs=1e-4)


def test_a_deal_not_played_from_every_seat_does_not_count() -> None:
    found = summary(("A", "B"), [match(0, 0, [60, 30]), match(0, 1, [40, 28]), match(1, 0, [900, 0])], 2)
    assert (found["matches"], found["margin_per_round"]) == (2, 3.0)


def test_matches_with_truncated_rounds_are_counted() -> None:
    assert summary(("A", "B"), [match(0, 0, [1, 2], truncated=2), match(0, 1, [1, 2], truncated=1)], 2)["truncated"] == 2
    assert summary(("A", "B"), [match(0, 0, [1, 2], truncated=2), match(0, 1, [1, 2])], 2)["truncated"] == 1


# -- ratings --

TRUTH = {"a": 500, "b": 800, "thumb": 1000, "c": 1150, "d": 1400}


def season(players: int, matches: int, seed: int) -> list[Table]:
    """Every pair of the pool, each result drawn with the odds that the ratings predict."""
    rng = random.Random(seed)
    found = []
    for first, other in combinations(TRUTH, 2) if players == 2 else permutations(TRUTH, 2):
        for number in range(matches):
            bots = [first if seat == number % players else other for seat in range(players)]
            found.append(Table(bots, drawn([10 ** (TRUTH[bot] / 400) for bot in bots], rng)))
    return found


def drawn(strengths: list[float], rng: random.Random) -> list[int]:
    left, places = dict(enumerate(strengths)), [0] * len(strengths)
    for place in range(len(strengths)):
        seat = rng.choices(list(left), list(left.values()))[0]
        places[seat] = place
        del left[seat]
    return places


@pytest.mark.parametrize("players", [2, 4])
def test_ratings_recover_what_the_pool_was_made_of(players: int) -> None:
    found = rate(season(players, 60, seed=players))
    assert sorted(found, key=lambda bot: found[bot].rating) == list(TRUTH)
    assert found["thumb"].rating == 1000
    for bot, truth in TRUTH.items():
        assert abs(found[bot].rating - truth) < 120


@pytest.mark.parametrize("players", [2, 4])
def test_intervals_of_ratings_are_neither_too_narrow_nor_too_wide(players: int) -> None:
    off = []
    for seed in range(100 if SOAK else 10):
        found = rate(season(players, 40, seed))
        assert found["thumb"] == (1000, 0)  # all other ratings are relative to this one
        off += [(found[bot].rating - truth) / (found[bot].ci95 / 1.96) for bot, truth in TRUTH.items() if bot != "thumb"]
    assert 0.7 < sqrt(fmean(error**2 for error in off)) < 1.3
    assert sum(abs(error) < 1.96 for error in off) / len(off) > 0.85


def test_bots_that_always_share_the_first_place_are_equal_as_far_as_is_known() -> None:
    found = rate([Table(["thumb", "x"], [0, 0])] * 50)
    assert found["x"].rating == pytest.approx(1000, abs=0.1)
    assert found["x"].ci95 == pytest.approx(rate([Table(["thumb", "x"], [i % 2, 1 - i % 2]) for i in range(50)])["x"].ci95, rel=0.05)


def test_ratings_do_not_depend_on_the_order_of_the_matches() -> None:
    matches = season(2, 20, seed=5)
    shuffled = random.Random(6).sample(matches, len(matches))
    assert rate(matches) == rate(shuffled)


def test_without_the_rule_bot_the_pool_has_a_mean_of_1000() -> None:
    found = rate([Table(["x", "y"], [0, 1])] * 3)
    assert sum(rating.rating for rating in found.values()) / 2 == pytest.approx(1000)
    assert found["x"].rating > found["y"].rating
    assert rate([]) == {}


def test_places() -> None:
    seats = ["a", "b", "b", "b"]
    assert ranks(match(0, 0, [5, 9, 9, 1]).result, seats) == [1, 0, 0, 2]
    assert ranks(match(0, 0, [5, 9, 9, 1], winners=[2]).result, seats) == [2, 1, 0, 3]
    assert ranks(match(0, 0, [50, 9], winners=[1], forfeit=0, **FORFEIT).result, seats[:2]) == [1, 0]


def test_a_bot_that_forfeits_loses_in_all_its_seats() -> None:
    seats = ["a", "b", "b", "b"]
    assert ranks(match(0, 0, [5, 9, 9, 1], winners=[0], forfeit=2, **FORFEIT).result, seats) == [0, 1, 1, 1]
    assert ranks(match(0, 0, [50, 9, 9, 1], winners=[1, 2, 3], forfeit=0, **FORFEIT).result, seats) == [1, 0, 0, 0]
