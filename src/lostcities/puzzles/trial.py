"""One position on trial: which moves are right in it, and by how much, under every belief about what is hidden."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from lostcities.analysis.trials import Worlds, Worths, seed_of, spread
from lostcities.bots.character import manner_of
from lostcities.bots.critics.critic import Rows
from lostcities.bots.network import Floats
from lostcities.games.engine import seeds
from lostcities.games.game import Game
from lostcities.puzzles.positions import Position

CLOSE = 1.0
"""A move within so many points of the best one is as good as it."""
MOST_ANSWERS = 3
LEAST = 2
"""Two moves must have been tried together in so many worlds to be compared."""
CHARACTER = "bruno"
"""Whose play the hidden cards may also follow from."""
NETWORK, UNIFORM, CHARACTERS = BELIEFS = ("network", "uniform", "character")


def odds_by(game: Game, belief: str, odds: Floats) -> Floats:
    """Return the odds of the hidden cards under a belief.

    The network takes everyone for a player like itself, and learns from every card that was not played. A player who chooses more freely
    gives away less: with a temperature, what a choice says about a card is divided by it, so the odds are taken to that root.
    """
    if belief == UNIFORM:
        return odds[:0]
    if belief == CHARACTERS:
        return np.asarray(odds ** (1 / manner_of(game, CHARACTER).temperature), dtype=np.float32)
    return odds


def beliefs(odds: Floats) -> tuple[str, ...]:
    """Return the beliefs that differ: where nothing is hidden there is only one."""
    return BELIEFS if len(odds) else BELIEFS[:1]


@dataclass(frozen=True, slots=True)
class Split:
    """The moves of a position, told apart."""

    best: int
    answers: list[int]
    second: int
    """The best of the others."""
    margin: float
    """By how much the best move is better than that one."""
    error: float


def levels(worths: Worths) -> Floats:
    """Return what every move is worth, as if all had been tried in the same worlds; NaN for those that were not tried.

    Moves that fell behind were tried in fewer worlds, which may have been better or worse ones than the others. So a move that was tried in
    all of them is the measure, and what counts is the distance from it in the worlds that both have in common.
    """
    means, tried = worths.means(), (~np.isnan(worths.found)).sum(axis=1)
    measure = max(range(len(means)), key=lambda move: (tried[move], means[move]))
    shared = [worths.together(measure, move) >= LEAST for move in range(len(means))]
    behind = [worths.difference(measure, move)[0] if there else np.nan for move, there in enumerate(shared)]
    return np.asarray(means[measure] - np.array(behind))


def split(worths: Worths, least: float, sure: float) -> Split | None:
    """Tell answers from other moves; None if some move is neither, or if there is nothing to tell.

    Answers are within a point of the best move, or within two standard errors. The others must be worse by `least` points, beyond `sure`
    standard errors. Moves that were not tried in the same worlds are left out.
    """
    means = levels(worths)
    best = int(np.nanargmax(means))
    answers, others = [best], []
    for move in np.flatnonzero(~np.isnan(means)).tolist():
        if move == best or worths.together(best, move) < LEAST:
            continue
        behind, error = worths.difference(best, move)
        if behind >= least and behind >= sure * error:
            others.append((behind, error, move))
        elif behind <= max(CLOSE, 2 * error):
            answers.append(move)
        else:
            return None
    if not others or len(answers) > MOST_ANSWERS:
        return None
    margin, error, second = min(others)
    return Split(best, sorted(answers), second, margin, error)


def hopeless(worths: Worths, least: float) -> bool:
    """Whether some move is most likely neither as good as the best one nor far enough behind it."""
    means = levels(worths)
    best = int(np.nanargmax(means))
    others = (move for move in np.flatnonzero(~np.isnan(means)).tolist() if move != best and worths.together(best, move) >= LEAST)
    for behind, error in (worths.difference(best, move) for move in others):
        middle = (CLOSE + least) / 2
        if CLOSE < behind < least and abs(behind - middle) + error < least - CLOSE:
            return True
    return False


@dataclass
class Trial:
    """A position, and what its moves were worth in every world so far, by instrument and belief."""

    position: Position
    worlds: Worlds
    seed: int
    found: dict[str, Floats] = field(default_factory=dict)
    """By a name for the series of worlds: moves x worlds, for the seat that decides."""
    asked: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        view = self.position.view
        self.legal, self.seat = self.position.legal, int(view["seat"])
        # Only the view makes the worlds, so nothing that the seat could not know can reach a puzzle.
        self.base = np.array(self.position.game.world(view, random.Random(0)).row, dtype=np.uint8)

    def rows(self, series: str, belief: str, moves: Sequence[int], count: int) -> Rows:
        """Return further worlds of a series after each of some moves: all worlds after the first move, then after the next."""
        number = self.asked[series] = self.asked.get(series, -1) + 1
        rngs = seeds(seed_of(self.seed, *series.encode(), number), count)
        rows = self.worlds.like(self.base, self.seat, odds_by(self.position.game, belief, self.position.odds), rngs)
        shares = spread(count, random.Random(self.seed + number).random())
        return np.concatenate([self.worlds.after(rows, self.legal[move], shares, rngs) for move in moves])

    def note(self, series: str, moves: Sequence[int], leads: Floats) -> Worths:
        """Add what those worlds were worth to every seat; return the whole series."""
        worths = leads[:, self.seat].reshape(len(moves), -1)
        block = np.full((len(self.legal), worths.shape[1]), np.nan, dtype=np.float32)
        block[list(moves)] = worths
        before = self.found.get(series)
        self.found[series] = block if before is None else np.concatenate([before, block], axis=1)
        return self.worths(series)

    def worths(self, series: str) -> Worths:
        return Worths(self.found[series])
