"""The bot that plays by rules of thumb: kernels in `bots/<game>/thumb.py`; docs/bots/thumb.md states the rules.

>>> import random
>>> from lostcities import game
>>> match = game("card").deal({}, random.Random(1), starter=0)
>>> ThumbBot(match.game).decide(match.view(0)) in match.legal()
True
"""

import random

from lostcities.bots.bot import Policy
from lostcities.bots.interface import thumb_of
from lostcities.games.game import Game, View


class ThumbBot(Policy):
    """Plays by rules of thumb. It is deterministic: the same view always gets the same move."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.thumb = thumb_of(game).thumb

    def decide(self, view: View) -> str:
        # Any world that fits the view will do: the rules read only the observation, which is the same in all of them.
        world = self.game.world(view, random.Random(0))
        observation = bytearray(world.observe(view["seat"]))
        mask = bytearray(len(self.game.tokens))
        for token in view["legal"]:
            mask[self.game.actions[token]] = 1
        action: int = self.thumb(observation, mask)
        return self.game.tokens[action]
