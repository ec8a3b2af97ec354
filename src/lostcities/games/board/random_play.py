"""Uniformly random play of the board game, for simulation."""

from lostcities.games.board.components import NUMBERS, PATHS
from lostcities.games.board.rules import (
    DISCARD,
    DRAW,
    DRAW_DECK,
    HAND,
    KINDS,
    LEGAL,
    MAX_HAND,
    MOVE,
    OPEN_EXPLORER,
    OPEN_SCIENTIST,
    PLAY,
    SIDE,
    STEP,
    continues,
    may_move,
    may_take,
    refusal_to_open,
)
from lostcities.games.head import PHASE, PLAYER
from lostcities.games.kernel import Rng, Row, random_bits


def random_action(row: Row, rng: Rng) -> int:
    """Return a uniformly random legal action, each card in hand counted separately; tries until one is legal."""
    if row[PHASE] == PLAY:
        return random_play(row, rng)
    if row[PHASE] == DRAW:
        return random_draw(row, rng)
    return random_advance(row, rng)


def random_play(row: Row, rng: Rng) -> int:
    """Choose a card with three bits, and what to do with it with two."""
    player = row[PLAYER]
    bits = random_bits(rng)
    while True:
        card = row[HAND + player * MAX_HAND + (bits & 7)]
        action = ((bits >> 3) & 3) * KINDS + card
        if action >= DISCARD:
            return action
        color = card // NUMBERS
        path = player * SIDE + color
        if row[STEP + path] > 0:
            if action < OPEN_EXPLORER and continues(row, path, card - color * NUMBERS) == LEGAL:
                return action
        elif action >= OPEN_EXPLORER and refusal_to_open(row, path, card, action >= OPEN_SCIENTIST) == LEGAL:
            return action
        bits >>= 5
        if bits == 1:
            bits = random_bits(rng)


def random_draw(row: Row, rng: Rng) -> int:
    """Choose the deck, a pile or nothing with three bits; `|` and `&` make each try a single branch (docs/decisions/0002)."""
    bits = random_bits(rng)
    while True:
        pile = bits & 7
        if (pile == 0) | ((pile <= PATHS) & may_take(row, pile - 1)):
            return DRAW_DECK + pile
        bits >>= 3
        if bits == 1:
            bits = random_bits(rng)


def random_advance(row: Row, rng: Rng) -> int:
    bits = random_bits(rng)
    while True:
        color = bits & 7
        if color == PATHS or (color < PATHS and may_move(row, row[PLAYER], color)):
            return MOVE + color
        bits >>= 3
        if bits == 1:
            bits = random_bits(rng)
