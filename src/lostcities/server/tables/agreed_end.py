"""A round ended by agreement: played on as if nobody did anything but wait for the deck to run out.

Every hand discards and draws from the deck until the rules end the round, so expeditions, paths and points stay as they were, and
the record is one that every program can check (docs/decisions/0012-agreed-ends.md).
"""

from lostcities.games.notation import DECLINE, DISCARD, DRAW
from lostcities.play import Match


def waiting_move(legal: list[str]) -> str:
    """The move that changes nothing but the deck.

    >>> waiting_move(["Y7", "-Y7", "-B2"]), waiting_move(["+", "+Y"]), waiting_move([">Y", ">."])
    ('-Y7', '+', '>.')
    """
    for move in (DRAW, DECLINE):
        if move in legal:
            return move
    return next(move for move in legal if move.startswith(DISCARD))


def end_by_agreement(match: Match) -> None:
    """Ends the round being played. Only for games with a deck."""
    while match.state.dealt:
        match.push(waiting_move(match.state.legal()))
