"""Answers to players' questions from many rounds: means by group with 95% intervals, computed by DuckDB.

A round is one sample: its seats and expeditions are not independent, so a group's mean is taken over all of them, but its interval
over rounds (as for a ratio of two sums). A game's own questions are in `data/<game>/questions.py`.
"""

from collections.abc import Iterable
from itertools import pairwise
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

from lostcities.data.database import Connection, Row
from lostcities.data.folder import About, about
from lostcities.data.loading import connect, damage_named
from lostcities.data.parts import questions_of
from lostcities.games.registry import game
from lostcities.intervals import DIGITS, Bounds, t_quantile, wilson

POINTS = "points"
SHARE = "share"
"""The two units of a question's figures."""

RESULTS = """
CREATE VIEW results AS
SELECT match, round, seat::UTINYINT AS seat, turns, bots[seat + 1] AS bot, scores[seat + 1] AS score,
       (seat + players - starter) % players + 1 AS place,
       scores[seat + 1] - list_max(list_filter(scores, lambda _, i: i <> seat + 1)) AS lead
FROM rounds, unnest(range(players)) AS every(seat)
"""
"""A row for every seat of every round."""

DECISIONS = """
CREATE VIEW decisions AS
SELECT match, round, unnest(seats) AS seat, unnest(actions) AS action, generate_subscripts(actions, 1) AS number FROM rounds
"""

QUANTILES = "SELECT quantile_disc(turns, [0, 0.2, 0.4, 0.6, 0.8]), max(turns) + 1 FROM rounds"

SUMS = """
WITH samples AS ({samples}),
     by_round AS (SELECT match, round, "group", sum(x)::DOUBLE AS total, count(*)::DOUBLE AS n FROM samples GROUP BY ALL)
SELECT "group", count(*), sum(n), sum(total), sum(total * total), sum(total * n), sum(n * n) FROM by_round GROUP BY ALL ORDER BY "group"
"""
"""All sums that the mean of a group and its interval need."""

Figures = dict[str, Any]
"""The result, or one question or group of it, as in the JSON of `lostcities stats`; docs/data.md describes the fields."""


class Question(NamedTuple):
    """A question. Its text is in the catalogue as `stats.<name>`."""

    name: str
    samples: str
    """SQL that returns a row per sample: `match`, `round`, `"group"` and the figure `x`."""
    unit: str = POINTS
    starts: tuple[int, ...] = ()
    """For groups that are ranges of numbers: the start of each, and the end of the last."""


def answers(folder: str | Path) -> Figures:
    """Return the answers to every question about the rounds in a folder."""
    found = about(folder)
    with damage_named(folder), connect(folder) as connection:
        connection.execute(RESULTS)
        connection.execute(DECISIONS)
        (rounds,) = connection.execute("SELECT count(*) FROM rounds").fetchone()
        questions = [*general(connection, found["bots"]), *own(connection, found)]
        told = [answer(question, connection.execute(SUMS.format(samples=question.samples)).fetchall()) for question in questions]
    return {**{name: found[name] for name in ("game", "players", "options", "bots")}, "rounds": rounds, "questions": told}


def general(connection: Connection, bots: list[str]) -> list[Question]:
    """Return the questions for every game."""
    asked = [Question("starter", 'SELECT match, round, place AS "group", lead AS x FROM results')]
    if len(set(bots)) > 1:
        asked.append(Question("bots", 'SELECT match, round, bot AS "group", lead AS x FROM results'))
    quantiles, end = connection.execute(QUANTILES).fetchone()
    if quantiles is None:  # no round was finished
        return asked
    starts = tuple(sorted({*quantiles, end}))
    group = f"list_max(list_filter({list(starts)}, lambda start: start <= turns))"
    return [*asked, Question("turns", f'SELECT match, round, {group} AS "group", score AS x FROM results', starts=starts)]


def own(connection: Connection, found: About) -> list[Question]:
    """Return this game's own questions, after creating the tables for them."""
    played = game(found["game"])
    questions = questions_of(played)
    connection.execute(questions.tables(played.table(found["players"], found["options"])))
    return [Question(name, samples, unit[0] if unit else POINTS) for name, samples, *unit in questions.QUESTIONS]


def answer(question: Question, sums: Iterable[Row]) -> Figures:
    names = {start: f"{start}-{end - 1}" if end - start > 1 else str(start) for start, end in pairwise(question.starts)}
    groups = [{"group": names.get(group, str(group)), **figures(question.unit, *rest)} for group, *rest in sums]
    return {"name": question.name, "unit": question.unit, "groups": groups}


def figures(unit: str, rounds: int, n: float, total: float, squares: float, products: float, n_squares: float) -> Figures:
    """Return a mean, its interval and half the width of that; None for fewer than two rounds.

    >>> figures(POINTS, 5, 5, 15, 55, 15, 5)
    {'count': 5, 'rounds': 5, 'mean': 3.0, 'ci95': 1.9632, 'low': 1.0368, 'high': 4.9632}
    """
    mean = total / n
    bounds = None
    if rounds > 1:
        variance = max(squares - 2 * mean * products + mean * mean * n_squares, 0) * rounds / (rounds - 1) / n**2
        bounds = (share_interval if unit == SHARE else interval)(mean, variance, rounds, n**2 / n_squares)
    low, high = bounds or (None, None)
    return {
        "count": int(n),
        "rounds": rounds,
        "mean": round(mean, DIGITS),
        "ci95": bounds and bounds.half_width,
        "low": low,
        "high": high,
    }


def interval(mean: float, variance: float, rounds: int, _: float) -> Bounds:
    half = t_quantile(rounds - 1) * sqrt(variance)
    return Bounds(round(mean - half, DIGITS), round(mean + half, DIGITS))


def share_interval(mean: float, variance: float, _: int, samples: float) -> Bounds:
    """Return the interval of a share, with the effective number of rounds as if all had the same number of figures (Kish)."""
    return wilson(mean, variance * samples, samples)
