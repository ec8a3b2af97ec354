"""What chance does in a round of the card game, as bytes: the deck before the deal, top first, each card by its kind."""

from collections.abc import Iterable

from lostcities.games.card import rules
from lostcities.games.card.components import CARDS
from lostcities.games.game import Setup, State

EACH_TURN = False
"""Chance acts in the deal alone."""


def places(table: State) -> list[int]:
    """Where in a row it stands when a round begins."""
    return list(range(rules.DECK, rules.DECK + rules.deck_size(table.row)))


def read(chance: Iterable[int]) -> Setup:
    """As a record writes it."""
    return {"deck": [CARDS[kind] for kind in chance]}


def write(setup: Setup) -> bytes:
    return bytes(map(CARDS.index, setup["deck"]))
