"""Advice for people: the best moves, and what each is worth in points. From a view alone, so it knows no more than the seat that asks.

A move's worth is by how many points its player is expected to end the round ahead of the best other, if it makes this move
and then everybody plays well. Moves are played out in the same random worlds as the strongest bot does, and what the network
thought of them is weighed in like there.
"""

import random
import time

import numpy as np
from numpy.typing import NDArray

from lostcities.bots.interface import training_of
from lostcities.bots.network import Eye, load
from lostcities.bots.search import OutOfTime, SearchBot, Trial, for_points
from lostcities.games.game import Game, View
from lostcities.games.notation import about

Advice = list[tuple[str, float, float]]
"""Moves with their worth and the standard error of what each loses against the best, which comes first."""
TRIED = 8
"""Moves that are tried: of those that are about the same card the one that the network likes best."""
SMALLEST = 0.01
"""Points; playouts that all ended alike still leave that much doubt."""
FIRST_WORLDS = 8
WORLDS = 24
"""Worlds that are played at a time."""


class Adviser:
    """Gives advice in one game. `bot` has made the kernels ready; without one the network alone is asked."""

    def __init__(self, game: Game, bot: SearchBot | None) -> None:
        self.game, self.bot, self.eye = game, bot, Eye(game)
        networks, self.training = load(game).networks, training_of(game)
        self.network = networks["net"]
        if bot:
            self.playouts = for_points(game, networks["quick"])

    def advise(self, view: View, ms: int) -> Advice:
        """The best moves for the seat that decides, after so much thinking."""
        deadline = time.monotonic() + ms / 1000
        trial, value = self.opinion(view)
        if self.bot:
            self.play_out(self.bot, view, trial, deadline)
        if self.bot:
            base, better = float(trial.gains[0].mean()), [trial.expected(i) for i in range(len(trial.moves))]
        else:
            base, better = value * self.training.VALUE, [trial.doubts[0] - doubt for doubt in trial.doubts]
        best = int(np.argmax(better))
        errors = [self.error(trial, i, best) for i in range(len(trial.moves))]
        found = [(move, round(base + more, 1), round(error, 2)) for move, more, error in zip(trial.moves, better, errors, strict=True)]
        return sorted(found, key=lambda line: -line[1])

    def error(self, trial: Trial, one: int, other: int) -> float:
        """The standard error of how much better one move is than another: the network's and the playouts' opinions together."""
        if one == other:
            return 0.0
        played = trial.against(one, other)[1] if self.bot else float("inf")
        return float((self.training.SPREAD**-2 + max(played, SMALLEST) ** -2) ** -0.5)

    def opinion(self, view: View) -> tuple[Trial, float]:
        """The moves that the network likes best, the best first, and what it thinks the position is worth."""
        logits, value = self.network(*self.eye.see(view))
        legal: list[str] = view["legal"]
        found = logits[0, [self.game.actions[move] for move in legal]]
        best_first = [int(i) for i in np.argsort(-found, kind="stable")]
        order = list({about(legal[i]): i for i in reversed(best_first)}.values())
        order = sorted(order, key=best_first.index)[:TRIED]
        doubts = [self.training.DOUBT * float(found.max() - found[i]) for i in order]
        return Trial([legal[i] for i in order], doubts, self.training.SPREAD, np.zeros((len(order), 0), dtype=np.float32)), float(value[0])

    def play_out(self, bot: SearchBot, view: View, trial: Trial, deadline: float) -> None:
        """Plays all candidates out in more and more worlds until the time is over; in a few of them however long that takes."""
        row, odds = bot.row(view), self.network.odds(*self.eye.see(view))
        actions = [self.game.actions[move] for move in trial.moves]
        trial.add(self.playouts.values(row, view["seat"], odds, actions, seeds(FIRST_WORLDS), float("inf")))
        while time.monotonic() < deadline:
            try:
                trial.add(self.playouts.values(row, view["seat"], odds, actions, seeds(WORLDS), deadline))
            except OutOfTime:
                return


def seeds(count: int) -> NDArray[np.uint64]:
    return np.array([random.getrandbits(64) for _ in range(count)], dtype=np.uint64)
