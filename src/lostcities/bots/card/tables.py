"""What is measured: the tables of this game's ladder, how its opponents for people must play to be equal steps apart, and a level match."""

from lostcities.games.game import View
from lostcities.games.options import Options

LADDER: tuple[tuple[int, Options], ...] = ((2, {"colors": 5}), (2, {"colors": 6}))
"""Players and options; the first is the one that `lostcities bots` shows."""

CHARACTERS = ((6.5, 0.33), (4.19, 0.163), (3.13, 0.103), (1.96, 0.048))
"""Of each opponent for people but the strongest: the temperature at which it chooses, and how often it follows an impulse.
`research/characters.py` found those that are equal steps apart."""


def level(view: View) -> View:
    """The view as it would be if nobody were ahead."""
    return view | {"totals": [0] * len(view["totals"])}
