"""A finished round as a list of positions, for replays: everything lies open."""

from lostcities.games.game import State
from lostcities.play import steps
from lostcities.server.answers import Position
from lostcities.server.replaying import Turn


async def positions_of(state: State, number: int) -> list[Position]:
    """The positions of a round, counted from 1, from its deal to its end."""
    found, turn = list[Position](), Turn()
    for step in steps(state.game.table(state.players, state.options), state.rounds[:number]):
        if len(step.before.scores) == number - 1:
            if not found:
                found.append(position(step.before, None, None))
            found.append(position(step.after, step.event.seat, step.event.move))
        await turn.end()
    return found


def position(again: State, seat: int | None, move: str | None) -> Position:
    return Position(seat, move, [again.hand(other) for other in range(again.players)], again.view(None))
