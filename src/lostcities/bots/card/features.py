"""The input of a network for the card game: the observation, arranged in one token per colour and one for the table.

A feature is a byte, and ONE stands for 1.0. Every colour's token is written by the same rule, so that a network with
the same weights for every token cannot tell the colours apart.
"""

from lostcities.games.card.components import BONUS, COST, RANKS
from lostcities.games.card.observation import BARRED_AT, DISCARDS_AT, REST_AT, SECOND_AT, SIDES_AT, TOP_AT
from lostcities.games.card.rules import ACTIONS, DISCARD, DRAW_DECK, LAY, SIDE, TAKE
from lostcities.games.kernel import Row, clear, get16

VERSION = 1
ONE = 16
TOKENS = 6
TOKEN = 136
"""Features of a colour's token; the last one says that the colour is in play."""
TABLE = 112
"""Features of the table. Both sizes are padded with zeros to multiples of 8, which a GPU multiplies fastest."""

HANDS = 1
BELIEFS = HANDS * RANKS

TOKEN_ACTIONS = tuple(
    (*(LAY + color * RANKS + rank for rank in range(RANKS)), *(DISCARD + color * RANKS + rank for rank in range(RANKS)), TAKE + color)
    for color in range(TOKENS)
)
TABLE_ACTIONS = (DRAW_DECK,)
assert sorted(sum(TOKEN_ACTIONS, TABLE_ACTIONS)) == list(range(ACTIONS))

KNOWN_IN = 60
NEED_IN = 120
SUM_IN = 126
COUNT_IN = 132
FULL_DECK = 56
LONG = 8
STEPS = (-80, -50, -30, -15, -5, 5, 15, 30, 50, 80)
"""Leads that are features of their own: the network is told which of them are exceeded."""


def token_features(observation: Row, color: int, out: Row) -> None:
    """Write the TOKEN features of a colour: all zeros for one that is not in play."""
    clear(out, 0, TOKEN)
    if color >= observation[REST_AT + 3]:
        return
    out[TOKEN - 1] = ONE
    first = color * RANKS
    own = SIDES_AT
    other = SIDES_AT + SIDE
    own_need = observation[own + NEED_IN + color]
    other_need = observation[other + NEED_IN + color]
    top = observation[TOP_AT + color]
    second = observation[SECOND_AT + color]
    for rank in range(RANKS):
        kind = first + rank
        held = observation[kind] * ONE
        out[rank] = held
        out[RANKS + rank] = observation[own + kind] * ONE
        out[2 * RANKS + rank] = observation[other + kind] * ONE
        out[3 * RANKS + rank] = observation[own + KNOWN_IN + kind] * ONE
        out[4 * RANKS + rank] = observation[other + KNOWN_IN + kind] * ONE
        out[5 * RANKS + rank] = observation[DISCARDS_AT + kind] * ONE
        out[6 * RANKS + rank] = (top == rank + 1) * ONE
        out[7 * RANKS + rank] = (second == rank + 1) * ONE
        out[8 * RANKS + rank] = held * (rank >= own_need)
        out[9 * RANKS + rank] = held * (rank >= other_need)
    at = 10 * RANKS
    out[at] = observation[BARRED_AT + color] * ONE
    out[at + 1] = (top > own_need) * ONE
    out[at + 2] = (top > other_need) * ONE
    out[at + 3] = (second > own_need) * ONE
    out[at + 4] = (second > other_need) * ONE
    outlook(observation, color, own_need, out, at + 5)
    outlook(observation, color, other_need, out, at + 8)
    prospects(observation, color, out, at + 11)
    expedition(observation, own, color, out, at + 13)
    expedition(observation, other, color, out, at + 23)


