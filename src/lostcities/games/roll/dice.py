"""The dice of the roll & write game: a roll is three colours and three digits, in the order in which they fell."""

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod

from lostcities.games.errors import BadSetup, Reason
from lostcities.games.game import Below
from lostcities.games.options import shown
from lostcities.games.roll.components import COLORS, COLUMNS, DICE

NUMERALS = "0123456789"
COLOR_FACES, NUMBER_FACES = frozenset(COLORS), frozenset(NUMERALS)


def is_roll(roll: object) -> bool:
    """Whether this is three colours and three digits."""
    if not isinstance(roll, list) or len(roll) != 2 or not all(isinstance(dice, str) and len(dice) == DICE for dice in roll):
        return False
    return COLOR_FACES.issuperset(roll[0]) and NUMBER_FACES.issuperset(roll[1])


@cache
def as_number(colors: str) -> int:
    """Return the three colours as one number for the rules, looked up because that is faster."""
    number = 0
    for color in colors:
        number = number * COLUMNS + COLORS.index(color)
    return number


def check_roll(roll: object, turn: int) -> None:
    if not is_roll(roll):
        raise BadSetup(Reason("bad_roll", {"turn": turn, "roll": shown(roll)}))


def throw(below: Below) -> list[str]:
    """Return a roll: three colours, then three digits."""
    return ["".join(faces[below(len(faces))] for _ in range(DICE)) for faces in (COLORS, NUMERALS)]


@cache
def all_rolls() -> tuple[tuple[str, float], ...]:
    """Return every distinct roll with its probability."""
    colors = throws(COLORS)
    numbers = throws(NUMERALS)
    return tuple((a + b, p * q) for a, p in colors for b, q in numbers)


def throws(faces: str) -> list[tuple[str, float]]:
    found = []
    for dice in combinations_with_replacement(faces, DICE):
        orders = factorial(DICE) / prod(factorial(count) for count in Counter(dice).values())
        found.append(("".join(dice), orders / len(faces) ** DICE))
    return found
