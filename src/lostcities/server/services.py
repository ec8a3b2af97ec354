"""What the parts of the server share, created once when it starts."""

from __future__ import annotations

from dataclasses import dataclass, field

from lostcities.server.bots.pool import BotPool
from lostcities.server.bots.remote import Remote
from lostcities.server.rates import Rates, Sockets
from lostcities.server.redis.neighbours import Neighbours
from lostcities.server.settings import Settings
from lostcities.server.store.address import on_sqlite
from lostcities.server.store.guests import Guests
from lostcities.server.store.leases import Leases
from lostcities.server.store.people import People, new_key
from lostcities.server.store.roster import Roster
from lostcities.server.store.storage import Storage
from lostcities.server.tables.daily import Dailies
from lostcities.server.tables.duties import Duties
from lostcities.server.tables.journals import Journals
from lostcities.server.tables.node import Node
from lostcities.server.tables.puzzles import Puzzles
from lostcities.server.tables.ratings import Strengths
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
    sockets: Sockets
    """Open sockets per client."""
    journals: Journals
    dailies: Dailies
    puzzles: Puzzles
    neighbours: Neighbours | None
    """The servers that share a Redis with this one."""
    node: Node | None
    """This server as one of several that share a database."""
    replays: Replays = field(default_factory=Replays)
    strengths: Strengths = field(default_factory=Strengths)

    @staticmethod
    def of(settings: Settings, requests: Rates | None = None) -> Services:
        """Return everything, not yet open. `requests` limits how many each client may send to this server."""
        limits, sockets = settings.limits, Sockets()
        tables = Rates(limits.tables / HOUR, limits.tables)
        newcomers = Rates(limits.people / HOUR, limits.people)
        messages, heavy = Rates(limits.all_messages, 3 * limits.all_messages), Rates(limits.heavy, 6 * limits.heavy)
        rates = {"tables": tables, "newcomers": newcomers, "messages": messages, "heavy": heavy}
        if requests:
            rates["requests"] = requests
        neighbours = Neighbours(settings.redis_url, rates, sockets) if settings.redis_url else None
        storage, bots = Storage(settings.url), pool_of(settings, neighbours)
        registry, node = registry_of(settings, storage, bots, neighbours)
        journals, people = Journals(storage, bots), People(storage, alone=node is None)
        dailies, limited = Dailies(registry, journals), (tables, newcomers, messages, heavy)
        puzzles = Puzzles(storage, bots)
        return Services(settings, storage, people, bots, registry, *limited, sockets, journals, dailies, puzzles, neighbours, node)

    async def open(self) -> None:
        await self.storage.open()
        if self.neighbours:
            self.neighbours.start()
        self.bots.start(self.settings.prepare)
        if self.node:
            self.registry.spawn(self.node.wake_up())
            self.registry.spawn(self.node.run())
        else:
            self.registry.spawn(self.registry.wake_up())
        self.registry.spawn(self.dailies.run())

    async def close(self) -> None:
        """Close everything. What was acknowledged is stored already; what waits to be stored is stored now."""
        await self.registry.close()
        if self.node:
            await self.node.close()
        await self.dailies.close()
        await self.journals.close()
        await self.bots.close()
        if self.neighbours:
            await self.neighbours.close()
        await self.storage.close()


def pool_of(settings: Settings, neighbours: Neighbours | None) -> BotPool:
    """Return who thinks for the bots: with neighbours, workers on other machines too."""
    if neighbours is None:
        return BotPool(settings.workers)
    return BotPool(settings.workers, Remote(neighbours.connection, neighbours.roll, neighbours.name))


def registry_of(settings: Settings, storage: Storage, bots: BotPool, neighbours: Neighbours | None) -> tuple[Registry, Node | None]:
    """Return the tables, and on a database that several servers can share this server as one of them."""
    if on_sqlite(settings.url):
        return Registry(settings, storage, bots), None
    name = new_key()
    duties = Duties(Leases(storage, name))
    registry = Registry(settings, storage, bots, duties, neighbours.exchange.common if neighbours else bytes)
    roster = Roster(storage, name, settings)
    return registry, Node(registry, duties, Guests(storage, name), roster, neighbours.hints if neighbours else None)
