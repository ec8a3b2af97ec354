"""Intervals cover the truth as often as they say: shown by simulation, also for few deals and for shares near 1."""

import random
from math import sqrt
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray
from support.matches import SOAK

from lostcities.intervals import Bounds, half_width, percent, share_bounds, t_quantile, wilson

Samples = NDArray[np.float64]

DEALS = (2, 3, 5, 10, 20, 50, 200)
SHARES = (0.5, 0.7, 0.9, 0.97, 0.99, 1.0)
TRIALS = 20_000 if SOAK else 1500


class Pool(NamedTuple):
    """How the matches of a deal are correlated."""

    together: float
    """The share of deals in which one draw decides all matches."""
    against: float
    """The share of deals in which matches differ as much as possible: a bot that wins from one seat loses from another."""


POOLS = {
    "independent": Pool(0, 0),
    "alike in half of the deals": Pool(0.5, 0),
    "alike": Pool(1, 0),
    "opposed in half of the deals": Pool(0, 0.5),
    "opposed": Pool(0, 1),
}


def deals_of(pool: Pool, seats: int, share: float, deals: int, rng: np.random.Generator) -> Samples:
    """Trials x deals: the first bot's share of the matches of each deal. Each match is won with the same probability."""
    alone = (rng.random((TRIALS, deals, seats)) < share).mean(axis=2)
    together = (rng.random((TRIALS, deals)) < share).astype(float)
    spread = (rng.random((TRIALS, deals, 1)) + np.arange(seats) / seats) % 1
    against = (spread < share).mean(axis=2)
    kind = rng.random((TRIALS, deals))
    return np.where(kind < pool.together, together, np.where(kind > 1 - pool.against, against, alone))


def bounds_of(samples: Samples) -> Samples:
    """Trials x low and high."""
    means, variances = samples.mean(axis=1), samples.var(axis=1, ddof=1)
    known: dict[tuple[float, float], Bounds] = {}
    found = []
    for key in zip(means.round(9).tolist(), variances.round(9).tolist(), strict=True):
        if key not in known:
            known[key] = wilson(*key, samples.shape[1])
        found.append(known[key])
    return np.array(found)


@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize("pool", POOLS.values(), ids=POOLS)
def test_bounds_of_shares_hold_the_truth(pool: Pool, seats: int) -> None:
    """At least 95% of the time, whatever the deals, within the precision of the trials; and they are no wider than necessary."""
    rng = np.random.default_rng(1)
    for deals in DEALS:
        for share in SHARES:
            samples = deals_of(pool, seats, share, deals, rng)
            low, high = bounds_of(samples).T
            covered = ((low <= share + 1e-9) & (high >= share - 1e-9)).mean()
            assert covered >= 0.945 - 3.5 * sqrt(0.95 * 0.05 / TRIALS), (deals, share, covered)
            needed = 2 * 1.96 * samples.mean(axis=1).std()
            if deals >= 20 and share <= 0.9 and needed > 0.1:
                assert (high - low).mean() < (1.25 + 12 / deals) * needed, (deals, share)


def exact_low(deals: int) -> float:
    """The lower bound of Clopper and Pearson if all matches were won."""
    return 0.025 ** (1 / deals)


@pytest.mark.parametrize("deals", DEALS)
def test_bounds_after_nothing_but_wins_are_near_the_exact_ones(deals: int) -> None:
    found = share_bounds([1.0] * deals)
    assert found is not None
    assert found.high == 1
    assert exact_low(deals) - 0.1 < found.low < exact_low(deals)
    assert share_bounds([0.0] * deals) == pytest.approx((0, 1 - found.low), abs=1e-4)


def test_twenty_matches_won_are_not_certainty() -> None:
    found = share_bounds([1.0] * 10)
    assert found is not None
    assert percent(1.0, found) == "100.0% (61.8–100.0)"


def test_deals_that_always_come_out_even_make_the_interval_narrow() -> None:
    """Two bots that get the same share in every deal: the more deals, the narrower the interval."""
    widths = [(share_bounds([0.5] * deals) or Bounds(0, 1)).half_width for deals in (3, 10, 50, 200)]
    assert widths == sorted(widths, reverse=True)
    assert widths[0] < 0.4
    assert widths[2] < 0.03


def test_bounds_are_symmetric_and_around_the_share() -> None:
    rng = random.Random(2)
    for _ in range(200):
        samples = [rng.choice([0, 0.25, 0.5, 1]) for _ in range(rng.randrange(2, 30))]
        found, mirrored = share_bounds(samples), share_bounds([1 - sample for sample in samples])
        assert found is not None
        assert 0 <= found.low <= round(sum(samples) / len(samples), 4) <= found.high <= 1
        assert mirrored == pytest.approx((1 - found.high, 1 - found.low), abs=2e-4)


def test_one_sample_has_no_interval() -> None:
    assert (half_width([1.0]), share_bounds([1.0]), half_width([]), share_bounds([])) == (None,) * 4
    assert percent(0.5, None) == "50.0%"


def test_t_is_as_in_the_tables() -> None:
    tables = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365, 9: 2.262, 29: 2.045, 999: 1.962}
    assert {freedom: t_quantile(freedom) for freedom in tables} == pytest.approx(tables, abs=0.001)


def test_intervals_cover_the_mean_as_often_as_they_say() -> None:
    rng = random.Random(1)
    covered = 0
    for _ in range(2000):
        samples = [rng.gauss(3, 10) for _ in range(8)]
        covered += abs(sum(samples) / 8 - 3) <= (half_width(samples) or 0)
    assert covered / 2000 == pytest.approx(0.95, abs=0.015)
