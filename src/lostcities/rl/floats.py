"""Observations as numbers around 1 instead of bytes: the inputs of our own networks."""

from typing import Any

import numpy as np

from lostcities.bots.batches.network import write_features
from lostcities.bots.interface import features_of
from lostcities.bots.network import ONE
from lostcities.games.game import Game
from lostcities.rl.cpu import CpuBatch
from lostcities.rl.gpu import CudaBatch

Array = Any
"""A NumPy array, or a torch tensor on a GPU."""


def width(game: Game) -> int:
    """Return how many numbers an observation has."""
    features = features_of(game)
    return features.TOKENS * features.TOKEN + features.TABLE


class Floats:
    """Writes a batch's observations as numbers: the features of every colour, one after another, then those of the table."""

    def __init__(self, game: Game, batch: CpuBatch | CudaBatch) -> None:
        features = features_of(game)
        size, of_tokens = len(batch.rows), features.TOKENS * features.TOKEN
        self.batch = batch
        self.numbers = batch.numbers(size, width(game))
        self.tokens = self.numbers[:, :of_tokens].reshape(size, features.TOKENS, features.TOKEN)
        self.tables = self.numbers[:, of_tokens:]
        """Both are views of the numbers."""

    def write(self) -> Array:
        """Return the numbers. The array is the environment's own."""
        self.batch.featured(write_features, self.tokens, self.tables)
        self.numbers *= np.float32(1 / ONE)
        return self.numbers
