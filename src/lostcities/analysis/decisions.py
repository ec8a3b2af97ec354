"""What decisions cost: every candidate is tried in the same worlds, made from what the seat could know and nothing else.

A world is a guess at the hidden cards, weighted by the network's beliefs. In each of them the critic says what the position after a
candidate is worth to the seat. The cost of a decision is the best candidate's mean less that of the one played. At the deep level the
better candidates are played out instead, without luck, wherever the first look finds a cost. Where a move ends the round, all are
played out at any level: what that move is worth is known exactly, and an opinion of the others would be compared with a fact.
"""

from __future__ import annotations

import random

import msgspec
import numpy as np

from lostcities.analysis.playouts import Playouts
from lostcities.analysis.reasons import why
from lostcities.analysis.story import RoundStory
from lostcities.analysis.trials import Worlds, Worths, spread
from lostcities.bots.critics.critic import Critic, Rows
from lostcities.bots.network import Eye, Floats, load
from lostcities.games.engine import seeds
from lostcities.games.errors import Reason
from lostcities.games.game import Game, View
from lostcities.games.head import OVER, PHASE

FIRST_WORLDS = 8
"""Worlds in which every legal move is tried."""
WORLDS = 40
"""Worlds in which the better ones are tried."""
MORE_WORLDS = 120
"""Worlds for a decision whose label is in doubt."""
KEPT = 4
"""How many of the better moves are tried further, beside the one played."""
CLOSE = 1.0
"""A decision does not count if all its moves are within so many points."""
LABELS = (("blunder", 10.0, 5.0), ("mistake", 5.0, 0.0), ("inaccuracy", 2.0, 0.0))
"""Each label with the cost from which on it is given, and what the cost less two standard errors must exceed."""
DOUBTFUL = 1.5
"""A cost this close to that of a label is looked at more closely."""
FIND = 2.0
"""A find is better than the second best move by this much."""
QUICK, DEEP = LEVELS = ("quick", "deep")
DEEP_WORLDS = 24
"""Worlds in which candidates are played out."""
DEEPER = 1.0
"""A decision that costs less than this at first sight is not looked at again."""
DEEP_KEPT = 2
"""How many of the better moves are played out, beside the one played."""


Cost = tuple[int, float, float]
"""The best move, and the cost of the one played with its standard error."""


class Candidate(msgspec.Struct, frozen=True):
    """A move that was possible."""

    move: str
    worth: float
    """The lead that the seat could expect after it: that of the best move, less what this one was behind it in the same worlds."""
    error: float
    """The standard error of that distance; for the best move, of its worth."""


class Decision(msgspec.Struct, frozen=True):
    """One decision, judged by what its seat could know."""

    move: int
    """Counts from 1."""
    seat: int
    played: str
    best: str
    cost: float
    error: float
    counted: bool
    label: str | None
    found: bool
    candidates: list[Candidate]
    """The best first."""
    effect: list[float]
    """What the decision changed for every seat, compared with the best candidate."""
    why: list[Reason]
    """What may have been wrong with it, if it has a label."""


class Judge:
    """Judges the decisions of one game."""

    def __init__(self, game: Game, critic: Critic, level: str = QUICK) -> None:
        self.game, self.critic = game, critic
        self.playouts, self.deep = Playouts(game, critic), level == DEEP
        self.network = load(game).networks["net"]
        self.eye = Eye(game)
        self.worlds = Worlds(game)

    def decision(self, story: RoundStory, number: int, before: Floats, seed: int) -> Decision:
        """Judge the decision before move `number`, which counts from 1."""
        view, played = story.views[number - 1], story.moves[number - 1]
        legal: list[str] = view["legal"]
        seat = view["seat"]
        if len(legal) == 1:
            return Decision(number, seat, played, played, 0.0, 0.0, False, None, False, [], [0.0] * story.players, [])
        trial = Trial(self, view, before, seed)
        return trial.verdict(number, played)

    def first_sight(self, view: View) -> tuple[str, Floats]:
        """Return the move that the network likes best, and its odds of the hidden cards."""
        seen = self.eye.see(view)
        legal: list[str] = view["legal"]
        logits, _ = self.network(*seen)
        liked = legal[int(logits[0, [self.game.actions[move] for move in legal]].argmax())]
        return liked, self.network.odds(*seen)


