"""Does it pay to open with a wager?

A million rounds of the card game, and a picture of the answer:

    python examples/opening_wagers.py --rounds 1_000_000 --out opening_wagers.svg

Read it from top to bottom like a notebook: 1 the question, 2 the experiment, 3 the rounds, 4 the answer, 5 the picture.
It needs nothing but the package: the rounds are played in compiled code, on all cores.
"""

import argparse
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import lostcities
from lostcities.bots.interface import own_kernels, thumb
from lostcities.games.card.components import RANKS
from lostcities.games.card.rules import HAND, LAY, MAX_HAND, PLAY
from lostcities.games.engine import Engine, cores, seeds
from lostcities.games.head import PHASE, PLAYER, STARTER, round_over
from lostcities.games.interface import legal, new_match, observe, score, step
from lostcities.games.kernel import Rng, Row, clear

Table = NDArray[np.int64]

# %% 1. The question
#
# A wager laid before the first number doubles what the expedition brings, or costs. Beginners love it. Who counts how those fare that
# open so, learns little: people lay wagers where their hand is good, and would have done well there anyway. So this is an experiment:
# the same deal is played several times, and only the opening differs. What one way brings more than the other is due to the opening.

# %% 2. The experiment
#
# In every deal one seat is watched, the starter or the other by turns. Its colour is the one with the highest sum of numbers in hand among
# those of which it holds a wager. The deal is played with 0, 1, 2, ... wagers of that colour laid in its first turns, as many as it holds,
# and none of that colour later. Everything else, on both sides, is played by rule of thumb (docs/bots/thumb.md).
#
# These functions are kernels: plain Python over a row of bytes, which an engine turns into machine code (docs/architecture.md).

MAX_COLORS = 6  # where five are in play, nobody holds a card of the sixth

STARTS, SUM, HELD, RESULT = 0, 1, 2, 3
WAYS = 4
WIDTH = RESULT + WAYS


def numbers_held(row: Row, seat: int, color: int) -> int:
    """The sum of the numbers of a colour in a hand."""
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
    """The colour with a wager in hand whose numbers sum to most; -1 if there is no wager."""
    best = -1
    most = -1
    for color in range(MAX_COLORS):
        total = numbers_held(row, seat, color)
        if total > most and wagers_held(row, seat, color) > 0:
            best = color
            most = total
    return best


def play_out(row: Row, rng: Rng, seat: int, color: int, wagers: int, observation: Row, mask: Row) -> int:
    """Plays a round in which a seat lays so many wagers of a colour first, and none later; returns its lead at the end."""
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
    """Plays every deal in all ways that its hand allows; a deal without a wager is left at zeros."""
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
# Deals are played in portions until there are enough rounds. Compiled kernels let go of Python's lock, so threads use all cores. Portion
# n has the seed n, and portions count in their order: the same command gives the same rounds, whatever the number of threads.

PORTION = 5_000


class Player:
    """Plays portions of deals with so many colours."""

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
    """A row for every deal in which the watched seat held a wager: who starts, sum, wagers held, and its lead by wagers laid."""
    player, threads = Player(colors, portion), threads or cores()
    parts: list[Table] = []
    missing, number = rounds, 0
    with ThreadPoolExecutor(threads) as pool:
        while missing > 0:
            for part in pool.map(player, range(number, number + threads)):
                if missing > 0:  # else another thread has played one more than is wanted
                    parts.append(part)
                missing -= rounds_in(part)
            number += threads
    return np.concatenate(parts)


# %% 4. The answer
#
# For every deal: the lead with so many wagers, less the lead in the same deal without. Luck of the deal cancels, so the intervals are
# narrow. They are normal ones, over deals, and only shown where there are a hundred deals or more.

BANDS = ((0, 4), (5, 9), (10, 14), (15, 19), (20, 24), (25, 54))
FEWEST = 100


class Gain(NamedTuple):
    """What an opening gained over the same deal without a wager of that colour, in points of lead."""

    mean: float
    half_width: float
    pays: float
    """In what share of the deals it was better, those in which nothing changed left out."""
    deals: int


def gain(found: Table, wagers: int, band: tuple[int, int], starts: bool | None = None) -> Gain | None:
    chosen = (found[:, HELD] >= wagers) & (found[:, SUM] >= band[0]) & (found[:, SUM] <= band[1])
    if starts is not None:
        chosen &= found[:, STARTS] == starts
    if chosen.sum() < FEWEST:
        return None
    difference = found[chosen, RESULT + wagers] - found[chosen, RESULT]
    changed = difference[difference != 0]
    pays = float((changed > 0).mean()) if len(changed) else 0.5
    return Gain(float(difference.mean()), 1.96 * float(difference.std(ddof=1)) / len(difference) ** 0.5, pays, len(difference))


class Line(NamedTuple):
    """One line of a panel: a point for each band of hands."""

    name: str
    color: str
    gains: list[Gain | None]


BLUE, GREEN, RED = "#1F5FBF", "#2F8055", "#8E1F2F"


