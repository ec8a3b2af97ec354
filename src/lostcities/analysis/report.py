"""A whole match analysed, and the same as JSON: `lostcities.analysis/1`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, cast

import numpy as np

from lostcities.analysis.decisions import LABELS, QUICK, Decision, Judge
from lostcities.analysis.ledger import Ledger, ledger_of
from lostcities.analysis.luck import RoundLuck, luck_of, standings
from lostcities.analysis.story import MatchStory, RoundStory
from lostcities.analysis.strength import Scale, plays_like, scale_of
from lostcities.analysis.trials import seed_of
from lostcities.bots.critics.critic import critic_name, critic_of
from lostcities.games.rewards import share

FORMAT = "lostcities.analysis/1"
DIGITS = 3
"""Decimals of a figure in JSON: parts that are rounded still add up to a hundredth of a point."""

AT_ONCE = 8
"""Decisions per task."""

Json = dict[str, Any]
Done = RoundLuck | list[Decision]
"""What comes of a task."""


@dataclass(frozen=True, slots=True)
class RoundReport:
    """What there is to say about a round."""

    story: RoundStory
    luck: RoundLuck
    chances: list[list[float]]
    """Each seat's chance to win the match, after the deal and after every move."""
    decisions: list[Decision]
    ledgers: list[Ledger]


@dataclass(frozen=True, slots=True)
class MatchReport:
    """What there is to say about a match."""

    story: MatchStory
    critic: str
    """The critic's name."""
    level: str
    rounds: list[RoundReport]

    @property
    def scale(self) -> Scale | None:
        """What the graded opponents lose per decision; None if it was not measured at this table. They were judged at the quick level."""
        return scale_of(self.story.game, len(self.story.names), self.story.options) if self.level == QUICK else None

    def counted(self, seat: int) -> list[Decision]:
        """Return the decisions of a seat that count."""
        return [made for played in self.rounds for made in played.decisions if made.seat == seat and made.counted]

    def loss(self, seat: int) -> tuple[float | None, float | None]:
        """Return the points that a seat lost per decision, and half the width of the 95% interval; None where there are too few to say."""
        costs = np.array([made.cost for made in self.counted(seat)])
        error = 1.96 * float(costs.std(ddof=1)) / len(costs) ** 0.5 if len(costs) > 1 else None
        return (float(costs.mean()) if len(costs) else None), error

    def dearest(self, seats: Sequence[int], count: int = 3) -> list[tuple[RoundReport, Decision]]:
        """Return the decisions that cost the most, in the order in which they were made."""
        made = [(played, each) for played in self.rounds for each in played.decisions if each.seat in seats and each.label]
        kept = sorted(made, key=lambda pair: -pair[1].cost)[:count]
        return [pair for pair in made if pair in kept]


class Task(NamedTuple):
    """A part of the work on a match: the luck of a round, or some of its decisions, from one move to another."""

    round: int
    first: int = 0
    """0: the luck."""
    last: int = 0

    @property
    def decisions(self) -> int:
        return self.last - self.first + 1 if self.first else 0


def tasks_of(story: MatchStory) -> list[Task]:
    """Return the work on a match: what the graph needs comes first."""
    found = [Task(played.number) for played in story.rounds]
    for played in story.rounds:
        count = len(played.moves)
        found += [Task(played.number, first, min(first + AT_ONCE - 1, count)) for first in range(1, count + 1, AT_ONCE)]
    return found


class Analyst:
    """Does the work on a match, task by task, in any order and in any process. The same match, level and seed give the same figures."""

    def __init__(self, story: MatchStory, level: str = QUICK, seed: int = 0) -> None:
        self.story, self.seed = story, seed
        self.critic = critic_of(story.game)
        self.judge = Judge(story.game, self.critic, level)

    def do(self, task: Task) -> Done:
        """Do one task."""
        played = self.story.rounds[task.round - 1]
        if not task.first:
            return luck_of(self.critic, played, seed_of(self.seed, task.round, 0))
        before = standings(played.game, played.rows[:1])[0, : played.players]
        numbers = range(task.first, task.last + 1)
        return [self.judge.decision(played, number, before, seed_of(self.seed, task.round, number)) for number in numbers]


