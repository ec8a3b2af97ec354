"""Does it pay to open with a wager?

A million rounds of the card game, and a picture of the answer:

    python examples/opening_wagers.py --rounds 1_000_000 --out opening_wagers.svg

Read it from top to bottom like a notebook: 1 the question, 2 the experiment, 3 the rounds, 4 the answer, 5 the picture.
It needs only the package: the rounds are played in compiled code, on all cores.
"""

import argparse
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import lostcities
from lostcities.bots.interface import own_kernels, thumb
from lostcities.data.drawing import figure, svg
from lostcities.data.stats import POINTS, figures
from lostcities.games.card.components import RANKS
from lostcities.games.card.rules import HAND, LAY, MAX_HAND, PLAY
from lostcities.games.engine import Engine, cores, seeds
from lostcities.games.head import PHASE, PLAYER, STARTER, round_over
from lostcities.games.interface import legal, new_match, observe, score, step
from lostcities.games.kernel import Rng, Row, clear

Table = NDArray[np.int64]

# %% 1. The question
#
# A wager played before the first number doubles what the expedition earns, or loses. Beginners love it. Counting how players fare who
# open like that teaches little: people play wagers where their hand is good, and would have done well there anyway. So this is an
# experiment: the same deal is played several times, and only the opening differs. Any difference in the result is due to the opening.

# %% 2. The experiment
#
# In every deal one seat is watched, the starter and the other in turn. Its colour is the one with the highest sum of numbers in hand among
# those of which it holds a wager. In its first turns it plays 0, 1, 2, ... wagers of that colour, as many as it holds, and none of that
# colour later. Everything else, on both sides, is played by rules of thumb (docs/bots/thumb.md).
#
# These functions are kernels: plain Python over a row of bytes, which an engine turns into machine code (docs/architecture.md).

MAX_COLORS = 6  # with five in play, nobody holds a card of the sixth

STARTS, SUM, HELD, RESULT = 0, 1, 2, 3
WAYS = 4
WIDTH = RESULT + WAYS


def numbers_held(row: Row, seat: int, color: int) -> int:
    """Return the sum of the numbers of a colour in a hand."""
    total = 0
    for i in range(MAX_HAND):
        card = row[HAND + seat * MAX_HAND + i]
        if card // RANKS == color and card % RANKS > 0:
            total += card % RANKS + 1
    return total


def wagers_held(row: Row, seat: int, color: int) -> int:
    count = 0
    for i in range(MAX_HAND):
        count += row[HAND + seat * MAX_HAND + i] == color * RANKS
    return count


def best_color(row: Row, seat: int) -> int:
    """Return the colour with a wager in hand whose numbers have the highest sum; -1 if there is no wager."""
    best = -1
    most = -1
    for color in range(MAX_COLORS):
        total = numbers_held(row, seat, color)
        if total > most and wagers_held(row, seat, color) > 0:
            best = color
            most = total
    return best


def play_out(row: Row, rng: Rng, seat: int, color: int, wagers: int, observation: Row, mask: Row) -> int:
    """Play a round in which a seat plays `wagers` wagers of a colour first, and none later; return its lead at the end."""
    while not round_over(row):
        if wagers > 0 and row[PLAYER] == seat and row[PHASE] == PLAY:
            wagers -= 1
            step(row, LAY + color * RANKS, rng)
        else:
            observe(row, row[PLAYER], observation)
            clear(mask, 0, len(mask))
            legal(row, mask)
            if row[PLAYER] == seat:
                mask[LAY + color * RANKS] = 0
            step(row, thumb(observation, mask), rng)
    return score(row, seat) - score(row, 1 - seat)


def play_deals(first: int, start: Row, row: Row, rngs: list[Rng], found: list[Row], observation: Row, mask: Row) -> None:
    """Play every deal in all ways that its hand allows. A deal without a wager stays all zeros."""
    for i in range(len(found)):
        new_match(start, rngs[i])
        seat = start[STARTER] if (first + i) % 2 == 0 else 1 - start[STARTER]
        color = best_color(start, seat)
        if color < 0:
            continue
        found[i][STARTS] = start[STARTER] == seat
        found[i][SUM] = numbers_held(start, seat, color)
        found[i][HELD] = wagers_held(start, seat, color)
        for wagers in range(found[i][HELD] + 1):
            for at in range(len(start)):
                row[at] = start[at]
            found[i][RESULT + wagers] = play_out(row, rngs[i], seat, color, wagers, observation, mask)


# %% 3. The rounds
#
# Deals are played in portions until there are enough rounds. Compiled kernels release the GIL, so threads use all cores. Portion
# n has the seed n, and portions count in their order: the same command gives the same rounds, whatever the number of threads.

