"""What decisions cost: every candidate is tried in the same worlds, made from what the seat could know and nothing else.

A world is a guess at the hidden cards, weighted by the network's beliefs. In each of them the critic says what the position after a
candidate is worth to the seat. The cost of a decision is the best candidate's mean less that of the one played. At the deep level the
better candidates are played out instead, without luck, wherever the first look finds a cost: the best one is chosen in some worlds, and
how far it is ahead is measured in others, so that a lucky choice costs nobody anything. Where a move ends the round, all are
played out at any level: what that move is worth is known exactly, and an opinion of the others would be compared with a fact.

The error of a cost is that of the worlds, and how far the yardstick is from the truth on average (`certainty.py`).
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple

import msgspec
import numpy as np

from lostcities.analysis.certainty import certainty_of
from lostcities.analysis.playouts import Playouts
from lostcities.analysis.reasons import why
from lostcities.analysis.story import RoundStory
from lostcities.analysis.trials import Worlds, Worths, seed_of, spread
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
ENDING_WORLDS = 24
"""Worlds in which every move is played out if one of them ends the round."""
DEEPER = 1.0
"""A decision that costs less than this at first sight is not looked at again."""
DEEP_KEPT = 3
"""How many of the better moves are played out, beside the one played."""
DEEP_TURNS = 16
"""Turns of all players together that are played out before the critic judges."""
DEEP_WORLDS = 48
"""Worlds in which the best move is chosen."""
DEEP_BLOCKS = (64, 64, 128)
"""Further worlds in which its distance from the one played is measured, with a look at the result after each block."""
SURE = 3.0
"""A cost that is so many standard errors from that of any label is known well enough."""


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


class Yardstick(NamedTuple):
    """What says how much positions are worth to every seat."""

    leads: Callable[[Rows, Floats, int], Floats]
    """From the positions, what the seats had before, and a seed."""
    error: float
    """How far off it is on average when it compares two moves."""


class Judge:
    """Judges the decisions of one game."""

    def __init__(self, game: Game, critic: Critic, level: str = QUICK) -> None:
        self.game, self.deep = game, level == DEEP
        certainty = certainty_of(game)
        self.opinion = Yardstick(lambda rows, before, _: critic.judge(rows, before).leads, certainty.critic)
        self.playouts = Yardstick(Playouts(game, critic, turns=DEEP_TURNS), certainty.playouts)
        self.ends = Yardstick(Playouts(game, critic), 0.0)
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
        return Trial(self, view, before, seed).verdict(number, played)

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
        self.seeds = seeds(seed, FIRST_WORLDS + max(WORLDS + MORE_WORLDS, ENDING_WORLDS) + DEEP_WORLDS + sum(DEEP_BLOCKS))
        self.shares = np.random.default_rng(seed).random()
        self.used = 0
        self.ending = False
        """Whether some move ends the round."""
        self.yardstick = judge.opinion
        self.series: list[Floats] = []
        """What the yardstick says: in every series, legal moves x worlds x seats; NaN where a move was not tried."""
        self.begin()

    def begin(self) -> None:
        """Begin a series of worlds that had no say in what was chosen so far."""
        self.series.append(np.zeros((len(self.legal), 0, len(self.before)), dtype=np.float32))

    def measure_by(self, yardstick: Yardstick) -> None:
        """Forget what another yardstick said: what two of them say cannot be compared."""
        self.yardstick = yardstick
        self.series.clear()
        self.begin()

    def try_out(self, moves: list[int], worlds: int) -> None:
        """Try some of the legal moves in further worlds."""
        rngs, seed = self.seeds[self.used : self.used + worlds].copy(), seed_of(self.seed, self.used)
        self.used += worlds
        rows = self.judge.worlds.like(self.base, self.seat, self.odds, rngs)
        shares = spread(worlds, self.shares)
        found = np.full((len(self.legal), worlds, len(self.before)), np.nan, dtype=np.float32)
        after = np.concatenate([self.judge.worlds.after(rows, self.legal[move], shares, rngs) for move in moves])
        self.ending |= bool((after[:, PHASE] == OVER).any())
        found[moves] = self.yardstick.leads(after, self.before, seed).reshape(len(moves), worlds, -1)
        self.series[-1] = np.concatenate([self.series[-1], found], axis=1)

    @property
    def own(self) -> Worths:
        """What the moves were worth to the seat that decides, in the latest series."""
        return Worths(self.series[-1][:, :, self.seat])

    def verdict(self, number: int, played: str) -> Decision:
        """Try the moves until the cost of the one played is known well enough."""
        own = self.legal.index(played)
        kept = self.look(own)
        means = self.own.means()
        counted = bool(means.max() - means.min() > CLOSE)
        best, cost, error = self.cost(own, kept)
        if self.judge.deep and counted and cost > DEEPER:
            kept = self.choose(own, kept)
            best, cost, error = self.measure(own, kept)
        found = counted and best == own and self.is_find(own, kept)
        label = label_of(cost, error) if counted else None
        reasons = why(self.judge.game, self.view, played, self.legal[best]) if label else []
        candidates, effect = self.candidates(best), self.effect(own, best)
        return Decision(number, self.seat, played, self.legal[best], cost, error, counted, label, found, candidates, effect, reasons)

    def look(self, own: int) -> list[int]:
        """Try every move in a few worlds, and the better ones in more; return which."""
        every = list(range(len(self.legal)))
        self.try_out(every, FIRST_WORLDS)
        if self.ending:
            self.measure_by(self.judge.ends)
            self.try_out(every, ENDING_WORLDS)
            return every
        kept = self.better(own, KEPT)
        self.try_out(kept, WORLDS)
        best, cost, error = self.cost(own, kept)
        if best != own and any(abs(cost - max(least, sure + 2 * error)) < DOUBTFUL for _, least, sure in LABELS[:2]):
            self.try_out(kept, MORE_WORLDS)
        return kept

    def choose(self, own: int, kept: list[int]) -> list[int]:
        """Play the better moves out, unless that has been done; return which."""
        if self.yardstick is self.judge.ends:
            return kept
        kept = self.better(own, DEEP_KEPT)
        self.measure_by(self.judge.playouts)
        self.try_out(kept, DEEP_WORLDS)
        return kept

    def measure(self, own: int, kept: list[int]) -> Cost:
        """Return the best move, and the cost of the one played, measured in worlds of its own until its label is certain."""
        best, cost, error = self.cost(own, kept)
        if best == own:
            return best, cost, error
        self.begin()
        for worlds in DEEP_BLOCKS:
            self.try_out([best, own], worlds)
            behind, error = self.behind(best, own)
            if all(abs(behind - least) > SURE * error for _, least, _ in LABELS):
                break
        return self.cost(own, [best, own])

    def better(self, own: int, count: int) -> list[int]:
        """Return some of the better moves so far, and the one played."""
        return sorted({own, *np.argsort(-self.own.means(), kind="stable")[:count].tolist()})

    def cost(self, own: int, kept: list[int]) -> Cost:
        """Return the best move, and the cost of the one played with its error, by the latest series."""
        means = self.own.means()
        best = max(kept, key=lambda move: (means[move], move == own))
        cost, error = self.behind(best, own) if best != own else (0.0, 0.0)
        return (best, cost, error) if cost > 0 else (own, 0.0, 0.0)

    def together(self, one: int, other: int) -> Floats | None:
        """Return the latest series in which two moves were tried together; None if there is none."""
        tried = (worths for worths in reversed(self.series) if Worths(worths[:, :, self.seat]).together(one, other) > 1)
        return next(tried, None)

    def behind(self, best: int, move: int) -> tuple[float, float]:
        """Return how far a move is behind another one that was tried together with it, and the error."""
        worths = self.together(best, move)
        assert worths is not None
        distance, error = Worths(worths[:, :, self.seat]).difference(best, move)
        return distance, float(np.hypot(error, self.yardstick.error))

    def candidates(self, best: int) -> list[Candidate]:
        """Return the moves that can be compared with the best one, after it."""
        worth = float(self.own.means()[best])
        others = [move for move in range(len(self.legal)) if move != best and self.together(best, move) is not None]
        # A move that was only better in the few worlds of the first look is not taken for a better one.
        distances = ((move, *self.behind(best, move)) for move in others)
        found = [Candidate(self.legal[move], worth - max(distance, 0.0), error) for move, distance, error in distances]
        return [Candidate(self.legal[best], worth, self.own.error(best)), *sorted(found, key=lambda one: -one.worth)]

    def effect(self, own: int, best: int) -> list[float]:
        """Return what the decision changed for every seat."""
        found = self.series[-1][own] - self.series[-1][best]
        return [float(change) for change in np.nanmean(found, axis=0)]

    def is_find(self, own: int, kept: list[int]) -> bool:
        """Whether the move played is the best beyond doubt, and the network at first sight liked another one better."""
        if self.legal[own] == self.liked:
            return False
        ahead = [self.behind(own, other) for other in kept if other != own]
        return all(better >= FIND and better - 2 * error > 0 for better, error in ahead)


def label_of(cost: float, error: float) -> str | None:
    """Return what a decision of this cost is called, if the cost is sure enough."""
    for label, least, sure in LABELS:
        if cost >= least and cost - 2 * error > sure:
            return label
    return None