def answers(five: Table, six: Table) -> dict[str, list[Line]]:
    """The panels of the picture: by wagers laid and colours in play, and by who starts."""
    panels = {}
    for name, found in (("five colours", five), ("six colours", six)):
        lines = [(f"{count} wager{'s' * (count > 1)}", color, count) for count, color in ((1, BLUE), (2, GREEN), (3, RED))]
        panels[name] = [Line(line, color, [gain(found, count, band) for band in BANDS]) for line, color, count in lines]
    who = (("the starter", BLUE, True), ("the other", RED, False))
    panels["one wager, five colours"] = [Line(name, color, [gain(five, 1, band, starts) for band in BANDS]) for name, color, starts in who]
    return panels


def table(panels: dict[str, list[Line]]) -> str:
    """The answer in words and figures."""
    text = ["Points of lead gained by opening with wagers, by the sum of that colour's numbers in hand; in brackets how often it paid."]
    for title, lines in panels.items():
        text += ["", f"{title:24}" + "".join(f"{label(band):>22}" for band in BANDS)]
        for line in lines:
            text.append(f"  {line.name:22}" + "".join(f"{told(found):>22}" for found in line.gains))
    return "\n".join(text)


def label(band: tuple[int, int]) -> str:
    return f"{band[0]}-{band[1]}" if band[1] < 54 else f"{band[0]} or more"


def told(found: Gain | None) -> str:
    return "too few" if found is None else f"{found.mean:+.1f} ± {found.half_width:.1f} ({100 * found.pays:.0f} %)"


# %% 5. The picture
#
# A small drawing as SVG, so that nothing has to be installed. Any plotting library does as well: `answers` has all the numbers.

WIDE, HIGH, LEFT, TOP, GAP = 300, 240, 52, 64, 36


def picture(panels: dict[str, list[Line]], rounds: int) -> str:
    """All panels side by side, with one scale."""
    shown = [found for lines in panels.values() for line in lines for found in line.gains if found]
    low = min((found.mean - found.half_width for found in shown), default=-10)
    high = max((found.mean + found.half_width for found in shown), default=10)
    low, high = 10 * (min(low, -1) // 10), 10 * -(-max(high, 1) // 10)
    parts = [text(LEFT, 26, f"Opening with wagers: points gained over the same deals without, {rounds:,} rounds", 17, "start", "600")]
    for index, (title, lines) in enumerate(panels.items()):
        parts += panel(LEFT + index * (WIDE + GAP), title, lines, low, high, axis=index == 0)
    width, height = LEFT + len(panels) * (WIDE + GAP), TOP + HIGH + 70
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="Jost, sans-serif" fill="#2a211b">'
    return "\n".join([head, f'<rect width="{width}" height="{height}" fill="#faf3e1"/>', *parts, "</svg>", ""])


def panel(left: float, title: str, lines: list[Line], low: float, high: float, axis: bool) -> list[str]:
    def y(points: float) -> float:
        return TOP + HIGH * (high - points) / (high - low)

    def x(band: int) -> float:
        return left + WIDE * (band + 0.5) / len(BANDS)

    parts = [text(left, TOP - 14, title, 14, "start", "600")]
    for points in range(int(low), int(high) + 1, 10):
        ink = "#6a5847" if points == 0 else "#e2d3ad"
        parts.append(f'<path d="M{left} {y(points):.1f}h{WIDE}" stroke="{ink}"/>')
        if axis:
            parts.append(text(left - 8, y(points) + 4, f"{points:+d}" if points else "0", 12, "end"))
    parts += [text(x(band), TOP + HIGH + 18, label(BANDS[band]).replace(" or more", "+"), 12) for band in range(len(BANDS))]
    parts.append(text(left + WIDE / 2, TOP + HIGH + 38, "sum of the numbers in hand", 12))
    for place, line in enumerate(lines):
        points = [(x(band) + 5 * (place - 1), found) for band, found in enumerate(line.gains) if found]
        way = " ".join(f"{at:.1f},{y(found.mean):.1f}" for at, found in points)
        parts.append(f'<polyline points="{way}" fill="none" stroke="{line.color}" stroke-width="2"/>')
        for at, found in points:
            foot, head = y(found.mean - found.half_width), y(found.mean + found.half_width)
            parts.append(f'<path d="M{at:.1f} {foot:.1f}V{head:.1f}" stroke="{line.color}"/>')
            parts.append(f'<circle cx="{at:.1f}" cy="{y(found.mean):.1f}" r="3.5" fill="{line.color}"/>')
        parts.append(text(left + place * WIDE / len(lines), TOP + HIGH + 60, f"● {line.name}", 13, "start", "600", line.color))
    return parts


def text(x: float, y: float, words: str, size: int, anchor: str = "middle", weight: str = "400", ink: str = "#2a211b") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" font-weight="{weight}" fill="{ink}">{words}</text>'


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
    rounds, panels = rounds_in(five) + rounds_in(six), answers(five, six)
    chosen.out.write_text(picture(panels, rounds), "utf-8")
    print(table(panels))
    print(f"\n{rounds:,} rounds of {len(five) + len(six):,} deals in {time.perf_counter() - begin:.0f} s; the picture is in {chosen.out}")


if __name__ == "__main__":
    main()
