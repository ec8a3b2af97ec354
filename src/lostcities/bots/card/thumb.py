"""The rules of thumb of the card game, as kernels over what a seat knows: docs/bots/thumb.md states them in words.

Of equals the first counts: colours in their order, ranks rising.
"""

from lostcities.games.card.components import RANKS
from lostcities.games.card.observation import REST_AT, SIDES_AT, TOP_AT
from lostcities.games.card.rules import COUNT, DISCARD, DRAW_DECK, LAID, LAY, NEED, SIDE, TAKE
from lostcities.games.kernel import Row

NEED_AT = SIDES_AT + NEED - LAID
COUNT_AT = SIDES_AT + COUNT - LAID
DRAW_AT = REST_AT + 1
LEFT_AT = REST_AT + 2
COLORS_AT = REST_AT + 3

ENOUGH = 18
"""What a colour's numbers in hand must sum to, for it to be opened ..."""
PLENTY = 24
"""... and late in the round, or to lay a wager early."""
LATE = 20
"""It is late with fewer cards in the deck."""
GAP = 2
"""How far a number may be above the last one."""
OPENING = 100
"""Opening comes before going on."""

BEGUN = 20
"""How much more a number is worth where the expedition has begun."""
FRESH = 10
WAGER = 3
"""What a wager is worth, as a number."""
NO_CARD = 1 << 20


def thumb(observation: Row, mask: Row) -> int:
    """The action that the rules of thumb choose: one of the mask's."""
    if observation[DRAW_AT]:
        return draw(observation, mask)
    action = lay(observation, mask)
    return action if action >= 0 else discard(observation, mask)


def begun(observation: Row, color: int) -> bool:
    return observation[COUNT_AT + color] > 0


def lowest(observation: Row, color: int) -> int:
    """The rank of the lowest number that the own expedition takes."""
    return max(observation[NEED_AT + color], 1)


def fitting(observation: Row, color: int) -> int:
    """How many numbers in hand the own expedition would take."""
    count = 0
    for rank in range(lowest(observation, color), RANKS):
        count += observation[color * RANKS + rank]
    return count


def next_number(observation: Row, color: int) -> int:
    """The rank of the lowest number in hand that fits; 0: none."""
    for rank in range(lowest(observation, color), RANKS):
        if observation[color * RANKS + rank]:
            return rank
    return 0


def in_hand(observation: Row, color: int) -> int:
    """The sum of a colour's numbers in hand."""
    total = 0
    for rank in range(1, RANKS):
        total += observation[color * RANKS + rank] * (rank + 1)
    return total


def spare_turns(observation: Row) -> int:
    """The turns that are left when every number that fits an expedition already begun has been laid."""
    turns = (observation[LEFT_AT] + 1) // 2
    for color in range(observation[COLORS_AT]):
        if begun(observation, color):
            turns -= fitting(observation, color)
    return turns


def gap(observation: Row, color: int, rank: int) -> int:
    """How far a number is above the last one of the own expedition."""
    return rank + 1 - lowest(observation, color)


def may_open(observation: Row, color: int, spare: int) -> bool:
    """Whether a colour is worth opening: its numbers suffice, and there is time to lay them."""
    wanted = PLENTY if observation[LEFT_AT] < LATE else ENOUGH
    return in_hand(observation, color) >= wanted and fitting(observation, color) < spare


def lay(observation: Row, mask: Row) -> int:
    """A wager, else a colour opened, else the smallest gap; -1: nothing is worth laying."""
    spare = spare_turns(observation)
    best = -1
    smallest = NO_CARD
    for color in range(observation[COLORS_AT]):
        if mask[LAY + color * RANKS] and in_hand(observation, color) >= PLENTY and observation[LEFT_AT] > LATE:
            return LAY + color * RANKS
        rank = next_number(observation, color)
        step = gap(observation, color, rank)
        if rank == 0:
            continue
        if observation[NEED_AT + color] == 0:
            good = begun(observation, color) or may_open(observation, color, spare)
            step -= OPENING
        else:
            good = step <= GAP or spare <= 1
        if good and step < smallest:
            smallest = step
            best = LAY + color * RANKS + rank
    return best


def discard(observation: Row, mask: Row) -> int:
    """The card that is worth least to both."""
    best = 0
    least = NO_CARD
    for color in range(observation[COLORS_AT]):
        for rank in range(RANKS):
            if mask[DISCARD + color * RANKS + rank]:
                worth = card_worth(observation, 0, color, rank) + card_worth(observation, SIDE, color, rank)
                if worth < least:
                    least = worth
                    best = DISCARD + color * RANKS + rank
    return best


def card_worth(observation: Row, side: int, color: int, rank: int) -> int:
    """What a card is worth to one side: nothing if it does not fit, the most where the expedition has begun."""
    if rank < observation[NEED_AT + side + color]:
        return 0
    value = rank + 1 if rank > 0 else WAGER
    if observation[COUNT_AT + side + color] > 0:
        return BEGUN * value * (1 + observation[SIDES_AT + side + color * RANKS])
    return value * (in_hand(observation, color) if side == 0 else FRESH)


def draw(observation: Row, mask: Row) -> int:
    """The pile's top with the smallest gap that could be laid, else the deck."""
    best = DRAW_DECK
    smallest = GAP + 1
    for color in range(observation[COLORS_AT]):
        if mask[TAKE + color] and begun(observation, color):
            rank = observation[TOP_AT + color] - 1
            step = gap(observation, color, rank)
            if rank >= lowest(observation, color) and step < smallest:
                smallest = step
                best = TAKE + color
    return best
