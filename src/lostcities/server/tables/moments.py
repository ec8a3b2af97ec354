"""A decision of a finished round, opened again: what its seat could know, what was really there, and why another move would be worse."""

from collections import deque

import msgspec
from msgspec import UNSET

from lostcities.analysis.reasons import why
from lostcities.games.errors import Argument
from lostcities.games.game import Setup, State, View
from lostcities.play import Event, dealt_again
from lostcities.server.errors import BAD_REQUEST, NOT_FOUND, refused
from lostcities.server.messages import Made, Why
from lostcities.server.tables.catch_up import TimeSlice
from lostcities.server.tables.redaction import explanation
from lostcities.server.tables.replays import Replays

MOST_RECENT = 40
"""Decisions before the moment that are told with it: as many as a page keeps."""


class Moment(msgspec.Struct):
    """A decision of a finished round. Only `hands` and `setup` hold what its seat could not know.

    `view` is that of the seat, with its legal moves; `recent` has the decisions before it, the newest last, as that seat saw them.
    `gains` has what every legal move would add to the score, `reasons` why every other move was not possible. `setup` is that of the
    round, as in a record.
    """

    view: View
    recent: list[Made]
    gains: dict[str, int]
    reasons: dict[str, Why]
    hands: list[list[str]]
    setup: Setup


class Reasons(msgspec.Struct):
    """What speaks against a move, or for the better one: each has its `code`, `why.<code>` in the catalogues, and its arguments."""

    why: list[dict[str, Argument]]


Past = tuple[int, Event]
"""A decision with the turn it was made in."""


async def opened(replays: Replays, id: str, state: State, round: int, move: int) -> Moment:
    """Return the position in which a move of a finished round was made; both count from 1."""
    then, past = await before(replays, id, state, round, move)
    seat = then.player
    explained = explanation("", then, then.game.actions)
    return Moment(
        view=then.view(seat),
        recent=[made(turn, event.seen_by(seat)) for turn, event in past],
        gains=explained.gains,
        reasons=explained.reasons,
        hands=[then.hand(other) for other in range(then.players)],
        setup=state.rounds[round - 1].setup,
    )


async def reasons(replays: Replays, id: str, state: State, round: int, move: int, instead: str, best: str) -> Reasons:
    """Return why a move would have been worse than the best one."""
    then, _ = await before(replays, id, state, round, move)
    view = then.view(then.player)
    for wanted in (instead, best):
        if wanted not in view["legal"]:
            raise refused("not_legal_then", BAD_REQUEST, move=wanted)
    found = [] if instead == best else why(state.game, view, instead, best)
    return Reasons([{"code": reason.code, **reason.args} for reason in found])


async def before(replays: Replays, id: str, state: State, round: int, move: int) -> tuple[State, deque[Past]]:
    """Return the match as it was before a move, and the last decisions of the round up to then."""
    if round > len(state.scores) or move > len(state.rounds[round - 1].moves):
        raise refused("no_such_move", NOT_FOUND, round=round, move=move)
    played, past, slice = state.rounds[round - 1], deque[Past](maxlen=MOST_RECENT), TimeSlice()
    async with replays.lock:
        then = await replays.beginning(id, state, round)
        match = dealt_again(then, played)
        for each in played.moves[: move - 1]:
            past.append((then.turn, match.push(each)))
            await slice.pause()
    return then, past


def made(turn: int, event: Event) -> Made:
    return Made(event.seat, turn, event.move, event.card or UNSET)
