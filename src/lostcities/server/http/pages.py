"""The page: files from its build, read once when the server starts. Every route of the page is index.html."""

import hashlib
import mimetypes
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path

from fastapi import APIRouter, Request, Response

from lostcities.server.http import access
from lostcities.server.http.caller import base_of
from lostcities.server.http.previews import table_of, tags_of, with_tags
from lostcities.server.store.listing import Shared, shared_table
from lostcities.server.store.storage import Unavailable
from lostcities.text import catalogue

STATIC = Path(__file__).parent.parent / "static"
INDEX = "index.html"
HASHED = "assets/"
"""Where the build puts files whose names change with their contents."""
FOREVER = "public, max-age=31536000, immutable"
ALWAYS_ASK = "no-cache"


@dataclass(frozen=True, slots=True)
class File:
    """A file of the page, in memory."""

    content: bytes
    packed: bytes | None
    """The same compressed with gzip, if the build made it."""
    kind: str
    tag: str
    lasting: bool


def files_of(folder: Path) -> dict[str, File]:
    """Return every file of a built page by its path; empty if it was not built. Only these are served."""
    found = {}
    for path in sorted(folder.rglob("*")) if folder.is_dir() else ():
        if path.is_file() and path.suffix != ".gz" and not path.name.startswith("."):
            found[path.relative_to(folder).as_posix()] = file_of(path, path.relative_to(folder).as_posix())
    return found


def file_of(path: Path, name: str) -> File:
    packed = path.with_name(f"{path.name}.gz")
    content = path.read_bytes()
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    kind = f"{kind}; charset=utf-8" if kind.startswith("text/") or kind.endswith(("javascript", "json")) else kind
    return File(content, packed.read_bytes() if packed.is_file() else None, kind, tag_of(content), name.startswith(HASHED))


def tag_of(content: bytes) -> str:
    return f'"{hashlib.sha256(content).hexdigest()[:16]}"'


def serve_file(request: Request, file: File) -> Response:
    headers = {"etag": file.tag, "cache-control": FOREVER if file.lasting else ALWAYS_ASK, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == file.tag:
        return Response(status_code=304, headers=headers)
    if file.packed and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(file.packed, media_type=file.kind, headers=headers | {"content-encoding": "gzip"})
    return Response(file.content, media_type=file.kind, headers=headers)


async def previewed(request: Request, page: File, path: str) -> File:
    """Return the page with the preview that messengers show for its address."""
    shared, base = await shared_of(request, table_of(path)), base_of(access.caller_of(request), request.app.state.settings)
    language = shared.language if shared and shared.language else access.language(request)
    content = with_tags(page.content, tags_of(path, shared, catalogue(language), base))
    return replace(page, content=content, packed=None, tag=tag_of(content))


async def shared_of(request: Request, table: str | None) -> Shared | None:
    """Return the preview of a table; None if the database fails, as the page is shown all the same."""
    try:
        return await shared_table(access.services_of(request).storage, table) if table else None
    except Unavailable:
        return None


def missing_page(request: Request) -> Response:
    """Answer in a checkout whose page was not built, saying how to build it."""
    words = catalogue(access.language(request))
    text = f"<!doctype html><meta charset=utf-8><title>lostcities</title><p>{escape(words('server.no_page'))}</p>"
    return Response(text, 503, media_type="text/html; charset=utf-8")


def router_for(folder: Path = STATIC) -> APIRouter:
    """Return the routes of the page. Paths with a dot are files; all others are the page itself, which knows what to show."""
    files = files_of(folder)
    router = APIRouter(include_in_schema=False)

    @router.api_route("/{path:path}", methods=["GET", "HEAD"])
    async def page(request: Request, path: str) -> Response:
        if is_page(path) and INDEX in files:
            return serve_file(request, await previewed(request, files[INDEX], path))
        if path in files:
            return serve_file(request, files[path])
        return missing_page(request) if is_page(path) else Response(status_code=404)

    return router


def is_page(path: str) -> bool:
    """Whether the page itself answers an address.

    >>> is_page("t/4gT"), is_page("assets/x.js"), is_page("api/none")
    (True, False, False)
    """
    return "." not in path and not path.startswith(("api/", HASHED))
