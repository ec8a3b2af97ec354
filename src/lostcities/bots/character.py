"""Opponents for people: five of them, with a name each, from a beginner to the strongest bot.

They play like the network, but not so well: the weaker one is, the more freely it chooses among moves that the network
likes less, and the oftener it follows an impulse, as beginners do: any move, but lay something rather than discard, and
take something rather than nothing. How much of both makes steps of equal strength stands in `bots/<game>/tables.py`.
"""

from lostcities.bots.interface import tables_of
from lostcities.bots.listing import Seed
from lostcities.bots.network import NetBot
from lostcities.games.game import Game, View

NAMES = ("pip", "nell", "bruno", "odile", "magnus")
"""The last one is the strongest bot itself."""

HELD_BACK = "-."
"""How moves begin that keep something for later: discards, and taking nothing."""


class Character(NetBot):
    """One of the first four."""

    def __init__(self, game: Game, name: str, seed: Seed = None) -> None:
        temperature, self.impulse = tables_of(game).CHARACTERS[NAMES.index(name)]
        super().__init__(game, temperature=temperature, seed=seed)

    def decide(self, view: View) -> str:
        if self.rng.random() < self.impulse:
            return self.rng.choice(impulses(view["legal"]))
        return super().decide(view)


def impulses(legal: list[str]) -> list[str]:
    """The moves that do something at once; any, where none does.

    >>> impulses(["Y7", "-Y7", "-B2"]), impulses(["-Y7"])
    (['Y7'], ['-Y7'])
    """
    return [move for move in legal if not set(HELD_BACK) & set(move)] or legal
