"""Run the server: take a port, print the address, and serve until told to stop."""

import contextlib
import errno
import gc
import socket
import sys
import webbrowser
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import uvicorn

from lostcities.server.errors import BAD_REQUEST, CONFLICT, Refused, refused
from lostcities.server.messages import MAX_BYTES
from lostcities.server.redis.connection import check_url
from lostcities.server.settings import Settings
from lostcities.server.store.address import database_of
from lostcities.server.store.database import prepare
from lostcities.server.store.inspection import Inspection
from lostcities.server.store.lock import held

if TYPE_CHECKING:
    from lostcities.server.services import Services

PORTS_TRIED = 100
WAITING = 2048
"""Connections that may wait to be accepted ..."""
ACCEPTED = 16
"""... and how many are accepted at a time. A surplus one is closed four turns of the loop later, and takes a handle until then."""
GRACE = 5
"""Seconds to finish answers when the server stops."""
PING = 20.0
"""Seconds between checks whether a client is still there."""
MOST_HANDLES = 16_384
"""No more handles than this are requested: each connection also takes memory."""


def raise_handles() -> None:
    """Let this process open as many files and connections as it may."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_HANDLES if hard == resource.RLIM_INFINITY else min(hard, MOST_HANDLES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):  # some systems allow fewer than they say
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def handles() -> int:
    """Return how many files and connections this process may have open."""
    if sys.platform == "win32":
        return MOST_HANDLES
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST_HANDLES if soft == resource.RLIM_INFINITY else soft


def take_port(settings: Settings, any_port: bool) -> socket.socket:
    """Return a socket at the requested port, or at the next free one if any port will do."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    for port in range(settings.port, settings.port + (PORTS_TRIED if any_port else 1)):
        taken = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # explicit, or asyncio would delay small messages
        if sys.platform != "win32":
            taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            taken.bind((settings.host, port))
            taken.listen(WAITING)
            return taken
        except OSError as error:
            taken.close()
            if error.errno != errno.EADDRINUSE:
                raise refused("cannot_bind", BAD_REQUEST, host=settings.host, why=error.strerror or str(error)) from None
    raise refused("port_taken", CONFLICT, port=str(settings.port))


class Server(uvicorn.Server):
    """A uvicorn server that reports when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.ready = ready
        self.refusal: Refused | None = None

    @property
    def services(self) -> "Services":
        """What the application consists of, once it has started."""
        found: Services = self.config.app.app.state.services  # type: ignore[union-attr]
        return found

    def stop(self) -> None:
        """Stop as on a signal; from any thread."""
        self.should_exit = True

    def give_way(self, refusal: Refused) -> None:
        """Stop as on a signal, and end with a refusal."""
        self.refusal = refusal
        self.stop()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for taken in sockets or ():
            taken.listen(WAITING)  # asyncio has set it to the number accepted at once
        if self.started:
            if self.services.node:
                self.services.node.roster.give_way = self.give_way
            settle_memory()
            self.ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Abandon analyses before answers are waited for: whoever reads one would keep the server for all the time it has."""
        await self.services.journals.close()
        await super().shutdown(sockets)


def settle_memory() -> None:
    """Freeze the objects made while loading, which are never freed: searching them for garbage took 90 ms each time."""
    gc.collect()
    gc.freeze()


def config_for(settings: Settings) -> uvicorn.Config:
    """Return uvicorn's settings: no log of requests with their query strings, no name of the software, no wasteful compression."""
    from lostcities.server.app import create_app
    from lostcities.server.http.protocol import Connections, TimedProtocol
    from lostcities.server.socket.protocol import SteadySocket

    return uvicorn.Config(
        create_app(settings),
        http=partial(TimedProtocol, Connections.of(settings, handles())),  # type: ignore[arg-type]  # called like the class
        ws=partial(SteadySocket, settings.limits),  # type: ignore[arg-type]  # called like the class
        ws_max_size=MAX_BYTES,
        ws_ping_interval=PING,
        ws_ping_timeout=PING,
        ws_per_message_deflate=False,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=GRACE,
        backlog=ACCEPTED,
    )


def run(settings: Settings, any_port: bool, ready: Callable[[str], None]) -> None:
    """Serve until a signal arrives. `ready` is called with the address."""
    raise_handles()
    if settings.redis_url:
        check_url(settings.redis_url)
    with held(settings) as locks:
        inspection = Inspection(database_of(settings.url))
        prepare(settings)
        with take_port(settings, any_port) as taken:
            settings = replace(settings, port=taken.getsockname()[1])
            address = address_of(settings)
            for lock in locks:
                lock.announce(address)
            server = Server(config_for(settings), lambda: ready(address))
            inspection.warn(server.stop)
            server.run(sockets=[taken])
            inspection.check()
            if server.refusal:
                raise server.refusal


def address_of(settings: Settings) -> str:
    """Return the server's address from this computer."""
    if settings.public_url:
        return settings.public_url.rstrip("/")
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)
    return f"http://[{host}]:{settings.port}" if ":" in host else f"http://{host}:{settings.port}"


def open_browser(address: str) -> bool:
    """Show the page, if there is a browser."""
    try:
        return webbrowser.open(address)
    except webbrowser.Error:
        return False
