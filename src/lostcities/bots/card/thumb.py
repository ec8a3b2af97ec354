"""The rules of thumb of the card game, as kernels over what a seat knows. docs/bots/thumb.md states them in words.

Ties go to the first candidate: colours in their order, ranks ascending.
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
"""What the numbers of a colour in hand must add up to before it is opened ..."""
PLENTY = 24
"""... and late in the round, or before a wager is played early."""
LATE = 20
"""With fewer cards in the deck than this, it is late."""
GAP = 2
"""How far a number may be above the previous one."""
OPENING = 100
"""Opening comes before continuing."""

BEGUN = 20
"""How much more a number is worth if its expedition is started."""
FRESH = 10
WAGER = 3
"""What a wager is worth, compared with numbers."""
NO_CARD = 1 << 20


def thumb(observation: Row, mask: Row) -> int:
    """Return the action that the rules of thumb choose, one of the mask's."""
    if observation[DRAW_AT]:
        return draw(observation, mask)
    action = lay(observation, mask)
    return action if action >= 0 else discard(observation, mask)


def begun(observation: Row, color: int) -> bool:
    return observation[COUNT_AT + color] > 0


def lowest(observation: Row, color: int) -> int:
    """Return the rank of the lowest number that the seat's own expedition takes."""
    return max(observation[NEED_AT + color], 1)


def fitting(observation: Row, color: int) -> int:
    """Return how many numbers in hand the seat's own expedition would take."""
    count = 0
    for rank in range(lowest(observation, color), RANKS):
        count += observation[color * RANKS + rank]
    return count


def next_number(observation: Row, color: int) -> int:
    """Return the rank of the lowest number in hand that fits; 0: none."""
    for rank in range(lowest(observation, color), RANKS):
        if observation[color * RANKS + rank]:
            return rank
    return 0


def in_hand(observation: Row, color: int) -> int:
    """Return the sum of a colour's numbers in hand."""
    total = 0
    for rank in range(1, RANKS):
        total += observation[color * RANKS + rank] * (rank + 1)
    return total


def spare_turns(observation: Row) -> int:
    """Return the turns left after every number that fits a started expedition has been played."""
    turns = (observation[LEFT_AT] + 1) // 2
    for color in range(observation[COLORS_AT]):
        if begun(observation, color):
            turns -= fitting(observation, color)
    return turns


def gap(observation: Row, color: int, rank: int) -> int:
    """Return how far a number is above the last one of the seat's own expedition."""
    return rank + 1 - lowest(observation, color)


def may_open(observation: Row, color: int, spare: int) -> bool:
    """Whether a colour is worth opening: its numbers add up to enough, and there is time to play them."""
    wanted = PLENTY if observation[LEFT_AT] < LATE else ENOUGH
    return in_hand(observation, color) >= wanted and fitting(observation, color) < spare


def lay(observation: Row, mask: Row) -> int:
    """Choose a wager, or else a colour to open, or else the smallest gap; -1: nothing is worth playing."""
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
    """Return the discard that is worth least to both sides."""
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
    """Return what a card is worth to one side: nothing if it does not fit, most if the expedition is started."""
    if rank < observation[NEED_AT + side + color]:
        return 0
    value = rank + 1 if rank > 0 else WAGER
    if observation[COUNT_AT + side + color] > 0:
        return BEGUN * value * (1 + observation[SIDES_AT + side + color * RANKS])
    return value * (in_hand(observation, color) if side == 0 else FRESH)


def draw(observation: Row, mask: Row) -> int:
    """Return the draw of the playable top card with the smallest gap, or else of the deck."""
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
