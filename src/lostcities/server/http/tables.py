"""Tables over HTTP: opening one, taking a seat, looking at it, records."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain, repeat
from typing import Annotated

import msgspec
from fastapi import APIRouter, Query, Request, Response
from pydantic import Field
from starlette.responses import StreamingResponse

from lostcities.analysis.story import MOST_DECISIONS
from lostcities.games.game import State
from lostcities.server.errors import FORBIDDEN, NOT_FOUND, TOO_MANY, refused
from lostcities.server.http import access
from lostcities.server.http.caller import base_of
from lostcities.server.http.responses import JSON, Opened, Seated, Shown, answer, described
from lostcities.server.store.listing import Tables, listed_tables
from lostcities.server.store.people import COOKIE, YEAR, Person, hashed, new_token, newcomer
from lostcities.server.store.storage import Chair, Statement
from lostcities.server.tables import redaction
from lostcities.server.tables.checks import now_ms
from lostcities.server.tables.names import clean_name
from lostcities.server.tables.opening import Name, NewTable, Strict, chairs_of, free_face, header_of
from lostcities.server.tables.records import finished_record, names
from lostcities.server.tables.replays import Replay
from lostcities.server.tables.room import Room
from lostcities.server.tables.table import Audience
from lostcities.text import catalogue

LINES = "application/x-ndjson"
router = APIRouter(prefix="/api/tables", tags=["tables"])
KeyQuery = Annotated[str | None, Query(max_length=128)]


class TakeSeat(Strict):
    """Take a seat; `key` is that of the join link, which a listed table does not need."""

    key: Annotated[str, Field(max_length=128)] | None = None
    name: Name | None = None
    seat: int | None = Field(default=None, ge=0, le=15)


@dataclass(frozen=True, slots=True)
class Visitor:
    """The person who makes a request, and the token of their cookie. `first` is what is stored if they are new."""

    person: Person
    token: str
    first: tuple[Statement, ...] = ()


async def visitor_of(request: Request, name: str | None, chairs: Iterable[Chair] = ()) -> Visitor:
    """Return the person who makes a request, or a new one, who is not stored yet: a refused request leaves no trace.

    A person without a face gets one that nobody in the `chairs` has.
    """
    person = await access.person_of(request)
    if person:
        if not person.face:
            await access.services_of(request).people.change(person, None, None, now_ms(), free_face(chairs))
        return Visitor(person, request.cookies[COOKIE])
    check_newcomer(request)
    person, token, line = newcomer(name, access.language(request), now_ms(), free_face(chairs))
    return Visitor(person, token, (line,))


def check_newcomer(request: Request) -> None:
    """Refuse a new visitor if too many have come from the same address, because each is stored."""
    if not access.services_of(request).newcomers.allow(access.caller_of(request).client):
        raise refused("too_many_people", TOO_MANY)


async def welcome(request: Request, visitor: Visitor, name: str | None) -> None:
    """Remember a visitor and their name, once `visitor.first` is stored."""
    people = access.services_of(request).people
    if visitor.first:
        people.remember(hashed(visitor.token), visitor.person)
    elif name and name != visitor.person.name:
        await people.change(visitor.person, name, None, now_ms())


def with_cookie(request: Request, response: Response, token: str) -> Response:
    """Return an answer with the cookie, which lasts a year from now."""
    secure = access.caller_of(request).scheme == "https"
    response.set_cookie(COOKIE, token, max_age=YEAR, httponly=True, samesite="lax", secure=secure)
    return response


def name_for(request: Request, person: Person, name: str | None = None) -> str:
    return name or person.name or somebodys_name(request, person)


def somebodys_name(request: Request, person: Person) -> str:
    """Return the name of a person who gave none."""
    return catalogue(access.language(request, person))("server.player")


def base(request: Request) -> str:
    return base_of(access.caller_of(request), access.services_of(request).settings)


def opened(request: Request, room: Room, audience: Audience, token: str | None) -> Opened:
    links = redaction.links_of(room, base(request))
    face = redaction.table_info(room, audience, base(request))
    return Opened(room.id, audience[0] if audience else None, list(audience), token, links.join, links.watch, face)


@router.post("", status_code=201, responses=described(Opened, 201, 400, TOO_MANY))
async def open_table(request: Request, wanted: NewTable) -> Response:
    """Open a table. The opener gets the first seat that is "me", or else the first that is open."""
    services = access.services_of(request)
    header = header_of(wanted, now_ms())
    client = access.caller_of(request).client
    if not services.tables.allow(client):
        raise refused("too_many_tables", TOO_MANY)
    name = clean_name(wanted.name)
    visitor, token = await visitor_of(request, name), new_token()
    person, nobody = visitor.person, somebodys_name(request, visitor.person)
    owner = Chair(person.id, hashed(token), name_for(request, person, name), face=person.face)
    here = chain((clean_name(other) or nobody for other in wanted.here), repeat(nobody))
    room = await services.registry.open(header, chairs_of(wanted.seats, header, owner, here), client, *visitor.first)
    await welcome(request, visitor, name)
    audience = access.seats_of(room, person, None)
    return with_cookie(request, answer(opened(request, room, audience, token if audience else None), 201), visitor.token)


@router.get("", responses=described(Tables))
async def list_tables(request: Request) -> Response:
    """Tables that wait for players and anyone may join, and those that anyone may watch."""
    return answer(await listed_tables(access.services_of(request).storage))


async def room_and_seats(request: Request, id: str) -> tuple[Room, Audience]:
    """Return a table, and the caller's seats."""
    room = await access.services_of(request).registry.room(id)
    return room, access.seats_of(room, await access.person_of(request), access.token_of(request))


