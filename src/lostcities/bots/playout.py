"""Playouts for search, as kernels over rows: make worlds, play moves in all of them, and evaluate where they end.

A playout runs to the end of its round and then until the searching seat decides again: there a network
can say what the rest of the match is worth. It can also be cut after some turns, for a critic to judge.
"""

from collections.abc import MutableSequence, Sequence

from lostcities.bots.interface import table_features, token_features
from lostcities.games.head import PLAYER, ROUND, TURN, match_over, round_over
from lostcities.games.interface import deal, legal, observe, resample, resample_by, settle, step
from lostcities.games.kernel import Rng, Row, clear, get16
from lostcities.games.rewards import match_lead, win_share

Floats = MutableSequence[float]


def make_worlds(base: Row, seat: int, odds: Sequence[float], rngs: Sequence[Rng], rows: Sequence[Row]) -> None:
    """Fill rows with random worlds that `seat` cannot tell from `base`, weighted by the network's beliefs if odds are given."""
    for world in range(len(rngs)):
        for i in range(len(base)):
            rows[world][i] = base[i]
        if len(odds):
            resample_by(rows[world], seat, rngs[world], odds)
        else:
            resample(rows[world], seat, rngs[world])


def play_action(row: Row, rng: Rng, action: int, seat: int, win: float, point: float) -> float:
    """Take an action; return what the seat gained by it: points when a round is scored, and the match when that is over."""
    step(row, action, rng)
    if not round_over(row):
        return 0.0
    gained = -match_lead(row, seat) / point
    settle(row)
    gained += match_lead(row, seat) / point
    if match_over(row):
        gained += win * win_share(row, seat)
    else:
        deal(row, rng)
    return gained


def only_action(mask: Row) -> int:
    """Return the only legal action, or -1 if there are more."""
    found = -1
    for action in range(len(mask)):
        if mask[action]:
            if found >= 0:
                return -1
            found = action
    return found


def at_end(row: Row, seat: int, started: int, last: int) -> bool:
    """Whether a playout is over: the match has ended, the seat decides in a later round than `started`, or that has had `last` turns."""
    if match_over(row):
        return True
    return row[PLAYER] == seat if row[ROUND] != started else get16(row, TURN) >= last


def run_on(row: Row, rng: Rng, mask: Row, seat: int, started: int, last: int, win: float, point: float) -> float:
    """Play on while only one move is legal. Leaves the legal moves of the next decision in `mask`."""
    gained = 0.0
    while not at_end(row, seat, started, last):
        clear(mask, 0, len(mask))
        legal(row, mask)
        action = only_action(mask)
        if action < 0:
            break
        gained += play_action(row, rng, action, seat, win, point)
    return gained


def begin(
    rows: Sequence[Row],
    rngs: Sequence[Rng],
    actions: Row,
    masks: Sequence[Row],
    seat: int,
    gains: Floats,
    live: Row,
    last: int,
    win: float,
    point: float,
) -> int:
    """Take each row's first action and play on to its next decision; list the rows that are still running, and return how many."""
    count = 0
    for i in range(len(rows)):
        started = rows[i][ROUND]
        gains[i] = play_action(rows[i], rngs[i], actions[i], seat, win, point)
        gains[i] += run_on(rows[i], rngs[i], masks[i], seat, started, last, win, point)
        if not at_end(rows[i], seat, started, last):
            live[count] = i
            count += 1
    return count


def feed(row: Row, seat: int, observation: Row, tokens: Sequence[Row], table: Row) -> None:
    """Write the network's input for one row, as a seat sees it."""
    observe(row, seat, observation)
    for token in range(len(tokens)):
        token_features(observation, token, tokens[token])
    table_features(observation, table)


def show(rows: Sequence[Row], live: Row, count: int, observation: Row, tokens: Sequence[Sequence[Row]], tables: Sequence[Row]) -> None:
    """Write the network's input for the running rows, each as the deciding seat sees it."""
    for k in range(count):
        row = rows[live[k]]
        feed(row, row[PLAYER], observation, tokens[k], tables[k])


def show_ends(rows: Sequence[Row], ends: Row, seat: int, observation: Row, tokens: Sequence[Sequence[Row]], tables: Sequence[Row]) -> None:
    """Write the network's input for the rows listed in `ends`, as the searching seat sees them."""
    for k in range(len(ends)):
        feed(rows[ends[k]], seat, observation, tokens[k], tables[k])


def go_on(
    rows: Sequence[Row],
    rngs: Sequence[Rng],
    logits: Sequence[Floats],
    masks: Sequence[Row],
    seat: int,
    started: int,
    gains: Floats,
    live: Row,
    count: int,
    deck: int,
    patience: int,
    last: int,
    win: float,
    point: float,
) -> int:
    """Play in every running row, and on to its next decision; return how many are still running.

    The best legal move by `logits` is played. From turn `patience` on it is `deck` wherever that is legal, as with the bots themselves.
    """
    left = 0
    for k in range(count):
        i = live[k]
        waited = deck >= 0 and get16(rows[i], TURN) >= patience and masks[i][deck]
        action = deck if waited else best_action(logits[k], masks[i])
        gains[i] += play_action(rows[i], rngs[i], action, seat, win, point)
        gains[i] += run_on(rows[i], rngs[i], masks[i], seat, started, last, win, point)
        if not at_end(rows[i], seat, started, last):
            live[left] = i
            left += 1
    return left


def best_action(logits: Floats, mask: Row) -> int:
    best = -1
    for action in range(len(mask)):
        if mask[action] and (best < 0 or logits[action] > logits[best]):
            best = action
    return best
