"""The rules of thumb of the roll & write game, as kernels over what a seat knows: docs/bots/thumb.md states them in words.

Of equals the expedition counts that is further on, then the first: expeditions in their order, numbers rising.
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
"""The largest gap that is entered."""
LOW = 3
"""The highest number that begins an expedition."""
FEW = 3
"""Circles are marked while fewer expeditions have begun."""
CIRCLE = -1
"""A circle comes before any number."""
UNWANTED = 50
"""What is only done if there is no other way."""


def thumb(observation: Row, mask: Row) -> int:
    """The action that the rules of thumb choose: one of the mask's."""
    return advance(observation, mask) if observation[ADVANCE_AT] else take(observation, mask)


def begun(observation: Row) -> int:
    """How many expeditions have a number."""
    count = 0
    for color in range(COLUMNS):
        count += observation[FILLED_AT + color] > 0
    return count


def gap(observation: Row, color: int, number: int) -> int:
    """How far a number is above the last one of its expedition, or above 1; a 0 counts as 10 there, or is a circle."""
    if observation[FILLED_AT + color] > 0:
        return (DIGITS if number == 0 else number) - observation[LAST_AT + color]
    if number == 0:
        return CIRCLE if begun(observation) < FEW else UNWANTED
    return number - 1 if number <= LOW else UNWANTED + number


def take(observation: Row, mask: Row) -> int:
    """The pair with the smallest gap; none, if all are too large and the ninth dice symbol is not yet due."""
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
    """Advances the expedition that is furthest on; a full one counts as hardly begun."""
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
