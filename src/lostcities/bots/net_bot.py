"""The bots that play as a network says: at its best, or in a freer manner, as the opponents for people do."""

import random
from bisect import bisect
from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from lostcities.bots.bot import Policy
from lostcities.bots.interface import tables_of
from lostcities.bots.network import Eye, Floats, load
from lostcities.games.game import Game, View
from lostcities.games.notation import DRAW

PATIENCE = 50
"""Turns per player after which a round is brought to its end."""
HELD_BACK = "-."
"""First characters of moves that keep something for later: discards, and passing."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How a network's opinion becomes a move. By default the move that it likes best is played."""

    temperature: float = 0.0
    """If it is above 0, any move is played, better ones more often: the higher, the freer."""
    impulse: float = 0.0
    """How often a move is played that does something at once, whatever the network thinks."""

    @property
    def luck(self) -> int:
        """How many random numbers a decision uses: one for the impulse, one for the choice."""
        return 2 if self.temperature or self.impulse else 0


def pick(logits: Floats, temperature: float, share: float) -> int:
    """Return the index of the best logit; with a temperature, the index at this share of all chances."""
    if temperature == 0:
        return int(logits.argmax())
    bounds = list(accumulate(np.exp((logits - logits.max()) / temperature).tolist()))
    return bisect(bounds, share * bounds[-1], 0, len(bounds) - 1)


def held_back(move: str) -> bool:
    """Whether a move keeps something for later.

    >>> [move for move in ("Y7", "-Y7", "+", ".", ">.", ">G") if held_back(move)]
    ['-Y7', '.', '>.']
    """
    return bool(set(HELD_BACK) & set(move))


def impulses(legal: list[str]) -> list[str]:
    """Return the moves that do something at once; all of them if none does.

    >>> impulses(["Y7", "-Y7", "-B2"]), impulses(["-Y7"])
    (['Y7'], ['-Y7'])
    """
    return [move for move in legal if not held_back(move)] or legal


def out_of_patience(view: View) -> bool:
    """Whether a round has gone on for so long that only the deck is drawn from: otherwise two bots could exchange cards for ever."""
    return DRAW in view["legal"] and bool(view["turn"] >= PATIENCE * len(view["totals"]))


class NetBot(Policy):
    """Plays as the network and its manner say."""

    def __init__(
        self,
        game: Game,
        file: str | None = None,
        quick: bool = False,
        level: bool = False,
        manner: Manner | None = None,
        seed: int | str | None = None,
    ) -> None:
        self.game = game
        self.network = load(game, file).networks["quick" if quick else "net"]
        self.eye = Eye(game)
        self.level = level
        self.manner = manner or Manner()
        self.rng = random.Random(seed)

    def decide(self, view: View) -> str:
        legal: list[str] = view["legal"]
        luck = [self.rng.random() for _ in range(self.manner.luck)] or (0.0, 0.0)
        if luck[0] < self.manner.impulse:
            hasty = impulses(legal)
            return hasty[int(luck[1] * len(hasty))]
        if out_of_patience(view):
            return DRAW
        if len(legal) == 1:
            return legal[0]
        return legal[pick(self.logits(view), self.manner.temperature, luck[1])]

    def logits(self, view: View) -> Floats:
        """Return the logit of each legal move, in their order."""
        if self.level:
            view = tables_of(self.game).level(view)
        found, _ = self.network(*self.eye.see(view))
        return found[0, [self.game.actions[move] for move in view["legal"]]]
