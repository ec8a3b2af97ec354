"""The kernels of training, over a batch of matches.

The rules are those of `games/`, the features those of `bots/<game>`.
"""

from collections.abc import MutableSequence, Sequence

from lostcities.bots.interface import secrets, table_features, thumb, token_features
from lostcities.games.head import PLAYERS, TRUNCATED, match_over, round_over
from lostcities.games.interface import deal, new_match, settle, step, total
from lostcities.games.kernel import Rng, Row
from lostcities.games.rewards import match_lead, win_share
from lostcities.games.rows import MATCH_OVER, ROUND_OVER, pay_nothing, show
from lostcities.games.threads import first, stride

Floats = MutableSequence[float]

SELF = 0
RANDOM = 1
THUMB = 2
PAST = 3
"""The kind of rival that is an older network."""
STALLED = 0.5
"""What a round that ends at the cap on turns costs every seat, so that nobody learns to wait for ever."""


def finish(row: Row, rng: Rng, rewards: Floats, point: float, win: float) -> int:
    """Score a round and pay what it changed: the lead, and at the end the match. Deal what comes next."""
    count = row[PLAYERS]
    for seat in range(count):
        rewards[seat] = -match_lead(row, seat) / point - STALLED * row[TRUNCATED]
    settle(row)
    for seat in range(count):
        rewards[seat] += match_lead(row, seat) / point
    if not match_over(row):
        deal(row, rng)
        return ROUND_OVER
    for seat in range(count):
        rewards[seat] += win * win_share(row, seat)
    return ROUND_OVER + MATCH_OVER


def play(
    rows: Sequence[Row],
    rngs: Sequence[Rng],
    actions: Row,
    observations: Sequence[Row],
    masks: Sequence[Row],
    seats: Row,
    rewards: Sequence[Floats],
    ended: Row,
    totals: Sequence[Floats],
    margins: Sequence[Floats],
    point: float,
    win: float,
) -> None:
    """Take one legal action in every match. If one ends, `totals` and `margins` get every seat's points and lead, and a new one begins."""
    for i in range(first(), len(rows), stride()):
        row = rows[i]
        step(row, actions[i], rngs[i])
        ended[i] = pay_nothing(rewards[i])
        if round_over(row):
            ended[i] = finish(row, rngs[i], rewards[i], point, win)
        if ended[i] & MATCH_OVER:
            for seat in range(row[PLAYERS]):
                totals[i][seat] = total(row, seat)
                margins[i][seat] = match_lead(row, seat)
            new_match(row, rngs[i])
        seats[i] = show(row, observations[i], masks[i])


def feed(
    rows: Sequence[Row],
    observations: Sequence[Row],
    seats: Row,
    tokens: Sequence[Sequence[Row]],
    tables: Sequence[Row],
    hidden: Sequence[Sequence[Row]],
) -> None:
    """Write the networks' inputs, token by token for all matches; the token after the last is the table.

    So neighbouring threads of a GPU work on the same token, and take the same branches.
    """
    for place in range(first(), len(rows) * (len(tokens[0]) + 1), stride()):
        i = place % len(rows)
        token = place // len(rows)
        if token < len(tokens[i]):
            token_features(observations[i], token, tokens[i][token])
            secrets(rows[i], seats[i], token, hidden[i][token])
        else:
            table_features(observations[i], tables[i])


def answer(kinds: Row, rivals: Row, observations: Sequence[Row], masks: Sequence[Row], seats: Row, actions: Row) -> None:
    """Let the rules of thumb decide for the rivals' seats."""
    for i in range(first(), len(kinds), stride()):
        if kinds[i] == THUMB and rivals[i] == seats[i]:
            actions[i] = thumb(observations[i], masks[i])


def advantage(
    seats: Sequence[Row],
    values: Sequence[Floats],
    rewards: Sequence[Sequence[Floats]],
    ended: Sequence[Row],
    memory: Sequence[Sequence[Floats]],
    decay: float,
    advantages: Sequence[Floats],
) -> None:
    """Compute generalized advantages (Schulman et al. 2015), seat by seat: from one decision of a seat to its next.

    `values` has one step more than the others: the value for the seat that decides next. A seat whose next decision
    is beyond that is assumed to continue as expected. `memory[i]` holds for each seat the next value, the advantage
    there, the rewards since, and whether they are known.
    """
    for i in range(first(), len(memory), stride()):
        count = len(memory[i][0])
        for seat in range(count):
            for part in range(4):
                memory[i][part][seat] = 0
        last = len(ended)
        memory[i][0][seats[last][i]] = values[last][i]
        memory[i][3][seats[last][i]] = 1
        for back in range(last):
            t = last - 1 - back
            for seat in range(count):
                if ended[t][i] & MATCH_OVER:
                    memory[i][0][seat] = 0
                    memory[i][1][seat] = 0
                    memory[i][2][seat] = 0
                    memory[i][3][seat] = 1
                memory[i][2][seat] += rewards[t][i][seat]
            seat = seats[t][i]
            following = memory[i][0][seat] if memory[i][3][seat] > 0 else values[t][i]
            gained = memory[i][2][seat] + following - values[t][i] + decay * memory[i][1][seat]
            advantages[t][i] = gained
            memory[i][0][seat] = values[t][i]
            memory[i][1][seat] = gained
            memory[i][2][seat] = 0
            memory[i][3][seat] = 1
