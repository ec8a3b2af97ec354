"""What the server knows of a person: name, face, language, own tables, results; and deleting it."""

from typing import Annotated

from fastapi import APIRouter, Request, Response
from pydantic import Field

from lostcities.server.errors import TOO_MANY
from lostcities.server.http import access
from lostcities.server.http.responses import Me, answer, described
from lostcities.server.http.tables import check_newcomer, with_cookie
from lostcities.server.messages import Face
from lostcities.server.services import Services
from lostcities.server.store.listing import results_of, tables_of
from lostcities.server.store.people import COOKIE, Person
from lostcities.server.tables.checks import now_ms
from lostcities.server.tables.names import clean_name
from lostcities.server.tables.opening import Name, Strict
from lostcities.text import LANGUAGES

router = APIRouter(prefix="/api/me", tags=["me"])


class ChangeMe(Strict):
    """A new name, face or language; what is left out stays the same."""

    name: Name | None = None
    face: Face | None = None
    language: Annotated[str, Field(max_length=16)] | None = None


async def me_of(request: Request, person: Person | None) -> Me:
    if person is None:
        return Me(None, None, None, [], [])
    services = access.services_of(request)
    tables = await tables_of(services.storage, person.id)
    for table in tables:
        if not table.finished:
            await services.registry.progress(table)
    return Me(person.name, person.face, person.language, tables, await results_of(services.storage, person.id))


@router.get("", responses=described(Me))
async def show_me(request: Request) -> Response:
    """Name, face, language, own tables, and results against each opponent; all empty for a new visitor."""
    return answer(await me_of(request, await access.person_of(request)))


@router.put("", responses=described(Me, 200, 400, TOO_MANY))
async def change_me(request: Request, wanted: ChangeMe) -> Response:
    """Change name, face or language. Finished tables keep name and face. A new visitor who gives none of them is not stored."""
    services, person, token = access.services_of(request), await access.person_of(request), request.cookies.get(COOKIE, "")
    name, language = clean_name(wanted.name), wanted.language if wanted.language in LANGUAGES else None
    shown = {key: value for key, value in (("name", name), ("face", wanted.face)) if value}
    if person:
        await services.people.change(person, name, language, now_ms(), wanted.face)
        if shown:
            await services.registry.introduce(person, shown)
    elif shown or language:
        check_newcomer(request)
        person, token = await services.people.add(name, language or access.language(request), now_ms(), wanted.face)
    found = answer(await me_of(request, person))
    return with_cookie(request, found, token) if person else found


@router.delete("", status_code=204)
async def forget_me(request: Request) -> Response:
    """Delete name, face and cookie, and remove name and face from every seat. In unfinished games a bot plays on."""
    gone = Response(status_code=204)
    gone.delete_cookie(COOKIE, httponly=True, samesite="lax")
    person = await access.person_of(request)
    if person:
        await forget(access.services_of(request), person)
    return gone


async def forget(services: Services, person: Person) -> None:
    """Delete a person. Tables are searched twice, to find seats taken between the first search and the deletion of the cookie."""
    await services.registry.forget(person)
    await services.people.forget(person)
    await services.registry.forget(person)
