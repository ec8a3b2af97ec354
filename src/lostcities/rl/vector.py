"""Gymnasium's vector environment on the batch engine: the agent has one seat of every match, kernels play the others."""

from collections.abc import Sequence
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lostcities.bots.interface import engine_of, thumb
from lostcities.games.engine import refused
from lostcities.games.kernel import Row
from lostcities.games.rows import MATCH_OVER, TRUNCATED
from lostcities.rl.batch import BatchEnv, CpuBatch, generators
from lostcities.rl.extra import missing
from lostcities.rl.spaces import action_space, observation_space

try:
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector import VectorEnv as GymnasiumVectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise missing("gymnasium") from error

OPPONENTS = ("random", "thumb")
"""Bots that are kernels."""

PASS = -1
"""No action: the batch leaves the match as it is."""

Arrays = dict[str, NDArray[np.generic]]
Shown = tuple[Arrays, Arrays]


def thumb_actions(observations: Sequence[Row], masks: Sequence[Row], actions: Row) -> None:
    """Choose the action of the rules of thumb in every match. A kernel."""
    for i in range(len(observations)):
        actions[i] = thumb(observations[i], masks[i])


class VectorEnv(GymnasiumVectorEnv):
    """`num_envs` matches against `random` or `thumb`. When a match ends, the next one starts in the same step.

    Like Gymnasium's own vector environments it returns copies; `BatchEnv` returns its own arrays.
    """

    metadata: ClassVar[dict[str, object]] = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self, game: str, num_envs: int = 1, opponent: str = "thumb", players: int = 2, threads: int | None = None, **options: object
    ) -> None:
        if opponent not in OPPONENTS:
            raise ValueError(
                f"expected opponent to be one of {', '.join(OPPONENTS)}, got {opponent!r}; "
                'vectorization_mode="sync" plays against every bot'
            )
        self.num_envs = num_envs
        self.env = BatchEnv(game, num_envs, options=options, players=players, threads=threads)
        assert isinstance(self.env.batch, CpuBatch)
        self.batch = self.env.batch
        self.thumb = engine_of(self.env.game).kernel(thumb_actions) if opponent == "thumb" else None
        self.single_observation_space = observation_space(self.env.game)
        self.single_action_space = action_space(self.env.game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.begun = False

    def reset(self, *, seed: int | list[int] | None = None, options: dict[str, object] | None = None) -> Shown:
        """Start all matches over, from one seed or from one per match. `options` is not used."""
        self.env.reset(None if seed is None else generators(seed, self.num_envs)[:, 0])
        self.let_others_play()
        self.begun = True
        return self.shown()

    def step(self, actions: ArrayLike) -> tuple[Arrays, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Arrays]:
        """Take one action in every match. An illegal action raises `IllegalMove`, and then no match has moved."""
        if not self.begun:
            raise RuntimeError("no match is being played: call reset()")
        chosen = np.asarray(actions)
        self.env.check_actions(chosen)
        self.check_legal(chosen)
        self.env.step(chosen)
        rewards, ended = self.let_others_play()
        observations, infos = self.shown()
        return observations, rewards, ended == MATCH_OVER, ended == MATCH_OVER | TRUNCATED, infos

    def check_legal(self, actions: NDArray[np.int64]) -> None:
        masks = self.batch.masks
        within = (actions >= 0) & (actions < masks.shape[1])
        legal = within & (np.take_along_axis(masks, np.where(within, actions, 0)[:, None], axis=1)[:, 0] > 0)
        if not legal.all():
            match = int(legal.argmin())
            raise refused(self.env.game, match, self.batch.rows[match].tobytes(), int(actions[match]))

    def let_others_play(self) -> tuple[NDArray[np.float64], NDArray[np.uint8]]:
        """Play the other seats until the agent, in seat 0, decides everywhere; return what it was paid and which matches ended."""
        batch = self.batch
        paid = batch.rewards[:, 0].astype(np.float64)
        ended = np.where(batch.done & MATCH_OVER, batch.done & (MATCH_OVER | TRUNCATED), 0)
        while batch.seats.any():
            others = batch.seats > 0
            batch.step_some(np.where(others, self.choices(others), PASS))
            paid += np.where(others, batch.rewards[:, 0], 0)
            ended = np.where(others & (batch.done & MATCH_OVER > 0), batch.done & (MATCH_OVER | TRUNCATED), ended)
        return paid, ended

    def choices(self, others: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Return what the opponent does in the matches where it decides. The generators of the other matches stay as they are."""
        batch = self.batch
        if self.thumb is None:
            before = batch.rngs.copy()
            batch.random_actions()
            batch.rngs[~others] = before[~others]
            return batch.actions
        batch.spread(self.thumb, batch.observations, batch.masks, batch.actions)
        return batch.actions

    def shown(self) -> Shown:
        batch = self.batch
        masks = batch.masks.astype(np.int8)
        return {"observation": batch.observations.copy(), "action_mask": masks}, {"action_mask": masks.copy()}

    def close_extras(self, **_: object) -> None:
        self.env.close()
