"""The web manifest: what the page is called and looks like where it is installed, in the language of whoever installs it."""

import json
from typing import Any

from fastapi import APIRouter, Request, Response

from lostcities.games.registry import NAMES
from lostcities.server.http import access
from lostcities.server.http.previews import HEIGHT, WIDTH
from lostcities.text import Catalogue, catalogue

PATH = "/manifest.webmanifest"
KIND = "application/manifest+json; charset=utf-8"
PAPER, SHEET = "#efe3c8", "#faf3e1"
"""The page's ground and its header, as in `web/src/look/tokens.css`."""

router = APIRouter(include_in_schema=False)


@router.get(PATH)
async def show_manifest(request: Request) -> Response:
    language = access.language(request, await access.person_of(request))
    body = json.dumps(manifest(catalogue(language), language), ensure_ascii=False)
    return Response(body, media_type=KIND, headers={"cache-control": "no-cache", "vary": "accept-language, cookie"})


def manifest(words: Catalogue, language: str) -> dict[str, Any]:
    """Return the manifest. The pictures are drawn by `docs/img/icons.py` and `docs/img/previews.py`."""
    name = words("page.name")
    return {
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "name": name,
        "short_name": name,
        "description": words("server.about"),
        "lang": language,
        "dir": "rtl" if language == "fa" else "ltr",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": SHEET,
        "categories": ["games"],
        "icons": [icon("icon-192", 192), icon("icon-512", 512), icon("maskable-512", 512) | {"purpose": "maskable"}],
        "shortcuts": [{"name": words(f"page.game.{game}"), "url": f"/?game={game}", "icons": [icon(game, 192)]} for game in NAMES],
        "screenshots": [picture("/previews/home.png", WIDTH, HEIGHT) | {"form_factor": "wide", "label": name}],
    }


def icon(name: str, size: int) -> dict[str, str]:
    return picture(f"/icons/{name}.png", size, size)


def picture(source: str, width: int, height: int) -> dict[str, str]:
    return {"src": source, "sizes": f"{width}x{height}", "type": "image/png"}
