"""Who may see and play what: people by their cookie, programs by a seat's token, others by the keys of a table."""

from hmac import compare_digest

from starlette.requests import HTTPConnection

from lostcities.server.errors import FORBIDDEN, refused
from lostcities.server.http.caller import Caller, language_of
from lostcities.server.services import Services
from lostcities.server.store.people import COOKIE, Person, hashed
from lostcities.server.tables.checks import now_ms
from lostcities.server.tables.days import Day
from lostcities.server.tables.room import Room
from lostcities.server.tables.table import Audience

BEARER = "bearer "


def services_of(connection: HTTPConnection) -> Services:
    found = connection.app.state.services
    assert isinstance(found, Services)
    return found


def caller_of(connection: HTTPConnection) -> Caller:
    found = connection.state.caller
    assert isinstance(found, Caller)
    return found


async def person_of(connection: HTTPConnection) -> Person | None:
    """Return the person whose cookie a request has."""
    return await services_of(connection).people.find(connection.cookies.get(COOKIE), now_ms())


def language(connection: HTTPConnection, person: Person | None = None) -> str:
    return language_of(connection.headers.get("accept-language", ""), person.language if person else None)


def token_of(connection: HTTPConnection) -> str | None:
    """Return the seat token that a program sends."""
    header = connection.headers.get("authorization", "")
    if header.lower().startswith(BEARER):
        return header[len(BEARER) :].strip()
    return connection.query_params.get("token")


def seats_of(room: Room, person: Person | None, token: str | None) -> Audience:
    """Return the seats that belong to a person, or to a token."""
    key = hashed(token) if token else b""
    return tuple(
        seat
        for seat, chair in enumerate(room.chairs)
        if (person and chair.person == person.id) or (key and chair.token and compare_digest(chair.token, key))
    )


def fits(key: str | None, expected: str) -> bool:
    return key is not None and compare_digest(key.encode(), expected.encode())


def may_watch(room: Room, key: str | None) -> bool:
    """Whether somebody without a seat may watch: at a deal of the day nobody may before the day is closed, who may play it, too."""
    day = room.table.header.daily
    if day and not Day(day).closed(now_ms()):
        return False
    return room.table.header.listed or fits(key, room.table.header.watch)


def check_sight(room: Room, audience: Audience, key: str | None) -> None:
    """Refuse callers who neither have a seat at the table nor may watch it."""
    if not audience and not may_watch(room, key):
        raise refused("not_for_you", FORBIDDEN)
