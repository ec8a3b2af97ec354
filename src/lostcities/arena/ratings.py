"""Ratings of a pool of bots from its matches, on the scale that chess players know: 400 points more means odds of ten to one.

The model is openskill's Plackett-Luce. It knows tables of more than two and shared places, and between two it is the model of
Bradley and Terry, on whose logistic curve the Elo scale rests, so that differences read as odds. It learns from match to match, and the
order would matter. A pool of bots does not change, so nothing is forgotten here (`tau` is 0), all matches are gone through several times,
in several shuffled orders, always the same ones, and the mean is taken. On simulated pools this came within the noise of the truth.

The rule bot is 1000: everybody can meet it, and unlike random play it both beats and loses to its neighbours on the scale. Where it
is not in the pool, the pool's mean is 1000. For a bot that never lost, or never won, nothing but the number of its matches
keeps the rating within bounds.
"""

import random
from collections.abc import Iterable, Sequence
from math import log, sqrt
from statistics import fmean
from typing import NamedTuple

from openskill.models import PlackettLuce, PlackettLuceRating

from lostcities.arena.match import Result

ANCHOR = "thumb"
ANCHOR_RATING = 1000
PASSES = 4
ORDERS = 4
BETA = 25 / 6
"""The model's measure of luck in one match; only its ratio to the ratings means anything."""
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


def ranks(result: Result) -> list[int]:
    """Who came in where: the winners first, however the game breaks ties, the others by their points; who forfeits is last.

    >>> ranks(Result([10, 30, 30, 5], [2], rounds=1, truncated=0, ms=[0] * 4, moves=[0] * 4))
    [2, 1, 0, 3]
    """
    if result.forfeit is not None:
        return [int(seat == result.forfeit) for seat in range(len(result.totals))]
    order = [(seat not in result.winners, -total) for seat, total in enumerate(result.totals)]
    places = sorted(set(order))
    return [places.index(place) for place in order]


def rate(tables: Iterable[Table], seed: int = 0) -> dict[str, Rating]:
    """The rating of every bot that played; all tables must have the same number of seats."""
    matches = sorted(tables)
    if not matches:
        return {}
    learned = [learn(matches, random.Random(f"{seed}/{order}")) for order in range(ORDERS)]
    scale = ELO / (sqrt(len(matches[0].bots)) * BETA)
    means = {bot: scale * fmean(ratings[bot].mu for ratings in learned) for bot in learned[0]}
    zero = means.get(ANCHOR, fmean(means.values()))
    # Going through the same matches again makes the model surer of itself than it can be.
    spread = WIDTH * scale * sqrt(PASSES)
    return {
        bot: Rating(round(ANCHOR_RATING + means[bot] - zero, 1), round(spread * fmean(ratings[bot].sigma for ratings in learned), 1))
        for bot in means
    }


def learn(matches: list[Table], rng: random.Random) -> dict[str, PlackettLuceRating]:
    """The model's ratings after some passes in one order."""
    model = PlackettLuce(beta=BETA, tau=0.0)
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
