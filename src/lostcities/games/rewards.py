"""What a result is worth to a seat: its lead over the best other one, and its share of the win.

The first three functions work on Python values, the others are kernels.
"""

from collections.abc import Sequence

from lostcities.games.head import PLAYERS
from lostcities.games.interface import Rules, gain, total
from lostcities.games.kernel import Row

POINTS = 100
"""A lead of this many points in a round is a reward of 1."""


def lead(points: Sequence[int], seat: int) -> int:
    """Return how far a seat is ahead of the best other one."""
    return points[seat] - max(other for i, other in enumerate(points) if i != seat)


def share(winners: Sequence[int], seat: int) -> float:
    """Return a seat's share of a win, which several may share."""
    return 1 / len(winners) if seat in winners else 0.0


def round_rewards(rules: Rules, row: Row) -> list[float]:
    """Return what the last settled round pays each seat."""
    gains = [rules.gain(row, seat) for seat in range(row[PLAYERS])]
    return [lead(gains, seat) / POINTS for seat in range(len(gains))]


def round_lead(row: Row, seat: int) -> int:
    """Return how far a seat is ahead of the best other one in the last settled round."""
    count = row[PLAYERS]
    best = gain(row, (seat + 1) % count)
    for other in range(count):
        if other != seat:
            best = max(best, gain(row, other))
    return gain(row, seat) - best


def match_lead(row: Row, seat: int) -> int:
    """Return how far a seat's points in the settled rounds are ahead of the best other's."""
    count = row[PLAYERS]
    best = total(row, (seat + 1) % count)
    for other in range(count):
        if other != seat:
            best = max(best, total(row, other))
    return total(row, seat) - best


def win_share(row: Row, seat: int) -> float:
    """Return a seat's share of a finished match, on a scale where 1 is a sole win and all seats' shares sum to 0."""
    count = row[PLAYERS]
    winners = 0
    for other in range(count):
        winners += match_lead(row, other) >= 0
    won = (match_lead(row, seat) >= 0) / winners
    return (won * count - 1) / (count - 1)
