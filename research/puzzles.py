"""Whether puzzles hold: `python research/puzzles.py stand card` and `python research/puzzles.py solve card`.

`stand` draws puzzles and plays their moves out again, in many more worlds that are made from another seed. A puzzle stands if the best
move is one of its answers, under every belief. `solve` lets the opponents solve every puzzle many times, and compares how many of their
tries are right with the puzzles' starting ratings.
"""

import argparse
import random
from collections.abc import Sequence

import numpy as np

from lostcities.analysis.trials import Worlds
from lostcities.bots.registry import policy
from lostcities.games.game import Game
from lostcities.games.registry import NAMES, game
from lostcities.puzzles.difficulty import MARKS
from lostcities.puzzles.labs import TURNS, Lab, lab_of
from lostcities.puzzles.positions import SelfPlay
from lostcities.puzzles.puzzle import Puzzle, load
from lostcities.puzzles.trial import Trial, beliefs, levels

AT_ONCE = 1024
"""Worlds that are played out together."""
OTHER = "net:quick=true"
"""A lab knows a second network, which is not asked here."""
OTHERS = 3
"""Wrong moves that are played out again: the best ones."""


def drawn(played: Game, count: int, seed: int) -> list[Puzzle]:
    puzzles = list(load(played))
    return random.Random(seed).sample(puzzles, min(count, len(puzzles)))


def again(trial: Trial, lab: Lab, belief: str, moves: Sequence[int], worlds: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Return what moves are worth in fresh worlds."""
    for part in range(0, worlds, AT_ONCE):
        rows = trial.rows(belief, belief, moves, min(AT_ONCE, worlds - part))
        trial.note(belief, moves, lab.play(rows, trial.seed + part))
    return np.asarray(levels(trial.worths(belief)), dtype=np.float64)


def stands(puzzle: Puzzle, selfplay: SelfPlay, worlds: Worlds, lab: Lab, count: int, seed: int) -> tuple[bool, float]:
    """Return whether the best move is an answer under every belief, and the smallest gap to a wrong one."""
    trial = Trial(selfplay.position(puzzle.view), worlds, seed)
    wrong = [move for move in puzzle.worth if move not in puzzle.answers][:OTHERS]
    moves = sorted(trial.legal.index(move) for move in [*puzzle.answers, *wrong])
    right, gaps = True, []
    for belief in beliefs(trial.position.odds):
        worth = again(trial, lab, belief, moves, count)
        right &= trial.legal[int(np.nanargmax(worth))] in puzzle.answers
        gaps.append(worth[trial.legal.index(puzzle.best)] - max(worth[trial.legal.index(move)] for move in wrong))
    return right, min(gaps)


def stand(played: Game, draw: int, count: int, seed: int, device: str) -> None:
    selfplay, worlds, lab = SelfPlay(played), Worlds(played), lab_of(played, TURNS, OTHER, device)
    found = []
    for number, puzzle in enumerate(drawn(played, draw, seed)):
        right, gap = stands(puzzle, selfplay, worlds, lab, count, 1_000_003 * (seed + 1) + number)
        found.append((right, gap))
        print(f"{puzzle.id}  {'stands' if right else 'FALLS'}  gap {gap:5.1f}", flush=True)
    if found:
        share, gaps = np.mean([right for right, _ in found]), [gap for _, gap in found]
        print(f"{played.name}: {share:.1%} of {len(found)} stand in {count} worlds")
        print(f"smallest gap {min(gaps):.1f}, median {np.median(gaps):.1f}")


def solve(played: Game, tries: int) -> None:
    puzzles = load(played)
    shares = np.zeros((len(MARKS), len(puzzles)))
    for number, name in enumerate(MARKS):
        bot = policy(played, name)
        for place, puzzle in enumerate(puzzles):
            shares[number, place] = np.mean([bot.decide(puzzle.view) in puzzle.answers for _ in range(tries)])
        print(f"{name:>6} solves {shares[number].mean():.1%} of {len(puzzles)} puzzles")
    if len(puzzles) > 2:
        ratings = [puzzle.rating for puzzle in puzzles]
        print(f"correlation of what all five miss with the starting rating: {np.corrcoef(1 - shares.mean(axis=0), ratings)[0, 1]:.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("stand", "solve"))
    parser.add_argument("game", choices=NAMES)
    parser.add_argument("--draw", type=int, default=200, help="puzzles")
    parser.add_argument("--worlds", type=int, default=8192)
    parser.add_argument("--tries", type=int, default=40, help="of every opponent at every puzzle")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cpu")
    wanted = parser.parse_args()
    if wanted.what == "stand":
        stand(game(wanted.game), wanted.draw, wanted.worlds, wanted.seed, wanted.device)
    else:
        solve(game(wanted.game), wanted.tries)


if __name__ == "__main__":
    main()
