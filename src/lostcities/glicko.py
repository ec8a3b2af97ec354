"""Ratings of people by Glicko-2: a rating, how unsure it is, and how erratic the player is.

After Mark Glickman, "Example of the Glicko-2 system" (2013), whose example the tests compute. The scale is that of chess: a new player
has 1500, and 400 points more mean ten-to-one odds. What one is rated against has a rating, too: a person, a bot, a puzzle.
Needs only the standard library.

>>> you, puzzle = Rating(), Rating(1600, 60)
>>> solved = you.after([Result(puzzle, 1)])
>>> round(solved.rating), round(solved.deviation)
(1732, 254)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, log, pi, sqrt
from typing import NamedTuple

START = 1500.0
UNSURE = 350.0
"""The deviation of a player nobody knows anything about; none is higher."""
VOLATILITY = 0.06
SCALE = 173.7178
"""Points per unit of Glickman's own scale."""
TAU = 0.5
"""How freely the volatility changes."""
EXACT = 1e-6
"""The volatility is found to within this."""
WIDTH = 1.96
"""Deviations on each side of a rating that make up its 95% interval."""


class Rating(NamedTuple):
    """A rating at one moment."""

    rating: float = START
    deviation: float = UNSURE
    """Half the width of the 95% interval is about twice this."""
    volatility: float = VOLATILITY

    @property
    def low(self) -> float:
        return self.rating - WIDTH * self.deviation

    @property
    def high(self) -> float:
        return self.rating + WIDTH * self.deviation

    def expected(self, other: Rating) -> float:
        """Return the share of the points that this rating can expect against another one, which need not be sure.

        >>> round(Rating(1500, 200).expected(Rating(1400, 30)), 3)
        0.639
        """
        return 1 / (1 + exp(-certainty(other.deviation / SCALE) * (self.rating - other.rating) / SCALE))

    def after(self, results: Sequence[Result]) -> Rating:
        """Return the rating after a period with these results, none of which knows of the others.

        A period may be a single game, as the people are rated here: then the order counts a little. Without results the deviation grows.
        """
        spread = self.deviation / SCALE
        if not results:
            return self.rested(1)
        weights = [certainty(result.other.deviation / SCALE) for result in results]
        shares = [self.expected(result.other) for result in results]
        information = sum(g * g * share * (1 - share) for g, share in zip(weights, shares, strict=True))
        surprise = sum(g * (result.score - share) for g, result, share in zip(weights, results, shares, strict=True))
        volatility = new_volatility(self.volatility, spread, 1 / information, surprise / information)
        certain = 1 / (spread * spread + volatility * volatility) + information
        moved = self.rating + SCALE * surprise / certain
        return Rating(moved, min(SCALE / sqrt(certain), UNSURE), volatility)

    def rested(self, periods: float) -> Rating:
        """Return the rating after some periods without a result: it is less sure.

        >>> [round(Rating(1500, 50).rested(periods).deviation) for periods in (0, 1, 30, 1e6)]
        [50, 51, 76, 350]
        """
        spread = self.deviation / SCALE
        return self._replace(deviation=min(SCALE * sqrt(spread * spread + periods * self.volatility**2), UNSURE))


class Result(NamedTuple):
    """What came of one game."""

    other: Rating
    """Whom it was against, as rated before it."""
    score: float
    """1: won or solved, 0: lost or not solved, between them a tie."""


def certainty(spread: float) -> float:
    """Return how much a result against somebody counts: less the less sure that rating is."""
    return 1 / sqrt(1 + 3 * spread * spread / (pi * pi))


def new_volatility(volatility: float, spread: float, variance: float, change: float) -> float:
    """Return the volatility after results with this variance, which alone would have changed the rating by so much.

    Glickman's step 5: the Illinois method, which keeps the root between two bounds. Everything is on his own scale.
    """
    start = log(volatility * volatility)

    def slope(at: float) -> float:
        total = spread * spread + variance + exp(at)
        return exp(at) * (change * change - total) / (2 * total * total) - (at - start) / (TAU * TAU)

    low, high = start, upper(start, slope, change * change - spread * spread - variance)
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > EXACT:
        middle = low + (low - high) * at_low / (at_high - at_low)
        found = slope(middle)
        if found * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, found
    return exp(low / 2)


def upper(start: float, slope: Callable[[float], float], excess: float) -> float:
    """Return a bound on the other side of the root: above it if the results were more erratic than expected, else below."""
    if excess > 0:
        return log(excess)
    steps = 1
    while slope(start - steps * TAU) < 0:
        steps += 1
    return start - steps * TAU
