"""Worlds of the card game: redeal, in place, what a seat cannot know.

The other hand's hidden cards are put on top of the deck, in the space of drawn cards that nobody needs any more, and
dealt again from there.
"""

from collections.abc import Sequence

from lostcities.games.card.rules import DECK, HAND, KNOWN, LEFT, MAX_HAND, SIDE, deck_size, hand_size
from lostcities.games.kernel import Rng, Row, draw_by_odds, known_first, shuffle


def resample(row: Row, seat: int, rng: Rng) -> None:
    """Redeal so that every world is equally likely."""
    other = seat ^ 1
    start = shuffled(row, other, rng)
    deal_hidden(row, other, start)


def resample_by(row: Row, seat: int, rng: Rng, odds: Sequence[float]) -> None:
    """Redeal cards into the other hand by their odds, a number per kind. The deck is left to chance."""
    other = seat ^ 1
    start = shuffled(row, other, rng)
    end = DECK + deck_size(row)
    for place in range(start, end - row[LEFT]):
        draw_by_odds(row, place, end, odds, 0, rng)
    deal_hidden(row, other, start)


def shuffled(row: Row, other: int, rng: Rng) -> int:
    """Shuffle the hidden cards of a hand and the deck together; return their offset."""
    hand = HAND + other * MAX_HAND
    size = hand_size(row, other)
    end = DECK + deck_size(row)
    start = end - row[LEFT]
    for i in range(known_first(row, hand, size, KNOWN + other * SIDE), size):
        start -= 1
        row[start] = row[hand + i]
    shuffle(row, start, end - start, rng)
    return start


def deal_hidden(row: Row, other: int, start: int) -> None:
    hand = HAND + other * MAX_HAND
    size = hand_size(row, other)
    for i in range(known_first(row, hand, size, KNOWN + other * SIDE), size):
        row[hand + i] = row[start]
        start += 1
