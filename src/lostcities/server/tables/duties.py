"""Duties: what a server does at tables without being asked, such as bots' moves, clocks and deals.

A server that is alone on its database has none of this: it does everything. Of several nodes, the one with a table's lease does.
"""

import asyncio
import time
from collections.abc import Callable, Collection

from lostcities.server import metrics
from lostcities.server.errors import refused
from lostcities.server.store.leases import SECONDS, Leases
from lostcities.server.tables.checks import now_ms

PROMPT = 200
"""Milliseconds in which the database must say its time to be believed: it may be understood wrongly by half of that."""


class Duties:
    """The duties of one of several nodes: those of the tables whose leases it has."""

    def __init__(self, leases: Leases) -> None:
        self.leases = leases
        self.epochs: dict[str, int] = {}
        self.sure: dict[str, float] = {}
        """Until when each lease lasts at least, by this computer's monotonic clock."""
        self.wanted: set[str] = set()
        self.new: set[str] = set()
        """Those of them that were not asked for before."""
        self.left: set[str] = set()
        """Tables whose leases are to be given back ..."""
        self.abandoned: set[str] = set()
        """... and those that other nodes should adopt."""
        self.ahead = 0
        """By how many milliseconds the database's clock is ahead of this computer's."""
        self.news = asyncio.Event()
        """Set when something is wanted or left."""
        self.tell: Callable[[str, int | None], None] | None = None
        """Tells the other nodes that a table has a new version, or something that is no event, if Redis does that."""

    def now(self) -> int:
        """Return the database's time, as far as it is known, in milliseconds since 1970: it is the same for all nodes."""
        return now_ms() + self.ahead

    def holds(self, table: str) -> bool:
        """Whether this node does the duties of a table."""
        return time.monotonic() < self.sure.get(table, 0.0)

    def epoch(self, table: str) -> int:
        """Return what the events of a duty carry. Refuses if it is another node's."""
        if not self.holds(table):
            raise refused("stale")
        return self.epochs[table]

    def want(self, table: str) -> None:
        """Ask for the duties of a table; they come later, or never."""
        self.left.discard(table)
        self.abandoned.discard(table)
        if table not in self.wanted:
            self.wanted.add(table)
            self.new.add(table)
            self.news.set()

    async def take(self, table: str) -> None:
        """Take the duties of a new table."""
        await self.take_all([table])

    def lose(self, table: str) -> None:
        """Note that another node does the duties of a table now."""
        self.sure.pop(table, None)
        if self.epochs.pop(table, None) is not None:
            metrics.LEASES_LOST.inc()
        self.count()

    def leave(self, table: str) -> None:
        """Give up the duties of a table where there is nothing to do."""
        self.wanted.discard(table)
        if table in self.epochs:
            self.left.add(table)
            self.news.set()

    def abandon(self, table: str) -> None:
        """Leave the duties of a table to whichever node looks next."""
        self.leave(table)
        if table in self.epochs:
            self.left.discard(table)
            self.abandoned.add(table)

    # -- with the database --

    async def compare_clocks(self) -> None:
        """Find out what time it is in the database."""
        asked = now_ms()
        now = await self.leases.now()
        took = now_ms() - asked
        if took < PROMPT:
            self.ahead = now - asked - took // 2

    async def take_all(self, ids: Collection[str]) -> set[str]:
        """Take the leases of tables; return those that are ours now and were not before."""
        began = time.monotonic()
        taken = await self.leases.take([id for id in ids if not self.holds(id)])
        self.have(taken, began)
        return set(taken)

    async def take_wanted(self, again: bool) -> set[str]:
        """Take what is wanted since the last time; with `again`, also what another node had then."""
        wanted, self.new = self.wanted if again else self.wanted & self.new, set()
        return await self.take_all(wanted)

    async def adopt(self) -> set[str]:
        """Take leases of nodes that died."""
        began = time.monotonic()
        taken = await self.leases.adopt()
        self.have(taken, began)
        metrics.LEASES_ADOPTED.inc(len(taken))
        return set(taken)

    async def renew(self) -> set[str]:
        """Renew all leases; return the tables that another node has taken, and those whose lease had run out meanwhile."""
        if not self.epochs:
            return set()
        began, held = time.monotonic(), dict(self.epochs)
        kept = await self.leases.renew(held)
        same = {id for id, epoch in held.items() if self.epochs.get(id) == epoch}
        lapsed = {id for id in same if not self.holds(id)}
        self.have({id: kept[id] for id in same & kept.keys()}, began)
        gone = same - kept.keys()
        for id in gone:
            self.lose(id)
        return lapsed | gone

    async def give_back(self) -> None:
        """Give back what is not needed any more, or what others should take."""
        left, abandoned = self.left & self.epochs.keys(), self.abandoned & self.epochs.keys()
        self.left, self.abandoned = set(), set()
        for id in left | abandoned:
            self.epochs.pop(id, None)
            self.sure.pop(id, None)
        self.count()
        if left:
            await self.leases.give_back(left)
        if abandoned:
            await self.leases.abandon(abandoned)

    async def close(self) -> None:
        """Leave all tables to the other nodes at once."""
        self.epochs, self.sure = {}, {}
        await self.leases.abandon_all()

    def have(self, taken: dict[str, int], began: float) -> None:
        self.epochs |= taken
        self.sure |= dict.fromkeys(taken, began + SECONDS)
        self.wanted -= taken.keys()
        self.count()

    def count(self) -> None:
        metrics.LEASES.set(len(self.epochs))
