"""The bot that plays any legal move, each as likely as the others. The same seed plays the same game.

>>> RandomBot(7).decide({"legal": ["+"]})
'+'
"""

import random

from lostcities.bots.bot import Policy
from lostcities.games.game import View


class RandomBot(Policy):
    """Plays at random; without a seed nobody can foresee it."""

    def __init__(self, seed: int | str | None = None) -> None:
        self.rng = random.Random(seed)

    def decide(self, view: View) -> str:
        return self.rng.choice(view["legal"])  # type: ignore[no-any-return]
