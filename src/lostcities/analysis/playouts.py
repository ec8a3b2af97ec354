"""Playouts without luck: a position is played to the end of its round as the network plays, and the luck on the way is taken out.

Luck is the critic's value after a chance event, less the mean of some other outcomes drawn independently of it, one from each equal part
of the odds. That mean is right on average, so the result is that of a plain playout on average, too, but it varies far less. A playout can
be cut after some turns: then the critic says what the rest is worth.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lostcities.bots.batches import batch_policy
from lostcities.bots.critics.critic import Critic, Rows
from lostcities.bots.interface import engine_of
from lostcities.bots.network import Floats
from lostcities.games import forks, rows
from lostcities.games.engine import seeds
from lostcities.games.game import Game
from lostcities.games.head import OVER, PHASE, TURN

OTHERS = 4
"""Other outcomes that are looked at, per chance event."""
LONGEST = 1200
"""Decisions after which a playout is stopped; a round that has not ended is worth what the critic says."""


TO_THE_END = 1 << 16
"""More turns than any round has."""


class Playouts:
    """Plays positions of one game out, as a bot that plays in batches does; by default to the end of the round."""

    def __init__(self, game: Game, critic: Critic, player: str = "net", turns: int = TO_THE_END, others: int = OTHERS) -> None:
        """`turns` are those of all players together."""
        self.game, self.critic, self.turns, self.others = game, critic, turns, others
        self.policy = batch_policy(game, player)
        engine = engine_of(game)
        self.pick, self.show = engine.kernel(forks.pick), engine.kernel(rows.show_rows)

    def __call__(self, positions: Rows, before: Floats, seed: int) -> Floats:
        """Return the lead that every seat can expect at last, without the luck on the way. The positions are not changed."""
        table, luck = self.play(positions, before, seed)
        return (self.critic.judge(table, before).leads - luck).astype(np.float32)

    def play(self, positions: Rows, before: Floats, seed: int) -> tuple[Rows, Floats]:
        """Return where the positions lead to, and the luck that every seat had on the way."""
        rng = np.random.default_rng(seed)
        table, luck = positions.copy(), np.zeros((len(positions), len(before)), dtype=np.float32)
        last = turns_of(table) + self.turns
        live = np.flatnonzero(table[:, PHASE] != OVER)
        for _ in range(LONGEST):
            if not len(live):
                break
            after, uncertain, actions = self.step(table[live], rng)
            asked = np.flatnonzero(uncertain)
            if len(asked):
                luck[live[asked]] += self.luck(table[live[asked]], actions[asked], after[asked], before, rng)
            table[live] = after
            live = live[(after[:, PHASE] != OVER) & (turns_of(after) < last[live])]
        return table, luck

    def step(self, table: Rows, rng: np.random.Generator) -> tuple[Rows, NDArray[np.uint8], NDArray[np.int64]]:
        """Return the rows after the network's decision, whether chance had a say, and the decisions."""
        observations = np.zeros((len(table), self.game.observation.SIZE), dtype=np.uint8)
        masks = np.zeros((len(table), len(self.game.tokens)), dtype=np.uint8)
        self.show(table, observations, masks, np.zeros(len(table), dtype=np.uint8))
        actions = self.policy(observations, masks)
        return *self.carried_out(table, actions, rng.random(len(table)), rng), actions

    def carried_out(
        self, table: Rows, actions: NDArray[np.int64], shares: NDArray[np.float64], rng: np.random.Generator
    ) -> tuple[Rows, NDArray[np.uint8]]:
        """Return the rows after some actions, with the outcomes at these shares of the odds, and whether chance had a say."""
        after, uncertain = np.zeros_like(table), np.zeros(len(table), dtype=np.uint8)
        rngs = seeds(int(rng.integers(2**63)), len(table))
        self.pick(table, actions, self.game.chance.OUTCOMES, shares, rngs, after, uncertain)
        return after, uncertain

    def luck(self, table: Rows, actions: NDArray[np.int64], after: Rows, before: Floats, rng: np.random.Generator) -> Floats:
        """Return the luck of what happened: its value, less the mean of what else could have happened."""
        shares = (np.arange(self.others) + rng.random((len(table), self.others))) / self.others
        others, _ = self.carried_out(np.repeat(table, self.others, axis=0), np.repeat(actions, self.others), shares.ravel(), rng)
        leads, _ = self.critic.judge(np.concatenate([after, others]), before)
        expected = leads[len(table) :].reshape(len(table), self.others, -1).mean(axis=1)
        return np.asarray(leads[: len(table)] - expected, dtype=np.float32)


def turns_of(table: Rows) -> NDArray[np.int64]:
    """Return how many turns every match has had in its round."""
    return np.asarray(table[:, TURN : TURN + 2] @ np.array([1, 256]))
