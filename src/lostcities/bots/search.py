"""Search for any game: play the network's likeliest moves out in the same random worlds, and choose the best.

Worlds are made from the view alone (`game.world`), so nothing hidden can leak. All candidates face the same worlds, so that
luck cancels out, and in them every seat plays like the quick network: to the end of the round, or for a few turns, after which a
critic judges the position. The network's prior opinion of a move and its gain in playouts are weighed by their precision: a few lucky
worlds do not overrule the network, many do.
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lostcities.bots import playout
from lostcities.bots.bot import Policy
from lostcities.bots.critics.critic import Critic, critic_of
from lostcities.bots.interface import engine_of, features_of, training_of
from lostcities.bots.listing import MS
from lostcities.bots.net_bot import PATIENCE, out_of_patience
from lostcities.bots.network import Bytes, Eye, Floats, Network, Seen, load
from lostcities.bots.quick import QuickNetwork
from lostcities.games.game import Game, View
from lostcities.games.head import OVER, PHASE, PLAYERS, ROUND, TURN
from lostcities.games.kernel import get16
from lostcities.games.notation import DRAW

USED = 0.93
"""The share of the time that is planned for playouts."""
CANDIDATES = 5
LEAST_CHANCE = 0.005
"""A move with a lower probability than this is not tried."""
SURE = 0.99
"""A move with a higher probability than this is played at once."""
HOPELESS = 2.5
"""A move that is worse than the best by more standard errors than this is dropped."""
SETTLED = 0.2
"""No more worlds are played once all distances have standard errors below this share of the network's own."""
FIRST_WORLDS = 0.12
"""Worlds tried first, per millisecond; more would not finish early in a round, and fewer would waste time."""
LEAST_WORLDS = 8
MOST_ROWS = 640
OVERHEAD = 64
"""A step of all playouts takes as long as this many rows, in addition to its rows."""
FOR_EVER = 1 << 16
"""More turns than any round has."""
LONGEST = 1200
"""Steps after which playouts are stopped; a round that has not ended is worth its current score."""


class OutOfTime(Exception):
    """The time ran out before the playouts were done."""


class Playouts:
    """Plays moves out in random worlds, many at once."""

    def __init__(self, game: Game, quick: Network, judge: Network, critic: Critic | None = None) -> None:
        """`judge` says what the rest of the match is worth after a round. With a critic, rounds are cut after the game's `AHEAD`."""
        self.game, self.judge, self.critic = game, judge, critic
        engine, training = engine_of(game), training_of(game)
        self.features = features_of(game)
        self.quick = QuickNetwork(quick, engine, self.features, MOST_ROWS)
        self.make_worlds = engine.kernel(playout.make_worlds)
        self.begin = engine.kernel(playout.begin)
        self.show = engine.kernel(playout.show)
        self.go_on = engine.kernel(playout.go_on)
        self.show_ends = engine.kernel(playout.show_ends)
        self.pay = (float(training.WIN), float(training.POINT))
        self.ahead = training.AHEAD if critic else FOR_EVER
        """Turns of each player."""
        self.deck = game.actions.get(DRAW, -1)

    def values(
        self, row: NDArray[np.uint8], seat: int, odds: Floats, actions: list[int], seeds: NDArray[np.uint64], deadline: float
    ) -> Floats:
        """Return what each action gains the seat in each world (actions x worlds), in the units that networks are trained on."""
        size = len(actions) * len(seeds)
        rows = np.zeros((size, len(row)), dtype=np.uint8)
        rngs = seeds.reshape(-1, 1).copy()
        self.make_worlds(row, seat, odds, rngs, rows)
        rows[len(seeds) :] = np.tile(rows[: len(seeds)], (len(actions) - 1, 1))
        rngs = np.tile(rngs, (len(actions), 1))
        gains = np.zeros(size, dtype=np.float64)
        self.play(rows, rngs, np.repeat(actions, len(seeds)), seat, gains, deadline)
        return gains.reshape(len(actions), len(seeds)).astype(np.float32)

    def play(
        self,
        rows: NDArray[np.uint8],
        rngs: NDArray[np.uint64],
        actions: NDArray[np.int64],
        seat: int,
        gains: NDArray[np.float64],
        deadline: float,
    ) -> None:
        size, features = len(rows), self.features
        started, last = int(rows[0, ROUND]), get16(bytearray(rows[0]), TURN) + self.ahead * int(rows[0, PLAYERS])
        live = np.zeros(size, dtype=np.int64)
        masks = np.zeros((size, len(self.game.tokens)), dtype=np.uint8)
        observation = np.zeros(self.game.observation.SIZE, dtype=np.uint8)
        tokens = np.zeros((size, features.TOKENS, features.TOKEN), dtype=np.uint8)
        tables = np.zeros((size, features.TABLE), dtype=np.uint8)
        impatient = self.deck, PATIENCE * int(rows[0, PLAYERS])
        count = self.begin(rows, rngs, actions, masks, seat, gains, live, last, *self.pay)
        for _ in range(LONGEST):
            if count == 0:
                break
            if time.monotonic() > deadline:
                raise OutOfTime
            self.show(rows, live, count, observation, tokens, tables)
            logits = self.quick(tokens[:count], tables[:count])
            count = self.go_on(rows, rngs, logits, masks, seat, started, gains, live, count, *impatient, last, *self.pay)
        running = rows[:, PHASE] != OVER
        cut = np.flatnonzero(running & (rows[:, ROUND] == started)) if self.critic else np.zeros(0, dtype=np.int64)
        gains[cut] += self.judged(rows[cut], seat)
        running[cut] = False
        ends = np.flatnonzero(running)
        if len(ends):
            self.show_ends(rows, ends, seat, observation, tokens, tables)
            gains[ends] += self.judge(tokens[: len(ends)], tables[: len(ends)])[1]

    def judged(self, rows: NDArray[np.uint8], seat: int) -> Floats:
        """Return what a critic expects for the seat: the lead of the round, and its share of the match."""
        if self.critic is None or not len(rows):
            return np.zeros(0, dtype=np.float32)
        (win, point), players = self.pay, int(rows[0, PLAYERS])
        leads, chances = self.critic.judge(rows, np.zeros(players, dtype=np.float32))
        return np.asarray(leads[:, seat] / point + win * (chances[:, seat] * players - 1) / (players - 1), dtype=np.float32)


