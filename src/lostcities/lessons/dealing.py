"""Positions of the games with a hand and a deck, from the turns that lead to them.

The deck is stacked so that every card is there in time.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from lostcities.lessons.lesson import Position

TOKEN = re.compile(r"-?[A-Z](?:\d+|\*)(?::[es])?|>[A-Z.]")
HAND = 8


@dataclass(frozen=True)
class Box:
    """What is dealt from: all cards of a game, of which `size` are in play with two players."""

    cards: tuple[str, ...]
    size: int
    setup: dict[str, Any] = field(default_factory=dict)
    """What else is laid out, as in a record."""


def position(box: Box, own: str, other: str, hands: tuple[str, str], deck: str, left: int) -> Position:
    """Return the position after both seats have made their turns, drawing from the deck only, with `left` cards in it.

    `own` and `other` name turns, `Y3:e B2>W -Y7`. Before them each seat discards as many of the cards that nothing names as it takes to
    get there. `hands` are those at the end, filled up for the opponent, and `deck` is drawn next.
    """
    turns = (own.split(), other.split())
    spare = spare_cards(box, [*map(card_of, turns[0] + turns[1]), *hands[0].split(), *hands[1].split(), *deck.split()])
    count, rest = divmod(box.size - 2 * HAND - left, 2)
    assert not rest, "both seats have made as many turns"
    filled = [[f"-{spare.pop()}" for _ in range(count - len(made))] + made for made in turns]
    held = [cards + [spare.pop() for _ in range(HAND - len(cards))] for cards in (hands[0].split(), hands[1].split())]
    streams = [[*map(card_of, made), *cards] for made, cards in zip(filled, held, strict=True)]
    dealt = [card for pair in zip(*streams, strict=True) for card in pair]
    return Position({"deck": dealt + (deck.split() + spare)[:left], **box.setup}, tuple(moves_of(*filled)), {"rounds": 1})


def spare_cards(box: Box, named: Iterable[str]) -> list[str]:
    """Return the cards that are not named, in turn from every rank."""
    left = Counter(box.cards)
    left.subtract(named)
    assert min(left.values()) >= 0, f"named more often than they are there: {[card for card in left if left[card] < 0]}"
    return sorted(left.elements(), key=lambda card: card[1:])


def card_of(turn: str) -> str:
    """Return the card of a turn: `Y3` of `Y3:e`, `-Y3` or `Y3>B`."""
    return re.sub(r"^-|[:>].*", "", turn)


def moves_of(own: list[str], other: list[str]) -> Iterable[str]:
    """Yield the moves of both seats turn by turn, each turn ended by a draw from the deck."""
    for pair in zip(own, other, strict=True):
        for turn in pair:
            yield from TOKEN.findall(turn)
            yield "+"
