"""What a seat knows of the roll & write game, as numbers for networks: version 1. Only the next roll is hidden.

Seats count clockwise from the observing seat, which is 0; seats that do not play are all zeros.
"""

from lostcities.games.head import PHASE, PLAYER, PLAYERS, TURN
from lostcities.games.interface import Spec
from lostcities.games.kernel import Row, clear
from lostcities.games.roll.components import BRIDGES, COLUMNS
from lostcities.games.roll.rules import (
    ADVANCE,
    ARTIFACTS,
    CIRCLES,
    COLOR_DICE,
    CROSSED,
    FILLED,
    FRESH,
    LAST,
    LEFT,
    NUMBER_DICE,
    REWARDED,
    ROLLER,
    SYMBOLS,
    TAKE,
    TOPS,
)

VERSION = 1

SPEC: Spec = (
    ("colors", 6, "of each colour, how many dice can be taken"),
    ("numbers", 10, "of each number, how many dice can be taken"),
    ("crossed", 8, "1: the bridge has been crossed (six expeditions, artifacts, dice symbols)"),
    ("fresh", 8, "1: it was first crossed in this turn, so that its points can still be had"),
    ("to_move", 1, "the seat that decides"),
    ("roller", 1, "the seat that rolled"),
    ("advance", 1, "1: an expedition may be advanced"),
    ("players", 1, "how many play"),
    ("turn", 2, "turns finished, low byte first"),
    (
        "seats",
        170,
        "for each of five seats 34: circle marked 6, top marked 6, boxes filled 6, last number 6, artifacts 1, "
        "dice symbols 1, bridges rewarded 8",
    ),
)
SIZE = 208

NUMBERS_AT = 6
CROSSED_AT = 16
FRESH_AT = 24
REST_AT = 32
SEATS_AT = 38
SEAT_SIZE = 34
TOPS_IN = 6
FILLED_IN = 12
LAST_IN = 18
ARTIFACTS_IN = 24
REWARDED_IN = 26


def observe(row: Row, seat: int, out: Row) -> None:
    """Write everything that `seat` knows into `out`."""
    clear(out, 0, SIZE)
    if row[PHASE] == TAKE or row[PHASE] == ADVANCE:
        for i in range(row[LEFT]):
            out[row[COLOR_DICE + i]] += 1
            out[NUMBERS_AT + row[NUMBER_DICE + i]] += 1
    for bridge in range(BRIDGES):
        out[CROSSED_AT + bridge] = (row[CROSSED] >> bridge) & 1
        out[FRESH_AT + bridge] = (row[FRESH] >> bridge) & 1
    out[REST_AT] = (row[PLAYER] + row[PLAYERS] - seat) % row[PLAYERS]
    out[REST_AT + 1] = (row[ROLLER] + row[PLAYERS] - seat) % row[PLAYERS]
    out[REST_AT + 2] = row[PHASE] == ADVANCE
    out[REST_AT + 3] = row[PLAYERS]
    out[REST_AT + 4] = row[TURN]
    out[REST_AT + 5] = row[TURN + 1]
    for i in range(row[PLAYERS]):
        observe_sheet(row, (seat + i) % row[PLAYERS], SEATS_AT + i * SEAT_SIZE, out)


def observe_sheet(row: Row, seat: int, at: int, out: Row) -> None:
    for color in range(COLUMNS):
        out[at + color] = (row[CIRCLES + seat] >> color) & 1
        out[at + TOPS_IN + color] = (row[TOPS + seat] >> color) & 1
        out[at + FILLED_IN + color] = row[FILLED + seat * COLUMNS + color]
        out[at + LAST_IN + color] = row[LAST + seat * COLUMNS + color]
    out[at + ARTIFACTS_IN] = row[ARTIFACTS + seat]
    out[at + ARTIFACTS_IN + 1] = row[SYMBOLS + seat]
    for bridge in range(BRIDGES):
        out[at + REWARDED_IN + bridge] = (row[REWARDED + bridge] >> seat) & 1
