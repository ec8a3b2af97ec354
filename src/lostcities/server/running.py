"""Runs the server: takes a port, says where it is, and serves until it is told to stop."""

import contextlib
import errno
import gc
import socket
import sys
import webbrowser
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import uvicorn

from lostcities.server.errors import BAD_REQUEST, CONFLICT, refused
from lostcities.server.messages import MAX_BYTES
from lostcities.server.settings import Settings
from lostcities.server.store.database import prepare
from lostcities.server.store.lock import held

PORTS_TRIED = 100
WAITING = 2048
"""Connections that may wait to be accepted ..."""
ACCEPTED = 16
"""... and how many are accepted at a time. One that is too many is closed four turns of the loop later: until then it takes a handle."""
GRACE = 5
"""Seconds for answers under way when the server stops."""
PING = 20.0
"""Seconds between looks whether a client is still there."""
MOST_HANDLES = 16_384
"""More are not asked of the system: each connection takes memory too."""


def raise_handles() -> None:
    """Lets this process open as many files and connections as it may."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_HANDLES if hard == resource.RLIM_INFINITY else min(hard, MOST_HANDLES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):  # some systems allow less than they say
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def handles() -> int:
    """How many files and connections this process may have open."""
    if sys.platform == "win32":
        return MOST_HANDLES
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST_HANDLES if soft == resource.RLIM_INFINITY else soft


def take_port(settings: Settings, any_port: bool) -> socket.socket:
    """A socket at the port asked for, or if that will do at the next free one."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    for port in range(settings.port, settings.port + (PORTS_TRIED if any_port else 1)):
        taken = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # named, or asyncio would leave small messages waiting
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
    """Says that it is ready as soon as it is."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for taken in sockets or ():
            taken.listen(WAITING)  # asyncio has set it to what is accepted at once
        if self.started:
            settle_memory()
            self.ready()


def settle_memory() -> None:
    """What was made while loading stays for ever: looking through it again and again for garbage took 90 ms each time."""
    gc.collect()
    gc.freeze()


def config_for(settings: Settings) -> uvicorn.Config:
    """No log of requests with their query strings, no name of the software, no compression that costs more than it saves."""
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
    """Serves until a signal says stop. `ready` is told the address."""
    raise_handles()
    with held(settings) as locks:
        prepare(settings)
        with take_port(settings, any_port) as taken:
            settings = replace(settings, port=taken.getsockname()[1])
            address = address_of(settings)
            for lock in locks:
                lock.announce(address)
            Server(config_for(settings), lambda: ready(address)).run(sockets=[taken])


def address_of(settings: Settings) -> str:
    """Where the server is to be found from this computer."""
    if settings.public_url:
        return settings.public_url.rstrip("/")
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)
    return f"http://[{host}]:{settings.port}" if ":" in host else f"http://{host}:{settings.port}"


def open_browser(address: str) -> bool:
    """Shows the page, if there is a browser to show it."""
    try:
        return webbrowser.open(address)
    except webbrowser.Error:
        return False
