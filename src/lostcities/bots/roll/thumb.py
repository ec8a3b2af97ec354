"""The rules of thumb of the roll & write game, as kernels over what a seat knows. docs/bots/thumb.md states them in words.

Ties go to the expedition that is further along, then to the first: expeditions in their order, numbers ascending.
"""

from lostcities.games.kernel import Row
from lostcities.games.roll.components import BOXES, COLUMNS, DIGITS, PLACES
from lostcities.games.roll.observation import ARTIFACTS_IN, FILLED_IN, LAST_IN, REST_AT, SEATS_AT
from lostcities.games.roll.rules import MOVE, MOVE_NONE, TAKE_NONE

FILLED_AT = SEATS_AT + FILLED_IN
LAST_AT = SEATS_AT + LAST_IN
SYMBOLS_AT = SEATS_AT + ARTIFACTS_IN + 1
ADVANCE_AT = REST_AT + 2

GAP = 5
"""The largest gap that is acceptable."""
LOW = 3
"""The highest number that starts an expedition."""
FEW = 3
"""Circles are marked while fewer expeditions than this are started."""
CIRCLE = -1
"""A circle comes before any number."""
UNWANTED = 50
"""The gap of something that is only done if there is no other way."""


def thumb(observation: Row, mask: Row) -> int:
    """Return the action that the rules of thumb choose, one of the mask's."""
    return advance(observation, mask) if observation[ADVANCE_AT] else take(observation, mask)


def begun(observation: Row) -> int:
    """Return how many expeditions have a number."""
    count = 0
    for color in range(COLUMNS):
        count += observation[FILLED_AT + color] > 0
    return count


def gap(observation: Row, color: int, number: int) -> int:
    """Return how far a number is above the last one of its expedition, or above 1; a 0 counts as 10 there, or is a circle."""
    if observation[FILLED_AT + color] > 0:
        return (DIGITS if number == 0 else number) - observation[LAST_AT + color]
    if number == 0:
        return CIRCLE if begun(observation) < FEW else UNWANTED
    return number - 1 if number <= LOW else UNWANTED + number


def take(observation: Row, mask: Row) -> int:
    """Take the pair with the smallest gap; pass if all gaps are too large and the next dice symbol is not the ninth."""
    best = TAKE_NONE
    smallest = 2 * UNWANTED if observation[SYMBOLS_AT] == PLACES - 1 else GAP + 1
    furthest = 0
    for color in range(COLUMNS):
        for number in range(DIGITS):
            if mask[color * DIGITS + number]:
                size = gap(observation, color, number)
                filled = observation[FILLED_AT + color]
                if size < smallest or (size == smallest and filled > furthest and best != TAKE_NONE):
                    smallest = size
                    furthest = filled
                    best = color * DIGITS + number
    return best


def advance(observation: Row, mask: Row) -> int:
    """Advance the expedition that is furthest along; a full one counts as hardly started."""
    best = MOVE_NONE
    furthest = -1
    for color in range(COLUMNS):
        filled = observation[FILLED_AT + color]
        if filled == BOXES:
            filled = 1
        if mask[MOVE + color] and filled > furthest:
            furthest = filled
            best = MOVE + color
    return best
