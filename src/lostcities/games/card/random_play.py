"""Uniformly random play of the card game, for simulation."""

from lostcities.games.card.rules import (
    COLORS,
    DISCARD,
    DRAW_DECK,
    HAND,
    HAND_SIZE,
    LAY,
    MAX_HAND,
    PLAY,
    fits,
    may_take,
)
from lostcities.games.head import PHASE, PLAYER
from lostcities.games.kernel import Rng, Row, random_bits


def random_action(row: Row, rng: Rng) -> int:
    """Return a uniformly random legal action, each card in hand counted separately.

    Tries until one is legal: twice as fast as counting the legal ones first (docs/decisions/0002).
    """
    if row[PHASE] == PLAY:
        return random_play(row, rng)
    return random_draw(row, rng)


def random_play(row: Row, rng: Rng) -> int:
    player = row[PLAYER]
    size = row[HAND_SIZE]
    bits = random_bits(rng)
    while True:
        place = bits & 7
        if place < size:
            card = row[HAND + player * MAX_HAND + place]
            if bits & 8 == 0:
                return DISCARD + card
            if fits(row, player, card):
                return LAY + card
        bits >>= 4
        if bits == 1:
            bits = random_bits(rng)


def random_draw(row: Row, rng: Rng) -> int:
    """Choose the deck, a pile or nothing with three bits; `|` and `&` make each try a single branch (docs/decisions/0002)."""
    bits = random_bits(rng)
    while True:
        pile = bits & 7
        if (pile == 0) | ((pile <= row[COLORS]) & may_take(row, pile - 1)):
            return DRAW_DECK + pile
        bits >>= 3
        if bits == 1:
            bits = random_bits(rng)
