"""How hard a puzzle is: which of the opponents for people find its answer.

What share of their tries they find it in follows from the network's opinion and their manner, without playing: the puzzle's starting
rating is the one at which all five together would be expected to solve as much as they do.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from lostcities.bots.character import NAMES, manner_of
from lostcities.bots.net_bot import Manner, impulses
from lostcities.bots.network import Floats
from lostcities.games.game import Game

MARKS = {"pip": 900.0, "nell": 1200.0, "bruno": 1500.0, "odile": 1800.0, "net": 2100.0}
"""What the opponents are rated as solvers: equal steps, as they are as players, around a new person's rating."""
LOWEST, HIGHEST = 600, 2700
EVEN = 400
"""So many points more mean ten-to-one odds."""


def manners(game: Game) -> dict[str, Manner]:
    """Return how each of the solvers chooses, from the weakest to the strongest."""
    return {name: manner_of(game, name) for name in NAMES[:-1]} | {"net": Manner()}


def chances(logits: Floats, legal: Sequence[str], manner: Manner) -> dict[str, float]:
    """Return how likely each legal move is to be chosen, by the network's logits.

    >>> chances(np.array([1.0, 3.0]), ["Y7", "-Y7"], Manner(impulse=0.25))
    {'Y7': 0.25, '-Y7': 0.75}
    """
    hasty = impulses(list(legal))
    if manner.temperature:
        odds = np.exp((logits - logits.max()) / manner.temperature)
    else:
        odds = (np.arange(len(logits)) == logits.argmax()).astype(float)
    considered = (1 - manner.impulse) * odds / odds.sum()
    at_once = np.array([(move in hasty) / len(hasty) for move in legal])
    return dict(zip(legal, (considered + manner.impulse * at_once).tolist(), strict=True))


def solved(game: Game, logits: Floats, legal: Sequence[str], answers: Collection[str]) -> dict[str, float]:
    """Return in what share of their tries the opponents find an answer."""
    found = {name: chances(logits, legal, manner) for name, manner in manners(game).items()}
    return {name: sum(odds[move] for move in answers) for name, odds in found.items()}


def expected(mark: float, rating: float) -> float:
    return float(1 / (1 + 10 ** ((rating - mark) / EVEN)))


def rating_of(shares: Mapping[str, float]) -> int:
    """Return the rating of a puzzle that the opponents solve in these shares of their tries.

    >>> rating_of({"pip": 0, "nell": 0, "bruno": 0.5, "odile": 1, "net": 1}), rating_of(dict.fromkeys(MARKS, 0))
    (1500, 2700)
    """
    total = sum(shares.values())
    low, high = float(LOWEST), float(HIGHEST)
    while high - low > 0.5:
        middle = (low + high) / 2
        if sum(expected(MARKS[name], middle) for name in shares) > total:
            low = middle
        else:
            high = middle
    return round((low + high) / 2)
