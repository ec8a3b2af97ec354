"""How many connections there may be: of one address, and in all, so that handles are left for databases, bots and new requests.

Where there would be too many, the one that has waited longest for a request is closed. Only if none waits is the new one refused.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from typing import Protocol

from lostcities.server.settings import Settings

MOST_HANDLES = 16_384
"""More are not asked of the system: each connection takes memory too."""
RESERVE = 256
"""Handles that connections leave alone, or half of all where there are few."""
MOST_ADDRESSES = 1000
"""So many addresses are looked through for those that have gone."""


class Waiting(Protocol):
    """A connection on which a request is awaited."""

    network: str

    def dismiss(self) -> None: ...


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


class Connections:
    """All connections of a server, those of its sockets included."""

    def __init__(self, each: int | None, most: int) -> None:
        self.each, self.most = each, most
        self.open: dict[str, set[asyncio.BaseTransport]] = {}
        """By address or network; some may have gone since."""
        self.waiting: dict[Waiting, None] = {}
        """Those on which a request is awaited, the one that waits longest first."""

    @staticmethod
    def of(settings: Settings) -> Connections:
        """Behind a proxy all connections come from the proxy, and those of one address are not counted."""
        found = handles()
        return Connections(None if settings.trust_proxy else settings.limits.connections, found - min(RESERVE, found // 2))

    def admit(self, network: str, transport: asyncio.BaseTransport, count: int) -> bool:
        """Whether a connection may stay; `count` are all that there are, with this one."""
        mine = self.of_network(network)
        if self.each is not None and len(mine) >= self.each and not self.close_one(network):
            return False
        if count > self.most and not self.close_one():
            return False
        mine.add(transport)
        return True

    def of_network(self, network: str) -> set[asyncio.BaseTransport]:
        """The connections of a network that are still open."""
        if len(self.open) > MOST_ADDRESSES:
            self.open = {other: left for other, found in self.open.items() if (left := still_open(found))}
        self.open[network] = still_open(self.open.get(network, set()))
        return self.open[network]

    def close_one(self, network: str | None = None) -> bool:
        """Closes the connection that has waited longest, of one network or of all; False if there is none."""
        found = next((one for one in self.waiting if network in (None, one.network)), None)
        if found is None:
            return False
        del self.waiting[found]
        found.dismiss()
        return True

    def awaits(self, one: Waiting, waits: bool) -> None:
        """Notes that a request is awaited on a connection from now on, or no longer."""
        self.waiting.pop(one, None)
        if waits:
            self.waiting[one] = None


def still_open(found: set[asyncio.BaseTransport]) -> set[asyncio.BaseTransport]:
    """A connection that is being closed counts until it is: what its client does not read may keep it for long."""
    return {transport for transport in found if transport.get_extra_info("socket").fileno() >= 0}
