"""The rules of the roll & write game, over one row of bytes.

A turn begins with a ROLL, which is chance. Then the roller, and after it every other player clockwise, decides: DICE
(which two dice, or none), then ADVANCE as often as arrow boxes give one. The numbers of actions: 0-59 take colour * 10
+ number, 60 pass, 61-66 advance that expedition, 67 advance none. Only `refusal` checks that an action is legal.

The row:
| offset | bytes | what |
| --- | --- | --- |
| PHASE .. MAX_TURNS | 11 | the head that all games share (`head`) |
| ROLLER | 1 | who rolled |
| LEFT, COLOR_DICE, NUMBER_DICE | 1 + 3 + 3 | the dice that can be taken: the first LEFT of each kind |
| CROSSED, FRESH | 1 + 1 | a bit per bridge: crossed by anyone, and first crossed in this turn |
| REWARDED | 8 | for each bridge, a bit for each seat that got the 20 points |
| CIRCLES, TOPS | 5 each | for each seat, a bit per expedition: circle marked, small artefact on top marked |
| ARTIFACTS, SYMBOLS | 5 each | for each seat, how many are filled |
| FILLED, LAST | 5 x 6 each | for each seat, how many boxes of each expedition are filled, and the last number; 0: none |
| BOX | 5 x 54 | the numbers in them; 10 is written for a 0 |
"""

from lostcities.games.head import (
    HEAD,
    PHASE,
    PLAYER,
    PLAYERS,
    ROUND,
    STARTER,
    end_turn,
    match_over,
    round_over,
    seat_after,
    start_match,
    start_round,
)
from lostcities.games.kernel import Rng, Row, below, clear
from lostcities.games.roll.components import (
    ARROW,
    ARTIFACT,
    ARTIFACT_BRIDGE,
    ARTIFACT_VALUES,
    BOXES,
    BRIDGE,
    BRIDGE_POINTS,
    BRIDGES,
    COLUMNS,
    DICE,
    DIGITS,
    EXPEDITION_VALUES,
    MAX_PLAYERS,
    ONLY_A_CIRCLE,
    PLACES,
    SPECIAL_BOXES,
    SYMBOL_BRIDGE,
    SYMBOL_VALUES,
)

SHEET_BOXES = COLUMNS * BOXES

ROLLER = HEAD
LEFT = ROLLER + 1
COLOR_DICE = LEFT + 1
NUMBER_DICE = COLOR_DICE + DICE
CROSSED = NUMBER_DICE + DICE
FRESH = CROSSED + 1
REWARDED = FRESH + 1
CIRCLES = REWARDED + BRIDGES
TOPS = CIRCLES + MAX_PLAYERS
ARTIFACTS = TOPS + MAX_PLAYERS
SYMBOLS = ARTIFACTS + MAX_PLAYERS
FILLED = SYMBOLS + MAX_PLAYERS
LAST = FILLED + MAX_PLAYERS * COLUMNS
BOX = LAST + MAX_PLAYERS * COLUMNS
ROW = BOX + MAX_PLAYERS * SHEET_BOXES

ROLL = 0
TAKE = 1
ADVANCE = 2

ALL_BRIDGES = (1 << BRIDGES) - 1
NUMBERS_1_TO_9 = 0b1111111110

TAKE_NONE = COLUMNS * DIGITS
MOVE = TAKE_NONE + 1
MOVE_NONE = MOVE + COLUMNS
ACTIONS = MOVE_NONE + 1

# Why an action is refused.
LEGAL = 0
ROUND_OVER = 1
TAKE_FIRST = 2
ADVANCE_FIRST = 3
NO_COLOR_DIE = 4
NO_NUMBER_DIE = 5
CIRCLE_MARKED = 6
TOO_LOW = 7
TOP_MARKED = 8
ROLL_FIRST = 9


def begin(row: Row) -> None:
    """Start the game with empty sheets; the starter is about to roll."""
    start_round(row)
    clear(row, ROLLER, ROW)
    row[ROLLER] = row[STARTER]


def set_dice(row: Row, colors: int, numbers: int) -> None:
    """Begin a turn with a roll: three colours read as digits in base 6, three numbers as digits in base 10."""
    for i in range(DICE - 1, -1, -1):
        row[COLOR_DICE + i] = colors % COLUMNS
        row[NUMBER_DICE + i] = numbers % DIGITS
        colors //= COLUMNS
        numbers //= DIGITS
    row[LEFT] = DICE
    row[PHASE] = TAKE


def roll(row: Row, rng: Rng) -> None:
    set_dice(row, below(rng, 216), below(rng, 1000))


