"""What is measured: the tables of this game's ladder, and how its opponents for people must play to be equal steps apart."""

from lostcities.games.options import Options

LADDER: tuple[tuple[int, Options], ...] = ((2, {}), (3, {}), (4, {}))
"""Players and options; the first is the one that `lostcities bots` shows."""

CHARACTERS = ((5.05, 0.28), (3.9, 0.19), (2.6, 0.095), (1.3, 0.033))
"""Of each opponent for people but the strongest: the temperature at which it chooses, and how often it follows an impulse."""
