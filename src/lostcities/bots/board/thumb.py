"""The rules of thumb of the board game, as kernels over what a seat knows. docs/bots/thumb.md states them in words.

Ties go to the first candidate: colours in their order, numbers ascending.
"""

from lostcities.games.board.components import NUMBERS, PATHS
from lostcities.games.board.observation import REST_AT, SEAT_SIZE, SEATS_AT, TOP_AT
from lostcities.games.board.rules import (
    DISCARD,
    DOWN,
    DRAW_DECK,
    GO_ON,
    LAID,
    LAST,
    MOVE,
    MOVE_NONE,
    OPEN_EXPLORER,
    OPEN_SCIENTIST,
    STEP,
    TAKE,
    TREND,
    UP,
)
from lostcities.games.kernel import Row

STEP_AT = SEATS_AT + STEP - LAID
LAST_AT = SEATS_AT + LAST - LAID
TREND_AT = SEATS_AT + TREND - LAID
ADVANCE_AT = REST_AT + 1
DRAW_AT = REST_AT + 2
LEFT_AT = REST_AT + 3
PLAYERS_AT = REST_AT + 5
EITHER_AT = REST_AT + 8

GAP = 2
"""How far a number may be from the previous one."""
LOW = 3
"""The highest number that opens a path; where paths may descend, equally far from the top."""
PAIR = 2
"""Cards of a colour in hand that are needed to open its path ..."""
MANY = 3
"""... and to open it with the scientist."""
LATE = 4
"""With fewer turns left no path is opened: it would stay a loss."""

OWN = 20
"""The worth of a card that the seat's own path takes,"""
OTHERS = 8
"""of one that an opponent's path takes,"""
FRESH = 4
"""and of one in a colour that is not started; how many are held and how low it is are added."""
NO_CARD = 1 << 20


def thumb(observation: Row, mask: Row) -> int:
    """Return the action that the rules of thumb choose, one of the mask's."""
    if observation[ADVANCE_AT]:
        return advance(observation, mask)
    if observation[DRAW_AT]:
        return draw(observation, mask)
    action = go_on(observation, mask)
    if action < 0:
        action = open_path(observation, mask)
    return action if action >= 0 else discard(observation, mask)


def turns(observation: Row) -> int:
    """Return how many turns this seat has after this one, if everyone draws from the deck."""
    return observation[LEFT_AT] // observation[PLAYERS_AT]


def fits(observation: Row, seat: int, color: int, number: int) -> bool:
    """Whether a number may go on a seat's path, which has been started."""
    path = seat * SEAT_SIZE + color
    last = observation[LAST_AT + path]
    trend = observation[TREND_AT + path]
    return number == last or (number > last and trend != DOWN) or (number < last and trend != UP)


def gap(observation: Row, color: int, number: int) -> int:
    """Return how far a number is from the last one on the seat's own path."""
    last = observation[LAST_AT + color]
    return number - last if number > last else last - number


def held(observation: Row, color: int) -> int:
    """Return how many cards of a colour are in hand."""
    count = 0
    for card in range(color * NUMBERS, color * NUMBERS + NUMBERS):
        count += observation[card]
    return count


def go_on(observation: Row, mask: Row) -> int:
    """Return the card with the smallest gap; any gap will do once there are as many such cards as turns. -1: none."""
    waiting = 0
    for card in range(PATHS * NUMBERS):
        waiting += mask[GO_ON + card]
    smallest = NO_CARD if waiting >= turns(observation) else GAP + 1
    best = -1
    for color in range(PATHS):
        for number in range(NUMBERS):
            card = color * NUMBERS + number
            if mask[GO_ON + card] and gap(observation, color, number) < smallest:
                smallest = gap(observation, color, number)
                best = GO_ON + card
    return best


def open_path(observation: Row, mask: Row) -> int:
    """Open the path of the colour with the most cards in hand; -1: none is worth opening."""
    best = -1
    most = PAIR - 1
    if turns(observation) < LATE:
        return best
    for color in range(PATHS):
        count = held(observation, color)
        number = opening_number(observation, color)
        if observation[STEP_AT + color] == 0 and count > most and number < NUMBERS:
            action = opening(mask, color * NUMBERS + number, count)
            if action >= 0:
                most = count
                best = action
    return best


def opening_number(observation: Row, color: int) -> int:
    """Return the lowest number in hand to open a path with; NUMBERS: none is low enough."""
    for number in range(LOW + 1):
        if observation[color * NUMBERS + number]:
            return number
    if observation[EITHER_AT]:
        for back in range(LOW + 1):
            number = NUMBERS - 1 - back
            if observation[color * NUMBERS + number]:
                return number
    return NUMBERS


def opening(mask: Row, card: int, count: int) -> int:
    """Return how to open a path: with the scientist if many cards are held or no explorer is left. -1: nobody is left."""
    if mask[OPEN_SCIENTIST + card] and (count >= MANY or mask[OPEN_EXPLORER + card] == 0):
        return OPEN_SCIENTIST + card
    return OPEN_EXPLORER + card if mask[OPEN_EXPLORER + card] else -1


def discard(observation: Row, mask: Row) -> int:
    """Return the discard that is worth least. Dead cards are worth nothing and go first."""
    best = 0
    least = NO_CARD
    for color in range(PATHS):
        for number in range(NUMBERS):
            if mask[DISCARD + color * NUMBERS + number]:
                worth = card_worth(observation, color, number)
                if worth < least:
                    least = worth
                    best = DISCARD + color * NUMBERS + number
    return best


def card_worth(observation: Row, color: int, number: int) -> int:
    """Return what a card is worth to this seat and to the others."""
    worth = 0
    if observation[STEP_AT + color] == 0:
        worth = FRESH + held(observation, color) + NUMBERS - number
    elif fits(observation, 0, color, number):
        worth = OWN
    for seat in range(1, observation[PLAYERS_AT]):
        if observation[STEP_AT + seat * SEAT_SIZE + color] > 0 and fits(observation, seat, color, number):
            worth += OTHERS
    return worth


def draw(observation: Row, mask: Row) -> int:
    """Return the draw of the playable top card with the smallest gap, or else of the deck."""
    best = DRAW_DECK
    smallest = GAP + 1
    for color in range(PATHS):
        if mask[TAKE + color] and observation[STEP_AT + color] > 0:
            number = max(observation[TOP_AT + color], 1) - 1
            if fits(observation, 0, color, number) and gap(observation, color, number) < smallest:
                smallest = gap(observation, color, number)
                best = TAKE + color
    return best


def advance(observation: Row, mask: Row) -> int:
    """Move the foremost figure."""
    best = MOVE_NONE
    foremost = 0
    for color in range(PATHS):
        if mask[MOVE + color] and observation[STEP_AT + color] > foremost:
            foremost = observation[STEP_AT + color]
            best = MOVE + color
    return best
