"""The signs of the notation that games share. Which moves a game has stands in its `components.py`."""

DRAW = "+"
"""Draw from the deck; with a colour behind it, take the top of that discard pile."""
DISCARD = "-"
"""Before a card: discard it."""
ADVANCE = ">"
"""Before a colour: move that figure, or advance that expedition."""
DECLINE = ADVANCE + "."
PASS = "."
"""Take no dice."""
FIGURE = ":"
"""Behind a card: the figure that it moves."""


def about(move: str) -> str:
    """What a move is about: to lay a card, with any figure, and to discard it are about that card; other moves are about themselves."""
    return move.removeprefix(DISCARD).partition(FIGURE)[0]