def deal(row: Row, rng: Rng) -> None:
    """Start the game and roll for the first turn."""
    begin(row)
    roll(row, rng)


def open_numbers(row: Row, player: int, color: int) -> int:
    """Return the numbers that the player can enter in an expedition, as bits; 0 marks a circle or counts as 10.

    It has no branches: what is legal is too random to be predicted, and this is the innermost part of random play.
    """
    column = player * COLUMNS + color
    last = row[LAST + column]
    zero = (last > 0) | (((row[CIRCLES + player] >> color) & 1) == 0)
    return (((NUMBERS_1_TO_9 << (last - (last > 0))) & NUMBERS_1_TO_9) | zero) * may_move(row, player, color)


def entry_refusal(row: Row, player: int, color: int, number: int) -> int:
    """Return why the player cannot enter a number in an expedition, or LEGAL."""
    if (open_numbers(row, player, color) >> number) & 1:
        return LEGAL
    if row[FILLED + player * COLUMNS + color] == 0:
        return CIRCLE_MARKED
    return TOO_LOW if may_move(row, player, color) else TOP_MARKED


def may_move(row: Row, player: int, color: int) -> bool:
    """Whether an expedition has anything left to fill: a box, or the small artefact on top."""
    return (row[FILLED + player * COLUMNS + color] < BOXES) | (((row[TOPS + player] >> color) & 1) == 0)


def can_advance(row: Row, player: int) -> bool:
    for color in range(COLUMNS):
        if may_move(row, player, color):
            return True
    return False


def legal(row: Row, mask: Row) -> None:
    """Set the legal actions in `mask`, which must be all zeros."""
    player = row[PLAYER]
    if row[PHASE] == TAKE:
        mask[TAKE_NONE] = 1
        for i in range(row[LEFT]):
            color = row[COLOR_DICE + i]
            numbers = open_numbers(row, player, color)
            for j in range(row[LEFT]):
                number = row[NUMBER_DICE + j]
                mask[color * DIGITS + number] = (numbers >> number) & 1
    elif row[PHASE] == ADVANCE:
        mask[MOVE_NONE] = 1
        for color in range(COLUMNS):
            mask[MOVE + color] = may_move(row, player, color)


def refusal(row: Row, action: int) -> int:
    """Return why the action is not legal now, or LEGAL."""
    phase = row[PHASE]
    if round_over(row):
        return ROUND_OVER
    if phase == ROLL:
        return ROLL_FIRST
    if action < MOVE:
        return refusal_to_take(row, action) if phase == TAKE else ADVANCE_FIRST
    if phase == TAKE:
        return TAKE_FIRST
    if action == MOVE_NONE or may_move(row, row[PLAYER], action - MOVE):
        return LEGAL
    return TOP_MARKED


def refusal_to_take(row: Row, action: int) -> int:
    if action == TAKE_NONE:
        return LEGAL
    color = action // DIGITS
    number = action - color * DIGITS
    if not shows(row, COLOR_DICE, color):
        return NO_COLOR_DIE
    if not shows(row, NUMBER_DICE, number):
        return NO_NUMBER_DIE
    return entry_refusal(row, row[PLAYER], color, number)


def shows(row: Row, dice: int, face: int) -> bool:
    """Whether one of the dice that can be taken shows a face."""
    for i in range(row[LEFT]):
        if row[dice + i] == face:
            return True
    return False


def apply(row: Row, action: int) -> None:
    """Carry out a legal action. The next turn is not rolled here."""
    row[PHASE] = TAKE
    if action == TAKE_NONE:
        fill_symbol(row)
    elif action < TAKE_NONE:
        take(row, action)
    elif action < MOVE_NONE:
        advance(row, action - MOVE)
    if row[PHASE] != ADVANCE:
        pass_on(row)


def take(row: Row, action: int) -> None:
    color = action // DIGITS
    number = action - color * DIGITS
    if row[PLAYER] == row[ROLLER]:  # only dice taken by the roller are removed
        remove_die(row, COLOR_DICE, color)
        remove_die(row, NUMBER_DICE, number)
        row[LEFT] -= 1
    enter(row, color, number)


def remove_die(row: Row, dice: int, face: int) -> None:
    """Remove the first die that shows the face, and move the others up."""
    gone = 0
    for i in range(dice, dice + DICE - 1):
        gone |= row[i] == face
        row[i] = row[i + gone]


def enter(row: Row, color: int, number: int) -> None:
    player = row[PLAYER]
    filled = row[FILLED + player * COLUMNS + color]
    if filled == 0 and number == 0:
        row[CIRCLES + player] |= 1 << color
    elif filled == BOXES:
        mark_top(row, color)
    else:
        write(row, color, DIGITS if number == 0 else number)


