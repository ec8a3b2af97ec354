"""The contents of the board game's box, layout "1". *Found*: only pictured in the rulebook, taken from published
descriptions of the game and of its sibling Keltis, whose values are one fifth. *Ours*: no source was found."""

from lostcities.games.notation import ADVANCE, DECLINE, DISCARD, DRAW
from lostcities.games.options import MAX_TURNS, ROUNDS, Option

COLORS = "YBWGR"
PATHS = 5
STEPS = 9
MIN_PLAYERS = 2
MAX_PLAYERS = 4
HAND = 8

NUMBERS = 11
"""The numbers 0 to 10 in each colour (rulebook) ..."""
COPIES = 2
"""... twice each (rulebook)."""
CARDS = 110
REMOVED = 30
"""Cards that are removed unseen with two players (rulebook)."""

EXPLORERS = 4
"""Explorers per player, besides one scientist (rulebook)."""

STEP_VALUES = (0, -20, -15, -10, 5, 10, 15, 30, 35, 50)
"""The value of a figure on each step, 0 being off the path (found, certain)."""

BRIDGE = 7
"""The first step beyond the bridge (rulebook)."""
CROSSINGS = 5
"""How many figures over a bridge end the expedition (rulebook)."""

ARTIFACT = 1
ARROW = 2
TILE_NAMES = ("", "A", ">", "5", "10", "15")
TILE_POINTS = (0, 0, 0, 5, 10, 15)
TILES = (1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 4, 4, 4, 5, 5)
"""9 artefacts, 9 arrows (rulebook), and points 5 5 10 10 10 15 15 (found, certain)."""

SPACES_A_PATH = 5
SPACES = (3, 5, 6, 7, 9, 2, 4, 6, 7, 9, 2, 3, 5, 7, 9, 2, 4, 5, 7, 9, 3, 4, 6, 7, 9)
"""The steps with a tile, five per path (found for Keltis in two sources; that they apply here, and to which colour: ours)."""

LARGE_TRACK = (-50, -45, -40, -10, -5, 0, 30, 35, 40, 70, 75, 80, 110, 115, 120, 150)
"""The value of 0 to 15 artefacts; more count as 15 (found, one source)."""
SMALL_TRACK = (-20, -15, 10, 15, 30, 50)
"""The same in the short game, for 0 to 5 (found, certain)."""

OPTIONS = (
    ROUNDS,
    Option("direction", "up", choices=("up", "either")),
    Option("open_lowest", False, choices=(False, True)),
    Option("points_once", False, choices=(False, True)),
    Option("layout", "1", choices=("1",)),
    MAX_TURNS,
)

CARD_NAMES = tuple(f"{color}{number}" for color in COLORS for number in range(NUMBERS))
"""The name of each kind of card; its number in a row is its index here."""

TOKENS = (
    *CARD_NAMES,
    *(f"{card}:e" for card in CARD_NAMES),
    *(f"{card}:s" for card in CARD_NAMES),
    *(DISCARD + card for card in CARD_NAMES),
    DRAW,
    *(DRAW + color for color in COLORS),
    *(ADVANCE + color for color in COLORS),
    DECLINE,
)
"""The notation of each action; its number is its index here."""
