"""The input of a network for the board game: the observation, arranged in one token per path and one for the table.

A feature is a byte, and ONE stands for 1.0. Seats count clockwise from the observing seat.
"""

from lostcities.games.board.components import EXPLORERS, MAX_PLAYERS, NUMBERS, PATHS, STEP_VALUES, STEPS
from lostcities.games.board.observation import BARRED_AT, DISCARDS_AT, REST_AT, SEAT_SIZE, SEATS_AT, SECOND_AT, TILES_AT, TOP_AT
from lostcities.games.board.rules import (
    ACTIONS,
    DISCARD,
    DOWN,
    DRAW_DECK,
    GO_ON,
    MOVE,
    MOVE_NONE,
    OPEN_EXPLORER,
    OPEN_SCIENTIST,
    TAKE,
    TILE_STEPS,
    UP,
)
from lostcities.games.kernel import Row, clear, get16

VERSION = 1
ONE = 16
TOKENS = 5
TOKEN = 320
"""Features of a path's token; the last one says that the path is in play, as all are."""
TABLE = 152
"""Features of the table. Both sizes are padded with zeros to multiples of 8, which a GPU multiplies fastest."""


HANDS = MAX_PLAYERS - 1
BELIEFS = HANDS * NUMBERS


def numbers_of(color: int, first: int) -> range:
    return range(first + color * NUMBERS, first + color * NUMBERS + NUMBERS)


TOKEN_ACTIONS = tuple(
    (
        *numbers_of(color, GO_ON),
        *numbers_of(color, OPEN_EXPLORER),
        *numbers_of(color, OPEN_SCIENTIST),
        *numbers_of(color, DISCARD),
        TAKE + color,
        MOVE + color,
    )
    for color in range(TOKENS)
)
TABLE_ACTIONS = (DRAW_DECK, MOVE_NONE)
assert sorted(sum(TOKEN_ACTIONS, TABLE_ACTIONS)) == list(range(ACTIONS))

KNOWN_IN = 55
STEP_IN = 110
LAST_IN = 115
TREND_IN = 120
SCIENTIST_IN = 125
POINTS_IN = 126
ARTIFACTS_IN = 130

TILE_KINDS = 5
SEAT_TOKEN = 48
SEAT_TABLE = 25
DECK_STEPS = 24
TRACK = 16


def follows(observation: Row, seat: int, color: int, number: int) -> bool:
    """Whether a number may be played on a seat's path: always, before the path is started."""
    side = SEATS_AT + seat * SEAT_SIZE
    last = observation[side + LAST_IN + color]
    trend = observation[side + TREND_IN + color]
    if observation[side + STEP_IN + color] == 0 or number == last:
        return True
    if number > last:
        return trend != DOWN
    return observation[REST_AT + 8] == 1 and trend != UP


def token_features(observation: Row, color: int, out: Row) -> None:
    """Write the TOKEN features of a path."""
    clear(out, 0, TOKEN)
    first = color * NUMBERS
    top = observation[TOP_AT + color]
    second = observation[SECOND_AT + color]
    for number in range(NUMBERS):
        kind = first + number
        held = observation[kind]
        seen = held + observation[DISCARDS_AT + kind]
        for seat in range(MAX_PLAYERS):
            side = SEATS_AT + seat * SEAT_SIZE
            seen += observation[side + kind] + (seat > 0) * observation[side + KNOWN_IN + kind]
        out[number] = held * ONE
        out[NUMBERS + number] = held * ONE * follows(observation, 0, color, number)
        out[2 * NUMBERS + number] = observation[DISCARDS_AT + kind] * ONE
        out[3 * NUMBERS + number] = (top == number + 1) * ONE
        out[4 * NUMBERS + number] = (second == number + 1) * ONE
        out[5 * NUMBERS + number] = max(2 - seen, 0) * ONE
    at = 6 * NUMBERS
    out[at] = observation[BARRED_AT + color] * ONE
    for seat in range(MAX_PLAYERS):
        out[at + 1 + seat] = ONE * (top > 0 and follows(observation, seat, color, max(top, 1) - 1))
        out[at + 5 + seat] = ONE * (second > 0 and follows(observation, seat, color, max(second, 1) - 1))
    for step in range(1, STEPS + 1):
        tile = observation[TILES_AT + color * TILE_STEPS + step]
        if tile > 0:
            out[at + 9 + (step - 1) * TILE_KINDS + tile - 1] = ONE
    at += 9 + STEPS * TILE_KINDS
    ahead = observation[TILES_AT + color * TILE_STEPS + min(observation[SEATS_AT + STEP_IN + color] + 1, STEPS)]
    for kind in range(TILE_KINDS):
        out[at + kind] = (ahead == kind + 1) * ONE
    for seat in range(MAX_PLAYERS):
        seat_on_path(observation, seat, color, out, at + TILE_KINDS + seat * SEAT_TOKEN)
    out[TOKEN - 1] = ONE


