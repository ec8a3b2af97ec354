"""What is measured: the tables of this game's ladder, and how its opponents for people must play to be equal steps apart."""

from lostcities.games.options import Options

LADDER: tuple[tuple[int, Options], ...] = ((2, {}), (3, {}), (4, {}))
"""Players and options; the first is the one that `lostcities bots` shows."""

CHARACTERS = ((4.0, 0.2), (2.5, 0.08), (1.5, 0.03), (0.8, 0.0))
"""Of each opponent for people but the strongest: the temperature at which it chooses, and how often it follows an impulse."""
