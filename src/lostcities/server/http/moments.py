"""Single decisions of a finished table over HTTP, for everyone who may read its journal."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from lostcities.server.errors import BAD_REQUEST, CONFLICT, FORBIDDEN, NOT_FOUND, TOO_MANY
from lostcities.server.http import access
from lostcities.server.http.responses import answer, described
from lostcities.server.http.tables import KeyQuery, analysed_room
from lostcities.server.tables.moments import Moment, Reasons, opened, reasons

router = APIRouter(prefix="/api/tables", tags=["tables"])
RoundQuery = Annotated[int, Query(ge=1, le=999)]
MoveQuery = Annotated[int, Query(ge=1, le=1_000_000)]
TokenQuery = Annotated[str, Query(max_length=16)]


@router.get("/{id}/journal/moment", responses=described(Moment, 200, BAD_REQUEST, FORBIDDEN, NOT_FOUND, CONFLICT, TOO_MANY))
async def moment(request: Request, id: str, round: RoundQuery, move: MoveQuery, key: KeyQuery = None) -> Response:
    """The position in which a decision was made, as its seat saw it; and what was really there."""
    room = await analysed_room(request, id, key)
    return answer(await opened(access.services_of(request).replays, id, room.table.state, round, move))


@router.get("/{id}/journal/why", responses=described(Reasons, 200, BAD_REQUEST, FORBIDDEN, NOT_FOUND, CONFLICT, TOO_MANY))
async def why(
    request: Request, id: str, round: RoundQuery, move: MoveQuery, instead: TokenQuery, best: TokenQuery, key: KeyQuery = None
) -> Response:
    """Why a move, made instead of the one played, would have been worse than the best one."""
    room = await analysed_room(request, id, key)
    return answer(await reasons(access.services_of(request).replays, id, room.table.state, round, move, instead, best))
