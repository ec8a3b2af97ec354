"""What training does with every match, as kernels: a loop over them on a CPU, a thread for each on a GPU.

The rules are those of `games/`, the features those of `bots/<game>`.
"""

from collections.abc import MutableSequence, Sequence
from typing import Any

from lostcities.bots.interface import secrets, table_features, thumb, token_features
from lostcities.bots.playout import lead, win_share
from lostcities.games.head import PLAYERS, TRUNCATED, match_over, round_over
from lostcities.games.interface import deal, new_match, settle, step, total
from lostcities.games.kernel import Rng, Row
from lostcities.games.rows import show

Floats = MutableSequence[float]

cuda: Any = None
"""Put in place when a thread is compiled."""

SELF = 0
RANDOM = 1
THUMB = 2
PAST = 3
"""Who sits in a rival's seat."""
ROUND = 1
MATCH = 2
"""What a step has ended."""
STALLED = 0.5
"""What a round that the cap on turns had to end costs every seat: nobody learns to wait for ever."""


# -- one match --


def finish(row: Row, rng: Rng, rewards: Floats, point: float, win: float) -> int:
    """Books a round and pays what it changed: the lead, and in the end the match. Deals what comes next."""
    count = row[PLAYERS]
    for seat in range(count):
        rewards[seat] = -lead(row, seat) / point - STALLED * row[TRUNCATED]
    settle(row)
    for seat in range(count):
        rewards[seat] += lead(row, seat) / point
    if not match_over(row):
        deal(row, rng)
        return ROUND
    for seat in range(count):
        rewards[seat] += win * win_share(row, seat)
    return ROUND + MATCH


def play(
    i: int,
    rows: Sequence[Row],
    rngs: Sequence[Rng],
    actions: Row,
    observations: Sequence[Row],
    masks: Sequence[Row],
    seats: Row,
    rewards: Sequence[Floats],
    ended: Row,
    totals: Sequence[Floats],
    point: float,
    win: float,
) -> None:
    """Takes one legal action in match `i`. Where a match ends, `totals` gets every seat's points, and a new one begins."""
    row = rows[i]
    for seat in range(len(rewards[i])):
        rewards[i][seat] = 0
    step(row, actions[i], rngs[i])
    ended[i] = 0
    if round_over(row):
        ended[i] = finish(row, rngs[i], rewards[i], point, win)
        if ended[i] & MATCH:
            for seat in range(row[PLAYERS]):
                totals[i][seat] = total(row, seat)
            new_match(row, rngs[i])
    seats[i] = show(row, observations[i], masks[i])


def start(i: int, rows: Sequence[Row], rngs: Sequence[Rng], observations: Sequence[Row], masks: Sequence[Row], seats: Row) -> None:
    new_match(rows[i], rngs[i])
    seats[i] = show(rows[i], observations[i], masks[i])


def feed(
    i: int,
    token: int,
    rows: Sequence[Row],
    observations: Sequence[Row],
    seats: Row,
    tokens: Sequence[Sequence[Row]],
    tables: Sequence[Row],
    hidden: Sequence[Sequence[Row]],
) -> None:
    """Writes what the networks are fed of one token in match `i`; the token after the last is the table."""
    if token < len(tokens[i]):
        token_features(observations[i], token, tokens[i][token])
        secrets(rows[i], seats[i], token, hidden[i][token])
    else:
        table_features(observations[i], tables[i])


def answer(i: int, kinds: Row, rivals: Row, observations: Sequence[Row], masks: Sequence[Row], seats: Row, actions: Row) -> None:
    """Lets a rule of thumb decide for a rival's seat."""
    if kinds[i] == THUMB and rivals[i] == seats[i]:
        actions[i] = thumb(observations[i], masks[i])


def advantage(
    i: int,
    seats: Sequence[Row],
    values: Sequence[Floats],
    rewards: Sequence[Sequence[Floats]],
    ended: Sequence[Row],
    memory: Sequence[Sequence[Floats]],
    decay: float,
    advantages: Sequence[Floats],
) -> None:
    """Generalized advantages (Schulman et al. 2015), seat by seat: from one decision of a seat to its next.

    `values` has one step more than the others: what the seat that decides next expects. A seat whose next decision
    lies beyond that is taken to go on as it expected. `memory[i]` holds for each seat the next value, the advantage
    there, the rewards since, and whether they are known.
    """
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
            if ended[t][i] & MATCH:
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


# -- all matches on a CPU --


def start_all(rows: Any, rngs: Any, observations: Any, masks: Any, seats: Any) -> None:
    for i in range(len(rows)):
        start(i, rows, rngs, observations, masks, seats)


def play_all(
    rows: Any,
    rngs: Any,
    actions: Any,
    observations: Any,
    masks: Any,
    seats: Any,
    rewards: Any,
    ended: Any,
    totals: Any,
    point: float,
    win: float,
) -> None:
    for i in range(len(rows)):
        play(i, rows, rngs, actions, observations, masks, seats, rewards, ended, totals, point, win)


def feed_all(rows: Any, observations: Any, seats: Any, tokens: Any, tables: Any, hidden: Any) -> None:
    for i in range(len(rows)):
        for token in range(len(tokens[i]) + 1):
            feed(i, token, rows, observations, seats, tokens, tables, hidden)


def answer_all(kinds: Any, rivals: Any, observations: Any, masks: Any, seats: Any, actions: Any) -> None:
    for i in range(len(kinds)):
        answer(i, kinds, rivals, observations, masks, seats, actions)


def advantage_all(seats: Any, values: Any, rewards: Any, ended: Any, memory: Any, decay: float, advantages: Any) -> None:
    for i in range(len(memory)):
        advantage(i, seats, values, rewards, ended, memory, decay, advantages)


# -- a match a thread on a GPU --


def start_thread(rows: Any, rngs: Any, observations: Any, masks: Any, seats: Any) -> None:
    i = cuda.grid(1)
    if i < len(rows):
        start(i, rows, rngs, observations, masks, seats)


def play_thread(
    rows: Any,
    rngs: Any,
    actions: Any,
    observations: Any,
    masks: Any,
    seats: Any,
    rewards: Any,
    ended: Any,
    totals: Any,
    point: float,
    win: float,
) -> None:
    i = cuda.grid(1)
    if i < len(rows):
        play(i, rows, rngs, actions, observations, masks, seats, rewards, ended, totals, point, win)


def feed_thread(rows: Any, observations: Any, seats: Any, tokens: Any, tables: Any, hidden: Any) -> None:
    """One thread a token, neighbours in a block working on the same one: their paths through the code stay together."""
    i = cuda.grid(1)
    if i < len(rows):
        feed(i, cuda.blockIdx.y, rows, observations, seats, tokens, tables, hidden)


def answer_thread(kinds: Any, rivals: Any, observations: Any, masks: Any, seats: Any, actions: Any) -> None:
    i = cuda.grid(1)
    if i < len(kinds):
        answer(i, kinds, rivals, observations, masks, seats, actions)


def advantage_thread(seats: Any, values: Any, rewards: Any, ended: Any, memory: Any, decay: float, advantages: Any) -> None:
    i = cuda.grid(1)
    if i < len(memory):
        advantage(i, seats, values, rewards, ended, memory, decay, advantages)
