"""What all players of the board game together know: every hand, and which cards are still to come, or out of the game."""

from lostcities.bots.board.features import ONE, follows
from lostcities.games.board.components import CARDS, MAX_PLAYERS, NUMBERS, STEP_VALUES
from lostcities.games.board.rules import DECK, HAND, LEFT, MAX_HAND, SCIENTIST, SIDE, STEP, deck_size, hand_size
from lostcities.games.head import PLAYERS
from lostcities.games.kernel import Row, clear

VERSION = 1
TOGETHER = 96
"""Padded with zeros to a multiple of 8."""
FITS = NUMBERS
HAND_PART = 2 * NUMBERS + 1
"""Of each other hand, clockwise: its cards, those that fit its own path, and how many these are."""
UNSEEN = (MAX_PLAYERS - 1) * HAND_PART
FITTING = UNSEEN + NUMBERS
"""How many of the cards to come fit each seat's path."""


def together(row: Row, observation: Row, seat: int, color: int, out: Row) -> None:
    """Write a colour's cards in the other hands and among those that nobody has seen, and which of them could be played."""
    clear(out, 0, TOGETHER)
    first = color * NUMBERS
    for ahead in range(1, row[PLAYERS]):
        hand(row, observation, (seat + ahead) % row[PLAYERS], ahead, color, out)
    for i in range(DECK + deck_size(row) - row[LEFT], DECK + CARDS):
        number = row[i] - first
        if 0 <= number < NUMBERS:
            out[UNSEEN + number] += ONE // 2
            for ahead in range(row[PLAYERS]):
                out[FITTING + ahead] += 2 * follows(observation, ahead, color, number)


def hand(row: Row, observation: Row, other: int, ahead: int, color: int, out: Row) -> None:
    """Write a colour's cards in one hand."""
    at = (ahead - 1) * HAND_PART
    for i in range(hand_size(row, other)):
        number = row[HAND + other * MAX_HAND + i] - color * NUMBERS
        if 0 <= number < NUMBERS:
            out[at + number] += ONE
            if follows(observation, ahead, color, number):
                out[at + FITS + number] += ONE
                out[at + 2 * NUMBERS] += 4


def part(row: Row, seat: int, color: int) -> int:
    """Return what the figure on a path is worth."""
    worth = STEP_VALUES[row[STEP + seat * SIDE + color]]
    return 2 * worth if row[SCIENTIST + seat * SIDE] == color + 1 else worth
