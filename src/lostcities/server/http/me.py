"""What somebody is to the server: name, language, own tables, results; and being forgotten."""

from typing import Annotated

from fastapi import APIRouter, Request, Response
from pydantic import Field

from lostcities.server.errors import TOO_MANY
from lostcities.server.http import access
from lostcities.server.http.responses import Me, answer, described
from lostcities.server.http.tables import check_newcomer, with_cookie
from lostcities.server.services import Services
from lostcities.server.store.listing import results_of, tables_of
from lostcities.server.store.people import COOKIE, Person
from lostcities.server.tables.checks import now_ms
from lostcities.server.tables.names import clean_name
from lostcities.server.tables.opening import Name, Strict
from lostcities.text import LANGUAGES

router = APIRouter(prefix="/api/me", tags=["me"])


class ChangeMe(Strict):
    """A new name or language; what is left out stays."""

    name: Name | None = None
    language: Annotated[str, Field(max_length=16)] | None = None


async def me_of(request: Request, person: Person | None) -> Me:
    if person is None:
        return Me(None, None, [], [])
    services = access.services_of(request)
    tables = await tables_of(services.storage, person.id)
    for table in tables:
        if not table.finished:
            table.your_turn = await services.registry.is_turn(table.id, table.you)
    return Me(person.name, person.language, tables, await results_of(services.storage, person.id))


@router.get("", responses=described(Me))
async def show_me(request: Request) -> Response:
    """Name, language, own tables, and results against each opponent; all empty for somebody who was never here."""
    return answer(await me_of(request, await access.person_of(request)))


@router.put("", responses=described(Me, 200, 400, TOO_MANY))
async def change_me(request: Request, wanted: ChangeMe) -> Response:
    """A new name or language. Tables that one sits at already keep the name. Who is new and says neither stays a stranger."""
    people, person, token = access.services_of(request).people, await access.person_of(request), request.cookies.get(COOKIE, "")
    name, language = clean_name(wanted.name), wanted.language if wanted.language in LANGUAGES else None
    if person:
        await people.change(person, name, language, now_ms())
    elif name or language:
        check_newcomer(request)
        person, token = await people.add(name, language or access.language(request), now_ms())
    found = answer(await me_of(request, person))
    return with_cookie(request, found, token) if person else found


@router.delete("", status_code=204)
async def forget_me(request: Request) -> Response:
    """Deletes name and cookie, and takes the name off every seat. In games that are not over a bot plays on."""
    gone = Response(status_code=204)
    gone.delete_cookie(COOKIE, httponly=True, samesite="lax")
    person = await access.person_of(request)
    if person:
        await forget(access.services_of(request), person)
    return gone


async def forget(services: Services, person: Person) -> None:
    """From the tables twice: whoever sat down between the first time and the end of the cookie is found the second time."""
    await services.registry.forget(person)
    await services.people.forget(person)
    await services.registry.forget(person)
