"""The nodes that share a database. Each signs with its settings, so that all notice when these differ."""

import json
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert

from lostcities.server import metrics
from lostcities.server.errors import Refused
from lostcities.server.logs import log
from lostcities.server.settings import Settings
from lostcities.server.store.guests import SECONDS
from lostcities.server.store.leases import database_now
from lostcities.server.store.models import nodes
from lostcities.server.store.storage import Storage

ALIKE = ("keep_days", "keep_abandoned_days", "grace_days", "daily_names")
"""Settings that all nodes should share, beside the limits and whether there is a Redis."""


class Roster:
    """The nodes, as one of them sees them."""

    def __init__(self, storage: Storage, node: str, settings: Settings) -> None:
        self.storage, self.node = storage, node
        self.settings = shared(settings)
        self.differing: list[str] = []
        """The settings in which another node differs from this one."""
        self.give_way: Callable[[Refused], None] = lambda _: None
        """Called when this node is too old for what the others have made of the database."""

    async def sign(self) -> None:
        """Sign, and compare with the others."""
        try:
            await self.storage.check_release()
        except Refused as refusal:
            log.error("newer_database", **refusal.reason.args)
            self.give_way(refusal)
        line = insert(nodes).values(node=self.node, settings=json.dumps(self.settings), until=database_now(SECONDS))
        wanted = line.on_conflict_do_update(index_elements=[nodes.c.node], set_={"until": line.excluded.until})
        await self.storage.read(wanted.returning(nodes.c.node))
        await self.storage.read(delete(nodes).where(nodes.c.until < database_now()).returning(nodes.c.node))
        rows = await self.storage.read(select(nodes.c.settings))
        metrics.NODES.set(len(rows))
        self.compare([json.loads(row.settings) for row in rows])

    def compare(self, others: list[dict[str, Any]]) -> None:
        """Find settings that differ. A node of another release may have others; those are not compared."""
        found = sorted({name for other in others for name in self.settings.keys() & other if self.settings[name] != other[name]})
        if found and found != self.differing:
            log.warning("settings_differ", names=found)
        self.differing = found

    async def close(self) -> None:
        await self.storage.read(delete(nodes).where(nodes.c.node == self.node).returning(nodes.c.node))


def shared(settings: Settings) -> dict[str, Any]:
    """Return the settings that all nodes should share."""
    limits = {f"limit_{name}": value for name, value in asdict(settings.limits).items()}
    return {name: getattr(settings, name) for name in ALIKE} | {"redis": settings.redis_url is not None} | limits
