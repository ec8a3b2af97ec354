"""What lies in the box of the roll & write game, layout "1". *Found*: printed only as a picture in the rulebook, taken
from published score sheets. *Ours*: not to be found, built to fit every constraint known."""

from lostcities.games.notation import ADVANCE, DECLINE, PASS
from lostcities.games.options import Option

COLORS = "ROYGBP"
"""The expeditions from left to right (rulebook)."""
COLUMNS = 6
BOXES = 9
PLACES = 9
"""Places of the columns of artifacts and of dice symbols (rulebook)."""
MIN_PLAYERS = 2
MAX_PLAYERS = 5
DICE = 3
"""Dice of each sort (rulebook)."""
DIGITS = 10

BRIDGE = 7
"""The place whose filling crosses a column's bridge (rulebook)."""
BRIDGE_POINTS = 20
BRIDGES = 8
ARTIFACT_BRIDGE = 6
SYMBOL_BRIDGE = 7
BRIDGE_NAMES = "ROYGBPAD"
"""The expeditions' letters, then the artifacts' and the dice symbols' columns."""

ARROW = 1
ARTIFACT = 2
SPECIAL_BOXES = (
    (0, 1, 2, 0, 0, 2, 0, 1, 0)
    + (0, 2, 0, 2, 0, 1, 1, 0, 0)
    + (0, 2, 1, 0, 1, 0, 2, 0, 0)
    + (0, 0, 0, 2, 1, 0, 1, 0, 2)
    + (0, 0, 1, 0, 2, 0, 0, 2, 1)
    + (0, 0, 0, 1, 0, 1, 0, 2, 2)
)
"""What is printed in each box, from the lowest up, column by column (ours)."""

EXPEDITION_VALUES = (0, -20, -15, -10, 5, 10, 15, 30, 35, 50)
"""What an expedition with so many numbers is worth (found, sure)."""
ONLY_A_CIRCLE = -50
"""What an expedition with a circle and no number is worth, before it is doubled (rulebook: -100 doubled)."""
ARTIFACT_VALUES = (0, -40, -30, -20, 10, 20, 30, 60, 70, 100)
"""(found, sure; the zero for none rests on one source)"""
SYMBOL_VALUES = (0, -40, -30, -20, 10, 20, 30, 60, 70, 0)
"""(found, sure; the zero for none rests on one source; nine are exhaustion, which the rulebook prices at 0)"""

OPTIONS = (Option("layout", "1", choices=("1",)),)

TOKENS = (
    *(f"{color}{digit}" for color in COLORS for digit in range(DIGITS)),
    PASS,
    *(ADVANCE + color for color in COLORS),
    DECLINE,
)
"""The notation of each action; its number is its place here."""