def seat_on_path(observation: Row, seat: int, color: int, out: Row, at: int) -> None:
    """Write what a seat has done on one path: its cards, its figure, and where the figure would go."""
    side = SEATS_AT + seat * SEAT_SIZE
    step = observation[side + STEP_IN + color]
    for number in range(NUMBERS):
        out[at + number] = observation[side + color * NUMBERS + number] * ONE
        out[at + NUMBERS + number] = observation[side + KNOWN_IN + color * NUMBERS + number] * ONE
        out[at + 2 * NUMBERS + number] = (step > 0 and observation[side + LAST_IN + color] == number) * ONE
    out[at + 33] = (step == 0) * ONE
    for i in range(STEPS):
        out[at + 34 + i] = (step > i) * ONE
    out[at + 43] = (observation[side + TREND_IN + color] == UP) * ONE
    out[at + 44] = (observation[side + TREND_IN + color] == DOWN) * ONE
    out[at + 45] = (observation[side + SCIENTIST_IN] == color + 1) * ONE
    worth = STEP_VALUES[step]
    out[at + 46] = max(worth, 0)
    out[at + 47] = max(-worth, 0)


def table_features(observation: Row, out: Row) -> None:
    """Write the TABLE features: the phase, cards left, the box, the match, and how every seat is doing."""
    clear(out, 0, TABLE)
    left = observation[REST_AT + 3]
    rounds = observation[REST_AT + 7]
    rounds_left = rounds - observation[REST_AT + 6] - 1
    players = observation[REST_AT + 5]
    out[0] = observation[REST_AT + 1] * ONE
    out[1] = observation[REST_AT + 2] * ONE
    out[2] = min(left * 2, 255)
    for i in range(DECK_STEPS):
        out[3 + i] = (left > i * i // 6) * ONE
    at = 3 + DECK_STEPS
    for i in range(5):
        out[at + i] = (observation[REST_AT + 4] == i) * ONE
    for i in range(3):
        out[at + 5 + i] = (players == i + 2) * ONE
        out[at + 8 + i] = (rounds_left == i) * ONE
        out[at + 11 + i] = observation[REST_AT + 8 + i] * ONE
    out[at + 14] = (rounds_left > 2) * ONE
    out[at + 15] = (rounds == 1) * ONE
    turn = get16(observation, REST_AT + 11)
    out[at + 16] = min(turn // 4, 255)
    out[at + 17] = (turn >= 200) * ONE
    used = 0
    for color in range(PATHS):
        used += observation[SEATS_AT + STEP_IN + color] > 0
    scientist = observation[SEATS_AT + SCIENTIST_IN] > 0
    out[at + 18] = (EXPLORERS - used + scientist) * 4
    out[at + 19] = scientist * ONE
    own = standing(observation, 0)
    for seat in range(players):
        seat_at_table(observation, seat, own, out, at + 24 + seat * SEAT_TABLE)


def standing(observation: Row, seat: int) -> int:
    """Return a seat's points if the expedition ended now, without its artefacts."""
    side = SEATS_AT + seat * SEAT_SIZE
    points = get16(observation, side + POINTS_IN)
    for color in range(PATHS):
        worth = STEP_VALUES[observation[side + STEP_IN + color]]
        points += 2 * worth if observation[side + SCIENTIST_IN] == color + 1 else worth
    return max(points, 0)


def seat_at_table(observation: Row, seat: int, own: int, out: Row, at: int) -> None:
    side = SEATS_AT + seat * SEAT_SIZE
    points = standing(observation, seat)
    artifacts = get16(observation, side + ARTIFACTS_IN)
    lead = own - points
    out[at] = ONE
    out[at + 1] = min(points // 2, 255)
    out[at + 2] = min(get16(observation, side + POINTS_IN) // 2, 255)
    out[at + 3] = min(max(lead, 0), 255)
    out[at + 4] = min(max(-lead, 0), 255)
    out[at + 5] = (lead > 0) * ONE
    out[at + 6] = (lead > 25) * ONE
    out[at + 7] = (lead < -25) * ONE
    out[at + 8] = min(artifacts * 2, 255)
    for i in range(TRACK):
        out[at + 9 + i] = (artifacts > i) * ONE
