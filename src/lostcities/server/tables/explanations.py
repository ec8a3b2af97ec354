"""What moves would add to a score, and why others are not possible: told to the seat that decides, from what everybody can see."""

from collections.abc import Iterable

from lostcities.games.game import State
from lostcities.play import after
from lostcities.server.messages import Explanation, Why


def explanation(id: str, state: State, moves: Iterable[str]) -> Explanation:
    """Of moves for the seat that decides. A card drawn unseen changes no score, so nothing is told that the seat cannot know."""
    found = Explanation(id, {}, {})
    for move in dict.fromkeys(moves):
        reason = state.why_not(move)
        if reason:
            found.reasons[move] = Why(reason.code, dict(reason.args))
        else:
            found.gains[move] = gain(state, move)
    return found


def gain(state: State, move: str) -> int:
    seat = state.player
    assert seat is not None
    return after(state, move).live[seat] - state.live[seat]
