"""Chance in the card game: the next card of the deck.

Nobody knows the order of the cards that nobody has seen, so each of them is equally likely to be the next one.
"""

from lostcities.games.card.rules import DECK, DRAW_DECK, KINDS, LEFT, apply, deck_size
from lostcities.games.kernel import Rng, Row, bring_up, share_of

OUTCOMES = KINDS
SAMPLES = 1
EVENT = "draw"
LATER = 0


def weigh(row: Row, action: int, outcome: int) -> float:
    """Return how likely a draw from the deck brings a card of the kind `outcome`."""
    if action != DRAW_DECK:
        return 1.0 - min(outcome, 1)
    return share_of(row, DECK + deck_size(row) - row[LEFT], DECK + deck_size(row), outcome)


def carry_out(row: Row, action: int, outcome: int, _rng: Rng) -> bool:
    """Carry out an action; if it draws from the deck, a card of the kind `outcome` is drawn."""
    if action == DRAW_DECK:
        bring_up(row, DECK + deck_size(row) - row[LEFT], outcome)
    apply(row, action)
    return action == DRAW_DECK
