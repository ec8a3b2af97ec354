"""The bot that plays any legal move, all equally likely. The same seed plays the same game.

>>> RandomBot(7).decide({"legal": ["+"]})
'+'
"""

import random

from lostcities.bots.bot import Policy
from lostcities.games.game import View


class RandomBot(Policy):
    """Plays at random; unpredictable without a seed."""

    def __init__(self, seed: int | str | None = None) -> None:
        self.rng = random.Random(seed)

    def decide(self, view: View) -> str:
        legal: list[str] = view["legal"]
        return legal[int(self.rng.random() * len(legal))]
