"""What a seat knows of a round of the card game, as numbers for networks: version 1.

Seats count from the observing seat, which is 0; the other is 1. Cards are counted by kind, as the rules number them.
"""

from lostcities.games.card.components import RANKS
from lostcities.games.card.rules import (
    BARRED,
    COLORS,
    DRAW,
    HAND,
    HEIGHT,
    LAID,
    LEFT,
    MAX_HAND,
    NO_PILE,
    PILE,
    PILE_SIZE,
    SIDE,
    hand_size,
    total,
)
from lostcities.games.head import MAX_TURNS, OVER, PHASE, PLAYER, ROUND, ROUNDS, TURN
from lostcities.games.interface import Spec
from lostcities.games.kernel import Row, clear, put16

VERSION = 1

SPEC: Spec = (
    ("hand", 60, "of each kind, how many are in the hand"),
    ("discards", 60, "of each kind, how many lie on its discard pile"),
    (
        "sides",
        276,
        "for each seat 138: laid 60 and known 60 (of each kind, how many lie on its expedition, and how many all know to be in its hand), "
        "need 6 (the lowest rank each expedition still takes), sum 6 (of its numbers), count 6 (of its cards)",
    ),
    ("top", 6, "the rank of each pile's top card plus 1; 0: no card"),
    ("second", 6, "the rank of the card below it plus 1; 0: no card"),
    ("barred", 6, "1: the pile just discarded to"),
    ("to_move", 1, "1: this seat decides"),
    ("draw", 1, "1: a card is to be drawn"),
    ("left", 1, "cards in the deck"),
    ("colors", 1, "expeditions in play"),
    ("round", 1, "rounds finished"),
    ("rounds", 1, "rounds in the match"),
    ("turn", 2, "turns finished in this round, low byte first"),
    ("max_turns", 2, "the cap on turns, low byte first; 0: none"),
    ("margin", 2, "32768 plus this seat's lead in the match, low byte first; held to 0..65535"),
)
SIZE = 426

DISCARDS_AT = 60
SIDES_AT = 120
TOP_AT = 396
SECOND_AT = 402
BARRED_AT = 408
REST_AT = 414


def observe(row: Row, seat: int, out: Row) -> None:
    """Write everything that `seat` knows into `out`."""
    clear(out, 0, SIDES_AT)
    for i in range(hand_size(row, seat)):
        out[row[HAND + seat * MAX_HAND + i]] += 1
    own = LAID + seat * SIDE
    other = LAID + (seat ^ 1) * SIDE
    # This loop becomes vector instructions, 10 times as fast, as long as it is here and not in a function of its
    # own, and as long as no index could be negative: hence not 1 - seat.
    for i in range(SIDE):
        out[SIDES_AT + i] = row[own + i]
        out[SIDES_AT + SIDE + i] = row[other + i]
    observe_piles(row, out)
    observe_rest(row, seat, out)


def observe_piles(row: Row, out: Row) -> None:
    clear(out, TOP_AT, REST_AT)
    for color in range(row[COLORS]):
        height = row[HEIGHT + color]
        pile = PILE + color * PILE_SIZE
        for i in range(height):
            out[DISCARDS_AT + row[pile + i]] += 1
        if height > 0:
            out[TOP_AT + color] = row[pile + height - 1] - color * RANKS + 1
        if height > 1:
            out[SECOND_AT + color] = row[pile + height - 2] - color * RANKS + 1
    if row[BARRED] != NO_PILE:
        out[BARRED_AT + row[BARRED]] = 1


def observe_rest(row: Row, seat: int, out: Row) -> None:
    out[REST_AT] = (row[PLAYER] == seat) & (row[PHASE] != OVER)
    out[REST_AT + 1] = row[PHASE] == DRAW
    out[REST_AT + 2] = row[LEFT]
    out[REST_AT + 3] = row[COLORS]
    out[REST_AT + 4] = row[ROUND]
    out[REST_AT + 5] = row[ROUNDS]
    for i in range(2):
        out[REST_AT + 6 + i] = row[TURN + i]
        out[REST_AT + 8 + i] = row[MAX_TURNS + i]
    margin = total(row, seat) - total(row, 1 - seat)
    put16(out, REST_AT + 10, min(max(margin + 32768, 0), 65535))
