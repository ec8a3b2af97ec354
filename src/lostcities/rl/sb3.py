"""Stable-Baselines3: a `VecEnv` on the batch engine, with the masks that sb3-contrib's `MaskablePPO` asks for.

`VecEnv("<game>", 64, opponent="thumb", floats=True)` is many matches against an opponent that decides for all of them at once.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lostcities.bots.batches import BatchPolicy
from lostcities.bots.batches.policy import Function
from lostcities.rl.batch import BatchEnv, Step
from lostcities.rl.extra import missing

try:
    from stable_baselines3.common.vec_env import VecEnv as Sb3VecEnv

    from lostcities.rl.spaces import action_space, observation_space  # needs Gymnasium, which comes with Stable-Baselines3
except ImportError as error:
    raise missing("stable-baselines3", "sb3") from error

Indices = Any
"""One match, several, or None for all: SB3's `VecEnvIndices`."""
MASKS = "action_masks"


class VecEnv(Sb3VecEnv):
    """`num_envs` matches against an opponent: a bot, or a policy of your own, as in `BatchEnv`. Pass the game's options as keywords.

    An observation is an array, so `"MlpPolicy"` fits; masks come through `action_masks`. When a match ends, the next one starts in
    the same step. There is no `terminal_observation`, and a match that ended at the cap on turns is not marked as cut off by time,
    because nothing more can be paid for it: the round has been scored. Its info says `"truncated": True`.
    """

    render_mode = None

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
        self.env = BatchEnv(game, num_envs, options=options, players=players, threads=threads, opponent=opponent, floats=floats)
        self.actions: NDArray[np.int64] | None = None
        super().__init__(num_envs, observation_space(self.env.game, floats)["observation"], action_space(self.env.game))

    def reset(self) -> NDArray[np.generic]:
        """Start all matches over, with the seeds of `seed(...)` if it was called since the last reset."""
        seeds = None if None in self._seeds else self._seeds
        self._reset_seeds()
        return self.env.reset(seeds).observations.copy()

    def step_async(self, actions: NDArray[np.int64]) -> None:
        self.actions = actions

    def step_wait(self) -> tuple[NDArray[np.generic], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Take the actions. SB3 keeps what is returned until after the next step, so these are copies."""
        if self.actions is None:
            raise RuntimeError("no actions were given: call step(actions)")
        actions, self.actions = self.actions, None
        shown = self.env.step(actions)
        return shown.observations.copy(), shown.rewards[:, 0].copy(), shown.terminated | shown.truncated, infos(shown)

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the legal actions of all matches as booleans. The array is the environment's own: the next step overwrites it."""
        self.env.check_open()
        masks: NDArray[np.uint8] = self.env.batch.masks
        return masks.view(np.bool_)

    def env_method(self, method_name: str, *_: object, indices: Indices = None, **__: object) -> list[Any]:
        """Return the rows of `action_masks`, the only method that a single match has."""
        if method_name != MASKS:
            raise AttributeError(f"the matches of a batch have the method {MASKS} and no other, got {method_name!r}")
        masks = self.action_masks()
        return [masks[match] for match in self._get_indices(indices)]

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """Return an attribute of this environment, which all matches share, once for each of them."""
        shared = getattr(self, attr_name)
        return [shared for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: object, indices: Indices = None) -> None:
        raise AttributeError(f"the matches of a batch share their settings, so {attr_name!r} cannot be set: make another VecEnv")

    def env_is_wrapped(self, wrapper_class: type, indices: Indices = None) -> list[bool]:
        return [False for _ in self._get_indices(indices)]

    def close(self) -> None:
        self.env.close()


def infos(shown: Step) -> list[dict[str, Any]]:
    """Return a dictionary for every match, which SB3's wrappers fill."""
    found: list[dict[str, Any]] = [{} for _ in shown.seats]
    for match in np.flatnonzero(shown.truncated):
        found[match]["truncated"] = True
    return found
