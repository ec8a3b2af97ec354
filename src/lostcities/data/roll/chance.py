"""What chance does in a round of the roll & write game, as bytes: for every turn the three colours of the roll, then its three numbers."""

from collections.abc import Sequence

from lostcities.games.game import Setup, State
from lostcities.games.roll import rules
from lostcities.games.roll.components import COLORS, DICE
from lostcities.games.roll.dice import NUMERALS

EACH_TURN = True
"""Every turn begins with a roll."""


def places(_table: State) -> list[int]:
    """Return the bytes of a row that hold it when a turn begins."""
    return [*range(rules.COLOR_DICE, rules.COLOR_DICE + DICE), *range(rules.NUMBER_DICE, rules.NUMBER_DICE + DICE)]


def read(chance: Sequence[int]) -> Setup:
    """Return it as in a record."""
    starts = range(0, len(chance), 2 * DICE)
    return {"rolls": [[faces(COLORS, chance[i : i + DICE]), faces(NUMERALS, chance[i + DICE : i + 2 * DICE])] for i in starts]}


def faces(names: str, dice: Sequence[int]) -> str:
    return "".join(names[face] for face in dice)


def write(setup: Setup) -> bytes:
    return bytes(
        names.index(face) for roll in setup["rolls"] for names, dice in zip((COLORS, NUMERALS), roll, strict=True) for face in dice
    )
