"""The rules of the card game, over one row of bytes.

A turn is two actions, PLAY then DRAW. The numbers of actions: 0-59 play that kind of card, 60-119 discard it, 120 draw
from the deck, 121-126 take the top card of a colour's pile. A kind of card is colour * 10 + rank; rank 0 is the wager,
rank r the number r + 1. Only `refusal` checks that an action is legal.

The row:
| offset | bytes | what |
| --- | --- | --- |
| PHASE .. MAX_TURNS | 11 | the head that all games share (`head`) |
| COLORS .. COST | 6 | the box: colours, cards in a hand, numbers and wagers per colour, cards of a long expedition, cost of an expedition |
| TOTALS | 2 x 3 | each seat's points in the rounds finished |
| BARRED, LEFT | 2 | the pile just discarded to (NO_PILE: none), cards left in the deck |
| HEIGHT, PILE | 6, 6 x 12 | discard piles, bottom first |
| HAND | 2 x 8 | hands, in no order; the last place is free while a card must be drawn |
| LAID .. COUNT | 2 x 138 | what both can see of each seat; the second seat's is SIDE bytes after the first's: |
| . LAID, KNOWN | 60 each | of each kind, how many are on its expedition, and how many both know to be in its hand |
| . NEED | 6 | the lowest rank that may still be played on each expedition: 0 while wagers may |
| . SUM, COUNT | 6 each | the sum of numbers, and how many cards are on each expedition |
| DECK | 72 | the deck as dealt, top first; LEFT of them are still there |
"""

from lostcities.games.card.components import BONUS as LONG_BONUS
from lostcities.games.card.components import COLORS as LETTERS
from lostcities.games.card.components import FULL, RANKS
from lostcities.games.card.components import PLAYERS as SEATS
from lostcities.games.head import HEAD, PHASE, PLAYER, ROUND, STARTER, end_turn, match_over, round_over, start_match, start_round
from lostcities.games.kernel import Rng, Row, clear, get24, holds, put24, shuffle, take_out

MAX_COLORS = len(LETTERS)
MAX_HAND = FULL.hand
KINDS = MAX_COLORS * RANKS
PILE_SIZE = FULL.numbers + FULL.wagers

COLORS = HEAD
HAND_SIZE = COLORS + 1
NUMBERS = HAND_SIZE + 1
WAGERS = NUMBERS + 1
LONG = WAGERS + 1
COST = LONG + 1
TOTALS = COST + 1
BARRED = TOTALS + SEATS * 3
LEFT = BARRED + 1
HEIGHT = LEFT + 1
PILE = HEIGHT + MAX_COLORS
HAND = PILE + MAX_COLORS * PILE_SIZE
LAID = HAND + SEATS * MAX_HAND
KNOWN = LAID + KINDS
NEED = KNOWN + KINDS
SUM = NEED + MAX_COLORS
COUNT = SUM + MAX_COLORS
SIDE = COUNT + MAX_COLORS - LAID
DECK = LAID + SEATS * SIDE
ROW = DECK + MAX_COLORS * PILE_SIZE

PLAY = 0
DRAW = 1

NO_PILE = 255

LAY = 0
DISCARD = LAY + KINDS
DRAW_DECK = DISCARD + KINDS
TAKE = DRAW_DECK + 1
ACTIONS = TAKE + MAX_COLORS

# Why an action is refused.
LEGAL = 0
ROUND_OVER = 1
PLAY_FIRST = 2
DRAW_FIRST = 3
NOT_IN_HAND = 4
TOO_LOW = 5
WAGER_TOO_LATE = 6
PILE_EMPTY = 7
JUST_DISCARDED = 8


def deck_size(row: Row) -> int:
    return row[COLORS] * (row[NUMBERS] + row[WAGERS])


def sort_deck(row: Row) -> None:
    """Put every card into the deck once: by colour, wagers first, then numbers ascending."""
    at = DECK
    for color in range(row[COLORS]):
        for _ in range(row[WAGERS]):
            row[at] = color * RANKS
            at += 1
        for rank in range(1, row[NUMBERS] + 1):
            row[at] = color * RANKS + rank
            at += 1


def begin(row: Row) -> None:
    """Start a round with the deck as it is in the row: deal one card at a time, starting with the starter."""
    start_round(row)
    clear(row, BARRED, DECK)
    starter = row[STARTER]
    size = row[HAND_SIZE]
    for i in range(size):
        row[HAND + starter * MAX_HAND + i] = row[DECK + 2 * i]
        row[HAND + (1 - starter) * MAX_HAND + i] = row[DECK + 2 * i + 1]
    row[LEFT] = deck_size(row) - 2 * size
    row[BARRED] = NO_PILE


def deal(row: Row, rng: Rng) -> None:
    """Shuffle all cards and start a round."""
    sort_deck(row)
    shuffle(row, DECK, deck_size(row), rng)
    begin(row)


def hand_size(row: Row, seat: int) -> int:
    """Return how many cards a seat holds: one fewer between its play and its draw."""
    return row[HAND_SIZE] - (row[PHASE] == DRAW and row[PLAYER] == seat)


def fits(row: Row, player: int, card: int) -> bool:
    """Whether the card may go on the player's expedition: higher than the last; a wager before any number."""
    color = card // RANKS
    return card - color * RANKS >= row[NEED + player * SIDE + color]


def may_take(row: Row, color: int) -> bool:
    """Whether the top card of a colour's pile may be drawn: never the card discarded in the same turn."""
    return (row[HEIGHT + color] > 0) & (row[BARRED] != color)


