"""Worlds of the card game: what a seat cannot know is dealt anew, in place."""

from lostcities.games.card.rules import DECK, HAND, KNOWN, LEFT, MAX_HAND, SIDE, deck_size, hand_size
from lostcities.games.kernel import Rng, Row, known_first, shuffle


def resample(row: Row, seat: int, rng: Rng) -> None:
    """Shuffles the deck and the other hand, but for its known cards, together: every world is as likely as the others.

    The hand's hidden cards are laid on top of the deck, where drawn cards lie that nobody needs any more.
    """
    other = seat ^ 1
    hand = HAND + other * MAX_HAND
    size = hand_size(row, other)
    top = DECK + deck_size(row) - row[LEFT]
    known = known_first(row, hand, size, KNOWN + other * SIDE)
    start = top - (size - known)
    for i in range(known, size):
        row[start + i - known] = row[hand + i]
    shuffle(row, start, DECK + deck_size(row) - start, rng)
    for i in range(known, size):
        row[hand + i] = row[start + i - known]
