"""The outermost layer: which callers are allowed, how much and how often they may request, and security headers for browsers."""

import asyncio
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lostcities.games.errors import Reason
from lostcities.server import metrics
from lostcities.server.errors import FORBIDDEN, NOT_FOUND, TOO_LARGE, TOO_MANY, TOO_SLOW
from lostcities.server.http.caller import Caller, caller_of, host_allowed, language_of, origin_allowed
from lostcities.server.http.responses import error_body
from lostcities.server.logs import log
from lostcities.server.rates import Rates
from lostcities.server.settings import Settings

MAX_BODY = 64 * 1024
BODY_SECONDS = 20.0
"""From the end of a request's headers to the end of its body."""
SAFE = ("GET", "HEAD", "OPTIONS")

POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data:",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",  # positions of cards and figures; styles cannot run code
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
]
NO_STORE = (b"cache-control", b"no-store")
"""For everything under /api: most of it depends on the cookie, if only for its language."""

Refusal = tuple[Reason, int]
LARGE: Refusal = Reason("too_large", {"limit": MAX_BODY // 1024}), TOO_LARGE
NOWHERE: Refusal = Reason("not_found", {}), NOT_FOUND
"""For a path with a zero character, which PostgreSQL cannot even look up."""
SLOW: Refusal = Reason("too_slow", {}), TOO_SLOW


class Guard:
    """An ASGI application that wraps another."""

    def __init__(self, app: ASGIApp, settings: Settings, rates: Rates) -> None:
        self.app = app
        self.settings = settings
        self.rates = rates

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        caller = scope.setdefault("state", {})["caller"] = caller_of(scope, self.settings)
        refusal = self.refusal(scope, caller)
        if scope["type"] == "websocket":
            await self.socket(scope, receive, send, refusal)
        else:
            await self.request(scope, receive, send, caller, refusal)

    def refusal(self, scope: Scope, caller: Caller) -> Refusal | None:
        """Return why a request is refused before it is read."""
        if not host_allowed(caller, self.settings):
            return Reason("bad_host", {}), FORBIDDEN
        changes = scope["type"] == "websocket" or scope["method"] not in SAFE
        if changes and not origin_allowed(caller, self.settings):
            return Reason("bad_origin", {}), FORBIDDEN
        if "\0" in scope["path"]:
            return NOWHERE
        if not self.rates.allow(caller.client):
            return Reason("too_fast", {}), TOO_MANY
        length = caller.headers.get("content-length", "0")
        if not length.isdigit() or int(length) > MAX_BODY:
            return LARGE
        return None

    async def socket(self, scope: Scope, receive: Receive, send: Send, refusal: Refusal | None) -> None:
        if refusal is None:
            await self.app(scope, receive, send)
            return
        metrics.REFUSALS.labels(refusal[0].code).inc()
        await receive()
        await send({"type": "websocket.close", "code": 1008})

    async def request(self, scope: Scope, receive: Receive, send: Send, caller: Caller, refusal: Refusal | None) -> None:
        began = time.perf_counter()
        answered = Answered(send, scope["path"].startswith("/api/"))
        try:
            await self.answer(scope, receive, answered, caller, refusal)
        except Exception as error:
            log.error("request_failed", exc_info=error)  # an error has been answered already
        finally:
            took = time.perf_counter() - began
            route = getattr(scope.get("route"), "path", "-")
            metrics.REQUESTS.labels(route, answered.status).observe(took)
            log.info("request", method=scope["method"], route=route, status=answered.status, ms=round(took * 1000, 1))

    async def answer(self, scope: Scope, receive: Receive, send: Send, caller: Caller, refusal: Refusal | None) -> None:
        if refusal is None and scope["method"] not in SAFE:
            body = await body_of(receive)
            if body is None:
                return
            if isinstance(body, bytes):
                receive = once(body, receive)
            else:
                refusal = body
        if refusal:
            await refuse(send, caller, *refusal)
        else:
            await self.app(scope, receive, send)


class Answered:
    """Adds the headers that every answer has, and remembers the status. Caches must not store what is personal."""

    def __init__(self, send: Send, personal: bool) -> None:
        self.send = send
        self.headers = [*HEADERS, NO_STORE] if personal else HEADERS
        self.status = 0

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            message["headers"] = [*message.get("headers", []), *self.headers]
        await self.send(message)


async def body_of(receive: Receive) -> bytes | Refusal | None:
    """Return the whole body, or why it is not read to its end; None if the client has gone."""
    body = b""
    try:
        async with asyncio.timeout(BODY_SECONDS):
            while len(body) <= MAX_BODY:
                message = await receive()
                if message["type"] == "http.disconnect":
                    return None
                body += message.get("body", b"")
                if not message.get("more_body", False):
                    break
    except TimeoutError:
        return SLOW
    return body if len(body) <= MAX_BODY else LARGE


def once(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that gives the application a body that was already read."""
    pending: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_body() -> Message:
        return pending.pop() if pending else await receive()

    return receive_body


async def refuse(send: Send, caller: Caller, reason: Reason, status: int) -> None:
    body = error_body(reason, language_of(caller.headers.get("accept-language", "")))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status == TOO_SLOW:
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
