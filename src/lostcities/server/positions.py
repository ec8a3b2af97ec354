"""A finished round as a list of positions, for replays: everything lies open."""

from lostcities.games.game import Round, State
from lostcities.server.answers import Position
from lostcities.server.replaying import Turn


async def positions_of(state: State, number: int) -> list[Position]:
    """The positions of a round, counted from 1, from its deal to its end."""
    again, turn = state.game.table(state.players, state.options), Turn()
    for past in state.rounds[: number - 1]:
        again.begin(past.setup, past.starter)
        for move in past.moves:
            again.push(move)
            await turn.end()
    return await walk(again, state.rounds[number - 1], turn)


async def walk(again: State, past: Round, turn: Turn) -> list[Position]:
    again.begin(past.setup, past.starter)
    found = [position(again, None, None)]
    for move in past.moves:
        seat = again.player
        again.push(move)
        found.append(position(again, seat, move))
        await turn.end()
    return found


def position(again: State, seat: int | None, move: str | None) -> Position:
    return Position(seat, move, [again.hand(other) for other in range(again.players)], again.view(None))
