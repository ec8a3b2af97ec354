"""End a round by agreement: play on as if everyone only waited for the deck to run out.

Every player discards and draws from the deck until the rules end the round. So expeditions, paths and points stay as they are, and
every program can check the record (docs/decisions/0012-agreed-ends.md).
"""

from lostcities.games.notation import DECLINE, DISCARD, DRAW
from lostcities.play import Match


def waiting_move(legal: list[str]) -> str:
    """Return the move that changes nothing but the deck.

    >>> waiting_move(["Y7", "-Y7", "-B2"]), waiting_move(["+", "+Y"]), waiting_move([">Y", ">."])
    ('-Y7', '+', '>.')
    """
    for move in (DRAW, DECLINE):
        if move in legal:
            return move
    return next(move for move in legal if move.startswith(DISCARD))


def end_by_agreement(match: Match) -> None:
    """End the current round. Only for games with a deck."""
    while match.state.dealt:
        match.push(waiting_move(match.state.legal()))