PORTION = 5_000


class Player:
    """Plays portions of deals with a number of colours."""

    def __init__(self, colors: int, portion: int = PORTION) -> None:
        self.game, self.portion = lostcities.game("card"), portion
        self.engine = Engine(self.game, kernels=own_kernels(self.game))
        self.play = self.engine.kernel(play_deals)
        self.options = {"colors": colors, "rounds": 1, "max_turns": 400}

    def __call__(self, number: int) -> Table:
        found = np.zeros((self.portion, WIDTH), dtype=np.int64)
        start, row = self.engine.blank_rows(2, 2, self.options)
        seen, mask = np.zeros(self.game.observation.SIZE, dtype=np.uint8), np.zeros(len(self.game.tokens), dtype=np.uint8)
        self.play(number * self.portion, start, row, seeds(number, self.portion), found, seen, mask)
        return found[found[:, HELD] > 0]


def rounds_in(found: Table) -> int:
    return int((found[:, HELD] + 1).sum())


def collect(colors: int, rounds: int, portion: int = PORTION, threads: int | None = None) -> Table:
    """Return a row for every deal in which the watched seat held a wager: who starts, sum, wagers held, and its lead by wagers played."""
    player, threads = Player(colors, portion), threads or cores()
    parts: list[Table] = []
    missing, number = rounds, 0
    with ThreadPoolExecutor(threads) as pool:
        while missing > 0:
            for part in pool.map(player, range(number, number + threads)):
                if missing > 0:  # otherwise another thread has played one more than needed
                    parts.append(part)
                missing -= rounds_in(part)
            number += threads
    return np.concatenate(parts)


# %% 4. The answer
#
# For every deal: the lead with that many wagers, minus the lead in the same deal without. The luck of the deal cancels out, so the
# intervals are narrow. They are over deals, and a hand with fewer than a hundred deals is left out.

BANDS = ((0, 4), (5, 9), (10, 14), (15, 19), (20, 24), (25, 54))
FEWEST = 100


def gains(found: Table, wagers: int) -> list[dict[str, Any]]:
    """Return what opening with `wagers` wagers gained over the same deals without, by the sum of that colour's numbers in hand."""
    groups = []
    for low, high in BANDS:
        some = found[(found[:, HELD] >= wagers) & (found[:, SUM] >= low) & (found[:, SUM] <= high)]
        gain, deals = some[:, RESULT + wagers] - some[:, RESULT], len(some)
        if deals >= FEWEST:
            sums = (int(gain.sum()), int((gain**2).sum()), int(gain.sum()))
            groups.append({"group": f"{low}-{high}" if high < 54 else f"{low} or more", **figures(POINTS, deals, deals, *sums, deals)})
    return groups


def answers(five: Table, six: Table) -> dict[str, Any]:
    """Return the answers by wagers played, by colours in play and by who starts, in the form of `lostcities stats`."""
    ways = [(f"{wagers} wager{'s' * (wagers > 1)}, five colours", five, wagers) for wagers in (1, 2, 3)]
    ways.append(("1 wager, six colours", six, 1))
    ways += [(f"1 wager, laid by {who}", five[five[:, STARTS] == starts], 1) for who, starts in (("the starter", 1), ("the other", 0))]
    return {"questions": [{"name": name, "unit": POINTS, "groups": gains(found, wagers)} for name, found, wagers in ways]}


# %% 5. The picture
#
# `lostcities stats` draws such answers as bars with their intervals; any plotting library would do as well.


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=1_000_000, help="rounds to play in all (default: a million)")
    parser.add_argument("--out", type=Path, default=Path("opening_wagers.svg"), help="where the picture goes (default: opening_wagers.svg)")
    parser.add_argument("--portion", type=int, default=PORTION, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.rounds < 2:
        parser.error(f"argument --rounds: expected 2 or more, half of them with each number of colours, got {chosen.rounds}")
    begin = time.perf_counter()
    five, six = (collect(colors, chosen.rounds // 2, chosen.portion) for colors in (5, 6))
    rounds, told = rounds_in(five) + rounds_in(six), answers(five, six)
    title = f"Opening with wagers: points of lead gained, by the sum of the numbers in hand; {rounds:,} rounds"
    chosen.out.write_text(svg(told, title, asked=str), "utf-8")
    for question in told["questions"]:
        print(question["name"], *(f"{group['group']:>12}  {figure(group, POINTS)}" for group in question["groups"]), "", sep="\n")
    print(f"{rounds:,} rounds of {len(five) + len(six):,} deals in {time.perf_counter() - begin:.0f} s; the picture is in {chosen.out}")


if __name__ == "__main__":
    main()
