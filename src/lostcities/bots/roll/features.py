"""The input of a network for the roll & write game: the observation, in one token per expedition and one for the table.

A feature is a byte, and ONE stands for 1.0. Seats count clockwise from the observing seat. The expeditions differ in
what is printed in their boxes, so each token says which one it is and what comes next.
"""

from lostcities.games.kernel import Row, clear, get16
from lostcities.games.roll.components import (
    ARTIFACT_VALUES,
    BOXES,
    BRIDGE_POINTS,
    BRIDGES,
    COLUMNS,
    DIGITS,
    EXPEDITION_VALUES,
    MAX_PLAYERS,
    ONLY_A_CIRCLE,
    PLACES,
    SPECIAL_BOXES,
    SYMBOL_VALUES,
)
from lostcities.games.roll.observation import (
    ARTIFACTS_IN,
    CROSSED_AT,
    FILLED_IN,
    FRESH_AT,
    LAST_IN,
    NUMBERS_AT,
    REST_AT,
    REWARDED_IN,
    SEAT_SIZE,
    SEATS_AT,
    TOPS_IN,
)
from lostcities.games.roll.rules import ACTIONS, MOVE, MOVE_NONE, TAKE_NONE

VERSION = 1
ONE = 16
TOKENS = 6
TOKEN = 192
"""Features of an expedition's token; the last one says that it is in play, as all are."""
TABLE = 184
"""Features of the table. Both sizes are padded with zeros to multiples of 8, which a GPU multiplies fastest."""

HANDS = 0
"""No hand is hidden."""
BELIEFS = 0

TOKEN_ACTIONS = tuple((*range(color * DIGITS, color * DIGITS + DIGITS), MOVE + color) for color in range(TOKENS))
TABLE_ACTIONS = (TAKE_NONE, MOVE_NONE)
assert sorted(sum(TOKEN_ACTIONS, TABLE_ACTIONS)) == list(range(ACTIONS))

SEAT_TOKEN = 28
SEAT_TABLE = 27
AHEAD = 3
"""How many boxes ahead are described."""


def token_features(observation: Row, color: int, out: Row) -> None:
    """Write the TOKEN features of an expedition."""
    clear(out, 0, TOKEN)
    out[color] = ONE
    dice = observation[color]
    filled = observation[SEATS_AT + FILLED_IN + color]
    last = observation[SEATS_AT + LAST_IN + color]
    circle = observation[SEATS_AT + color]
    topped = observation[SEATS_AT + TOPS_IN + color]
    at = COLUMNS
    out[at] = (dice > 0) * ONE
    out[at + 1] = (dice > 1) * ONE
    out[at + 2] = (dice > 2) * ONE
    out[at + 3] = observation[CROSSED_AT + color] * ONE
    out[at + 4] = observation[FRESH_AT + color] * ONE
    at += 5
    for i in range(AHEAD):
        if filled + i < BOXES:
            printed = SPECIAL_BOXES[color * BOXES + filled + i]
            out[at + 2 * i] = (printed == 1) * ONE
            out[at + 2 * i + 1] = (printed == 2) * ONE
    at += 2 * AHEAD
    for number in range(1, DIGITS):
        fits = number >= last and (filled < BOXES or topped == 0)
        out[at + number] = ONE * fits
        out[at + DIGITS + number] = ONE * (fits and dice > 0 and observation[NUMBERS_AT + number] > 0)
    zero = (filled > 0 and (filled < BOXES or topped == 0)) or (filled == 0 and circle == 0)
    out[at] = ONE * zero
    out[at + DIGITS] = ONE * (zero and dice > 0 and observation[NUMBERS_AT] > 0)
    at += 2 * DIGITS
    for i in range(DIGITS):
        out[at + i] = (last == i + 1) * ONE
    at += DIGITS
    for seat in range(MAX_PLAYERS):
        seat_in_column(observation, seat, color, out, at + seat * SEAT_TOKEN)
    out[TOKEN - 1] = ONE


