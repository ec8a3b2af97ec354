"""What is measured: the tables of this game's ladder, and how its opponents for people must play to be equal steps apart."""

from lostcities.games.options import Options

LADDER: tuple[tuple[int, Options], ...] = ((2, {}), (3, {}), (4, {}))
"""Players and options; the first is the one that `lostcities bots` shows."""

CHARACTERS = ((6.0, 0.35), (3.9, 0.19), (3.0, 0.12), (1.8, 0.045))
"""Of each opponent for people but the strongest: the temperature at which it chooses, and how often it follows an impulse."""
