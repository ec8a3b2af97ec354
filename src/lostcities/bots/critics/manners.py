"""Who plays, as a critic is told: some numbers per seat, all of them 0 for a player who plays the network's best moves from now on.

A review tells it nothing, so a person's position is judged by what good play makes of it. Where bots play whose manner is known, a
critic that is told explains more of the luck: what a card is worth depends on who will play it.
"""

from collections.abc import Sequence

import numpy as np

from lostcities.bots.character import NAMES, manner_of
from lostcities.bots.network import Floats
from lostcities.games.game import Game

TOLD = 5
"""Temperature, impulse, whether it is the rules of thumb, random moves, and how soon the player becomes a strong one."""
MILD = 2.0
"""The temperature that is told as one half: that of the best of the graded opponents, about."""
ANY_MOVE = 100.0
"""A temperature at which every legal move is as likely."""

Manner = tuple[float, float, float, float]
"""How somebody plays: temperature, impulse, whether it is the rules of thumb (1 or 0), and how often a random move is made."""
STRONG: Manner = (0.0, 0.0, 0.0, 0.0)
THUMB: Manner = (0.0, 0.0, 1.0, 0.0)
RANDOM: Manner = (ANY_MOVE, 0.0, 0.0, 0.0)


def manner_of_bot(game: Game, spec: str) -> Manner:
    """Return how a bot plays. One that is not known counts as strong: luck has a mean of 0 whatever a critic is told."""
    if spec in NAMES[:-1]:
        manner = manner_of(game, spec)
        return manner.temperature, manner.impulse, 0.0, 0.0
    return {"thumb": THUMB, "random": RANDOM}.get(spec, STRONG)


def told(manners: Sequence[Manner]) -> Floats:
    """Return what a critic is told about the players, by seat. Nobody of them becomes stronger on the way.

    >>> told([STRONG, (2.0, 0.048, 0.0, 0.0)]).tolist()
    [[0.0, 0.0, 0.0, 0.0, 0.0], [0.5, 0.04800000041723251, 0.0, 0.0, 0.0]]
    """
    return np.array([[manner[0] / (manner[0] + MILD), *manner[1:], 0.0] for manner in manners], dtype=np.float32)
