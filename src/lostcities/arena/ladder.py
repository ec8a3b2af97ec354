"""The ladder: a pool of bots at one table, each against each, with one line per bot: rating, points, wins and time."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any, NamedTuple

from lostcities.arena.ratings import Table, ranks, rate
from lostcities.arena.running import Run
from lostcities.arena.statistics import Played, adjusted_margin, margin, mean, over_deals, own_score, share
from lostcities.bots.interface import tables_of
from lostcities.bots.registry import listings
from lostcities.games.game import Game
from lostcities.games.options import Options
from lostcities.intervals import DIGITS, half_width


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
    leads: dict[str, float | None] | None
    """The lead per round over the best other seat, as it was and without luck, if luck was worked out."""


@dataclass
class Tally:
    """A bot's matches. Points, wins and leads count only where it is alone among others, as it would share them with itself."""

    alone: dict[int, list[Played]] = field(default_factory=lambda: defaultdict(list))
    """By pair, with the bot's seat."""
    ms: float = 0.0
    moves: int = 0

    def add(self, played: Played, alone: bool) -> None:
        """Count one seat of a match."""
        self.ms += played.result.ms[played.seat]
        self.moves += played.result.moves[played.seat]
        if alone:
            self.alone[played.pair].append(played)

    def figures(self) -> tuple[float | None, float | None, float | None]:
        time = round(self.ms / self.moves, DIGITS) if self.moves else None
        points = ([own_score(played) for played in matches if played.result.forfeit is None] for matches in self.alone.values())
        return overall(points), overall(map(share, matches) for matches in self.alone.values()), time

    def leads(self, run: Run) -> dict[str, float | None] | None:
        """Return the leads with and without luck, if it was worked out."""
        if not run.tournament.luck_adjusted:
            return None
        (raw, ci95), (adjusted, adjusted_ci95) = self.lead(margin), self.lead(adjusted_margin)
        return {"margin_per_round": raw, "ci95": ci95, "adjusted_margin_per_round": adjusted, "adjusted_ci95": adjusted_ci95}

    def lead(self, figure: Callable[[Played], float]) -> tuple[float | None, float | None]:
        """Return a figure's mean over pairs, with half the width of its 95% interval, which is over deals."""
        pairs = [over_deals(by_deal(matches), figure) for matches in self.alone.values()]
        pairs = [samples for samples in pairs if samples]
        means = mean([fmean(samples) for samples in pairs])
        widths = [half_width(samples) for samples in pairs]
        known = [width for width in widths if width is not None]
        return means, round(sum(width**2 for width in known) ** 0.5 / len(pairs), DIGITS) if known and len(known) == len(pairs) else None


def by_deal(matches: list[Played]) -> list[list[Played]]:
    deals = defaultdict(list)
    for played in matches:
        deals[played.deal].append(played)
    return list(deals.values())


def overall(by_pair: Iterable[Iterable[float]]) -> float | None:
    """Return the mean over pairs: every opponent counts the same, whatever the number of matches."""
    return mean([fmean(values) for values in map(list, by_pair) if values])


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
    lines = [Line(bot, *ratings[bot], *tally.figures(), tally.leads(run)) for bot, tally in tallies.items() if bot in ratings]
    return sorted(lines, key=lambda line: -line.rating)


def line_json(line: Line) -> Rated:
    """Return a line; the leads are there only if luck was worked out."""
    found = line._asdict()
    return found | (found.pop("leads") or {})


def as_json(run: Run) -> Rated:
    """Return one table of the ladder as JSON."""
    tournament = run.tournament
    return {
        "players": tournament.players,
        "options": tournament.options,
        "seed": tournament.seed,
        "matches": tournament.matches,
        "slow_matches": tournament.slow_matches,
        "bots": [line_json(line) for line in standings(run)],
    }
