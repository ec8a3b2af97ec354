"""Chance in the roll & write game: the roll of the next turn.

There are 12,320 different rolls, too many to look at: some are rolled instead, independently of the real one.
"""

from lostcities.games.head import TURN
from lostcities.games.kernel import Rng, Row, get16
from lostcities.games.roll.rules import step

OUTCOMES = 1
SAMPLES = 64
EVENT = "roll"
LATER = 1


def weigh(_row: Row, _action: int, _outcome: int) -> float:
    """Return 1: the outcomes are not numbered."""
    return 1.0


def carry_out(row: Row, action: int, _outcome: int, rng: Rng) -> bool:
    """Carry out an action and roll the dice if that ends the turn; return whether it does."""
    turn = get16(row, TURN)
    step(row, action, rng)
    return get16(row, TURN) != turn