class Trial:
    """The candidates of one decision, and what they were worth in every world so far."""

    def __init__(self, judge: Judge, view: View, before: Floats, seed: int) -> None:
        self.judge, self.view, self.before = judge, view, before
        self.legal: list[str] = view["legal"]
        self.seat = int(view["seat"])
        self.liked, self.odds = judge.first_sight(view)
        # Only the view makes the world, so nothing that the seat could not know can reach a verdict.
        self.base = np.array(judge.game.world(view, random.Random(0)).row, dtype=np.uint8)
        self.seed = seed
        self.seeds = seeds(seed, FIRST_WORLDS + WORLDS + MORE_WORLDS + DEEP_WORLDS)
        self.shares = np.random.default_rng(seed).random()
        self.used = 0
        self.ending = False
        """Whether some move ends the round."""
        self.worths = np.zeros((len(self.legal), 0, len(before)), dtype=np.float32)
        """Legal moves x worlds x seats; NaN where a move was not tried."""

    def try_out(self, moves: list[int], worlds: int, playouts: Playouts | None = None) -> None:
        """Try some of the legal moves in further worlds."""
        rngs = self.seeds[self.used : self.used + worlds].copy()
        self.used += worlds
        rows = self.judge.worlds.like(self.base, self.seat, self.odds, rngs)
        shares = spread(worlds, self.shares)
        found = np.full((len(self.legal), worlds, len(self.before)), np.nan, dtype=np.float32)
        after = np.concatenate([self.judge.worlds.after(rows, self.legal[move], shares, rngs) for move in moves])
        self.ending |= bool((after[:, PHASE] == OVER).any())
        found[moves] = self.worth(after, playouts).reshape(len(moves), worlds, -1)
        self.worths = np.concatenate([self.worths, found], axis=1)

    def worth(self, rows: Rows, playouts: Playouts | None) -> Floats:
        """Return what positions are worth to every seat: by playing them out, or by what the critic says."""
        if playouts is None:
            return self.judge.critic.judge(rows, self.before).leads
        return playouts(rows, self.before, self.seed)

    @property
    def own(self) -> Worths:
        """What the moves were worth to the seat that decides."""
        return Worths(self.worths[:, :, self.seat])

    def candidate(self, move: int, best: int) -> Candidate:
        """Return what a move is worth, compared with the best one in the worlds in which both were tried, if there are any."""
        own = self.own
        means = own.means()
        if own.together(move, best) < 2:  # the best one was played out, and this one was not
            return Candidate(self.legal[move], float(means[move]), float(np.hypot(own.error(move), own.error(best))))
        behind, error = own.difference(best, move)
        return Candidate(self.legal[move], float(means[best]) - behind, error)

    def verdict(self, number: int, played: str) -> Decision:
        """Try the moves until the cost of the one played is known well enough."""
        own = self.legal.index(played)
        self.try_out(list(range(len(self.legal))), FIRST_WORLDS)
        kept, (best, cost, error) = self.play_out(own, len(self.legal)) if self.ending else self.look_closer(own)
        means = self.own.means()
        counted = bool(means.max() - means.min() > CLOSE)
        others = sorted((self.candidate(move, best) for move in range(len(self.legal)) if move != best), key=lambda one: -one.worth)
        candidates = [Candidate(self.legal[best], float(means[best]), self.own.error(best)), *others]
        effect = np.nanmean(self.worths[own] - self.worths[best], axis=0).tolist()
        found = counted and best == own and self.is_find(own, kept)
        label = label_of(cost, error) if counted else None
        reasons = why(self.judge.game, self.view, played, self.legal[best]) if label else []
        return Decision(number, self.seat, played, self.legal[best], cost, error, counted, label, found, candidates, effect, reasons)

    def look_closer(self, own: int) -> tuple[list[int], Cost]:
        """Try the better moves in more worlds, and at the deep level play them out; return which, and what they say."""
        kept = self.better(own, KEPT)
        self.try_out(kept, WORLDS)
        best, cost, error = self.cost(own, kept)
        if best != own and any(abs(cost - least) < DOUBTFUL for _, least, _ in LABELS[:2]):
            self.try_out(kept, MORE_WORLDS)
            best, cost, error = self.cost(own, kept)
        return self.play_out(own, DEEP_KEPT) if self.judge.deep and cost > DEEPER else (kept, (best, cost, error))

    def play_out(self, own: int, count: int) -> tuple[list[int], Cost]:
        """Forget what the better moves were worth at first sight, and play them out; return which, and what that says."""
        kept = self.better(own, count)
        self.worths[kept] = np.nan
        self.try_out(kept, DEEP_WORLDS, self.judge.playouts)
        return kept, self.cost(own, kept)

    def better(self, own: int, count: int) -> list[int]:
        """Return some of the better moves so far, and the one played."""
        return sorted({own, *np.argsort(-self.own.means(), kind="stable")[:count].tolist()})

    def cost(self, own: int, kept: list[int]) -> Cost:
        """Return the best move, and the cost of the one played with its standard error."""
        means = self.own.means()
        best = max(kept, key=lambda move: (means[move], move == own))
        if best == own:
            return own, 0.0, 0.0
        cost, error = self.own.difference(best, own)
        return (best, cost, error) if cost > 0 else (own, 0.0, 0.0)

    def is_find(self, own: int, kept: list[int]) -> bool:
        """Whether the move played is the best beyond doubt, and the network at first sight liked another one better."""
        if self.legal[own] == self.liked:
            return False
        ahead = [self.own.difference(own, other) for other in kept if other != own]
        return all(better >= FIND and better - 2 * error > 0 for better, error in ahead)


def label_of(cost: float, error: float) -> str | None:
    """Return what a decision of this cost is called, if the cost is sure enough."""
    for label, least, sure in LABELS:
        if cost >= least and cost - 2 * error > sure:
            return label
    return None
