"""The strength of the rules of thumb, in compiled play: against themselves, and against random players in all other seats.

python benchmarks/thumb.py
"""

import numpy as np
from numpy.typing import NDArray

from lostcities.bots.interface import own_kernels, thumb
from lostcities.games.engine import Engine
from lostcities.games.head import PLAYER, PLAYERS, TURN, match_over, round_over
from lostcities.games.interface import deal, legal, new_match, observe, random_action, settle, step, total
from lostcities.games.kernel import Rng, Row, clear, get16
from lostcities.games.registry import game

TABLES = (
    ("card", 2, {"rounds": 1}),
    *(("board", players, {}) for players in (2, 3, 4)),
    *(("roll", players, {}) for players in (2, 3, 4, 5)),
)
MATCHES = {"card": 20_000, "board": 700, "roll": 2_000}
ALL = -1

SHARES = 0
POINTS = 1
LONGEST = 2
WHOLE = 60
"""A match won alone; one shared is a part of it."""


def play_matches(row: Row, rng: Rng, matches: int, alone: int, tally: Row, observation: Row, mask: Row) -> None:
    """Plays matches in which rules of thumb decide for all seats, or for one that changes from match to match."""
    for match in range(matches):
        new_match(row, rng)
        own = match % row[PLAYERS]
        while not match_over(row):
            if round_over(row):
                tally[LONGEST] = max(tally[LONGEST], get16(row, TURN))
                settle(row)
                if not match_over(row):
                    deal(row, rng)
            elif alone < 0 or row[PLAYER] == own:
                observe(row, row[PLAYER], observation)
                clear(mask, 0, len(mask))
                legal(row, mask)
                step(row, thumb(observation, mask), rng)
            else:
                step(row, random_action(row, rng), rng)
        count(row, own, tally)


def count(row: Row, own: int, tally: Row) -> None:
    best = total(row, own)
    for seat in range(row[PLAYERS]):
        best = max(best, total(row, seat))
        tally[POINTS] += total(row, seat)
    winners = 0
    for seat in range(row[PLAYERS]):
        winners += total(row, seat) == best
    if total(row, own) == best:
        tally[SHARES] += WHOLE // winners


def measure(name: str, players: int, options: dict[str, int]) -> None:
    chosen = game(name)
    engine = Engine(chosen, kernels=own_kernels(chosen))
    play = engine.kernel(play_matches)
    matches = MATCHES[name]
    tallies: list[NDArray[np.int64]] = []
    for alone in (ALL, 0):
        tally = np.zeros(3, dtype=np.int64)
        row = engine.blank_rows(1, players, options)[0]
        seen, mask = np.zeros(chosen.observation.SIZE, dtype=np.uint8), np.zeros(len(chosen.tokens), dtype=np.uint8)
        play(row, np.array([7], dtype=np.uint64), matches, alone, tally, seen, mask)
        tallies.append(tally)
    itself, random = tallies
    points, wins = itself[POINTS] / matches / players, 100 * random[SHARES] / matches / WHOLE
    print(f"{name}, {players} players: {points:.1f} points each against itself, longest round {itself[LONGEST]} turns; ", end="")
    print(f"{wins:.1f} % against random players")


if __name__ == "__main__":
    for table in TABLES:
        measure(*table)
