"""The signs of the notation that games share. A game's moves are in its `components.py`."""

DRAW = "+"
"""Draw from the deck; before a colour: take the top card of that discard pile."""
DISCARD = "-"
"""Before a card: discard it."""
ADVANCE = ">"
"""Before a colour: move that figure, or advance that expedition."""
DECLINE = ADVANCE + "."
PASS = "."
"""Pass: take no dice."""
FIGURE = ":"
"""After a card: the figure that it moves."""


def about(move: str) -> str:
    """Return what a move is about: playing a card, with any figure, and discarding it are about that card; others about themselves."""
    return move.removeprefix(DISCARD).partition(FIGURE)[0]
