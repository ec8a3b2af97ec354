"""Your form: one's own finished matches of a game, and which opponents one has played like lately. Only for the person themselves."""

from collections.abc import Sequence
from math import hypot
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from lostcities.analysis.strength import Scale, plays_like, scale_of
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
    """Return how a person has played in the last matches, without those in which a bot helped; None if none has a journal.

    Costs at a table that was not measured cannot be compared, so such matches count only where there are no others.
    """
    judged = [(match, match.judged) for match in matches if match.judged and match.judged.counted > 1 and not match.helped][:LATELY]
    if not judged:
        return None
    known = [(own, scale) for match, own in judged if (scale := scale_of(game_named(game), len(match.seats), match.options))]
    played = [own for own, _ in known] or [own for _, own in judged]
    counted = sum(each.counted for each in played)
    cost = sum(each.cost for each in played) / counted
    error = hypot(*(each.counted * (each.ci95 or 0) for each in played)) / counted
    scale = joint_scale(known)
    return Lately(len(played), counted, round(cost, 3), round(error, 3), plays_like(scale, cost, counted), scale)


def joint_scale(known: Sequence[tuple[Judged, Scale]]) -> Scale | None:
    """Return what each opponent would have lost per decision at the same tables, whose numbers of players may differ."""
    total = sum(own.counted for own, _ in known)
    return {name: round(sum(scale[name] * own.counted for own, scale in known) / total, 3) for name in known[0][1]} if known else None