class Indifferent(Network):
    """A network with a value of 0: what comes after the round does not count."""

    def __init__(self) -> None:
        """Do nothing: it has no weights."""

    def __call__(self, tokens: Bytes, tables: Bytes) -> tuple[Floats, Floats]:
        nothing = np.zeros(len(tokens), dtype=np.float32)
        return nothing, nothing


def for_points(game: Game, quick: Network) -> Playouts:
    """Return playouts that are worth the points of the round; the match does not count."""
    playouts = Playouts(game, quick, Indifferent())
    playouts.pay = (0.0, 1.0)
    return playouts


@dataclass(slots=True)
class Trial:
    """The remaining candidates, and what they gained in every world so far."""

    moves: list[str]
    doubts: list[float]
    """How much less than the network's favourite each one gains, according to the network."""
    spread: float
    """The standard error of that."""
    gains: Floats
    """Candidates x worlds."""

    def add(self, gains: Floats) -> None:
        self.gains = np.concatenate([self.gains, gains], axis=1)

    def against(self, one: int, other: int) -> tuple[float, float]:
        """Return by how much one candidate is better than another in the same worlds, and the standard error: infinite for one world."""
        difference = self.gains[one] - self.gains[other]
        error = float(difference.std() / (len(difference) - 1) ** 0.5) if len(difference) > 1 else float("inf")
        return float(difference.mean()), error

    @property
    def leader(self) -> int:
        return int(self.gains.mean(axis=1).argmax())

    def narrow(self) -> None:
        """Drop the candidates that are clearly worse than the leader."""
        leader = self.leader
        kept = []
        for i in range(len(self.moves)):
            worse, error = self.against(leader, i)
            if i == leader or worse <= HOPELESS * error:
                kept.append(i)
        self.moves = [self.moves[i] for i in kept]
        self.doubts = [self.doubts[i] for i in kept]
        self.gains = self.gains[kept]

    @property
    def settled(self) -> bool:
        """Whether more worlds would change little: all distances from the leader are known well enough."""
        leader = self.leader
        return all(self.against(leader, i)[1] < SETTLED * self.spread for i in range(len(self.moves)) if i != leader)

    def expected(self, i: int) -> float:
        """Return what a candidate gains over the first one left: the network's opinion and the playouts', each weighed by its precision."""
        if i == 0:
            return 0.0
        better, error = self.against(i, 0)
        trust = self.spread**2 / (self.spread**2 + error**2)
        return trust * better + (1 - trust) * (self.doubts[0] - self.doubts[i])

    def choice(self) -> str:
        """Return the move with the highest expected gain; in a tie, the one that the network prefers."""
        return self.moves[max(range(len(self.moves)), key=self.expected)]


