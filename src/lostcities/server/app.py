"""The ASGI application: puts all parts together."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from fastapi.telemetry import TelemetryConfig
from starlette.exceptions import HTTPException

from lostcities._version import __version__
from lostcities.games.errors import GameError, Reason
from lostcities.games.registry import NAMES, game
from lostcities.puzzles.puzzle import load
from lostcities.server import metrics
from lostcities.server.errors import BAD_REQUEST, INTERNAL, UNAVAILABLE
from lostcities.server.http import access, daily, form, manifest, me, mine, moments, pages, puzzles, site
from lostcities.server.http import tables as api
from lostcities.server.http.guard import Guard
from lostcities.server.http.responses import JSON, error_body, schemas
from lostcities.server.logs import log, set_up
from lostcities.server.rates import Rates
from lostcities.server.services import Services
from lostcities.server.settings import Settings
from lostcities.server.socket.conversation import live
from lostcities.server.store.database import failure_of
from lostcities.server.store.storage import Unavailable
from lostcities.server.store.sweep import Sweeper
from lostcities.server.store.writer import is_failure
from lostcities.server.tables.checks import now_ms
from lostcities.text import LANGUAGES, catalogue

SILENT: TelemetryConfig = {"tracing": False, "metrics": False, "logs": False, "operation_spans": False, "auto_configure": False}
"""FastAPI would trace every message of a socket; the figures for hosts are at /metrics."""
READING = ("GET", "HEAD")
"""Requests that store nothing but when a person was last here."""
TICK = 0.1
"""Seconds between two checks of how late timers are."""


def create_app(settings: Settings, static: Path = pages.STATIC) -> Guard:
    """Return the server as an ASGI application. Nothing is opened before it starts."""
    set_up()
    app = unguarded(settings, static)
    return Guard(app, settings, app.state.requests)


def unguarded(settings: Settings, static: Path) -> FastAPI:
    app = FastAPI(title="lostcities", version=__version__, lifespan=lifespan, docs_url=None, redoc_url=None, telemetry=SILENT)
    app.state.settings = settings
    app.state.requests = Rates(settings.limits.requests, 10 * settings.limits.requests)
    for router in (api.router, moments.router, me.router, form.router, mine.router, daily.router, puzzles.router, site.router):
        app.include_router(router)
    app.add_api_websocket_route("/api/tables/{id}/live", live)
    app.include_router(manifest.router)
    app.include_router(pages.router_for(static))
    app.add_exception_handler(GameError, refuse)
    app.add_exception_handler(RequestValidationError, refuse_request)
    app.add_exception_handler(HTTPException, refuse_plainly)
    for failure in Unavailable:
        app.add_exception_handler(failure, refuse_for_now)
    app.add_exception_handler(Exception, apologise)
    app.openapi = lambda: described(app)  # type: ignore[method-assign]
    return app


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    services = app.state.services = Services.of(app.state.settings, app.state.requests)
    await services.open()
    load_everything(app)
    services.registry.spawn(Sweeper(services.storage, services.settings, services.registry, now_ms).run())
    services.registry.spawn(watch_lateness())
    yield
    await services.close()


def load_everything(app: FastAPI) -> None:
    """Load everything that is otherwise loaded on first use: those 30 ms would block all tables."""
    for name in NAMES:
        load(game(name))
    for language in LANGUAGES:
        catalogue(language).explain(Reason("bad_request", {"place": "", "detail": ""}))  # also loads the library behind it
    app.openapi()


async def watch_lateness() -> None:
    """Measure how late the event loop is: what blocks one table blocks all."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + TICK
        await asyncio.sleep(TICK)
        metrics.LATENESS.observe(max(loop.time() - due, 0.0))


# -- errors --


async def error_answer(request: Request, reason: Reason, status: int) -> Response:
    return Response(error_body(reason, await language_for(request)), status, media_type=JSON)


async def language_for(request: Request) -> str:
    """Return the person's language, or the browser's if looking the person up fails."""
    try:
        return access.language(request, await access.person_of(request))
    except Exception:
        return access.language(request)


async def refuse(request: Request, error: Exception) -> Response:
    assert isinstance(error, GameError)
    return await error_answer(request, error.reason, getattr(error, "status", BAD_REQUEST))


async def refuse_request(request: Request, error: Exception) -> Response:
    """Refuse a request that does not match its schema: the first error, and where it is."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"][1:])
    return await error_answer(request, Reason("bad_request", {"place": place or "body", "detail": first["msg"]}), BAD_REQUEST)


async def refuse_plainly(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = {404: "not_found", 405: "bad_method"}.get(error.status_code, "bad_request")
    arguments = {"place": "body", "detail": str(error.detail)} if code == "bad_request" else {}
    made = await error_answer(request, Reason(code, dict(arguments)), error.status_code)
    made.headers.update(error.headers or {})
    return made


async def refuse_for_now(request: Request, error: Exception) -> Response:
    """Refuse a request because the database fails. Whether it was stored before that is open, so nothing is said about it."""
    if not is_failure(error):
        raise error
    log.warning("database_failed", error=type(error).__name__)
    code = "not_read" if request.method in READING else "not_stored"
    return Response(error_body(Reason(code, {"why": failure_of(error).kind}), access.language(request)), UNAVAILABLE, media_type=JSON)


async def apologise(request: Request, _: Exception) -> Response:
    """Answer after a bug. Details are in the log, not in the answer."""
    return await error_answer(request, Reason("internal_error", {}), INTERNAL)


# -- the OpenAPI description --


def description() -> dict[str, Any]:
    """Return `web/openapi.json`, from which the page's types are made."""
    return described(unguarded(Settings(Path()), pages.STATIC))


def described(app: FastAPI) -> dict[str, Any]:
    """Return /openapi.json, with the messages of the socket among its schemas."""
    if not app.openapi_schema:
        found = get_openapi(title=app.title, version=app.version, summary="Tables for the Lost Cities family of games", routes=app.routes)
        found["components"]["schemas"] |= schemas()
        found["x-socket"] = {
            "path": "/api/tables/{id}/live",
            "client": {"$ref": "#/components/schemas/ClientMessage"},
            "server": {"$ref": "#/components/schemas/ServerMessage"},
        }
        drop_default_errors(found)
        app.openapi_schema = found
    return app.openapi_schema


def drop_default_errors(found: dict[str, Any]) -> None:
    """Remove the answer 422, which FastAPI describes but this server never gives: invalid requests get 400."""
    for path in found["paths"].values():
        for operation in path.values():
            operation["responses"].pop("422", None)
            error = {"$ref": "#/components/schemas/ErrorAnswer"}
            operation["responses"].setdefault("400", {"description": "Refused.", "content": {"application/json": {"schema": error}}})
    for name in ("HTTPValidationError", "ValidationError"):
        found["components"]["schemas"].pop(name, None)
