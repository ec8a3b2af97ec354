"""What could have happened instead: kernels that carry out actions with every outcome that chance could give them."""

from collections.abc import MutableSequence, Sequence

from lostcities.games.head import PLAYERS, round_over
from lostcities.games.interface import carry_out, deal, standing, weigh
from lostcities.games.kernel import Rng, Row
from lostcities.games.threads import first, stride

Floats = MutableSequence[float]


def fork(
    rows: Sequence[Row],
    actions: Row,
    outcomes: int,
    rngs: Sequence[Rng],
    forks: Sequence[Sequence[Row]],
    weights: Sequence[Floats],
    uncertain: Sequence[Row],
) -> None:
    """Carry out an action in every match, with each outcome of chance in a row of its own, and write the outcomes' weights.

    A weight of 0 means that there is no such outcome. If there are more forks than `outcomes`, each is tried as often as there is room.
    Each fork has a generator of its own. `uncertain` says whether chance had a say. A kernel.
    """
    tries = len(forks[0]) // outcomes
    for place in range(first(), len(rows) * len(forks[0]), stride()):
        i = place // len(forks[0])
        fork = place % len(forks[0])
        weights[i][fork] = weigh(rows[i], actions[i], fork % outcomes) / tries
        uncertain[i][fork] = 0
        if weights[i][fork] > 0:
            copy_row(rows[i], forks[i][fork])
            uncertain[i][fork] = carry_out(forks[i][fork], actions[i], fork % outcomes, rngs[place])


def pick(
    rows: Sequence[Row], actions: Row, outcomes: int, shares: Floats, rngs: Sequence[Rng], picked: Sequence[Row], uncertain: Row
) -> None:
    """Carry out an action in every match, with the outcome that lies at this share of all outcomes' probabilities.

    `uncertain` says whether chance had a say. A kernel.
    """
    for i in range(first(), len(rows), stride()):
        outcome = 0
        reached = weigh(rows[i], actions[i], 0)
        while reached <= shares[i] and outcome + 1 < outcomes:
            outcome += 1
            reached += weigh(rows[i], actions[i], outcome)
        while weigh(rows[i], actions[i], outcome) == 0:  # rounding has led past the last one
            outcome -= 1
        copy_row(rows[i], picked[i])
        uncertain[i] = carry_out(picked[i], actions[i], outcome, rngs[i])


def copy_row(row: Row, copy: Row) -> None:
    for at in range(len(row)):
        copy[at] = row[at]


def deal_rows(rows: Sequence[Row], rngs: Sequence[Rng]) -> None:
    """Deal every match's next round. A kernel."""
    for i in range(first(), len(rows), stride()):
        deal(rows[i], rngs[i])


def round_lead(row: Row, seat: int, before: Floats) -> float:
    """Return how far a seat is ahead of the best other one in this round. `before` is what the seats stood at when the round began."""
    count = row[PLAYERS]
    best = standing(row, (seat + 1) % count) - before[(seat + 1) % count]
    for other in range(count):
        if other != seat:
            best = max(best, standing(row, other) - before[other])
    return standing(row, seat) - before[seat] - best


def round_leads(rows: Sequence[Row], before: Sequence[Floats], leads: Sequence[Floats], over: Row) -> None:
    """Write every seat's lead in this round as it stands, and whether the round is over. A kernel."""
    for i in range(first(), len(rows), stride()):
        over[i] = round_over(rows[i])
        for seat in range(rows[i][PLAYERS]):
            leads[i][seat] = round_lead(rows[i], seat, before[i])


def standings(rows: Sequence[Row], points: Sequence[Floats]) -> None:
    """Write what every seat would have if its match ended now. A kernel."""
    for i in range(first(), len(rows), stride()):
        for seat in range(rows[i][PLAYERS]):
            points[i][seat] = standing(rows[i], seat)
