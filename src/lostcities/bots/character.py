"""Opponents for people: five of them, each with a name, from a beginner to the strongest bot.

They play like the network, but not as well. The weaker one is, the more often it chooses moves that the network
likes less, and the more often it follows an impulse, as beginners do: any move, but playing a card rather than discarding, and
taking something rather than nothing. `bots/<game>/tables.py` has the amounts of both that make steps of equal strength.
"""

from lostcities.bots.interface import tables_of
from lostcities.bots.net_bot import Manner
from lostcities.games.game import Game

NAMES = ("pip", "nell", "bruno", "odile", "magnus")
"""The last one is the strongest bot itself."""


def manner_of(game: Game, name: str) -> Manner:
    """Return how one of the first four opponents plays."""
    return Manner(*tables_of(game).CHARACTERS[NAMES.index(name)])
