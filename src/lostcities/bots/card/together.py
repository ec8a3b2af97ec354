"""What both players of the card game together know: the other hand, and which cards the deck still has."""

from lostcities.bots.card.features import NEED_IN, ONE
from lostcities.games.card.components import RANKS
from lostcities.games.card.observation import SIDES_AT
from lostcities.games.card.rules import COST, DECK, HAND, LEFT, MAX_HAND, SIDE, deck_size, expedition_score, hand_size
from lostcities.games.kernel import Row, clear

VERSION = 1
TOGETHER = 56
"""Padded with zeros to a multiple of 8."""
FITS_OTHER = RANKS
FITS_OWN = 2 * RANKS
IN_DECK = 3 * RANKS
SUMS = 4 * RANKS
"""Two numbers each, cards and their sum: of the other hand what fits its own expedition, of the deck what fits either one."""


def together(row: Row, observation: Row, seat: int, color: int, out: Row) -> None:
    """Write a colour's cards in the other hand and in the deck, and which of them could still be played."""
    clear(out, 0, TOGETHER)
    other = seat ^ 1
    first = color * RANKS
    own_need = observation[SIDES_AT + NEED_IN + color]
    other_need = observation[SIDES_AT + SIDE + NEED_IN + color]
    for i in range(hand_size(row, other)):
        rank = row[HAND + other * MAX_HAND + i] - first
        if 0 <= rank < RANKS:
            out[rank] += ONE
            out[FITS_OTHER + rank] += ONE * (rank >= other_need)
            out[FITS_OWN + rank] += ONE * (rank >= own_need)
            add_sum(out, SUMS, rank, other_need)
    end = DECK + deck_size(row)
    for i in range(end - row[LEFT], end):
        rank = row[i] - first
        if 0 <= rank < RANKS:
            out[IN_DECK + rank] += ONE
            add_sum(out, SUMS + 3, rank, own_need)
            add_sum(out, SUMS + 6, rank, other_need)


def add_sum(out: Row, at: int, rank: int, need: int) -> None:
    """Count a card that fits: wagers, numbers, and the sum of the numbers."""
    if rank >= need:
        if rank == 0:
            out[at] += ONE
        else:
            out[at + 1] += 4
            out[at + 2] += rank + 1


def part(row: Row, seat: int, color: int) -> int:
    """Return what an expedition is worth."""
    return expedition_score(row, seat, color, row[COST])
