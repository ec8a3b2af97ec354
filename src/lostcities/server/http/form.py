"""Your form: one's own finished matches of a game, and which opponents one has played like lately. Only for the person themselves."""

from collections.abc import Sequence
from math import hypot
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from lostcities.analysis.strength import plays_like, scale_of
from lostcities.bots.critics.critic import critic_name
from lostcities.games.registry import game as game_named
from lostcities.server.http import access
from lostcities.server.http.responses import Form, Lately, answer, described
from lostcities.server.store.form import Judged, Match, matches_of

router = APIRouter(prefix="/api/me", tags=["me"])
LATELY = 10
"""The matches that say how one plays now."""


@router.get("/form", responses=described(Form, 200, 400))
async def show_form(request: Request, game: Annotated[str, Query(max_length=32)]) -> Response:
    """One's own latest 200 finished matches of a game, newest first, and how one has played in the last ten that have a journal."""
    critic, person = critic_name(game_named(game)), await access.person_of(request)
    matches = await matches_of(access.services_of(request).storage, person.id, game, critic) if person else []
    return answer(Form(game, matches, lately(game, matches)))


def lately(game: str, matches: Sequence[Match]) -> Lately | None:
    """Return how a person has played in the last matches, without those in which a bot helped; None if none has a journal."""
    played = [(match, match.judged) for match in matches if match.judged and match.judged.counted > 1 and not match.helped][:LATELY]
    if not played:
        return None
    judged = [each for _, each in played]
    counted = sum(each.counted for each in judged)
    cost = sum(each.cost for each in judged) / counted
    error = hypot(*(each.counted * (each.ci95 or 0) for each in judged)) / counted
    scale = joint_scale(game, played)
    like = plays_like(scale, cost, counted) if scale else []
    return Lately(len(played), counted, round(cost, 3), round(error, 3), like, scale)


def joint_scale(game: str, played: Sequence[tuple[Match, Judged]]) -> dict[str, float] | None:
    """Return what each opponent would have lost per decision at the same tables, whose numbers of players may differ."""
    scales = [(scale_of(game_named(game), len(match.seats)), judged.counted) for match, judged in played]
    known = [(scale, weight) for scale, weight in scales if scale]
    total = sum(weight for _, weight in known)
    return {name: round(sum(scale[name] * weight for scale, weight in known) / total, 3) for name in known[0][0]} if known else None