def seat_in_column(observation: Row, seat: int, color: int, out: Row, at: int) -> None:
    """Write how far a seat's expedition has come."""
    sheet = SEATS_AT + seat * SEAT_SIZE
    filled = observation[sheet + FILLED_IN + color]
    worth = expedition_worth(observation, sheet, color)
    out[at] = observation[sheet + color] * ONE
    out[at + 1] = observation[sheet + TOPS_IN + color] * ONE
    for i in range(BOXES):
        out[at + 2 + i] = (filled > i) * ONE
    out[at + 11] = (filled == 6) * ONE
    out[at + 12] = (filled == 5) * ONE
    for i in range(DIGITS):
        out[at + 13 + i] = (observation[sheet + LAST_IN + color] > i) * ONE
    out[at + 23] = observation[sheet + REWARDED_IN + color] * ONE
    out[at + 24] = max(worth, 0)
    out[at + 25] = max(-worth, 0)
    out[at + 26] = (filled == 8) * ONE
    out[at + 27] = (filled == 0) * ONE


def expedition_worth(observation: Row, sheet: int, color: int) -> int:
    filled = observation[sheet + FILLED_IN + color]
    circle = observation[sheet + color]
    worth = ONLY_A_CIRCLE * circle if filled == 0 else EXPEDITION_VALUES[filled]
    return worth * (1 + circle)


def sheet_worth(observation: Row, seat: int) -> int:
    """Return a seat's points if the game ended now."""
    sheet = SEATS_AT + seat * SEAT_SIZE
    points = ARTIFACT_VALUES[observation[sheet + ARTIFACTS_IN]] + SYMBOL_VALUES[observation[sheet + ARTIFACTS_IN + 1]]
    for color in range(COLUMNS):
        points += expedition_worth(observation, sheet, color)
    for bridge in range(BRIDGES):
        points += observation[sheet + REWARDED_IN + bridge] * BRIDGE_POINTS
    return points


def table_features(observation: Row, out: Row) -> None:
    """Write the TABLE features: dice, bridges, whose turn it is, and how every seat is doing."""
    clear(out, 0, TABLE)
    for number in range(DIGITS):
        out[number] = (observation[NUMBERS_AT + number] > 0) * ONE
    at = DIGITS
    crossed = 0
    for bridge in range(BRIDGES):
        out[at + bridge] = observation[CROSSED_AT + bridge] * ONE
        out[at + BRIDGES + bridge] = observation[FRESH_AT + bridge] * ONE
        crossed += observation[CROSSED_AT + bridge]
    at += 2 * BRIDGES
    for i in range(BRIDGES):
        out[at + i] = (crossed > i) * ONE
    at += BRIDGES
    players = observation[REST_AT + 3]
    for i in range(MAX_PLAYERS):
        out[at + i] = (observation[REST_AT + 1] == i) * ONE
    for i in range(4):
        out[at + 5 + i] = (players == i + 2) * ONE
    out[at + 9] = observation[REST_AT + 2] * ONE
    turn = get16(observation, REST_AT + 4)
    out[at + 10] = min(turn, 255)
    out[at + 11] = min(turn * players, 255)
    at += 12
    own = sheet_worth(observation, 0)
    for seat in range(players):
        seat_at_table(observation, seat, own, out, at + seat * SEAT_TABLE)


def seat_at_table(observation: Row, seat: int, own: int, out: Row, at: int) -> None:
    sheet = SEATS_AT + seat * SEAT_SIZE
    points = sheet_worth(observation, seat)
    lead = own - points
    out[at] = ONE
    out[at + 1] = min(max(points, 0), 255)
    out[at + 2] = min(max(-points, 0), 255)
    out[at + 3] = min(max(lead, 0), 255)
    out[at + 4] = min(max(-lead, 0), 255)
    for i in range(PLACES):
        out[at + 5 + i] = (observation[sheet + ARTIFACTS_IN] > i) * ONE
        out[at + 14 + i] = (observation[sheet + ARTIFACTS_IN + 1] > i) * ONE
    out[at + 23] = observation[sheet + REWARDED_IN + BRIDGES - 2] * ONE
    out[at + 24] = observation[sheet + REWARDED_IN + BRIDGES - 1] * ONE
    out[at + 25] = (lead > 0) * ONE
    out[at + 26] = (seat == 0) * ONE
