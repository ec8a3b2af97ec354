"""Worlds of the board game: what a seat cannot know is dealt anew, in place."""

from lostcities.games.board.components import CARDS
from lostcities.games.board.rules import DECK, HAND, KNOWN, LEFT, MAX_HAND, SIDE, deck_size, hand_size
from lostcities.games.head import PLAYERS
from lostcities.games.kernel import Rng, Row, known_first, shuffle


def resample(row: Row, seat: int, rng: Rng) -> None:
    """Shuffles the deck, the cards out of the game and the other hands, but for their known cards, together.

    The hands' hidden cards are laid on top of the deck, where drawn cards lie that nobody needs any more.
    """
    start = DECK + deck_size(row) - row[LEFT]
    for other in range(row[PLAYERS]):
        if other != seat:
            hand = HAND + other * MAX_HAND
            size = hand_size(row, other)
            for i in range(known_first(row, hand, size, KNOWN + other * SIDE), size):
                start -= 1
                row[start] = row[hand + i]
    shuffle(row, start, DECK + CARDS - start, rng)
    for other in range(row[PLAYERS]):
        if other != seat:
            hand = HAND + other * MAX_HAND
            size = hand_size(row, other)
            for i in range(known_first(row, hand, size, KNOWN + other * SIDE), size):
                row[hand + i] = row[start]
                start += 1
