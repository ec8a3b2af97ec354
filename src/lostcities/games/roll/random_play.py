"""Uniformly random play of the roll & write game, for simulation."""

from lostcities.games.head import PHASE, PLAYER
from lostcities.games.kernel import Rng, Row, below, random_bits
from lostcities.games.roll.components import COLUMNS, DIGITS
from lostcities.games.roll.rules import (
    COLOR_DICE,
    LEFT,
    MOVE,
    NUMBER_DICE,
    TAKE,
    TAKE_NONE,
    may_move,
    open_numbers,
)


def random_action(row: Row, rng: Rng) -> int:
    """Return a uniformly random legal action; tries until one is legal."""
    if row[PHASE] == TAKE:
        return random_take(row, rng)
    return random_advance(row, rng)


def random_take(row: Row, rng: Rng) -> int:
    """Collect the legal actions in one number, six bits each: most pairs are not legal, so trying would take long."""
    actions = TAKE_NONE
    count = 1
    colors = (1 << COLUMNS) - 1
    for i in range(row[LEFT]):
        color = row[COLOR_DICE + i]
        numbers = open_numbers(row, row[PLAYER], color) * ((colors >> color) & 1)
        colors &= ~(1 << color)  # equal dice count once
        for j in range(row[LEFT]):
            number = row[NUMBER_DICE + j]
            fits = (numbers >> number) & 1
            numbers &= ~(1 << number)
            actions += fits * (color * DIGITS + number) << (6 * count)
            count += fits
    return (actions >> (6 * below(rng, count))) & 63


def random_advance(row: Row, rng: Rng) -> int:
    bits = random_bits(rng)
    while True:
        color = bits & 7
        if color == COLUMNS or (color < COLUMNS and may_move(row, row[PLAYER], color)):
            return MOVE + color
        bits >>= 3
        if bits == 1:
            bits = random_bits(rng)
