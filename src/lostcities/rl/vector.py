"""Gymnasium's vector environment on the batch engine: the agent has one seat of every match, an opponent plays the others."""

from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lostcities.bots.batches import BatchPolicy
from lostcities.bots.batches.policy import Function
from lostcities.games.engine import refused
from lostcities.rl.batch import BatchEnv, Step, generators
from lostcities.rl.cpu import CpuBatch
from lostcities.rl.extra import missing
from lostcities.rl.spaces import action_space, observation_space

try:
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector import VectorEnv as GymnasiumVectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise missing("gymnasium") from error

Arrays = dict[str, NDArray[np.generic]]
Shown = tuple[Arrays, Arrays]


class VectorEnv(GymnasiumVectorEnv):
    """`num_envs` matches against an opponent that decides for all of them at once: a bot, or a policy of your own, as in `BatchEnv`.

    When a match ends, the next one starts in the same step. Like Gymnasium's own vector environments it returns copies;
    `BatchEnv` returns its own arrays.
    """

    metadata: ClassVar[dict[str, object]] = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        opponent: str | BatchPolicy | Function = "thumb",
        players: int = 2,
        threads: int | None = None,
        floats: bool = False,
        **options: object,
    ) -> None:
        self.num_envs = num_envs
        self.env = BatchEnv(game, num_envs, options=options, players=players, threads=threads, opponent=opponent, floats=floats)
        assert isinstance(self.env.batch, CpuBatch)
        self.batch = self.env.batch
        self.single_observation_space = observation_space(self.env.game, floats)
        self.single_action_space = action_space(self.env.game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.begun = False

    def reset(self, *, seed: int | list[int] | None = None, options: dict[str, object] | None = None) -> Shown:
        """Start all matches over, from one seed or from one per match. `options` is not used."""
        shown = self.env.reset(None if seed is None else generators(seed, self.num_envs)[:, 0])
        self.begun = True
        return copied(shown)

    def step(self, actions: ArrayLike) -> tuple[Arrays, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Arrays]:
        """Take one action in every match. An illegal action raises `IllegalMove`, and then no match has moved."""
        if not self.begun:
            raise RuntimeError("no match is being played: call reset()")
        chosen = self.batch.as_actions(actions)
        self.check_legal(chosen)
        shown = self.env.step(chosen)
        observations, infos = copied(shown)
        return observations, shown.rewards[:, 0].astype(np.float64), shown.terminated.copy(), shown.truncated.copy(), infos

    def check_legal(self, actions: NDArray[np.int64]) -> None:
        masks = self.batch.masks
        within = (actions >= 0) & (actions < masks.shape[1])
        legal = within & (np.take_along_axis(masks, np.where(within, actions, 0)[:, None], axis=1)[:, 0] > 0)
        if not legal.all():
            match = int(legal.argmin())
            raise refused(self.env.game, match, self.batch.rows[match].tobytes(), int(actions[match]))

    def close_extras(self, **_: object) -> None:
        self.env.close()


def copied(shown: Step) -> Shown:
    masks = shown.masks.astype(np.int8)
    return {"observation": shown.observations.copy(), "action_mask": masks}, {"action_mask": masks.copy()}
