"""The ladder: a pool of bots at one table, each against each, with one line per bot: rating, points, wins and time."""

from collections import defaultdict
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any, NamedTuple

from lostcities.arena.ratings import Table, ranks, rate
from lostcities.arena.running import Run
from lostcities.arena.statistics import Played, mean, own_score, share
from lostcities.bots.interface import tables_of
from lostcities.bots.registry import listings
from lostcities.games.game import Game
from lostcities.games.options import Options
from lostcities.intervals import DIGITS


def tables(game: Game) -> list[tuple[int, Options]]:
    """Return the players and options of the tables at which a game is measured."""
    return list(tables_of(game).LADDER)


def pool(game: Game) -> list[str]:
    """Return the bots that are measured by default: each once, even if it has several names."""
    return [listing.in_ladder for listing in listings(game) if not listing.same_as]


Rated = dict[str, Any]
"""One table of the ladder, as `lostcities ladder --json` prints it."""


class Line(NamedTuple):
    """One bot of the ladder, with its points, wins and time against the rest of the pool."""

    bot: str
    rating: float
    rating_ci95: float
    points_per_round: float | None
    win_share: float | None
    ms_per_move: float | None


@dataclass
class Tally:
    """Totals of a bot over all its matches."""

    shares: dict[int, list[float]] = field(default_factory=lambda: defaultdict(list))
    points: dict[int, list[float]] = field(default_factory=lambda: defaultdict(list))
    """By pair."""
    ms: float = 0.0
    moves: int = 0

    def add(self, played: Played, alone: bool) -> None:
        """Count one seat of a match. Points and wins count only if the bot is alone among others, as it would share them with itself."""
        self.ms += played.result.ms[played.seat]
        self.moves += played.result.moves[played.seat]
        if alone:
            self.shares[played.pair].append(share(played))
            if played.result.forfeit is None:
                self.points[played.pair].append(own_score(played))

    def figures(self) -> tuple[float | None, float | None, float | None]:
        time = round(self.ms / self.moves, DIGITS) if self.moves else None
        return overall(self.points), overall(self.shares), time


def overall(by_pair: dict[int, list[float]]) -> float | None:
    """Return the mean over pairs: every opponent counts the same, whatever the number of matches."""
    return mean([fmean(values) for values in by_pair.values()])


def standings(run: Run) -> list[Line]:
    """Return the pool, strongest first."""
    tallies = {bot: Tally() for bot in run.tournament.bots}
    matches = []
    for pairing, played in sorted(run.matches.items()):
        seats = run.tournament.seats(pairing)
        matches.append(Table(seats, ranks(played.result, seats)))
        for seat, bot in enumerate(seats):
            tallies[bot].add(played._replace(seat=seat), alone=seats.count(bot) == 1)
    ratings = rate(matches)
    lines = [Line(bot, *ratings[bot], *tally.figures()) for bot, tally in tallies.items() if bot in ratings]
    return sorted(lines, key=lambda line: -line.rating)


def as_json(run: Run) -> Rated:
    """Return one table of the ladder as JSON."""
    tournament = run.tournament
    return {
        "players": tournament.players,
        "options": tournament.options,
        "seed": tournament.seed,
        "matches": tournament.matches,
        "slow_matches": tournament.slow_matches,
        "bots": [line._asdict() for line in standings(run)],
    }
