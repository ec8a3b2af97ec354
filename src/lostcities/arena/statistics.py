"""Statistics of matches: means with 95% intervals over deals, as `lostcities arena` prints them.

A deal is one sample: the mean over its matches, in which the first bot had every seat once. That removes the advantage of a
seat. Matches of one deal need not be independent, so intervals are over deals. A figure is None if it cannot be computed: the interval
of a single deal, or the margin if every match was forfeited.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from statistics import fmean
from typing import Any, NamedTuple

from lostcities.arena.contest import Result
from lostcities.games import rewards
from lostcities.intervals import DIGITS, half_width, share_bounds

Summary = dict[str, Any]
"""One pair in the JSON of `lostcities arena`; docs/arena.md describes its fields."""


class Played(NamedTuple):
    """One match of a tournament: its pair, its deal, the seat of the pair's first bot, and the result."""

    pair: int
    deal: int
    seat: int
    result: Result
    record: str | None = None
    """The match as a line of JSON, if records are kept."""


def mean(samples: Sequence[float]) -> float | None:
    return round(fmean(samples), DIGITS) if samples else None


def share(played: Played) -> float:
    """Return the first bot's share of the win. A forfeit is a loss for the offender in all of its seats."""
    result = played.result
    if result.forfeit is not None:
        return float(result.forfeit != played.seat)
    return rewards.share(result.winners, played.seat)


def margin(played: Played) -> float:
    """Return the first bot's total minus the best other total, per round."""
    return rewards.lead(played.result.totals, played.seat) / played.result.rounds


def luck(played: Played) -> float:
    """Return what luck gave the first bot, per round."""
    assert played.result.luck is not None
    return played.result.luck[played.seat] / played.result.rounds


def adjusted_margin(played: Played) -> float:
    """Return the margin without luck. All of it is taken out: how much was decided before any match was played."""
    return margin(played) - luck(played)


def whole_deals(matches: Iterable[Played], players: int) -> list[list[Played]]:
    """Return the matches by deal, in order. A deal counts only if it has been played from every seat, as it would not be fair otherwise."""
    deals: dict[int, list[Played]] = defaultdict(list)
    for played in matches:
        deals[played.deal].append(played)
    return [sorted(deals[number], key=lambda played: played.seat) for number in sorted(deals) if len(deals[number]) == players]


def over_deals(deals: list[list[Played]], figure: Callable[[Played], float]) -> list[float]:
    """Return a figure's mean in each deal, without forfeited matches."""
    finished = ([figure(played) for played in deal if played.result.forfeit is None] for deal in deals)
    return [fmean(figures) for figures in finished if figures]


def summary(bots: tuple[str, str], matches: Iterable[Played], players: int) -> Summary:
    """Return the summary of one pair's matches."""
    deals = whole_deals(matches, players)
    counted = [played for deal in deals for played in deal]
    shares = [fmean(map(share, deal)) for deal in deals]
    bounds = share_bounds(shares)
    margins = over_deals(deals, margin)
    wins = sum(share(played) == 1 for played in counted)
    losses = sum(share(played) == 0 for played in counted)
    finished = [played for played in counted if played.result.forfeit is None]
    lucky = bool(finished) and all(played.result.luck is not None for played in finished)
    return {
        "bots": list(bots),
        "matches": len(counted),
        "wins": wins,
        "draws": len(counted) - wins - losses,
        "losses": losses,
        "win_share": mean(shares),
        "win_share_ci95": bounds and bounds.half_width,
        "win_share_low": bounds and bounds.low,
        "win_share_high": bounds and bounds.high,
        "margin_per_round": mean(margins),
        "ci95": half_width(margins),
        **({"adjusted": without_luck(over_deals(deals, adjusted_margin), over_deals(deals, luck))} if lucky else {}),
        "mean_score": [mean(over_deals(deals, own_score)), mean(over_deals(deals, others_score))],
        "ms_per_move": [ms_per_move(counted, first=True), ms_per_move(counted, first=False)],
        "truncated": sum(played.result.truncated > 0 for played in counted),
        "forfeits": [forfeits(counted, first=True), forfeits(counted, first=False)],
    }


def without_luck(margins: list[float], lucky: list[float]) -> Summary:
    """Return the same matches with the luck taken out, and that luck, which must look like 0."""
    return {
        "margin_per_round": mean(margins),
        "ci95": half_width(margins),
        "luck_per_round": mean(lucky),
        "luck_ci95": half_width(lucky),
    }


def own_score(played: Played) -> float:
    return played.result.totals[played.seat] / played.result.rounds


def others_score(played: Played) -> float:
    others = [total for seat, total in enumerate(played.result.totals) if seat != played.seat]
    return fmean(others) / played.result.rounds


def ms_per_move(matches: list[Played], first: bool) -> float | None:
    """Return the mean time per decision, of the pair's first bot or of the other."""
    ms = moves = 0.0
    for played in matches:
        for seat in range(len(played.result.moves)):
            if (seat == played.seat) is first:
                ms += played.result.ms[seat]
                moves += played.result.moves[seat]
    return round(ms / moves, DIGITS) if moves else None


def forfeits(matches: list[Played], first: bool) -> int:
    return sum(played.result.forfeit is not None and (played.result.forfeit == played.seat) is first for played in matches)
