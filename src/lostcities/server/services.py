"""What the parts of the server share, created once when it starts."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from lostcities.server.bots.pool import BotPool
from lostcities.server.rates import Rates
from lostcities.server.settings import Settings
from lostcities.server.store.address import on_sqlite
from lostcities.server.store.guests import Guests
from lostcities.server.store.leases import Leases
from lostcities.server.store.people import People, new_key
from lostcities.server.store.storage import Storage
from lostcities.server.tables.duties import Alone, Shared
from lostcities.server.tables.journals import Journals
from lostcities.server.tables.node import Node
from lostcities.server.tables.registry import Registry
from lostcities.server.tables.replays import Replays

HOUR = 3600


@dataclass
class Services:
    """Everything that lives as long as the server."""

    settings: Settings
    storage: Storage
    people: People
    bots: BotPool
    registry: Registry
    tables: Rates
    """Limits how many tables each client may open."""
    newcomers: Rates
    """Limits how many visitors without a cookie each client may be."""
    messages: Rates
    """Limits how many messages each client may send, over all its sockets ..."""
    heavy: Rates
    """... and how many of the most expensive kinds, including replays."""
    journals: Journals
    node: Node | None
    """This server as one of several, if it is."""
    replays: Replays = field(default_factory=Replays)
    sockets: Counter[str] = field(default_factory=Counter)
    """Open sockets per client."""

    @staticmethod
    def of(settings: Settings) -> Services:
        storage, bots = Storage(settings.url), BotPool(settings.workers)
        duties = Alone() if on_sqlite(settings.url) else Shared(Leases(storage, name := new_key()))
        registry, limits = Registry(settings, storage, bots, duties), settings.limits
        node = Node(registry, duties, Guests(storage, name)) if isinstance(duties, Shared) else None
        tables = Rates(limits.tables / HOUR, limits.tables)
        newcomers = Rates(limits.people / HOUR, limits.people)
        messages, heavy = Rates(limits.all_messages, 3 * limits.all_messages), Rates(limits.heavy, 6 * limits.heavy)
        journals = Journals(storage, bots)
        return Services(settings, storage, People(storage), bots, registry, tables, newcomers, messages, heavy, journals, node)

    async def open(self) -> None:
        await self.storage.open()
        self.bots.start(self.settings.prepare)
        if self.node:
            self.registry.spawn(self.node.wake_up())
            self.registry.spawn(self.node.run())
        else:
            self.registry.spawn(self.registry.wake_up())

    async def close(self) -> None:
        """Close everything. What was acknowledged is stored already; what waits to be stored is stored now."""
        await self.registry.close()
        if self.node:
            await self.node.close()
        await self.journals.close()
        await self.bots.close()
        await self.storage.close()
