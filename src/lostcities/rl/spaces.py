"""A game's spaces for Gymnasium and PettingZoo."""

import numpy as np
from numpy.typing import NDArray

from lostcities.bots.network import ONE
from lostcities.games.game import Game
from lostcities.rl.episode import Mask
from lostcities.rl.extra import missing
from lostcities.rl.floats import width

try:
    from gymnasium import spaces
except ImportError as error:
    raise missing("gymnasium") from error


class Actions(spaces.Discrete):
    """All actions of a game. `sample()` without a mask returns a legal action, or any action if the agent is not deciding."""

    legal: Mask | None = None

    def sample(self, mask: Mask | None = None, probability: NDArray[np.float64] | None = None) -> np.int64:
        if mask is None and probability is None:
            mask = self.legal
        return super().sample(mask, probability)


def action_space(game: Game) -> Actions:
    return Actions(len(game.tokens))


def observation_space(game: Game, floats: bool = False) -> spaces.Dict:
    """Return the space of observations: bytes, or the numbers that a network is fed."""
    numbers = spaces.Box(0, 255 / ONE, (width(game),), np.float32) if floats else spaces.Box(0, 255, (game.observation.SIZE,), np.uint8)
    return spaces.Dict({"observation": numbers, "action_mask": spaces.Box(0, 1, (len(game.tokens),), np.int8)})
