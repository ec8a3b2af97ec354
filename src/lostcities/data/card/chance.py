"""What chance does in a round of the card game, as bytes: the deck before the deal, top first, each card by its kind."""

from collections.abc import Iterable

from lostcities.games.card import rules
from lostcities.games.card.components import CARDS
from lostcities.games.game import Setup, State

EACH_TURN = False
"""Chance acts only in the deal."""


def places(table: State) -> list[int]:
    """Return the bytes of a row that hold it when a round begins."""
    return list(range(rules.DECK, rules.DECK + rules.deck_size(table.row)))


def read(chance: Iterable[int]) -> Setup:
    """Return it as in a record."""
    return {"deck": [CARDS[kind] for kind in chance]}


def write(setup: Setup) -> bytes:
    return bytes(map(CARDS.index, setup["deck"]))
