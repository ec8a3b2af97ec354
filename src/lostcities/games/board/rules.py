"""The rules of the board game, over one row of bytes.

A turn is PLAY, then ADVANCE as often as arrows (or a card played behind a figure on the last step) give one, then DRAW.
The numbers of actions: 0-54 continue with that kind of card, 55-109 open with it and an explorer, 110-164 open with it
and the scientist, 165-219 discard it, 220 draw from the deck, 221-225 take the top card of a colour's pile, 226-230 move
the figure of that colour, 231 move none. A kind of card is colour * 11 + number. Only `refusal` checks that an action is
legal.

The row:
| offset | bytes | what |
| --- | --- | --- |
| PHASE .. MAX_TURNS | 11 | the head that all games share (`head`) |
| EITHER .. POINTS_ONCE | 3 | the options: paths may descend, only the lowest card opens, tiles of points are removed once taken |
| BOOKED, POINTS | 4 x 2 each | each seat's points when this expedition began, and now, tiles counted |
| ARTIFACTS | 4 x 2 | taken in the whole match |
| BARRED, LEFT, CROSSED | 3 | the pile just discarded to (NO_PILE: none), cards left in the deck, figures over a bridge |
| TILE | 5 x 10 | the tile on each step of each path |
| HEIGHT, PILE | 5, 5 x 22 | discard piles, bottom first |
| HAND | 4 x 8 | hands, in no order; the last place is free while a card must be drawn |
| LAID .. SCIENTIST | 4 x 126 | what everyone can see of each seat; the next seat's is SIDE bytes further: |
| . LAID, KNOWN | 55 each | of each kind, how many it has played, and how many everyone knows to be in its hand |
| . STEP | 5 | the step of its figure on each path; 0: no figure |
| . LAST, TREND | 5 each | the number last played; whether a path goes UP, DOWN, or is still FREE |
| . SCIENTIST | 1 | the path of the scientist plus 1; 0: not used |
| DECK | 110 | the deck as dealt, top first; LEFT of them are still there; with two players the last 30 are out of the game |
"""

from lostcities.games.board.components import (
    ARROW,
    ARTIFACT,
    BRIDGE,
    CARDS,
    COPIES,
    CROSSINGS,
    EXPLORERS,
    LARGE_TRACK,
    MAX_PLAYERS,
    NUMBERS,
    PATHS,
    REMOVED,
    SMALL_TRACK,
    SPACES,
    SPACES_A_PATH,
    STEP_VALUES,
    STEPS,
    TILE_POINTS,
    TILES,
)
from lostcities.games.board.components import HAND as FULL_HAND
from lostcities.games.head import (
    HEAD,
    PHASE,
    PLAYER,
    PLAYERS,
    ROUND,
    ROUNDS,
    STARTER,
    end_turn,
    match_over,
    round_over,
    seat_after,
    start_match,
    start_round,
)
from lostcities.games.kernel import Rng, Row, clear, get16, holds, put16, shuffle, take_out

MAX_HAND = FULL_HAND
KINDS = PATHS * NUMBERS
PILE_SIZE = COPIES * NUMBERS
TILE_STEPS = 1 + STEPS

EITHER = HEAD
OPEN_LOWEST = EITHER + 1
POINTS_ONCE = OPEN_LOWEST + 1
BOOKED = POINTS_ONCE + 1
POINTS = BOOKED + MAX_PLAYERS * 2
ARTIFACTS = POINTS + MAX_PLAYERS * 2
BARRED = ARTIFACTS + MAX_PLAYERS * 2
LEFT = BARRED + 1
CROSSED = LEFT + 1
TILE = CROSSED + 1
HEIGHT = TILE + PATHS * TILE_STEPS
PILE = HEIGHT + PATHS
HAND = PILE + PATHS * PILE_SIZE
LAID = HAND + MAX_PLAYERS * MAX_HAND
KNOWN = LAID + KINDS
STEP = KNOWN + KINDS
LAST = STEP + PATHS
TREND = LAST + PATHS
SCIENTIST = TREND + PATHS
SIDE = SCIENTIST + 1 - LAID
DECK = LAID + MAX_PLAYERS * SIDE
ROW = DECK + CARDS

PLAY = 0
ADVANCE = 1
DRAW = 2

FREE = 0
UP = 1
DOWN = 2

NO_PILE = 255

