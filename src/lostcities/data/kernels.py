"""Recorded random play: whole matches in one call, with every decision written down. Shared by all games.

Each match has its own row and generator. It is played twice: first to find out how much there is to write, then to write it.
"""

from collections.abc import Sequence

from lostcities.games.head import PLAYER, PLAYERS, STARTER, TRUNCATED, TURN, match_over, round_over
from lostcities.games.interface import deal, new_match, random_action, score, settle, step
from lostcities.games.kernel import Rng, Row, get16
from lostcities.games.rows import show


def measure_matches(rows: Sequence[Row], rngs: Sequence[Rng], decisions: Row, turns: Row) -> None:
    """Count the decisions and turns of each round."""
    number = 0
    for i in range(len(rows)):
        new_match(rows[i], rngs[i])
        while not match_over(rows[i]):
            while not round_over(rows[i]):
                step(rows[i], random_action(rows[i], rngs[i]), rngs[i])
                decisions[number] += 1
            turns[number] = get16(rows[i], TURN)
            number += 1
            next_round(rows[i], rngs[i])


def next_round(row: Row, rng: Rng) -> None:
    settle(row)
    if not match_over(row):
        deal(row, rng)


def keep_matches(
    rows: Sequence[Row],
    rngs: Sequence[Rng],
    places: Row,
    each_turn: bool,
    starters: Row,
    truncated: Row,
    scores: Sequence[Row],
    actions: Row,
    seats: Row,
    chance: Row,
    observations: Sequence[Row],
    masks: Sequence[Row],
) -> None:
    """Write every round: first its starter, how it ended and its scores; then its decisions and what chance did, all rounds in a row.

    `places` are the bytes of a row that hold what chance did, in every round or in every turn. Observations are written only if there is
    room for them.
    """
    number = at = shown = 0
    for i in range(len(rows)):
        row = rows[i]
        rng = rngs[i]
        new_match(row, rng)
        while not match_over(row):
            starters[number] = row[STARTER]
            shown = note(row, places, chance, shown)
            turn = 0
            while not round_over(row):
                if len(observations) > 0:
                    show(row, observations[at], masks[at])
                action = random_action(row, rng)
                actions[at] = action
                seats[at] = row[PLAYER]
                at += 1
                step(row, action, rng)
                if each_turn and get16(row, TURN) != turn and not round_over(row):
                    turn = get16(row, TURN)
                    shown = note(row, places, chance, shown)
            truncated[number] = row[TRUNCATED]
            for seat in range(row[PLAYERS]):
                scores[number][seat] = score(row, seat)
            number += 1
            next_round(row, rng)


def note(row: Row, places: Row, chance: Row, at: int) -> int:
    """Copy what chance did; return where the next copy goes."""
    for i in range(len(places)):
        chance[at + i] = row[places[i]]
    return at + len(places)
