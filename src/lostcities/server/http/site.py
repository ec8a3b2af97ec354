"""Everything that is not about a table: the games, the bots, the server itself, QR codes, health and metrics."""

import asyncio
import io
import re
from functools import lru_cache
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from lostcities._version import __version__
from lostcities.bots.character import NAMES as CHARACTERS
from lostcities.bots.registry import listings
from lostcities.bots.strength import measured, packaged
from lostcities.games.errors import Reason
from lostcities.games.options import Option
from lostcities.games.registry import NAMES, game
from lostcities.server import metrics
from lostcities.server.errors import BAD_REQUEST, FORBIDDEN, UNAVAILABLE, refused
from lostcities.server.http import access
from lostcities.server.http.responses import Bots, GameFace, Games, Health, OptionFace, Problem, Rated, Site, answer, described
from lostcities.server.http.tables import base
from lostcities.server.messages import PHRASES
from lostcities.server.services import Services
from lostcities.server.store.database import Failure, failure_of
from lostcities.server.tables.opening import DEFAULT, LONGEST_MS
from lostcities.text import LANGUAGES, Catalogue, catalogue

router = APIRouter(tags=["site"])
TABLE_PATH = re.compile(r"/t/[\w-]{1,64}(#(join|watch)=[\w-]{0,64})?", re.ASCII)
OPEN_COMMAND = "lostcities serve --host 0.0.0.0"
PATIENCE = 5.0
"""Seconds in which the database must answer, and store what it is given."""
PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8"


@router.get("/api/games", responses=described(Games))
async def show_games() -> Response:
    """The games with their options and numbers of players."""
    faces = [GameFace(name, game(name).min_players, game(name).max_players, [option_face(o) for o in game(name).options]) for name in NAMES]
    return answer(Games(faces, DEFAULT, list(PHRASES)))


def option_face(option: Option) -> OptionFace:
    if option.choices:
        return OptionFace(option.name, option.default, list(option.choices), None, None)
    return OptionFace(option.name, option.default, None, option.low, option.high)


@router.get("/api/bots", responses=described(Bots))
async def show_bots(request: Request) -> Response:
    """The opponents of each game, those with a character first, weakest first."""
    words = catalogue(access.language(request, await access.person_of(request)))
    return answer(Bots([line for name in NAMES for line in bots_of(name, words)]))


def bots_of(name: str, words: Catalogue) -> list[Rated]:
    tables = packaged().get(name, [])
    found = []
    for listing in listings(game(name)):
        ms = [1, LONGEST_MS] if "ms" in listing.settings else None
        rating, _, speed = measured(tables, listing)
        found.append(Rated(listing.name, name, words(f"bot.{listing.name}"), rating, speed, listing.name in CHARACTERS, ms))
    return found


@router.get("/api/site", responses=described(Site))
async def show_site(request: Request) -> Response:
    """The server's version, languages, and address for others."""
    settings = access.services_of(request).settings
    command = OPEN_COMMAND if settings.loopback and not settings.public_url else None
    return answer(Site(__version__, list(LANGUAGES), base(request), command is not None, command))


@router.get("/api/qr", responses={200: {"content": {"image/svg+xml": {}}, "description": "A QR code."}, 400: {}})
async def qr_code(request: Request, path: Annotated[str, Query(min_length=1, max_length=300)]) -> Response:
    """The address of a table as a QR code."""
    if not TABLE_PATH.fullmatch(path):
        raise refused("bad_path", BAD_REQUEST)
    drawing = await asyncio.to_thread(drawn, base(request) + path)
    return Response(drawing, media_type="image/svg+xml")


@lru_cache(256)
def drawn(text: str) -> bytes:
    import segno

    drawing = io.BytesIO()
    segno.make_qr(text).save(drawing, kind="svg", xmldecl=False, border=4, scale=4)
    return drawing.getvalue()


@router.get("/healthz", responses=described(Health) | described(Health, UNAVAILABLE))
async def health(request: Request) -> Response:
    """Whether tables can be stored and read; 503 while they cannot. Only `degraded` while the bots' processes or Redis fail."""
    services = access.services_of(request)
    words = catalogue(access.language(request))
    near = access.caller_of(request).near  # others are told no more than the kind of the database's error
    failing = [Reason(code, {"why": why.words if near else why.kind}) for code, why in (await failures_of(services)).items()]
    degraded = degraded_by(services)
    problems = [Problem(reason.code, words.explain(reason)) for reason in (*failing, *degraded)]
    status = "failing" if failing else "degraded" if degraded else "ok"
    return answer(Health(status, __version__, len(services.registry.rooms), problems), UNAVAILABLE if failing else 200)


def degraded_by(services: Services) -> list[Reason]:
    """Return what works less well at the moment: bots decide with the network alone, or servers don't hear of each other."""
    found, force = [], services.bots.local
    if force.resting:
        found.append(Reason("bots_resting", {"count": force.resting, "all": len(force.workers)}))
    if services.neighbours and not services.neighbours.connection.working:
        found.append(Reason("redis_away", {}))
    if services.node and services.node.roster.differing:
        found.append(Reason("settings_differ", {"names": ", ".join(services.node.roster.differing)}))
    return found


async def failures_of(services: Services) -> dict[str, Failure]:
    """Return everything that fails at the moment."""
    found, writer = {}, services.storage.writer
    try:
        async with asyncio.timeout(PATIENCE):
            await services.storage.ping()
    except Exception as error:
        found["not_read"] = failure_of(error)
    if writer.problem:
        found["not_stored"] = writer.problem
    elif writer.busy_for > PATIENCE:
        found["not_stored"] = failure_of(TimeoutError())
    return found


@router.get("/metrics", response_class=Response)
async def figures(request: Request) -> Response:
    """Figures for Prometheus."""
    if not (access.caller_of(request).near or access.services_of(request).settings.public_metrics):
        raise refused("figures_private", FORBIDDEN)
    return Response(metrics.page(), media_type=PROMETHEUS)
