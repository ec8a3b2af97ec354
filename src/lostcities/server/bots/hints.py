"""Advice for people: the best moves, and what each is worth in points. Made from a view alone, so it knows no more than the seat.

A move's worth is by how many points its player is expected to finish the round ahead of the best opponent, if they make this move
and everyone then plays well. Moves are played out in random worlds, as the strongest bot does, and combined with the network's
opinion in the same way.
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
"""Moves with their worth and the standard error of their distance from the best move, which comes first."""
TRIED = 8
"""Moves that are tried: only the network's favourite among moves with the same card."""
SMALLEST = 0.01
"""The smallest error in points: it remains even if all playouts end alike."""
FIRST_WORLDS = 8
WORLDS = 24
"""Worlds that are played at a time."""


class Adviser:
    """Gives advice in one game. `bot` has compiled kernels; without one only the network is asked."""

    def __init__(self, game: Game, bot: SearchBot | None) -> None:
        self.game, self.bot, self.eye = game, bot, Eye(game)
        networks, self.training = load(game).networks, training_of(game)
        self.network = networks["net"]
        if bot:
            self.playouts = for_points(game, networks["quick"])

    def advise(self, view: View, ms: int) -> Advice:
        """Return the best moves for the seat that decides, after thinking for `ms` milliseconds."""
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
        return [found[i] for i in sorted(range(len(found)), key=lambda i: -better[i])]

    def error(self, trial: Trial, one: int, other: int) -> float:
        """Return the standard error of how much better one move is than another, combining the network and the playouts."""
        if one == other:
            return 0.0
        played = trial.against(one, other)[1] if self.bot else float("inf")
        return float((self.training.SPREAD**-2 + max(played, SMALLEST) ** -2) ** -0.5)

    def opinion(self, view: View) -> tuple[Trial, float]:
        """Return the network's favourite moves, best first, and its value of the position."""
        logits, value = self.network(*self.eye.see(view))
        legal: list[str] = view["legal"]
        found = logits[0, [self.game.actions[move] for move in legal]]
        best_first = [int(i) for i in np.argsort(-found, kind="stable")]
        order = list({about(legal[i]): i for i in reversed(best_first)}.values())
        order = sorted(order, key=best_first.index)[:TRIED]
        doubts = [self.training.DOUBT * float(found.max() - found[i]) for i in order]
        return Trial([legal[i] for i in order], doubts, self.training.SPREAD, np.zeros((len(order), 0), dtype=np.float32)), float(value[0])

    def play_out(self, bot: SearchBot, view: View, trial: Trial, deadline: float) -> None:
        """Play all candidates out in more and more worlds until the time is up, but always in a few of them."""
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
