"""A bot whose moves depend on nothing but a key and its view: for deals at which equal play must meet equal answers.

Its random choices come from a stream that the key and the view begin, and are drawn by whole numbers; what it thinks of the moves is
computed by an `ExactNetwork`. So neither other matches, nor time, nor the machine matter.

>>> from lostcities import game
>>> from random import Random
>>> view = game("card").deal({}, Random(7), 2, 0).view(0)
>>> bots = [SteadyBot(game("card"), "bruno") for _ in range(2)]
>>> bots[0].decide(view, b"key") == bots[1].decide(view, b"key")
True
"""

import json
from collections.abc import Sequence
from decimal import ROUND_FLOOR, Context, Decimal

from lostcities.bots.character import manner_of
from lostcities.bots.exact import ExactNetwork
from lostcities.bots.interface import features_of
from lostcities.bots.net_bot import impulses, out_of_patience
from lostcities.bots.network import Eye, load
from lostcities.games.game import Game, View
from lostcities.games.notation import DRAW
from lostcities.records.fair import Shuffle

MILLION = 1_000_000
"""An impulse comes in so many millionths of all decisions."""
HEAVIEST = 1 << 24
"""The weight of the best move; those of all moves together are below 2 to the power of 32."""
EXACT = Context(prec=28)
"""Decimal numbers are computed alike everywhere, `exp` included, which in floating point is not."""
PURPOSE = "steady"


def stream_of(key: bytes, view: View) -> Shuffle:
    """Return the stream of numbers for a decision."""
    return Shuffle(key + json.dumps(view, sort_keys=True, separators=(",", ":")).encode("ascii"), PURPOSE, int(view["round"]))


def weights_of(logits: Sequence[int], steps: int, temperature: float) -> list[int]:
    """Return how often each move is played: whole numbers, the best one's being `HEAVIEST`."""
    best, scale = max(logits), Decimal(str(temperature)) * steps
    shares = [EXACT.exp(EXACT.divide(Decimal(logit - best), scale)) for logit in logits]
    return [int((EXACT.multiply(share, Decimal(HEAVIEST))).to_integral_value(ROUND_FLOOR)) for share in shares]


def drawn(weights: Sequence[int], stream: Shuffle) -> int:
    """Return an index, drawn with these weights."""
    left = stream.below(sum(weights))
    for index, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return index
    raise AssertionError("a number below the sum of the weights falls into one of them")


class SteadyBot:
    """One of the first four opponents for people, or the network alone, without memory or chance of its own."""

    def __init__(self, game: Game, name: str) -> None:
        self.game = game
        self.manner = manner_of(game, name)
        self.network = ExactNetwork(load(game).networks["net"].weights, features_of(game))
        self.eye = Eye(game)

    def decide(self, view: View, key: bytes) -> str:
        """Return one of `view["legal"]`."""
        legal: list[str] = view["legal"]
        stream = stream_of(key, view)
        if stream.below(MILLION) < round(self.manner.impulse * MILLION):
            hasty = impulses(legal)
            return hasty[stream.below(len(hasty))]
        if out_of_patience(view):
            return DRAW
        if len(legal) == 1:
            return legal[0]
        return legal[drawn(weights_of(self.logits(view), self.network.steps, self.manner.temperature), stream)]

    def logits(self, view: View) -> list[int]:
        """Return the logit of each legal move, in their order and in steps."""
        found = self.network(*self.eye.see(view))
        return [int(found[0, self.game.actions[move]]) for move in view["legal"]]