async def visible_room(request: Request, id: str, key: str | None) -> Room:
    """Return a table, for callers who may see it."""
    room, audience = await room_and_seats(request, id)
    access.check_sight(room, audience, key)
    return room


@router.get("/{id}", responses=described(Shown, 200, FORBIDDEN, NOT_FOUND))
async def show_table(request: Request, id: str, key: KeyQuery = None) -> Response:
    """The table as this person sees it. `key` is that of a watch link, or of a join link, which does not show the position.

    A person who comes with a join link when all seats are taken is shown the link to watch.
    """
    room, audience = await room_and_seats(request, id)
    may_sit = access.fits(key, room.table.header.join)
    if not may_sit:
        access.check_sight(room, audience, key)
    visible = audience or access.may_watch(room, key)
    view = redaction.view(room.table, audience) if visible else None
    info = redaction.table_info(room, audience, base(request))
    if may_sit and room.table.full:
        info.links = redaction.links_of(room, base(request))
    return answer(Shown(room.table.version, view, info))


@router.post("/{id}/seats", responses=described(Seated, 200, FORBIDDEN, NOT_FOUND, 409, TOO_MANY))
async def take_seat(request: Request, id: str, wanted: TakeSeat) -> Response:
    """Take a free seat."""
    registry, name = access.services_of(request).registry, clean_name(wanted.name)
    room = await registry.room(id)
    if not room.table.header.listed and not access.fits(wanted.key, room.table.header.join):
        raise refused("wrong_key", FORBIDDEN)
    visitor = await visitor_of(request, name, room.chairs)
    shown_name = name_for(request, visitor.person, name)
    seat, token = await registry.sit(room, visitor.person, shown_name, wanted.seat, *visitor.first)
    await welcome(request, visitor, name)
    return with_cookie(request, answer(Seated(id, seat, token)), visitor.token)


@router.post("/{id}/rematch", responses=described(Opened, 200, FORBIDDEN, NOT_FOUND, 409, TOO_MANY))
async def rematch(request: Request, id: str) -> Response:
    """Open the same table again, with seats moved on by one. The second person to ask gets the table that the first one opened."""
    room = await access.services_of(request).registry.room(id)
    person, token = await access.person_of(request), access.token_of(request)
    if not access.seats_of(room, person, token):
        raise refused("no_seat", FORBIDDEN)
    again = await access.services_of(request).registry.rematch(room, access.caller_of(request).client)
    return answer(opened(request, again, access.seats_of(again, person, token), None))


@router.get("/{id}/record", responses={200: {"description": "A game record."}, 403: {}, 404: {}})
async def record(request: Request, id: str, key: KeyQuery = None) -> Response:
    """The finished rounds as a game record, with the proofs of their shuffles."""
    room = await visible_room(request, id, key)
    found = msgspec.json.encode(finished_record(room, catalogue(access.language(request))("server.player")))
    headers = {"content-disposition": f'attachment; filename="{room.table.header.game}-{id}.json"'}
    return Response(found, media_type="application/json", headers=headers)


def faces(room: Room) -> list[str | None]:
    return [chair.bot or chair.face for chair in room.chairs]


@router.get("/{id}/replay", responses=described(Replay, 200, FORBIDDEN, NOT_FOUND, TOO_MANY))
async def replay(request: Request, id: str, key: KeyQuery = None, round: Annotated[int, Query(ge=1, le=999)] = 1) -> Response:
    """A finished round, position by position, with all hands shown."""
    services, client = access.services_of(request), access.caller_of(request).client
    if not services.heavy.allow(client):
        raise refused("too_fast", TOO_MANY)
    room, audience = await room_and_seats(request, id)
    access.check_sight(room, audience, key)
    state: State = room.table.state
    if round > len(state.scores):
        raise refused("round_not_finished", NOT_FOUND, round=round)
    played = state.rounds[round - 1]
    everybody = names(room, catalogue(access.language(request))("server.player"))
    found = Replay(
        game=state.game.name,
        players=everybody,
        faces=faces(room),
        you=list(audience),
        round=round,
        rounds=len(state.scores),
        starter=played.starter,
        scores=list(played.scores or []),
        positions=[],
    )
    return StreamingResponse(services.replays.encoded(id, state, found), media_type=JSON)


@router.get(
    "/{id}/journal",
    responses={
        200: {"description": "Lines of JSON; the last one is the analysis, or says that it failed."},
        403: {},
        404: {},
        409: {},
        429: {},
    },
)
async def journal(request: Request, id: str, key: KeyQuery = None, stored: bool = False) -> Response:
    """What was skill and what was luck at a finished table, for everyone who may replay it; it comes while it is worked out.

    With `stored`, nothing is worked out: if there is no stored analysis, only the first line comes.
    """
    room = await analysed_room(request, id, key)
    decisions = sum(len(played.moves) for played in room.table.state.rounds)
    if decisions > MOST_DECISIONS:
        raise refused("too_long_to_analyse", count=decisions, most=MOST_DECISIONS)
    found = finished_record(room, catalogue(access.language(request))("server.player"))
    return StreamingResponse(access.services_of(request).journals.lines(id, found, stored), media_type=LINES)


async def analysed_room(request: Request, id: str, key: str | None) -> Room:
    """Return a table that was played to its end, for callers who may replay it. This counts as one of the most expensive requests."""
    if not access.services_of(request).heavy.allow(access.caller_of(request).client):
        raise refused("too_fast", TOO_MANY)
    room = await visible_room(request, id, key)
    if not room.table.played_out:
        raise refused("nothing_to_analyse")
    return room
