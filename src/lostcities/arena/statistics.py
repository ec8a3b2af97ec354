"""What a number of matches says: means with 95 % intervals over deals, as `lostcities arena` prints them.

A deal is one sample: the mean over its matches, in which the first bot sat once in every seat. So the luck of the deal and of the
seat cancels out as far as it can, and the interval is made of what remains. A figure that cannot be had is None: the interval of a
single deal, the margin where every match was forfeited.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import NormalDist, fmean, stdev
from typing import Any, NamedTuple

from lostcities.arena.contest import Result

DIGITS = 4
"""Figures are rounded to so many decimals: far below what any tournament can tell."""
FEW = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706)
"""Student's t for 1 to 5 degrees of freedom, where the series below is not good enough."""


class Played(NamedTuple):
    """One match of a tournament: which pair, which deal, where the pair's first bot sat, and what came of it."""

    pair: int
    deal: int
    seat: int
    result: Result
    record: str | None = None
    """The match as a line of JSON, where records are kept."""


def t_quantile(freedom: int) -> float:
    """Student's t that is exceeded, up or down, with a probability of 5 % (Abramowitz and Stegun 26.7.5).

    >>> [round(t_quantile(n), 3) for n in (1, 4, 10, 1000)]
    [12.706, 2.776, 2.228, 1.962]
    """
    if freedom <= len(FEW):
        return FEW[freedom - 1]
    z = NormalDist().inv_cdf(0.975)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    fourth = (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160
    return z + first / freedom + second / freedom**2 + third / freedom**3 + fourth / freedom**4


def mean(samples: Sequence[float]) -> float | None:
    return round(fmean(samples), DIGITS) if samples else None


def half_width(samples: Sequence[float]) -> float | None:
    """Half the width of the 95 % interval of a mean; None for fewer than two samples.

    >>> half_width([1, 2, 3, 4, 5])
    1.9632
    """
    if len(samples) < 2:
        return None
    return round(t_quantile(len(samples) - 1) * stdev(samples) / sqrt(len(samples)), DIGITS)


def share(played: Played) -> float:
    """The first bot's part of the win. A forfeit is lost by the offender, and all of its kind."""
    result = played.result
    if result.forfeit is not None:
        return float(result.forfeit != played.seat)
    return 1 / len(result.winners) if played.seat in result.winners else 0.0


def margin(played: Played) -> float:
    """The first bot's total less the best other one, a round."""
    totals = played.result.totals
    best = max(total for seat, total in enumerate(totals) if seat != played.seat)
    return (totals[played.seat] - best) / played.result.rounds


def whole_deals(matches: Iterable[Played], players: int) -> list[list[Played]]:
    """The matches by deal, in order. A deal that was not played from every seat yet does not count: it would not be fair."""
    deals: dict[int, list[Played]] = defaultdict(list)
    for played in matches:
        deals[played.deal].append(played)
    return [sorted(deals[number], key=lambda played: played.seat) for number in sorted(deals) if len(deals[number]) == players]


def over_deals(deals: list[list[Played]], figure: Any) -> list[float]:
    """A figure's mean in each deal, forfeited matches left out."""
    finished = ([figure(played) for played in deal if played.result.forfeit is None] for deal in deals)
    return [fmean(figures) for figures in finished if figures]


def summary(bots: tuple[str, str], matches: Iterable[Played], players: int) -> dict[str, Any]:
    """One pair as the contract's JSON has it."""
    deals = whole_deals(matches, players)
    counted = [played for deal in deals for played in deal]
    shares = [fmean(map(share, deal)) for deal in deals]
    margins = over_deals(deals, margin)
    wins = sum(share(played) == 1 for played in counted)
    losses = sum(share(played) == 0 for played in counted)
    return {
        "bots": list(bots),
        "matches": len(counted),
        "wins": wins,
        "draws": len(counted) - wins - losses,
        "losses": losses,
        "win_share": mean(shares),
        "win_share_ci95": half_width(shares),
        "margin_per_round": mean(margins),
        "ci95": half_width(margins),
        "mean_score": [mean(over_deals(deals, own_score)), mean(over_deals(deals, others_score))],
        "ms_per_move": [ms_per_move(counted, first=True), ms_per_move(counted, first=False)],
        "truncated": sum(played.result.truncated for played in counted),
        "forfeits": [forfeits(counted, first=True), forfeits(counted, first=False)],
    }


def own_score(played: Played) -> float:
    return played.result.totals[played.seat] / played.result.rounds


def others_score(played: Played) -> float:
    others = [total for seat, total in enumerate(played.result.totals) if seat != played.seat]
    return fmean(others) / played.result.rounds


def ms_per_move(matches: list[Played], first: bool) -> float | None:
    """The mean time of a decision, of the pair's first bot or of the other."""
    ms = moves = 0.0
    for played in matches:
        for seat in range(len(played.result.moves)):
            if (seat == played.seat) is first:
                ms += played.result.ms[seat]
                moves += played.result.moves[seat]
    return round(ms / moves, DIGITS) if moves else None


def forfeits(matches: list[Played], first: bool) -> int:
    return sum(played.result.forfeit is not None and (played.result.forfeit == played.seat) is first for played in matches)