GO_ON = 0
OPEN_EXPLORER = GO_ON + KINDS
OPEN_SCIENTIST = OPEN_EXPLORER + KINDS
DISCARD = OPEN_SCIENTIST + KINDS
DRAW_DECK = DISCARD + KINDS
TAKE = DRAW_DECK + 1
MOVE = TAKE + PATHS
MOVE_NONE = MOVE + PATHS
ACTIONS = MOVE_NONE + 1

# Why an action is refused.
LEGAL = 0
ROUND_OVER = 1
PLAY_FIRST = 2
ADVANCE_FIRST = 3
DRAW_FIRST = 4
NOT_IN_HAND = 5
TOO_LOW = 6
TOO_HIGH = 7
NO_PATH = 8
PATH_OPEN = 9
NO_EXPLORER = 10
SCIENTIST_USED = 11
NOT_LOWEST = 12
PILE_EMPTY = 13
JUST_DISCARDED = 14
NO_FIGURE = 15
AT_THE_END = 16
NOTHING_TO_ADVANCE = 17


def deck_size(row: Row) -> int:
    """Return how many cards the deck has before the deal."""
    return CARDS - REMOVED if row[PLAYERS] == 2 else CARDS


def begin(row: Row) -> None:
    """Start an expedition with deck and tiles as they are in the row: deal one card at a time, starting with the starter."""
    start_round(row)
    clear(row, BARRED, TILE)
    clear(row, HEIGHT, DECK)
    seat = row[STARTER]
    for i in range(MAX_HAND * row[PLAYERS]):
        row[HAND + seat * MAX_HAND + i // row[PLAYERS]] = row[DECK + i]
        seat = seat_after(row, seat)
    row[LEFT] = deck_size(row) - MAX_HAND * row[PLAYERS]
    row[BARRED] = NO_PILE


def sort_deck(row: Row) -> None:
    """Put every card into the deck once: by colour, numbers ascending, equal cards side by side."""
    for i in range(CARDS):
        row[DECK + i] = i // COPIES


def place_tile(row: Row, space: int, tile: int) -> None:
    """Put a tile on a space; spaces are counted path by path, from the lowest up."""
    row[TILE + space // SPACES_A_PATH * TILE_STEPS + SPACES[space]] = tile


def deal(row: Row, rng: Rng) -> None:
    """Shuffle all cards and tiles and start an expedition."""
    sort_deck(row)
    shuffle(row, DECK, CARDS, rng)
    clear(row, TILE, HEIGHT)
    for i in range(len(TILES)):  # the tiles are shuffled in the bytes where the piles will be
        row[PILE + i] = TILES[i]
    shuffle(row, PILE, len(TILES), rng)
    for i in range(len(TILES)):
        place_tile(row, i, row[PILE + i])
    begin(row)


def hand_size(row: Row, seat: int) -> int:
    """Return how many cards a seat holds: one fewer between its play and its draw, which the fifth crossing skips."""
    played = row[PHASE] == ADVANCE or row[PHASE] == DRAW or row[CROSSED] == CROSSINGS
    return MAX_HAND - (played and row[PLAYER] == seat)


def continues(row: Row, path: int, number: int) -> int:
    """Whether a number may follow on a seat's open path (`path` is its index among all seats' sides): LEGAL, TOO_LOW or TOO_HIGH."""
    last = row[LAST + path]
    if number < last and (row[EITHER] == 0 or row[TREND + path] == UP):
        return TOO_LOW
    if number > last and row[TREND + path] == DOWN:
        return TOO_HIGH
    return LEGAL


def lowest_in_hand(row: Row, color: int) -> int:
    """Return the lowest number of a colour in the current player's hand, which has at least one."""
    lowest = NUMBERS
    for i in range(MAX_HAND):
        number = row[HAND + row[PLAYER] * MAX_HAND + i] - color * NUMBERS
        if 0 <= number < lowest:
            lowest = number
    return lowest


def may_open(row: Row, color: int, number: int) -> bool:
    return row[OPEN_LOWEST] == 0 or number == lowest_in_hand(row, color)


def has_explorer(row: Row, player: int) -> bool:
    """Whether an explorer is left: all four may be on paths."""
    used = 0
    for color in range(PATHS):
        used += row[STEP + player * SIDE + color] > 0
    return used - (row[SCIENTIST + player * SIDE] > 0) < EXPLORERS


def may_take(row: Row, color: int) -> bool:
    """Whether the top card of a colour's pile may be drawn: never the card discarded in the same turn."""
    return (row[HEIGHT + color] > 0) & (row[BARRED] != color)


def may_move(row: Row, player: int, color: int) -> bool:
    """Whether the player has a figure on that path that is not on its last step."""
    return 0 < row[STEP + player * SIDE + color] < STEPS


def can_advance(row: Row, player: int) -> bool:
    for color in range(PATHS):
        if may_move(row, player, color):
            return True
    return False


def legal(row: Row, mask: Row) -> None:
    """Set the legal actions in `mask`, which must be all zeros."""
    if row[PHASE] == PLAY:
        legal_plays(row, mask)
    elif row[PHASE] == ADVANCE:
        for color in range(PATHS):
            mask[MOVE + color] = may_move(row, row[PLAYER], color)
        mask[MOVE_NONE] = 1
    elif row[PHASE] == DRAW:
        mask[DRAW_DECK] = 1
        for color in range(PATHS):
            mask[TAKE + color] = may_take(row, color)


def legal_plays(row: Row, mask: Row) -> None:
    player = row[PLAYER]
    explorer = has_explorer(row, player)
    scientist = row[SCIENTIST + player * SIDE] == 0
    for i in range(MAX_HAND):
        card = row[HAND + player * MAX_HAND + i]
        color = card // NUMBERS
        number = card - color * NUMBERS
        path = player * SIDE + color
        mask[DISCARD + card] = 1
        if row[STEP + path] > 0:
            mask[GO_ON + card] = continues(row, path, number) == LEGAL
        elif may_open(row, color, number):
            mask[OPEN_EXPLORER + card] = explorer
            mask[OPEN_SCIENTIST + card] = scientist


def refusal(row: Row, action: int) -> int:
    """Return why the action is not legal now, or LEGAL."""
    phase = row[PHASE]
    if round_over(row):
        return ROUND_OVER
    wanted = PLAY if action < DRAW_DECK else DRAW if action < MOVE else ADVANCE
    if phase != wanted:
        return NOTHING_TO_ADVANCE if wanted == ADVANCE else PLAY_FIRST + phase
    if phase == PLAY:
        return refusal_to_play(row, action)
    if phase == DRAW:
        return refusal_to_draw(row, action)
    if action == MOVE_NONE or may_move(row, row[PLAYER], action - MOVE):
        return LEGAL
    return NO_FIGURE if row[STEP + row[PLAYER] * SIDE + action - MOVE] == 0 else AT_THE_END


def refusal_to_play(row: Row, action: int) -> int:
    player = row[PLAYER]
    card = action % KINDS
    if not holds(row, HAND + player * MAX_HAND, MAX_HAND, card):
        return NOT_IN_HAND
    if action >= DISCARD:
        return LEGAL
    path = player * SIDE + card // NUMBERS
    if action < OPEN_EXPLORER:
        return continues(row, path, card % NUMBERS) if row[STEP + path] > 0 else NO_PATH
    return refusal_to_open(row, path, card, action >= OPEN_SCIENTIST)


def refusal_to_open(row: Row, path: int, card: int, scientist: bool) -> int:
    player = row[PLAYER]
    if row[STEP + path] > 0:
        return PATH_OPEN
    if not may_open(row, card // NUMBERS, card % NUMBERS):
        return NOT_LOWEST
    if scientist:
        return LEGAL if row[SCIENTIST + player * SIDE] == 0 else SCIENTIST_USED
    return LEGAL if has_explorer(row, player) else NO_EXPLORER


def refusal_to_draw(row: Row, action: int) -> int:
    if action == DRAW_DECK or may_take(row, action - TAKE):
        return LEGAL
    return PILE_EMPTY if row[HEIGHT + action - TAKE] == 0 else JUST_DISCARDED


def apply(row: Row, action: int) -> None:
    """Carry out a legal action."""
    if action < DRAW_DECK:
        play(row, action)
    elif action < MOVE:
        draw(row, action)
    elif action < MOVE_NONE:
        move_figure(row, action - MOVE)
    else:
        row[PHASE] = DRAW


def play(row: Row, action: int) -> None:
    player = row[PLAYER]
    card = action % KINDS
    color = card // NUMBERS
    take_out(row, HAND + player * MAX_HAND, MAX_HAND, card)
    known = KNOWN + player * SIDE + card
    row[known] -= row[known] > 0
    row[PHASE] = DRAW
    if action >= DISCARD:
        row[PILE + color * PILE_SIZE + row[HEIGHT + color]] = card
        row[HEIGHT + color] += 1
        row[BARRED] = color
        return
    row[LAID + player * SIDE + card] += 1
    if action < OPEN_EXPLORER:
        go_on(row, color, card - color * NUMBERS)
        return
    path = player * SIDE + color
    row[STEP + path] = 1
    row[LAST + path] = card - color * NUMBERS
    row[TREND + path] = FREE if row[EITHER] == 1 else UP
    if action >= OPEN_SCIENTIST:
        row[SCIENTIST + player * SIDE] = color + 1


def go_on(row: Row, color: int, number: int) -> None:
    """Play a number on an open path; if its figure is on the last step, another one may move instead."""
    path = row[PLAYER] * SIDE + color
    if number > row[LAST + path]:
        row[TREND + path] = UP
    elif number < row[LAST + path]:
        row[TREND + path] = DOWN
    row[LAST + path] = number
    if row[STEP + path] < STEPS:
        move_figure(row, color)
    elif can_advance(row, row[PLAYER]):
        row[PHASE] = ADVANCE


def move_figure(row: Row, color: int) -> None:
    """Move the player's figure one step. What is there takes effect at once, unless the step ends the expedition."""
    path = row[PLAYER] * SIDE + color
    row[STEP + path] += 1
    row[PHASE] = DRAW
    if row[STEP + path] == BRIDGE:
        row[CROSSED] += 1
        if row[CROSSED] == CROSSINGS:
            end_turn(row, True)
            return
    meet_tile(row, color * TILE_STEPS + row[STEP + path])


def meet_tile(row: Row, place: int) -> None:
    player = row[PLAYER]
    tile = row[TILE + place]
    if tile == ARTIFACT:
        put16(row, ARTIFACTS + 2 * player, get16(row, ARTIFACTS + 2 * player) + 1)
        row[TILE + place] = 0
    elif tile == ARROW:
        if can_advance(row, player):
            row[PHASE] = ADVANCE
    elif tile > 0:
        put16(row, POINTS + 2 * player, get16(row, POINTS + 2 * player) + TILE_POINTS[tile])
        if row[POINTS_ONCE] == 1:
            row[TILE + place] = 0


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
    row[HAND + player * MAX_HAND + MAX_HAND - 1] = card
    row[BARRED] = NO_PILE
    end_turn(row, row[LEFT] == 0)


def figures_score(row: Row, player: int) -> int:
    """Return what the player's figures are worth where they are, the scientist twice."""
    value = 0
    for color in range(PATHS):
        worth = STEP_VALUES[row[STEP + player * SIDE + color]]
        value += 2 * worth if row[SCIENTIST + player * SIDE] == color + 1 else worth
    return value


def score(row: Row, player: int) -> int:
    """Return how the player's points change if the expedition ends now: tiles and figures, but never to below 0."""
    return max(get16(row, POINTS + 2 * player) + figures_score(row, player), 0) - get16(row, BOOKED + 2 * player)


def settle(row: Row) -> None:
    """Score a finished expedition. The player to the left of the last one starts the next expedition, if there is one."""
    for player in range(row[PLAYERS]):
        points = get16(row, BOOKED + 2 * player) + score(row, player)
        put16(row, BOOKED + 2 * player, points)
        put16(row, POINTS + 2 * player, points)
    row[ROUND] += 1
    if not match_over(row):
        row[STARTER] = seat_after(row, row[PLAYER])


def artifacts_value(row: Row, player: int) -> int:
    artifacts = get16(row, ARTIFACTS + 2 * player)
    if row[ROUNDS] == 1:
        return SMALL_TRACK[min(artifacts, len(SMALL_TRACK) - 1)]
    return LARGE_TRACK[min(artifacts, len(LARGE_TRACK) - 1)]


def total(row: Row, player: int) -> int:
    """Return the player's points in the settled expeditions; after the last one with the artefacts, and never below 0."""
    points = get16(row, BOOKED + 2 * player)
    if not match_over(row):
        return points
    return max(points + artifacts_value(row, player), 0)


def standing(row: Row, player: int) -> int:
    """Return the points that the player would have if the match ended now, artefacts included."""
    return max(get16(row, BOOKED + 2 * player) + score(row, player) + artifacts_value(row, player), 0)


def gain(row: Row, player: int) -> int:
    """Return what a settled expedition gained the player, for rewards: all at the end of the match, artefacts included."""
    return total(row, player) if match_over(row) else 0


def new_match(row: Row, rng: Rng) -> None:
    """Start a match over with the options in the row; the starter is drawn by lot."""
    start_match(row, rng)
    clear(row, BOOKED, BARRED)
    deal(row, rng)


def step(row: Row, action: int, rng: Rng) -> None:
    """Carry out a legal action and the next outcome of chance; in this game chance acts only in the deal."""
    apply(row, action)
