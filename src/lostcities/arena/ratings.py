"""Ratings of a pool of bots from its matches, on the scale of chess: 400 points more means odds of ten to one.

The model is openskill's Plackett-Luce. It supports tables of more than two players and shared places. Between two players it is the
Bradley-Terry model, whose logistic curve is the basis of Elo, so differences read as odds. It learns match by match, so the order would
matter. But a pool of bots does not change: nothing is forgotten (`tau` is 0), all matches are learnt several times in several fixed
shuffled orders, and the mean is taken. On simulated pools the error was within the noise.

The rule bot is 1000: everyone can play it, and unlike random play it both beats and loses to its neighbours on the scale. If it
is not in the pool, the pool's mean is 1000. The rating of a bot that never lost, or never won, is bounded only by the number of
its matches.

The model's own uncertainty shrinks with every pass and says nothing about a difference. The intervals come from the curvature of
the Plackett-Luce likelihood at the ratings instead. They are those of a bot's distance from the rule bot, whose own is therefore 0.
"""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from math import log, sqrt
from statistics import fmean
from typing import NamedTuple

import numpy as np
from openskill.models import PlackettLuce, PlackettLuceRating

from lostcities.arena.contest import Result

ANCHOR = "thumb"
ANCHOR_RATING = 1000
PASSES = 4
ORDERS = 4
BETA = 25 / 6
"""The model's measure of luck in one match. Only its ratio to the ratings means anything ..."""
SIGMA = 25 / 3
"""... and to this, how far apart bots are expected to be before they have played."""
ELO = 400 / log(10)
WIDTH = 1.96


class Table(NamedTuple):
    """One match as the ratings use it: the bot in each seat, and its place, counted from 0."""

    bots: Sequence[str]
    ranks: list[int]


class Rating(NamedTuple):
    """How strong a bot is, and half the width of its 95% interval."""

    rating: float
    ci95: float


def ranks(result: Result, bots: Sequence[str]) -> list[int]:
    """Return the place of each seat: winners first, however the game breaks ties, then by points; a bot that forfeits is last in all seats.

    >>> ranks(Result([10, 30, 30, 5], [2], rounds=1, truncated=0, ms=[0] * 4, moves=[0] * 4), ["a", "b", "b", "b"])
    [2, 1, 0, 3]
    """
    if result.forfeit is not None:
        return [int(bot == bots[result.forfeit]) for bot in bots]
    order = [(seat not in result.winners, -total) for seat, total in enumerate(result.totals)]
    places = sorted(set(order))
    return [places.index(place) for place in order]


def rate(tables: Iterable[Table], seed: int = 0) -> dict[str, Rating]:
    """Return the rating of every bot that played. All tables must have the same number of seats."""
    matches = sorted(tables)
    if not matches:
        return {}
    learned = [learn(matches, random.Random(f"{seed}/{order}")) for order in range(ORDERS)]
    luck = sqrt(len(matches[0].bots)) * BETA
    strengths = {bot: fmean(ratings[bot].mu for ratings in learned) / luck for bot in learned[0]}
    zero = strengths.get(ANCHOR, fmean(strengths.values()))
    errors = standard_errors(matches, strengths, SIGMA / luck)
    return {bot: Rating(round(ANCHOR_RATING + ELO * (mu - zero), 1), round(WIDTH * ELO * errors[bot], 1)) for bot, mu in strengths.items()}


def learn(matches: list[Table], rng: random.Random) -> dict[str, PlackettLuceRating]:
    """Return the model's ratings after several passes in one order."""
    model = PlackettLuce(sigma=SIGMA, beta=BETA, tau=0.0)
    ratings = {bot: model.rating() for bot in dict.fromkeys(bot for match in matches for bot in match.bots)}
    order = list(matches)
    for _ in range(PASSES):
        rng.shuffle(order)
        for match in order:
            update(model, ratings, match)
    return ratings


def update(model: PlackettLuce, ratings: dict[str, PlackettLuceRating], match: Table) -> None:
    """Learn from one match. A bot in several seats learns the mean of what it would learn in each."""
    after = model.rate([[ratings[bot]] for bot in match.bots], ranks=[float(rank) for rank in match.ranks])
    seats: dict[str, list[PlackettLuceRating]] = {}
    for bot, team in zip(match.bots, after, strict=True):
        seats.setdefault(bot, []).append(team[0])
    for bot, found in seats.items():
        ratings[bot] = model.rating(mu=fmean(one.mu for one in found), sigma=fmean(one.sigma for one in found))


def standard_errors(matches: list[Table], strengths: dict[str, float], before: float) -> dict[str, float]:
    """Return the standard error of each bot's distance from the anchor; `before` is the prior spread of such distances.

    In the Plackett-Luce model the first place is a choice among all bots, with probabilities proportional to e to their strengths, the
    second place a choice among the rest, and so on. Bots that share a place each make their part of that choice.
    """
    number = {bot: i for i, bot in enumerate(strengths)}
    odds = np.exp(np.array(list(strengths.values())))
    curvature = np.eye(len(odds)) / before**2 / PASSES  # the passes weaken the prior
    for (bots, places), count in Counter((tuple(match.bots), tuple(match.ranks)) for match in matches).items():
        for place in places:
            left = np.bincount([number[bot] for bot, other in zip(bots, places, strict=True) if other >= place], minlength=len(odds)) * odds
            chances = left / left.sum()
            curvature += count / places.count(place) * (np.diag(chances) - np.outer(chances, chances))
    from_zero = np.eye(len(odds)) - (np.eye(len(odds))[number[ANCHOR]] if ANCHOR in number else 1 / len(odds))
    errors = np.sqrt(np.diag(from_zero @ np.linalg.inv(curvature) @ from_zero.T))
    return dict(zip(strengths, errors.tolist(), strict=True))