class SearchBot(Policy):
    """The network, with playouts until the time is up; with `worlds`, a fixed number of worlds instead, and then moves are repeatable."""

    def __init__(self, game: Game, ms: int = MS, worlds: int | None = None, file: str | None = None, seed: int | str | None = None) -> None:
        self.game, self.ms, self.worlds = game, ms, worlds
        training = training_of(game)
        self.doubt, self.spread = training.DOUBT / training.VALUE, training.SPREAD / training.VALUE
        networks = load(game, file).networks
        self.network = networks["net"]
        self.playouts = Playouts(game, networks["quick"], networks["quick"], critic_of(game) if training.AHEAD else None)
        self.eye = Eye(game)
        self.rng = random.Random(seed)
        self.warm_up()

    def warm_up(self) -> None:
        """Compile the kernels before the clock starts."""
        view = self.game.deal({}, random.Random(0), self.game.min_players, 0).view(0)
        actions = [self.game.actions[move] for move in view["legal"][:2]]
        odds = self.network.odds(*self.eye.see(view))
        self.playouts.values(self.row(view), 0, odds, actions, np.zeros(1, dtype=np.uint64), float("inf"))

    def row(self, view: View) -> NDArray[np.uint8]:
        return np.array(self.game.world(view, random.Random(0)).row, dtype=np.uint8)

    def decide(self, view: View) -> str:
        began = time.monotonic()
        legal: list[str] = view["legal"]
        if out_of_patience(view):
            return DRAW
        if len(legal) == 1:
            return legal[0]
        seen = self.eye.see(view)
        moves, doubts = self.candidates(view, seen)
        if len(moves) == 1:
            return moves[0]
        return self.search(
            view,
            seen,
            Trial(moves, doubts, self.spread, np.zeros((len(moves), 0), dtype=np.float32)),
            began + USED * self.ms / 1000 if self.worlds is None else float("inf"),
        )

    def candidates(self, view: View, seen: Seen | None = None) -> tuple[list[str], list[float]]:
        """Return the moves worth trying, the network's favourite first, and how much it doubts each of them."""
        legal: list[str] = view["legal"]
        logits, _ = self.network(*(seen or self.eye.see(view)))
        found = logits[0, [self.game.actions[move] for move in legal]]
        chances = np.exp(found - found.max())
        chances /= chances.sum()
        order = np.argsort(-chances, kind="stable")[:CANDIDATES]
        if chances[order[0]] > SURE:
            return [legal[order[0]]], [0.0]
        kept = [int(i) for i in order if chances[i] >= LEAST_CHANCE]
        return [legal[i] for i in kept], [self.doubt * float(found.max() - found[i]) for i in kept]

    def search(self, view: View, seen: Seen, trial: Trial, deadline: float) -> str:
        """Play the candidates out until one is left, or the time or the worlds are used up."""
        row, odds = self.row(view), self.network.odds(*seen)
        worlds = self.worlds or max(LEAST_WORLDS, int(FIRST_WORLDS * self.ms))
        worlds = min(worlds, MOST_ROWS // len(trial.moves))
        while worlds >= 1 and len(trial.moves) > 1:
            began = time.monotonic()
            seeds = np.array([self.rng.getrandbits(64) for _ in range(worlds)], dtype=np.uint64)
            actions = [self.game.actions[move] for move in trial.moves]
            try:
                trial.add(self.playouts.values(row, view["seat"], odds, actions, seeds, deadline))
            except OutOfTime:
                break
            rows = len(actions) * worlds
            trial.narrow()
            worlds = 0 if trial.settled else self.next_worlds(trial, rows, time.monotonic() - began, deadline)
        return trial.choice() if trial.gains.shape[1] > 1 else trial.moves[0]

    def next_worlds(self, trial: Trial, rows: int, took: float, deadline: float) -> int:
        """Return how many worlds can be tried next, given that `rows` playouts took `took` seconds; 0: no more."""
        most = MOST_ROWS // len(trial.moves)
        if self.worlds is not None:
            return min(most, self.worlds - len(trial.gains[0]))
        left = 0.9 * (deadline - time.monotonic())
        affordable = int(((rows + OVERHEAD) * left / took - OVERHEAD) / len(trial.moves))
        return int(min(most, affordable)) if affordable >= LEAST_WORLDS else 0