def advance(row: Row, color: int) -> None:
    """Carry out an arrow: repeat the last number, begin with a 1, or mark the small artefact on top."""
    player = row[PLAYER]
    filled = row[FILLED + player * COLUMNS + color]
    if filled == BOXES:
        mark_top(row, color)
    elif filled == 0:
        write(row, color, 1)
    else:
        write(row, color, row[LAST + player * COLUMNS + color])


def mark_top(row: Row, color: int) -> None:
    row[TOPS + row[PLAYER]] |= 1 << color
    fill_artifact(row)


def write(row: Row, color: int, value: int) -> None:
    """Write a number in the next box of an expedition, and do what is printed there."""
    player = row[PLAYER]
    column = player * COLUMNS + color
    filled = row[FILLED + column]
    row[BOX + player * SHEET_BOXES + color * BOXES + filled] = value
    row[LAST + column] = value
    row[FILLED + column] = filled + 1
    if filled + 1 == BRIDGE:
        cross(row, color)
    printed = SPECIAL_BOXES[color * BOXES + filled]
    if printed == ARTIFACT:
        fill_artifact(row)
    elif printed == ARROW and can_advance(row, player):
        row[PHASE] = ADVANCE


def fill_artifact(row: Row) -> None:
    place = ARTIFACTS + row[PLAYER]
    if row[place] < PLACES:
        row[place] += 1
        if row[place] == BRIDGE:
            cross(row, ARTIFACT_BRIDGE)


def fill_symbol(row: Row) -> None:
    place = SYMBOLS + row[PLAYER]
    if row[place] < PLACES:
        row[place] += 1
        if row[place] == BRIDGE:
            cross(row, SYMBOL_BRIDGE)


def cross(row: Row, bridge: int) -> None:
    """Give a bridge's points to the first player to cross it, and to all who do so in the same turn."""
    bit = 1 << bridge
    if row[CROSSED] & bit == 0:
        row[CROSSED] |= bit
        row[FRESH] |= bit
    if row[FRESH] & bit:
        row[REWARDED + bridge] |= 1 << row[PLAYER]


def pass_on(row: Row) -> None:
    """Let the next player decide; after the last one end the turn, and let the player after the roller roll."""
    following = seat_after(row, row[PLAYER])
    if following != row[ROLLER]:
        row[PLAYER] = following
        return
    row[FRESH] = 0
    row[PLAYER] = row[ROLLER]
    end_turn(row, row[CROSSED] == ALL_BRIDGES or all_exhausted(row))
    if not round_over(row):
        row[ROLLER] = row[PLAYER]


def all_exhausted(row: Row) -> bool:
    for player in range(row[PLAYERS]):
        if row[SYMBOLS + player] < PLACES:
            return False
    return True


def expedition_score(row: Row, player: int, color: int) -> int:
    filled = row[FILLED + player * COLUMNS + color]
    marked = (row[CIRCLES + player] >> color) & 1
    value = ONLY_A_CIRCLE * marked if filled == 0 else EXPEDITION_VALUES[filled]
    return value * (1 + marked)


def bridge_points(row: Row, player: int) -> int:
    points = 0
    for bridge in range(BRIDGES):
        points += ((row[REWARDED + bridge] >> player) & 1) * BRIDGE_POINTS
    return points


def score(row: Row, player: int) -> int:
    """Return what the player's sheet is worth now."""
    points = ARTIFACT_VALUES[row[ARTIFACTS + player]] + SYMBOL_VALUES[row[SYMBOLS + player]]
    for color in range(COLUMNS):
        points += expedition_score(row, player, color)
    return points + bridge_points(row, player)


def settle(row: Row) -> None:
    """Score the game, which has one round."""
    row[ROUND] += 1


def total(row: Row, player: int) -> int:
    return score(row, player) if match_over(row) else 0


def standing(row: Row, player: int) -> int:
    """Return the points that the player would have if the game ended now."""
    return score(row, player)


def gain(row: Row, player: int) -> int:
    """Return what the settled game gained the player, for rewards."""
    return score(row, player)


def new_match(row: Row, rng: Rng) -> None:
    """Start a game over; the starter is drawn by lot."""
    start_match(row, rng)
    deal(row, rng)


def step(row: Row, action: int, rng: Rng) -> None:
    """Carry out a legal action, and roll if that ended the turn."""
    apply(row, action)
    if row[PHASE] == ROLL:
        roll(row, rng)
