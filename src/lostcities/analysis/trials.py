"""Moves tried in the same worlds: the worlds, made from what a seat knows, and what every move was worth in each of them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lostcities.bots import playout
from lostcities.bots.critics.critic import Rows
from lostcities.bots.interface import engine_of
from lostcities.bots.network import Floats
from lostcities.games import forks
from lostcities.games.game import Game


class Worlds:
    """Makes worlds of a game, and carries out moves in them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        engine = engine_of(game)
        self.make, self.pick = engine.kernel(playout.make_worlds), engine.kernel(forks.pick)

    def like(self, base: NDArray[np.uint8], seat: int, odds: Floats, rngs: NDArray[np.uint64]) -> Rows:
        """Return worlds that a seat cannot tell from `base`, one per generator, weighted by the odds of hidden cards if there are any."""
        rows = np.zeros((len(rngs), len(base)), dtype=np.uint8)
        self.make(base, seat, odds, rngs, rows)
        return rows

    def after(self, rows: Rows, move: str, shares: NDArray[np.float64], rngs: NDArray[np.uint64]) -> Rows:
        """Return the worlds after a move. Where it leads to chance, `shares` says which outcome comes, from 0 to 1."""
        picked = np.zeros_like(rows)
        actions = np.full(len(rows), self.game.actions[move], dtype=np.int64)
        uncertain = np.zeros(len(rows), dtype=np.uint8)
        self.pick(rows, actions, self.game.chance.OUTCOMES, shares, rngs.copy(), picked, uncertain)
        return picked


def spread(count: int, offset: float) -> NDArray[np.float64]:
    """Return the shares that spread outcomes of chance evenly over so many worlds."""
    return (np.arange(count) + offset) / count


class Worths:
    """What moves were worth in every world so far: moves x worlds, NaN where a move was not tried."""

    def __init__(self, found: Floats) -> None:
        self.found = found

    def means(self) -> NDArray[np.float64]:
        """Return what every move is worth, over the worlds in which it was tried; NaN if it never was."""
        tried = ~np.isnan(self.found)
        sums = np.where(tried, self.found, 0).sum(axis=1, dtype=np.float64)
        counts = tried.sum(axis=1)
        return np.where(counts > 0, sums / np.maximum(counts, 1), np.nan)

    def difference(self, one: int, other: int) -> tuple[float, float]:
        """Return by how much one move is better than another in the same worlds, and the standard error."""
        both = self.found[one] - self.found[other]
        both = both[~np.isnan(both)]
        return float(both.mean()), float(both.std(ddof=1) / len(both) ** 0.5)

    def error(self, move: int) -> float:
        """Return the standard error of what a move is worth."""
        worths = self.found[move]
        worths = worths[~np.isnan(worths)]
        return float(worths.std(ddof=1) / len(worths) ** 0.5)

    def together(self, one: int, other: int) -> int:
        """Return in how many worlds both moves were tried."""
        return int((~np.isnan(self.found[[one, other]])).all(axis=0).sum())


def seed_of(seed: int, *place: int) -> int:
    """Return a seed of its own for every place of some work."""
    return int(np.random.SeedSequence([seed, *place]).generate_state(1, np.uint64)[0] >> np.uint64(1))