def legal(row: Row, mask: Row) -> None:
    """Set the legal actions in `mask`, which must be all zeros."""
    if row[PHASE] == PLAY:
        player = row[PLAYER]
        for i in range(row[HAND_SIZE]):
            card = row[HAND + player * MAX_HAND + i]
            mask[DISCARD + card] = 1
            if fits(row, player, card):
                mask[LAY + card] = 1
    elif row[PHASE] == DRAW:
        mask[DRAW_DECK] = 1
        for color in range(row[COLORS]):
            if may_take(row, color):
                mask[TAKE + color] = 1


def refusal(row: Row, action: int) -> int:
    """Return why the action is not legal now, or LEGAL."""
    if round_over(row):
        return ROUND_OVER
    if action < DRAW_DECK:
        return refusal_to_play(row, action)
    if row[PHASE] != DRAW:
        return PLAY_FIRST
    if action == DRAW_DECK or may_take(row, action - TAKE):
        return LEGAL
    if row[HEIGHT + action - TAKE] == 0:
        return PILE_EMPTY
    return JUST_DISCARDED


def refusal_to_play(row: Row, action: int) -> int:
    if row[PHASE] != PLAY:
        return DRAW_FIRST
    card = action if action < DISCARD else action - DISCARD
    player = row[PLAYER]
    if not holds(row, HAND + player * MAX_HAND, row[HAND_SIZE], card):
        return NOT_IN_HAND
    if action >= DISCARD or fits(row, player, card):
        return LEGAL
    return TOO_LOW if card % RANKS > 0 else WAGER_TOO_LATE


def apply(row: Row, action: int) -> None:
    """Carry out a legal action."""
    if action < DISCARD:
        play_from_hand(row, action)
        lay(row, action)
    elif action < DRAW_DECK:
        play_from_hand(row, action - DISCARD)
        discard(row, action - DISCARD)
    else:
        draw(row, action)


def play_from_hand(row: Row, card: int) -> None:
    player = row[PLAYER]
    take_out(row, HAND + player * MAX_HAND, row[HAND_SIZE], card)
    known = KNOWN + player * SIDE + card
    row[known] -= row[known] > 0
    row[PHASE] = DRAW


def lay(row: Row, card: int) -> None:
    color = card // RANKS
    rank = card - color * RANKS
    expedition = row[PLAYER] * SIDE + color
    row[LAID + row[PLAYER] * SIDE + card] += 1
    row[COUNT + expedition] += 1
    if rank > 0:
        row[NEED + expedition] = rank + 1
        row[SUM + expedition] += rank + 1


def discard(row: Row, card: int) -> None:
    color = card // RANKS
    row[PILE + color * PILE_SIZE + row[HEIGHT + color]] = card
    row[HEIGHT + color] += 1
    row[BARRED] = color


def draw(row: Row, action: int) -> None:
    player = row[PLAYER]
    if action == DRAW_DECK:
        card = row[DECK + deck_size(row) - row[LEFT]]
        row[LEFT] -= 1
    else:
        color = action - TAKE
        row[HEIGHT + color] -= 1
        card = row[PILE + color * PILE_SIZE + row[HEIGHT + color]]
        row[KNOWN + player * SIDE + card] += 1
    row[HAND + player * MAX_HAND + row[HAND_SIZE] - 1] = card
    row[BARRED] = NO_PILE
    end_turn(row, row[LEFT] == 0)


def expedition_score(row: Row, player: int, color: int, cost: int) -> int:
    """Return what an expedition is worth; `cost` is the row's COST, which a loop over colours reads once (4% faster)."""
    expedition = player * SIDE + color
    cards = row[COUNT + expedition]
    value = 0
    if cards > 0:
        value = (row[SUM + expedition] - cost) * (1 + row[LAID + player * SIDE + color * RANKS])
    if cards >= row[LONG]:
        value += LONG_BONUS
    return value


def score(row: Row, player: int) -> int:
    """Return what the player's expeditions are worth now."""
    cost = row[COST]
    total = 0
    for color in range(row[COLORS]):
        total += expedition_score(row, player, color, cost)
    return total


def settle(row: Row) -> None:
    """Score a finished round: add its scores to the totals and set the next starter, if a round is left."""
    first = score(row, 0)
    second = score(row, 1)
    put24(row, TOTALS, total(row, 0) + first)
    put24(row, TOTALS + 3, total(row, 1) + second)
    row[ROUND] += 1
    if match_over(row):
        return
    if first == second:
        row[STARTER] = 1 - row[STARTER]
    else:
        row[STARTER] = 1 if second > first else 0


def total(row: Row, player: int) -> int:
    """Return the player's points in the settled rounds."""
    return get24(row, TOTALS + 3 * player)


def standing(row: Row, player: int) -> int:
    """Return the points that the player would have if the match ended now."""
    return total(row, player) + score(row, player)


def gain(row: Row, player: int) -> int:
    """Return what a settled round gained the player, for rewards: every round counts by itself."""
    return score(row, player)


def new_match(row: Row, rng: Rng) -> None:
    """Start a match over with the options in the row; the starter is drawn by lot."""
    start_match(row, rng)
    put24(row, TOTALS, 0)
    put24(row, TOTALS + 3, 0)
    deal(row, rng)


def step(row: Row, action: int, rng: Rng) -> None:
    """Carry out a legal action and the next outcome of chance; in this game chance acts only in the deal."""
    apply(row, action)