def outlook(observation: Row, color: int, need: int, out: Row, at: int) -> None:
    """Write the cards that nobody has shown and that would still fit: wagers, how many numbers, and their sum."""
    own = SIDES_AT
    other = SIDES_AT + SIDE
    count = 0
    total = 0
    for rank in range(max(need, 1), RANKS):
        kind = color * RANKS + rank
        seen = observation[kind] + observation[own + kind] + observation[other + kind]
        seen += observation[other + KNOWN_IN + kind] + observation[DISCARDS_AT + kind]
        if seen == 0:
            count += 1
            total += rank + 1
    wager = color * RANKS
    seen = observation[wager] + observation[own + wager] + observation[other + wager]
    seen += observation[other + KNOWN_IN + wager] + observation[DISCARDS_AT + wager]
    out[at] = (need == 0) * max(3 - seen, 0) * ONE
    out[at + 1] = count * 4
    out[at + 2] = total


def prospects(observation: Row, color: int, out: Row, at: int) -> None:
    """Write how many numbers in hand still fit the seat's own expedition, and their sum."""
    count = 0
    total = 0
    for rank in range(max(observation[SIDES_AT + NEED_IN + color], 1), RANKS):
        held = observation[color * RANKS + rank]
        count += held
        total += held * (rank + 1)
    out[at] = count * 8
    out[at + 1] = total


def expedition(observation: Row, side: int, color: int, out: Row, at: int) -> None:
    """Write one side's expedition: whether it is started, its cards, its score."""
    count = observation[side + COUNT_IN + color]
    need = observation[side + NEED_IN + color]
    worth = expedition_worth(observation, side, color)
    out[at] = (count > 0) * ONE
    out[at + 1] = count * 4
    out[at + 2] = observation[side + SUM_IN + color]
    out[at + 3] = max(worth, 0)
    out[at + 4] = max(-worth, 0)
    out[at + 5] = (count >= LONG) * ONE
    out[at + 6] = (count == LONG - 1) * ONE
    out[at + 7] = (count == LONG - 2) * ONE
    out[at + 8] = need * 2
    out[at + 9] = (need == 0) * ONE


def expedition_worth(observation: Row, side: int, color: int) -> int:
    count = observation[side + COUNT_IN + color]
    if count == 0:
        return 0
    worth = (observation[side + SUM_IN + color] - COST) * (1 + observation[side + color * RANKS])
    return worth + BONUS * (count >= LONG)


def table_features(observation: Row, out: Row) -> None:
    """Write the TABLE features: cards left, the phase, the box, the match and its score."""
    clear(out, 0, TABLE)
    left = observation[REST_AT + 2]
    for i in range(FULL_DECK):
        out[i] = (left > i) * ONE
    at = FULL_DECK
    out[at] = observation[REST_AT + 1] * ONE
    colors = observation[REST_AT + 3]
    out[at + 1] = (colors == 5) * ONE
    out[at + 2] = (colors == 6) * ONE
    rounds_left = observation[REST_AT + 5] - observation[REST_AT + 4] - 1
    for i in range(5):
        out[at + 3 + i] = (rounds_left == i) * ONE
    turn = get16(observation, REST_AT + 6)
    out[at + 8] = min(turn // 4, 255)
    out[at + 9] = (turn >= 120) * ONE
    out[at + 10] = (turn >= 200) * ONE
    own = 0
    other = 0
    for color in range(TOKENS):
        own += expedition_worth(observation, SIDES_AT, color)
        other += expedition_worth(observation, SIDES_AT + SIDE, color)
    margin = get16(observation, REST_AT + 10) - 32768
    balance(own, out, at + 11)
    balance(other, out, at + 13)
    leads(margin, out, at + 15)
    leads(own - other, out, at + 28)
    leads(margin + own - other, out, at + 41)


def balance(points: int, out: Row, at: int) -> None:
    """Write points that may be negative, as two features."""
    out[at] = min(max(points, 0), 255)
    out[at + 1] = min(max(-points, 0), 255)


def leads(points: int, out: Row, at: int) -> None:
    """Write a lead: the points, and which of the STEPS it exceeds."""
    balance(points // 2, out, at)
    out[at + 2] = (points > 0) * ONE
    for i in range(len(STEPS)):
        out[at + 3 + i] = (points > STEPS[i]) * ONE
