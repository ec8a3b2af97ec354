"""The matches of a batch as they are, kept outside of it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lostcities.games.game import Game
from lostcities.games.head import PLAYERS


class States(NamedTuple):
    """Saved matches: two arrays that can be pickled, or written with `numpy.savez`. They belong to one version of the package."""

    game: str
    version: int
    """The version of the observation; rows change at most with it."""
    rows: NDArray[np.uint8]
    """size x bytes: everything about each match, also what is hidden."""
    generators: NDArray[np.uint64]
    """size: where each match's generator is."""

    def check(self, game: Game, size: int, players: int) -> None:
        """Refuse states that another environment saved."""
        wanted = f"expected the states of {size} matches of {game.name} for {players} players"
        rows, generators = np.asarray(self.rows), np.asarray(self.generators)
        if (self.game, self.version) != (game.name, game.observation.VERSION):
            raise ValueError(f"{wanted}, got states of {self.game}, version {self.version}")
        if rows.shape != (size, game.rules.ROW) or rows.dtype != np.uint8 or generators.shape != (size,) or generators.dtype != np.uint64:
            raise ValueError(f"{wanted}, got {rows.dtype} of shape {rows.shape} and {generators.dtype} of shape {generators.shape}")
        if (rows[:, PLAYERS] != players).any():
            raise ValueError(f"{wanted}, got states for {int(rows[0, PLAYERS])} players")
