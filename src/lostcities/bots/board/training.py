"""What training needs to know about the board game: the tables to play at, the worth of a point, and what the critic may see."""

from lostcities.bots.interface import Mix
from lostcities.games.board.components import CARDS, MAX_PLAYERS, NUMBERS
from lostcities.games.board.rules import DECK, HAND, KNOWN, LEFT, MAX_HAND, SIDE, deck_size, hand_size
from lostcities.games.head import PLAYERS
from lostcities.games.kernel import Row, clear
from lostcities.games.options import Options

CAP = 400
SHORT: Options = {"rounds": 1, "max_turns": CAP}
LONG: Options = {"rounds": 3, "max_turns": CAP}
EITHER: Options = {"direction": "either"}
MIX: Mix = (
    (20, 2, LONG),
    (8, 2, SHORT),
    (17, 3, LONG),
    (4, 3, SHORT),
    (17, 4, LONG),
    (4, 4, SHORT),
    (5, 2, LONG | EITHER),
    (4, 3, LONG | EITHER),
    (4, 4, LONG | EITHER),
    (4, 2, LONG | {"open_lowest": True}),
    (3, 3, LONG | {"points_once": True}),
    (3, 4, LONG | {"open_lowest": True, "points_once": True}),
    (3, 2, SHORT | EITHER | {"points_once": True}),
    (2, 3, SHORT | EITHER | {"open_lowest": True}),
    (2, 4, SHORT | EITHER | {"open_lowest": True, "points_once": True}),
)

POINT = 50
WIN = 1.5

VALUE = 50
DOUBT = 0.18
SPREAD = 1.25
AHEAD = 2

SECRETS = 56
"""What the critic sees of a colour beyond the features, number by number: the cards in each other hand that nobody knows of, how
many are unseen, and how soon they come from the deck."""
ONE = 16
NEVER_LATER = 8
UNSEEN = (MAX_PLAYERS - 1) * NUMBERS
SOON = UNSEEN + NUMBERS


def secrets(row: Row, seat: int, color: int, out: Row) -> None:
    """Write the SECRETS of a colour."""
    clear(out, 0, SECRETS)
    first = color * NUMBERS
    for ahead in range(1, row[PLAYERS]):
        other = (seat + ahead) % row[PLAYERS]
        hand_secrets(row, other, first, out, (ahead - 1) * NUMBERS)
    left = row[LEFT]
    top = DECK + deck_size(row) - left
    for i in range(DECK + CARDS - top):
        number = row[top + i] - first
        if 0 <= number < NUMBERS:
            out[UNSEEN + number] += ONE
            if i < left:
                out[SOON + number] += (left - i) // 2 + NEVER_LATER


def hand_secrets(row: Row, other: int, first: int, out: Row, at: int) -> None:
    """Write one hand's cards of a colour that nobody knows of; all of them are unseen."""
    for i in range(hand_size(row, other)):
        number = row[HAND + other * MAX_HAND + i] - first
        if 0 <= number < NUMBERS:
            out[at + number] += ONE
    for number in range(NUMBERS):
        out[at + number] -= ONE * row[KNOWN + other * SIDE + first + number]
        out[UNSEEN + number] += out[at + number]
