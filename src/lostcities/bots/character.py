"""Opponents for people: five of them, each with a name, from a beginner to the strongest bot.

They play like the network, but not as well. The weaker one is, the more often it chooses moves that the network
likes less, and the more often it follows an impulse, as beginners do: any move, but playing a card rather than discarding, and
taking something rather than nothing. `bots/<game>/tables.py` has the amounts of both that make steps of equal strength.
"""

from lostcities.bots.interface import tables_of
from lostcities.bots.listing import Seed
from lostcities.bots.network import NetBot
from lostcities.games.game import Game, View

NAMES = ("pip", "nell", "bruno", "odile", "magnus")
"""The last one is the strongest bot itself."""

HELD_BACK = "-."
"""First characters of moves that keep something for later: discards, and passing."""


class Character(NetBot):
    """One of the first four opponents."""

    def __init__(self, game: Game, name: str, seed: Seed = None) -> None:
        temperature, self.impulse = tables_of(game).CHARACTERS[NAMES.index(name)]
        super().__init__(game, temperature=temperature, seed=seed)

    def decide(self, view: View) -> str:
        if self.rng.random() < self.impulse:
            return self.rng.choice(impulses(view["legal"]))
        return super().decide(view)


def impulses(legal: list[str]) -> list[str]:
    """Return the moves that do something at once; all of them if none does.

    >>> impulses(["Y7", "-Y7", "-B2"]), impulses(["-Y7"])
    (['Y7'], ['-Y7'])
    """
    return [move for move in legal if not set(HELD_BACK) & set(move)] or legal
