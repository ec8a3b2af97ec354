"""Ratings of people without an account, by Glicko-2: from matches against one bot whose strength the ladder has measured.

They are worked out when somebody looks: every match counts once, in the order in which they ended. Whoever leaves a match has lost it in
the end, so that nobody can keep their losses out.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot, pi, sqrt

from lostcities.bots.listing import MS, Value
from lostcities.bots.registry import EFFORT, parse
from lostcities.bots.strength import packaged
from lostcities.games.options import Options
from lostcities.games.registry import game as game_named
from lostcities.glicko import SCALE, WIDTH, Rating, Result
from lostcities.server.store import ratings as store
from lostcities.server.store.ratings import Played, Rated
from lostcities.server.store.storage import Conflict, Storage
from lostcities.server.tables.days import Day

START = Rating(1000.0)
"""Of somebody nobody knows anything about: on the scale of the ladder, where the rules of thumb have 1000."""
PERIOD_MS = 7 * 86_400_000
"""In so much time without a match a rating becomes less sure by one step."""
GIVEN_UP_MS = 7 * 86_400_000
"""So long after a person's last move an unfinished match counts as lost."""
SURE = 75.0
"""With a deviation of at most this a rating is shown as one number, otherwise as a range."""


class Strengths:
    """What the ladder knows about the bots, by game."""

    def __init__(self) -> None:
        self.tables = packaged()

    def of(self, match: Played) -> Rating | None:
        """Return the rating of a match's bot, which is less sure the shorter the match is; None if the ladder has not measured it so."""
        header = match.header
        played = game_named(header.game)
        options = played.complete(header.options)
        listing, settings = parse(played, match.bot)
        for table in self.tables.get(header.game, []):
            if table["players"] == len(header.seats) and measured_at(table["options"], options):
                for line in table["bots"]:
                    if line["bot"].partition(":")[0] == listing.measured_as and no_weaker(settings, parse(played, line["bot"])[1]):
                        lottery = luck(rounds_of(options) / rounds_of(table["options"]))
                        return Rating(line["rating"], hypot(line["rating_ci95"] / WIDTH, lottery))
        return None


def measured_at(table: Options, options: Options) -> bool:
    """Whether a match was played with the options of the ladder's table. Fewer rounds are allowed, but nothing else."""
    return options | {"rounds": None} == table | {"rounds": None} and rounds_of(options) <= rounds_of(table)


def no_weaker(settings: Mapping[str, Value], measured: Mapping[str, Value]) -> bool:
    """Whether a bot is as strong as the measured one: it searches as much as that one, or for as long as by default.

    >>> measured = {"worlds": 32}
    >>> [no_weaker(settings, measured) for settings in ({}, {"worlds": 64}, {"worlds": 31}, {"ms": 1000}, {"ms": 1}, {"file": "a.npz"})]
    [True, True, False, True, False, False]
    """
    least: dict[str, Value] = {"ms": MS, **measured}
    return all(
        name in least and (value == least[name] or (name in EFFORT and int(value) > int(least[name]))) for name, value in settings.items()
    )


def rounds_of(options: Options) -> int:
    return int(options.get("rounds") or 1)


def luck(length: float) -> float:
    """Return the deviation with which an opponent counts in a match that is shorter than those of the ladder.

    Over a third of the rounds, the difference in strength shows only the square root of a third as clearly against luck, and Glicko-2
    has it count for so much if this is the opponent's deviation.

    >>> round(luck(1)), round(luck(1 / 3))
    (0, 446)
    """
    return SCALE * pi * sqrt(max(1 / length - 1, 0) / 3)


def counts(match: Played) -> bool:
    """Whether a match may count: not one at a deal of the day that is for practice."""
    return match.header.ranked or not match.header.daily


def score_of(match: Played) -> float:
    """Return the person's share of the win: nothing at a try that was not finished in time."""
    day = match.header.daily
    return 0.0 if day and Day(day).closed(match.at) else match.share


async def catch_up(storage: Storage, strengths: Strengths, person: str, now: int) -> None:
    """Rate the matches of a person that have ended since the last time."""
    last = {each.subject: each for each in await store.latest(storage, person)}
    async for match in store.unrated(storage, person, now, GIVEN_UP_MS):
        other = strengths.of(match) if counts(match) else None
        if other is None:
            continue
        new = after(last.get(match.header.game), match, other)
        try:
            await storage.write(store.rated(person, new))
        except Conflict:
            return  # the same is done at another place
        last[new.subject] = new


def after(before: Rated | None, match: Played, other: Rating) -> Rated:
    """Return the rating after a match."""
    rested = before.value.rested(max(match.at - before.at, 0) / PERIOD_MS) if before else START
    score = score_of(match)
    found = rested.after([Result(other, score)])
    number, at = (before.number + 1, max(match.at, before.at)) if before else (1, match.at)
    return Rated(match.header.game, number, match.table, at, other.rating, score, *found)


def at_present(last: Rated, now: int) -> Rating:
    """Return what a rating is worth at a moment."""
    return last.value.rested(max(now - last.at, 0) / PERIOD_MS)
