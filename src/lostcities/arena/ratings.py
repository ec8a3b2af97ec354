"""Ratings of a pool of bots from its matches, on the scale that chess players know: 400 points more means odds of ten to one.

The model is openskill's Plackett-Luce. It knows tables of more than two and shared places, and between two it is the model of
Bradley and Terry, on whose logistic curve the Elo scale rests, so that differences read as odds. It learns from match to match, and the
order would matter. A pool of bots does not change, so nothing is forgotten here (`tau` is 0), all matches are gone through several times,
in several shuffled orders, always the same ones, and the mean is taken. On simulated pools this came within the noise of the truth.

The rule bot is 1000: everybody can meet it, and unlike random play it both beats and loses to its neighbours on the scale. Where it
is not in the pool, the pool's mean is 1000. For a bot that never lost, or never won, nothing but the number of its matches
keeps the rating within bounds.

The model's own idea of how sure it is grows with every pass and says nothing of a distance. The intervals come from the curvature of
Plackett and Luce's likelihood at the ratings instead, and are those of a bot's distance from the rule bot, whose own is therefore 0.
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
"""The model's measure of luck in one match; only its ratio to the ratings means anything ..."""
SIGMA = 25 / 3
"""... as that of how far apart it expects bots to be before they have played."""
ELO = 400 / log(10)
WIDTH = 1.96


class Table(NamedTuple):
    """One match as ratings see it: who sat where, and who came in where, the first being 0."""

    bots: Sequence[str]
    ranks: list[int]


class Rating(NamedTuple):
    """How strong a bot is, and half the width of its 95 % interval."""

    rating: float
    ci95: float


def ranks(result: Result, bots: Sequence[str]) -> list[int]:
    """Who came in where: the winners first, however the game breaks ties, the others by points; who forfeits is last wherever it sits.

    >>> ranks(Result([10, 30, 30, 5], [2], rounds=1, truncated=0, ms=[0] * 4, moves=[0] * 4), ["a", "b", "b", "b"])
    [2, 1, 0, 3]
    """
    if result.forfeit is not None:
        return [int(bot == bots[result.forfeit]) for bot in bots]
    order = [(seat not in result.winners, -total) for seat, total in enumerate(result.totals)]
    places = sorted(set(order))
    return [places.index(place) for place in order]


def rate(tables: Iterable[Table], seed: int = 0) -> dict[str, Rating]:
    """The rating of every bot that played; all tables must have the same number of seats."""
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
    """The model's ratings after some passes in one order."""
    model = PlackettLuce(sigma=SIGMA, beta=BETA, tau=0.0)
    ratings = {bot: model.rating() for bot in dict.fromkeys(bot for match in matches for bot in match.bots)}
    order = list(matches)
    for _ in range(PASSES):
        rng.shuffle(order)
        for match in order:
            update(model, ratings, match)
    return ratings


def update(model: PlackettLuce, ratings: dict[str, PlackettLuceRating], match: Table) -> None:
    """Learns from one match. A bot that sits in several seats learns the mean of what it would in each."""
    after = model.rate([[ratings[bot]] for bot in match.bots], ranks=[float(rank) for rank in match.ranks])
    seats: dict[str, list[PlackettLuceRating]] = {}
    for bot, team in zip(match.bots, after, strict=True):
        seats.setdefault(bot, []).append(team[0])
    for bot, found in seats.items():
        ratings[bot] = model.rating(mu=fmean(one.mu for one in found), sigma=fmean(one.sigma for one in found))


def standard_errors(matches: list[Table], strengths: dict[str, float], before: float) -> dict[str, float]:
    """How far off each bot's distance from the anchor may be, when the distances of bots were `before` before any match.

    In Plackett and Luce's model the first place is a choice among all, each as likely as e to its strength, the second one among
    the rest, and so on. Of bots that share a place each makes its part of that choice.
    """
    number = {bot: i for i, bot in enumerate(strengths)}
    odds = np.exp(np.array(list(strengths.values())))
    curvature = np.eye(len(odds)) / before**2 / PASSES  # which the passes make light of
    for (bots, places), count in Counter((tuple(match.bots), tuple(match.ranks)) for match in matches).items():
        for place in places:
            left = np.bincount([number[bot] for bot, other in zip(bots, places, strict=True) if other >= place], minlength=len(odds)) * odds
            chances = left / left.sum()
            curvature += count / places.count(place) * (np.diag(chances) - np.outer(chances, chances))
    from_zero = np.eye(len(odds)) - (np.eye(len(odds))[number[ANCHOR]] if ANCHOR in number else 1 / len(odds))
    errors = np.sqrt(np.diag(from_zero @ np.linalg.inv(curvature) @ from_zero.T))
    return dict(zip(strengths, errors.tolist(), strict=True))
