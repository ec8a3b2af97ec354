"""What is a person's own and nobody else's: their ratings, and everything that the server has of them, as a file."""

from typing import Annotated

import msgspec
from fastapi import APIRouter, Query, Request, Response

from lostcities.games.registry import NAMES
from lostcities.games.registry import game as game_named
from lostcities.server.http import access
from lostcities.server.http.responses import JSON, Moved, RatingNow, Ratings, answer, described
from lostcities.server.store import ratings as store
from lostcities.server.store.export import export_of
from lostcities.server.store.ratings import Rated
from lostcities.server.tables.checks import now_ms
from lostcities.server.tables.ratings import SURE, at_present, catch_up

router = APIRouter(prefix="/api/me", tags=["me"])
MOST = 200
"""Results that are shown of each rating."""


@router.get("/rating", responses=described(Ratings, 200, 400))
async def show_ratings(request: Request, game: Annotated[str | None, Query(max_length=32)] = None) -> Response:
    """One's ratings, by game: only the person themselves gets them. They are brought up to date first."""
    services, person = access.services_of(request), await access.person_of(request)
    names = NAMES if game is None else (game_named(game).name,)
    if person is None:
        return answer(Ratings([]))
    await catch_up(services.storage, services.strengths, person.id, now_ms())
    found = {name: await store.history(services.storage, person.id, name, MOST) for name in names}
    return answer(Ratings([rating_now(lines) for lines in found.values() if lines]))


def rating_now(lines: list[Rated]) -> RatingNow:
    """Return a rating from its history, the latest first."""
    last = lines[0]
    now = at_present(last, now_ms())
    history = [Moved(each.at, each.source, each.score, round(each.other), round(each.rating)) for each in reversed(lines)]
    return RatingNow(
        game=last.subject,
        rating=round(now.rating),
        low=round(now.low),
        high=round(now.high),
        deviation=round(now.deviation),
        sure=now.deviation <= SURE,
        matches=last.number,
        history=history,
    )


@router.get("/export", responses={200: {"description": "Everything that the server has of the person, as a JSON file."}})
async def export(request: Request) -> Response:
    """Everything that the server has of a person: the data that `DELETE /api/me` deletes."""
    services, person = access.services_of(request), await access.person_of(request)
    if person:
        await catch_up(services.storage, services.strengths, person.id, now_ms())
    found = await export_of(services.storage, person.id if person else None)
    headers = {"content-disposition": 'attachment; filename="lostcities.json"'}
    return Response(msgspec.json.encode(found), media_type=JSON, headers=headers)
