"""95% confidence intervals of means and shares, for every figure that is shown with one.

Samples must be independent of each other: a deal of the arena, a round of self-play. Needs only the standard library.
"""

from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist, stdev
from typing import NamedTuple

DIGITS = 4
"""Decimals that figures are rounded to: far below what any tournament can tell."""
FEW = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706)
"""Student's t for 1 to 5 degrees of freedom, where the series below is not accurate enough."""
DOUBT = 0.5
"""A prior on the variance found: it counts as if two more samples, as far apart as shares can be, had been seen."""
MORE_FREEDOM = 3
"""Degrees of freedom that the prior adds to the samples. Both numbers were chosen by simulation; a test checks the coverage."""


class Bounds(NamedTuple):
    """The ends of an interval."""

    low: float
    high: float

    @property
    def half_width(self) -> float:
        return round((self.high - self.low) / 2, DIGITS)


def t_quantile(freedom: int) -> float:
    """Return the value of Student's t that is exceeded in either direction with a probability of 5% (Abramowitz and Stegun 26.7.5).

    >>> [round(t_quantile(n), 3) for n in (1, 4, 10, 1000)]
    [12.706, 2.776, 2.228, 1.962]
    """
    if freedom <= len(FEW):
        return FEW[freedom - 1]
    z = NormalDist().inv_cdf(0.975)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    fourth = (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160
    return z + first / freedom + second / freedom**2 + third / freedom**3 + fourth / freedom**4


def half_width(samples: Sequence[float]) -> float | None:
    """Return half the width of the 95% interval of a mean; None for fewer than two samples.

    >>> half_width([1, 2, 3, 4, 5])
    1.9632
    """
    if len(samples) < 2:
        return None
    return round(t_quantile(len(samples) - 1) * stdev(samples) / sqrt(len(samples)), DIGITS)


def share_bounds(samples: Sequence[float]) -> Bounds | None:
    """Return the 95% interval of a share, from samples between 0 and 1; None for fewer than two.

    >>> share_bounds([1.0] * 50)
    Bounds(low=0.908, high=1.0)
    """
    if len(samples) < 2:
        return None
    return wilson(sum(samples) / len(samples), stdev(samples) ** 2, len(samples))


def wilson(share: float, variance: float, samples: float) -> Bounds:
    """Return Wilson's interval, corrected for continuity, of a share found in samples of this variance.

    The mean over a deal's matches varies more or less than the same number of independent matches would, but at most as much as one
    match. So the effective number of matches is worked out from the variance. Where nearly all samples are equal, near 0 or 1, they
    cannot show their spread: then each sample counts as one match.
    """
    most = share * (1 - share)
    spread = min(((samples - 1) * variance + DOUBT) / ((samples - 1) * most + DOUBT), 1.0)
    low, high = corrected_wilson(share, samples / spread, t_quantile(round(samples) + MORE_FREEDOM))
    return Bounds(round(low, DIGITS), round(high, DIGITS))


def corrected_wilson(share: float, matches: float, z: float) -> tuple[float, float]:
    """Return Wilson's score interval with Yates's correction (Newcombe 1998, method 4)."""

    def lower(share: float) -> float:
        root = z * z - 2 - 1 / matches + 4 * share * (matches * (1 - share) + 1)
        return max((2 * matches * share + z * z - 1 - z * sqrt(max(root, 0.0))) / (2 * (matches + z * z)), 0.0)

    return min(lower(share), share), max(1 - lower(1 - share), share)


def percent(share: float, bounds: Bounds | None, digits: int = 1) -> str:
    """Return a share with its interval, formatted for people.

    >>> percent(0.99, Bounds(0.957, 0.999))
    '99.0% (95.7–99.9)'
    """
    ends = "" if bounds is None else f" ({100 * bounds.low:.{digits}f}–{100 * bounds.high:.{digits}f})"
    return f"{100 * share:.{digits}f}%{ends}"
