"""Duties: what a server does at tables without being asked, such as bots' moves, clocks and deals, and for which tables it does it.

A server that is alone does it for all. Of several nodes on one database, the one that has a table's lease does.
"""

import asyncio
import time
from collections.abc import Collection
from typing import Protocol

from lostcities.server import metrics
from lostcities.server.errors import refused
from lostcities.server.store.leases import SECONDS, Leases


class Duties(Protocol):
    """For which tables this server does duties."""

    def holds(self, table: str) -> bool:
        """Whether this server does the duties of a table."""
        ...

    def epoch(self, table: str) -> int | None:
        """Return what the events of a duty carry. Refuses if it is another node's."""
        ...

    def want(self, table: str) -> None:
        """Ask for the duties of a table; they come later, or never."""
        ...

    async def take(self, table: str) -> None:
        """Take the duties of a new table."""
        ...

    def lose(self, table: str) -> None:
        """Note that another node does the duties of a table now."""
        ...

    def leave(self, table: str) -> None:
        """Give up the duties of a table."""
        ...


class Alone:
    """The duties of a server that is the only one of its tables: all."""

    def holds(self, table: str) -> bool:
        return True

    def epoch(self, table: str) -> int | None:
        return None

    def want(self, table: str) -> None: ...

    async def take(self, table: str) -> None: ...

    def lose(self, table: str) -> None: ...

    def leave(self, table: str) -> None: ...


class Shared:
    """The duties of one of several nodes: those of the tables whose leases it has."""

    def __init__(self, leases: Leases) -> None:
        self.leases = leases
        self.epochs: dict[str, int] = {}
        self.sure: dict[str, float] = {}
        """Until when each lease lasts at least, by this computer's monotonic clock."""
        self.wanted: set[str] = set()
        self.left: set[str] = set()
        """Tables whose leases are to be given back."""
        self.news = asyncio.Event()
        """Set when something is wanted or left."""

    def holds(self, table: str) -> bool:
        return time.monotonic() < self.sure.get(table, 0.0)

    def epoch(self, table: str) -> int | None:
        if not self.holds(table):
            raise refused("stale")
        return self.epochs[table]

    def want(self, table: str) -> None:
        self.left.discard(table)
        if table not in self.wanted:
            self.wanted.add(table)
            self.news.set()

    async def take(self, table: str) -> None:
        await self.take_all([table])

    def lose(self, table: str) -> None:
        self.sure.pop(table, None)
        if self.epochs.pop(table, None) is not None:
            metrics.LEASES_LOST.inc()
        self.count()

    def leave(self, table: str) -> None:
        self.wanted.discard(table)
        if table in self.epochs:
            self.left.add(table)
            self.news.set()

    # -- with the database --

    async def take_all(self, ids: Collection[str]) -> set[str]:
        """Take the leases of tables; return those that are ours now and were not before."""
        began = time.monotonic()
        taken = await self.leases.take([id for id in ids if not self.holds(id)])
        self.have(taken, began)
        return set(taken)

    async def adopt(self) -> set[str]:
        """Take leases of nodes that died."""
        began = time.monotonic()
        taken = await self.leases.adopt()
        self.have(taken, began)
        metrics.LEASES_ADOPTED.inc(len(taken))
        return set(taken)

    async def renew(self) -> set[str]:
        """Renew all leases; return the tables of those that another node has taken."""
        if not self.epochs:
            return set()
        began, held = time.monotonic(), dict(self.epochs)
        kept = await self.leases.renew(held)
        self.have({id: epoch for id, epoch in held.items() if id in kept and self.epochs.get(id) == epoch}, began)
        gone = {id for id, epoch in held.items() if id not in kept and self.epochs.get(id) == epoch}
        for id in gone:
            self.lose(id)
        return gone

    async def give_back(self) -> None:
        """Give back what is not needed any more."""
        left, self.left = self.left, set()
        for id in left:
            self.epochs.pop(id, None)
            self.sure.pop(id, None)
        self.count()
        if left:
            await self.leases.give_back(left)

    async def close(self) -> None:
        """Leave all tables to the other nodes at once."""
        held, self.epochs, self.sure = set(self.epochs), {}, {}
        if held:
            await self.leases.abandon(held)

    def have(self, taken: dict[str, int], began: float) -> None:
        self.epochs |= taken
        self.sure |= dict.fromkeys(taken, began + SECONDS)
        self.wanted -= taken.keys()
        self.count()

    def count(self) -> None:
        metrics.LEASES.set(len(self.epochs))
