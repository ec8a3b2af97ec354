"""The kernel that plays the matches a critic watches."""

from collections.abc import MutableSequence, Sequence

from lostcities.bots.interface import part
from lostcities.games.forks import round_lead
from lostcities.games.head import PLAYERS, match_over, round_over
from lostcities.games.interface import deal, new_match, settle, standing, step
from lostcities.games.kernel import Rng, Row
from lostcities.games.rewards import match_lead
from lostcities.games.rows import MATCH_OVER, ROUND_OVER, show
from lostcities.games.threads import first, stride

Floats = MutableSequence[float]


def watch(
    rows: Sequence[Row],
    rngs: Sequence[Rng],
    actions: Row,
    observations: Sequence[Row],
    masks: Sequence[Row],
    seats: Row,
    before: Sequence[Floats],
    leads: Sequence[Floats],
    parts: Sequence[Sequence[Floats]],
    shares: Sequence[Floats],
    ended: Row,
) -> None:
    """Take one legal action in every match; the next round or match begins at once.

    When a round ends, `leads` gets every seat's lead and `parts` what each token contributed to its points; when a match ends, `shares`
    gets its share of the win. `before` is what the seats stood at when their round began.
    """
    for i in range(first(), len(rows), stride()):
        row = rows[i]
        step(row, actions[i], rngs[i])
        ended[i] = 0
        if round_over(row):
            ended[i] = finish(row, rngs[i], before[i], leads[i], parts[i], shares[i])
        seats[i] = show(row, observations[i], masks[i])


def finish(row: Row, rng: Rng, before: Floats, leads: Floats, parts: Sequence[Floats], shares: Floats) -> int:
    """Write the results of a round that is over, and deal what comes next."""
    count = row[PLAYERS]
    for seat in range(count):
        leads[seat] = round_lead(row, seat, before)
        for token in range(len(parts)):
            parts[token][seat] = part(row, seat, token)
    settle(row)
    ended = ROUND_OVER
    if match_over(row):
        ended += MATCH_OVER
        winners = 0
        for seat in range(count):
            winners += match_lead(row, seat) >= 0
        for seat in range(count):
            shares[seat] = (match_lead(row, seat) >= 0) / winners
        new_match(row, rng)
    else:
        deal(row, rng)
    for seat in range(count):
        before[seat] = standing(row, seat)
    return ended