def assembled(story: MatchStory, level: str, done: Mapping[Task, Done]) -> MatchReport:
    """Return the report of a match whose tasks are all done."""
    found = [cast(RoundLuck, done[Task(played.number)]) for played in story.rounds]
    rounds = []
    for number, (played, luck) in enumerate(zip(story.rounds, found, strict=True)):
        parts = (done[task] for task in tasks_of(story) if task.first and task.round == played.number)
        decisions = [made for part in parts for made in cast("list[Decision]", part)]
        ledgers = [ledger_of(seat, luck, decisions) for seat in range(played.players)]
        rounds.append(RoundReport(played, luck, with_end(found, number, story), decisions, ledgers))
    return MatchReport(story, critic_name(story.game), level, rounds)


def analyse(story: MatchStory, level: str = QUICK, seed: int = 0) -> MatchReport:
    """Analyse a match of any game, in this process."""
    analyst = Analyst(story, level, seed)
    return assembled(story, level, {task: analyst.do(task) for task in tasks_of(story)})


def with_end(found: Sequence[RoundLuck], number: int, story: MatchStory) -> list[list[float]]:
    """Return the chances during a round, counted from 0. At its end they are those before the next deal, or the result."""
    if number + 1 < len(story.rounds):
        return [*found[number].chances[:-1], found[number + 1].start_chances]
    return [*found[number].chances[:-1], [share(story.winners, seat) for seat in range(len(story.names))]]


# -- JSON --


def as_json(report: MatchReport, seat: int | None = None) -> Json:
    """Return a report as `docs/analysis.md` describes it; with a seat, only what is about that seat's choices."""
    story = report.story
    seats = range(len(story.names)) if seat is None else (seat,)
    return {
        "format": FORMAT,
        "game": story.game.name,
        "level": report.level,
        "critic": report.critic,
        "players": story.names,
        "rounds": [round_json(played, seats) for played in report.rounds],
        "seats": [seat_json(report, each) for each in seats],
        "scale": report.scale,
    }


def round_json(played: RoundReport, seats: Sequence[int]) -> Json:
    return course_json(played.story.number, played.luck, played.chances) | {
        "ledger": [ledger_json(played.ledgers[seat]) for seat in seats],
        "decisions": [decision_json(made) for made in played.decisions if made.seat in seats],
    }


def course_json(number: int, luck: RoundLuck, chances: list[list[float]]) -> Json:
    """Return how a round went: what is known of it before its decisions are judged."""
    return {
        "round": number,
        "lead": figures(luck.leads[-1]),
        "chance": [{"move": event.move, "what": event.what, "seat": event.seat, "luck": figures(event.luck)} for event in luck.events],
        "graph": [figures(leads) for leads in luck.leads],
        "chances": [figures(each) for each in chances],
    }


def ledger_json(ledger: Ledger) -> Json:
    return {
        "seat": ledger.seat,
        "start": figure(ledger.start),
        "luck": {"deal": figure(ledger.deal), "own": figure(ledger.own_draws), "others": figure(ledger.other_draws)},
        "choices": {"own": figure(ledger.own_choices), "others": figure(ledger.other_choices)},
        "rest": figure(ledger.rest),
        "lead": figure(ledger.lead),
    }


def decision_json(made: Decision) -> Json:
    return {
        "move": made.move,
        "seat": made.seat,
        "played": made.played,
        "best": made.best,
        "cost": figure(made.cost),
        "se": figure(made.error),
        "counted": made.counted,
        "label": made.label,
        "found": made.found,
        "why": [{"code": reason.code, **reason.args} for reason in made.why],
        "candidates": [{"move": each.move, "worth": figure(each.worth), "se": figure(each.error)} for each in made.candidates],
    }


def seat_json(report: MatchReport, seat: int) -> Json:
    counted = report.counted(seat)
    labels = Counter(made.label for made in counted)
    mean, error = report.loss(seat)
    return {
        "seat": seat,
        "cost": figure(sum(made.cost for made in counted)),
        "counted": len(counted),
        "cost_per_decision": None if mean is None else figure(mean),
        "ci95": None if error is None else figure(error),
        "labels": {label: labels[label] for label, *_ in reversed(LABELS)},
        "luck": figure(sum(played.ledgers[seat].luck for played in report.rounds)),
        "plays_like": plays_like(report.scale, mean, len(counted)),
    }


def figure(value: float) -> float:
    return round(float(value), DIGITS)


def figures(values: Sequence[float]) -> list[float]:
    return [figure(value) for value in values]
