"""What a seat knows of an expedition of the board game, as numbers for networks: version 1.

Seats count clockwise from the observing seat, which is 0; seats that do not play are all zeros. Cards are counted by
kind, as the rules number them.
"""

from lostcities.games.board.components import NUMBERS, PATHS
from lostcities.games.board.rules import ADVANCE as ADVANCE_PHASE
from lostcities.games.board.rules import (
    ARTIFACTS,
    BARRED,
    BOOKED,
    CROSSED,
    DRAW,
    EITHER,
    HAND,
    HEIGHT,
    LAID,
    LEFT,
    MAX_HAND,
    NO_PILE,
    OPEN_LOWEST,
    PILE,
    PILE_SIZE,
    POINTS,
    POINTS_ONCE,
    SIDE,
    TILE,
    TILE_STEPS,
    hand_size,
)
from lostcities.games.head import MAX_TURNS, OVER, PHASE, PLAYER, PLAYERS, ROUND, ROUNDS, TURN
from lostcities.games.interface import Spec
from lostcities.games.kernel import Row, clear

VERSION = 1

SPEC: Spec = (
    ("hand", 55, "of each kind, how many are in the hand"),
    ("discards", 55, "of each kind, how many lie on its discard pile"),
    ("top", 5, "the number of each pile's top card plus 1; 0: no card"),
    ("second", 5, "the number of the card below it plus 1; 0: no card"),
    ("barred", 5, "1: the pile just discarded to"),
    ("tiles", 50, "the tile on each step of each path, step 0 first: 1 artifact, 2 arrow, 3 to 5 points 5, 10, 15"),
    ("to_move", 1, "the seat that decides; 0 when the expedition is over"),
    ("advance", 1, "1: a figure may be moved"),
    ("draw", 1, "1: a card is to be drawn"),
    ("left", 1, "cards in the deck"),
    ("crossed", 1, "figures over a bridge"),
    ("players", 1, "how many play"),
    ("round", 1, "expeditions finished"),
    ("rounds", 1, "expeditions in the match"),
    ("either", 1, "1: paths may fall as well as rise"),
    ("open_lowest", 1, "1: only the lowest card opens a path"),
    ("points_once", 1, "1: tiles of points are taken away"),
    ("turn", 2, "turns finished in this expedition, low byte first"),
    ("max_turns", 2, "the cap on turns, low byte first; 0: none"),
    (
        "seats",
        528,
        "for each of four seats 132: laid 55 and known 55 (of each kind, how many it has laid, and how many all know to be in its hand), "
        "step 5, last number 5, trend 5 (1 up, 2 down), path of the scientist plus 1, points now, points when the expedition began "
        "and artifacts, two bytes each, low byte first",
    ),
)
SIZE = 718

DISCARDS_AT = 55
TOP_AT = 110
SECOND_AT = 115
BARRED_AT = 120
TILES_AT = 125
REST_AT = 175
SEATS_AT = 190
SEAT_SIZE = 132


def observe(row: Row, seat: int, out: Row) -> None:
    """Write everything that `seat` knows into `out`."""
    clear(out, 0, SIZE)
    for i in range(hand_size(row, seat)):
        out[row[HAND + seat * MAX_HAND + i]] += 1
    observe_piles(row, out)
    observe_rest(row, seat, out)
    for i in range(row[PLAYERS]):
        other = (seat + i) % row[PLAYERS]
        at = SEATS_AT + i * SEAT_SIZE
        for j in range(SIDE):
            out[at + j] = row[LAID + other * SIDE + j]
        for j in range(2):
            out[at + SIDE + j] = row[POINTS + 2 * other + j]
            out[at + SIDE + 2 + j] = row[BOOKED + 2 * other + j]
            out[at + SIDE + 4 + j] = row[ARTIFACTS + 2 * other + j]


def observe_piles(row: Row, out: Row) -> None:
    for color in range(PATHS):
        height = row[HEIGHT + color]
        pile = PILE + color * PILE_SIZE
        for i in range(height):
            out[DISCARDS_AT + row[pile + i]] += 1
        if height > 0:
            out[TOP_AT + color] = row[pile + height - 1] - color * NUMBERS + 1
        if height > 1:
            out[SECOND_AT + color] = row[pile + height - 2] - color * NUMBERS + 1
    if row[BARRED] != NO_PILE:
        out[BARRED_AT + row[BARRED]] = 1
    for i in range(PATHS * TILE_STEPS):
        out[TILES_AT + i] = row[TILE + i]


def observe_rest(row: Row, seat: int, out: Row) -> None:
    out[REST_AT] = (row[PLAYER] + row[PLAYERS] - seat) % row[PLAYERS] * (row[PHASE] != OVER)
    out[REST_AT + 1] = row[PHASE] == ADVANCE_PHASE
    out[REST_AT + 2] = row[PHASE] == DRAW
    out[REST_AT + 3] = row[LEFT]
    out[REST_AT + 4] = row[CROSSED]
    out[REST_AT + 5] = row[PLAYERS]
    out[REST_AT + 6] = row[ROUND]
    out[REST_AT + 7] = row[ROUNDS]
    out[REST_AT + 8] = row[EITHER]
    out[REST_AT + 9] = row[OPEN_LOWEST]
    out[REST_AT + 10] = row[POINTS_ONCE]
    for i in range(2):
        out[REST_AT + 11 + i] = row[TURN + i]
        out[REST_AT + 13 + i] = row[MAX_TURNS + i]
