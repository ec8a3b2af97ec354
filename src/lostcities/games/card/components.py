"""What lies in the box of the card game. Every figure is from the rulebooks (1998/1999, 2007) but where it says *ours*."""

from dataclasses import dataclass

from lostcities.games.notation import DISCARD, DRAW

COLORS = "YBWGRP"
"""Desert, sea, Himalaya, rainforest, volcano; purple is the sixth expedition of later editions."""

PLAYERS = 2
RANKS = 10
"""Kinds of cards in a colour: the wager `*`, then the numbers 2 to 10."""

COST = 20
"""What an expedition costs that holds at least one card."""

BONUS = 20
"""What a long expedition adds, after the multiplication."""


@dataclass(frozen=True, slots=True)
class Box:
    """One edition's cards."""

    colors: int
    numbers: int
    """How many numbers a colour has, from 2 up."""
    wagers: int
    hand: int
    long: int
    """How many cards make an expedition long."""
    max_turns: int = 0
    """The limit where none is given; 0 is none."""


FULL = Box(colors=5, numbers=9, wagers=3, hand=8, long=8)
MINI = Box(colors=2, numbers=3, wagers=1, hand=2, long=255, max_turns=12)
"""*Ours*, for study: small enough to be solved."""

CARDS = tuple(f"{color}{rank}" for color in COLORS for rank in ("*", 2, 3, 4, 5, 6, 7, 8, 9, 10))
"""The name of each kind of card; its number in a row is its place here."""

TOKENS = (*CARDS, *(DISCARD + card for card in CARDS), DRAW, *(DRAW + color for color in COLORS))
"""The notation of each action; its number is its place here."""
