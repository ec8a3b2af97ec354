"""The contents of the card game's box. Every figure is from the rulebooks (1998/1999, 2007) unless marked *ours*."""

from dataclasses import dataclass, replace
from functools import lru_cache

from lostcities.games.notation import DISCARD, DRAW
from lostcities.games.options import MAX_TURNS, ROUNDS, Option, Options, Value

COLORS = "YBWGRP"
"""Desert, sea, Himalaya, rainforest, volcano; purple is the sixth expedition of later editions."""

PLAYERS = 2
RANKS = 10
"""Kinds of cards in a colour: the wager `*`, then the numbers 2 to 10."""

COST = 20
"""The cost of an expedition with at least one card."""

BONUS = 20
"""The bonus of a long expedition, added after the multiplication."""


@dataclass(frozen=True, slots=True)
class Box:
    """One edition's cards and their values. An option with the name of a field, not at its default, changes that field."""

    colors: int
    numbers: int
    """How many numbers a colour has, from 2 up."""
    wagers: int
    hand: int
    long: int
    """How many cards make an expedition long."""
    cost: int = COST
    bonus: int = BONUS
    cap: int = 0
    """The default cap on turns; 0: none."""


FULL = Box(colors=5, numbers=9, wagers=3, hand=8, long=8)
MINI = Box(colors=2, numbers=3, wagers=1, hand=2, long=255, cap=12)
"""*Ours*, for study: rounds of a few turns. No expedition is ever worth its cost."""
TINY = Box(colors=1, numbers=4, wagers=3, hand=2, long=255, cost=5, cap=5)
"""*Ours*, for study: small enough to be solved. The cap cuts nothing short: with one colour only a card laid lets a player draw from the
pile, a card discarded makes it draw from the deck, so the three cards of the deck allow five turns."""

BOXES = {"full": FULL, "mini": MINI, "tiny": TINY}
"""The boxes by the option `size`."""

OPTIONS = (
    Option("colors", FULL.colors, choices=(5, 6)),
    Option("size", "full", choices=tuple(BOXES)),
    ROUNDS,
    MAX_TURNS,
)


def box_of(options: Options) -> Box:
    """Return the box that a table plays with: that of its size, changed by options that are not at their defaults."""
    return chosen_box(tuple(options.items()))


@lru_cache(maxsize=64)  # called for every world that a bot imagines
def chosen_box(options: tuple[tuple[str, Value], ...]) -> Box:
    box = BOXES[str(dict(options).get("size", "full"))]
    chosen = {name: value for name, value in options if isinstance(value, int) and value != getattr(FULL, name, value)}
    return replace(box, **chosen)


CARDS = tuple(f"{color}{rank}" for color in COLORS for rank in ("*", 2, 3, 4, 5, 6, 7, 8, 9, 10))
"""The name of each kind of card; its number in a row is its index here."""

TOKENS = (*CARDS, *(DISCARD + card for card in CARDS), DRAW, *(DRAW + color for color in COLORS))
"""The notation of each action; its number is its index here."""
