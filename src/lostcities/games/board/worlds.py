"""Worlds of the board game: redeal, in place, what a seat cannot know.

The other hands' hidden cards are put on top of the deck, in the space of drawn cards that nobody needs any more, and
dealt again from there; the cards out of the game are at the bottom.
"""

from collections.abc import Sequence

from lostcities.games.board.components import CARDS
from lostcities.games.board.rules import DECK, HAND, KINDS, KNOWN, LEFT, MAX_HAND, SIDE, deck_size, hand_size
from lostcities.games.head import PLAYERS
from lostcities.games.kernel import Rng, Row, draw_by_odds, known_first, shuffle


def resample(row: Row, seat: int, rng: Rng) -> None:
    """Redeal so that every world is equally likely."""
    start = shuffled(row, seat, rng)
    for ahead in range(1, row[PLAYERS]):
        start = deal_hidden(row, (seat + ahead) % row[PLAYERS], start)


def resample_by(row: Row, seat: int, rng: Rng, odds: Sequence[float]) -> None:
    """Redeal cards into the other hands by their odds: for each hand, clockwise, a number per kind. The deck is left to chance."""
    start = shuffled(row, seat, rng)
    for ahead in range(1, row[PLAYERS]):
        other = (seat + ahead) % row[PLAYERS]
        for place in range(start, start + hidden_cards(row, other)):
            draw_by_odds(row, place, DECK + CARDS, odds, (ahead - 1) * KINDS, rng)
        start = deal_hidden(row, other, start)


def shuffled(row: Row, seat: int, rng: Rng) -> int:
    """Shuffle everything that a seat cannot see together; return its offset."""
    start = DECK + deck_size(row) - row[LEFT]
    for other in range(row[PLAYERS]):
        if other != seat:
            hand = HAND + other * MAX_HAND
            size = hand_size(row, other)
            for i in range(size - hidden_cards(row, other), size):
                start -= 1
                row[start] = row[hand + i]
    shuffle(row, start, DECK + CARDS - start, rng)
    return start


def hidden_cards(row: Row, other: int) -> int:
    """Return how many cards of a hand are hidden, after moving them to its end."""
    size = hand_size(row, other)
    return size - known_first(row, HAND + other * MAX_HAND, size, KNOWN + other * SIDE)


def deal_hidden(row: Row, other: int, start: int) -> int:
    """Give a hand its hidden cards; return the offset of the next ones."""
    size = hand_size(row, other)
    for i in range(size - hidden_cards(row, other), size):
        row[HAND + other * MAX_HAND + i] = row[start]
        start += 1
    return start
