"""The deals of the day over HTTP: what there is today, one's own try, and how everyone has done."""

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from lostcities.games.registry import NAMES
from lostcities.games.registry import game as game_named
from lostcities.records.daily import options_of
from lostcities.records.fair import commitment
from lostcities.server.errors import CONFLICT, NOT_FOUND, TOO_MANY, refused
from lostcities.server.http import access
from lostcities.server.http.responses import Daily, DailyGame, DailyResults, DaysPlayed, Opened, PlayedDay, Status, Yours, answer, described
from lostcities.server.http.tables import name_for, opened, visitor_of, welcome, with_cookie
from lostcities.server.store import daily as store
from lostcities.server.store.daily import Secret, Try
from lostcities.server.store.people import hashed, new_token
from lostcities.server.store.storage import Chair, Conflict
from lostcities.server.tables.daily import Dailies, ordered
from lostcities.server.tables.days import OPPONENT, Day

router = APIRouter(prefix="/api", tags=["daily"])
DayPath = Annotated[str, Path(max_length=10, description="A day in UTC, such as 2026-11-16.")]
GamePath = Annotated[str, Path(max_length=32)]
RankedQuery = Annotated[bool, Query(description="Only a try that counts: a closed day is refused.")]

MOST_NAMES = 100
"""Players that are listed, if the host wants that."""
PARTS = 10_000
"""Shares are rounded down to so many parts: only whoever leads is better than all others."""


def names_listed(request: Request) -> bool:
    return access.services_of(request).settings.daily_names


def day_of(text: str) -> Day:
    found = Day.named(text)
    if found is None:
        raise refused("no_such_day", NOT_FOUND, day=text)
    return found


def dailies_of(request: Request) -> Dailies:
    return access.services_of(request).dailies


@router.get("/daily", responses=described(Daily))
async def today(request: Request) -> Response:
    """The deals of today, and one's own tries at them."""
    return answer(await shown_day(request, dailies_of(request).today()))


@router.get("/daily/{day}", responses=described(Daily, 200, NOT_FOUND))
async def show_day(request: Request, day: DayPath) -> Response:
    """The deals of a day: of one to come only the commitment, of one that is closed also the secret."""
    return answer(await shown_day(request, day_of(day)))


async def shown_day(request: Request, day: Day) -> Daily:
    dailies, person = dailies_of(request), await access.person_of(request)
    secret, now = await dailies.secret(day), dailies.now()
    own = {each.game: each for each in await store.tries_of(dailies.storage, person.id, day.name)} if person else {}
    return Daily(
        day=day.name,
        begins=day.begins,
        ends=day.ends,
        closes=day.closes,
        now=now,
        closed=day.closed(now),
        commitment=commitment(secret.secret).hex(),
        made=secret.made,
        secret=secret.secret.hex() if day.closed(now) else None,
        names=names_listed(request),
        first=(await dailies.first()).name,
        games=[daily_game(name, own.get(name), secret) for name in NAMES],
    )


def daily_game(name: str, own: Try | None, secret: Secret) -> DailyGame:
    status: Status = "new" if own is None else "playing" if own.ended is None else "finished"
    return DailyGame(name, options_of(name), own.table if own else None, status, commitment(secret.secret).hex(), OPPONENT)


@router.post("/daily/{day}/{game}", status_code=201, responses=described(Opened, 201, 400, NOT_FOUND, CONFLICT, TOO_MANY))
async def play_daily(request: Request, day: DayPath, game: GamePath, ranked: RankedQuery = False) -> Response:
    """Open one's try at a deal of the day, or go on with it (200). Once the day is closed, its deal can be played for practice."""
    services, wanted = access.services_of(request), day_of(day)
    name = game_named(game).name
    found = await continued(request, wanted, name)
    if found:
        return found
    services.dailies.check_open(wanted, practice=not ranked)
    client = access.caller_of(request).client
    if not services.tables.allow(client):
        raise refused("too_many_tables", TOO_MANY)
    visitor, token = await visitor_of(request, None), new_token()
    person = visitor.person
    owner = Chair(person.id, hashed(token), name_for(request, person), face=person.face)
    try:
        room = await services.dailies.open(wanted, name, owner, client, visitor.first)
    except Conflict:  # this person asks twice at the same time
        found = await continued(request, wanted, name)
        if found is None:
            raise
        return found
    await welcome(request, visitor, None)
    return with_cookie(request, answer(opened(request, room, access.seats_of(room, person, None), token), 201), visitor.token)


async def continued(request: Request, day: Day, game: str) -> Response | None:
    """Return one's own table as it is; None if there is none, or if the day is closed and it was not finished."""
    services, person = access.services_of(request), await access.person_of(request)
    own = await store.try_of(services.storage, person.id, day.name, game) if person else None
    if own is None or own.table is None or day.closed(services.dailies.now()):
        return None
    room = await services.registry.room(own.table)
    return answer(opened(request, room, access.seats_of(room, person, None), None))


@router.get("/daily/{day}/{game}/results", responses=described(DailyResults, 200, 400, NOT_FOUND))
async def results(request: Request, day: DayPath, game: GamePath) -> Response:
    """How everyone has done at a deal: for those who have finished it, and for all once the day is closed."""
    dailies, wanted, name = dailies_of(request), day_of(day), game_named(game).name
    person, secret = await access.person_of(request), await dailies.secret(wanted)
    own = await store.try_of(dailies.storage, person.id, wanted.name, name) if person else None
    standing = await store.standing(dailies.storage, wanted.name, name, own)
    found = DailyResults(wanted.name, name, OPPONENT, standing.finished, [], None, [])
    if (own and own.ended is not None) or wanted.closed(dailies.now()):
        dailies.begin_to_judge(own)
        marks = await store.marks_of(dailies.storage, wanted.name, name)
        if own or standing.finished:
            dailies.marks.want_missing(secret, name, marks)
        found.opponents = ordered(marks)
        found.histogram = await dailies.bars(wanted, name, standing, marks)
        if names_listed(request):
            found.names = await store.best(dailies.storage, wanted.name, name, MOST_NAMES)
    if own and own.ended is not None and own.lead is not None:
        others = standing.judged - 1
        share = standing.worse * PARTS // others / PARTS if own.cost is not None and others else None
        cost = None if own.cost is None else own.cost / store.THOUSAND
        found.yours = Yours(own.table, cost, own.lead, share)
    return answer(found)


@router.get("/me/daily", responses=described(DaysPlayed))
async def days_played(request: Request) -> Response:
    """The days on which one has finished a deal in time, the latest first, and which games these were."""
    person = await access.person_of(request)
    tries = await store.tries_of(dailies_of(request).storage, person.id) if person else []
    found: dict[str, PlayedDay] = {}
    for each in tries:
        if each.ended is not None:
            found.setdefault(each.day, PlayedDay(each.day, [])).games.append(each.game)
    return answer(DaysPlayed([*found.values()]))
