"""The contents of the roll & write game's box, layout "1". *Found*: only pictured in the rulebook, taken from published
score sheets. *Ours*: no source was found, made to fit every known constraint."""

from lostcities.games.notation import ADVANCE, DECLINE, PASS
from lostcities.games.options import Option

COLORS = "ROYGBP"
"""The expeditions from left to right (rulebook)."""
COLUMNS = 6
BOXES = 9
PLACES = 9
"""Places in the columns of artefacts and of dice symbols (rulebook)."""
MIN_PLAYERS = 2
MAX_PLAYERS = 5
DICE = 3
"""Dice of each kind (rulebook)."""
DIGITS = 10

BRIDGE = 7
"""Filling this place crosses a column's bridge (rulebook)."""
BRIDGE_POINTS = 20
BRIDGES = 8
ARTIFACT_BRIDGE = 6
SYMBOL_BRIDGE = 7
BRIDGE_NAMES = "ROYGBPAD"
"""The expeditions' letters, then the columns of artefacts and dice symbols."""

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
"""What is printed in each box, from the lowest up, by column (ours)."""

EXPEDITION_VALUES = (0, -20, -15, -10, 5, 10, 15, 30, 35, 50)
"""The value of an expedition by how many numbers it has (found, certain)."""
ONLY_A_CIRCLE = -50
"""The value of an expedition with a circle and no number, before doubling (rulebook: -100 doubled)."""
ARTIFACT_VALUES = (0, -40, -30, -20, 10, 20, 30, 60, 70, 100)
"""(found, certain; the zero for none has one source)"""
SYMBOL_VALUES = (0, -40, -30, -20, 10, 20, 30, 60, 70, 0)
"""(found, certain; the zero for none has one source; nine are exhaustion, which is worth 0 by the rulebook)"""

OPTIONS = (Option("layout", "1", choices=("1",)),)

TOKENS = (
    *(f"{color}{digit}" for color in COLORS for digit in range(DIGITS)),
    PASS,
    *(ADVANCE + color for color in COLORS),
    DECLINE,
)
"""The notation of each action; its number is its index here."""
