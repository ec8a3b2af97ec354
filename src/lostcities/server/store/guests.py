"""Who is connected to which table through which node. A node renews its lines; those of a node that died lapse.

They are in the database and not in a cache, because no bot may play for somebody who is there, whatever else has failed.
"""

import json
import time
from collections.abc import Collection, Mapping

from sqlalchemy import ColumnElement, String, column, delete, func, literal, select
from sqlalchemy.dialects.postgresql import ARRAY, insert

from lostcities.server.store.leases import database_now
from lostcities.server.store.models import guests, tables
from lostcities.server.store.storage import Storage

SECONDS = 12.0
"""How long a line lasts unless it is renewed ..."""
RENEWED = 4.0
"""... and how often it is."""

Seats = frozenset[int]


class Guests:
    """The clients of one node, as the other nodes see them."""

    def __init__(self, storage: Storage, node: str) -> None:
        self.storage, self.node = storage, node
        self.told: dict[str, Seats] = {}
        self.renewed = 0.0

    async def tell(self, here: Mapping[str, Seats]) -> None:
        """Say which seats are connected at each table here, where that has changed, and from time to time everywhere."""
        gone = self.told.keys() - here.keys()
        again = time.monotonic() - self.renewed > RENEWED
        changed = {id: seats for id, seats in here.items() if again or self.told.get(id) != seats}
        if gone:
            await self.storage.read(delete(guests).where(self.ours(gone)).returning(guests.c.table_id))
        if changed:
            ids = sorted(changed)
            arrays = (ids, [json.dumps(sorted(changed[id])) for id in ids])
            found = (
                func.unnest(*(literal(array, ARRAY(String)) for array in arrays))
                .table_valued(column("id"), column("seats"))
                .render_derived()
            )
            still = tables.c.id == found.c.id
            lines = select(tables.c.id, literal(self.node), found.c.seats, database_now(SECONDS)).where(still)
            wanted = insert(guests).from_select(["table_id", "node", "seats", "until"], lines)
            news = {"seats": wanted.excluded.seats, "until": wanted.excluded.until}
            line = [guests.c.table_id, guests.c.node]
            await self.storage.read(wanted.on_conflict_do_update(index_elements=line, set_=news).returning(guests.c.table_id))
        if again:
            self.renewed = time.monotonic()
            await self.storage.read(delete(guests).where(guests.c.until < database_now(-SECONDS)).returning(guests.c.table_id))
        self.told = dict(here)

    async def elsewhere(self, ids: Collection[str]) -> dict[str, Seats]:
        """Return the seats that are connected through other nodes; nothing for tables at which nobody is."""
        if not ids:
            return {}
        theirs = guests.c.table_id.in_(ids) & (guests.c.node != self.node) & (guests.c.until > database_now())
        found: dict[str, Seats] = {}
        for row in await self.storage.read(select(guests.c.table_id, guests.c.seats).where(theirs)):
            found[row.table_id] = found.get(row.table_id, frozenset()) | frozenset(json.loads(row.seats))
        return found

    async def close(self) -> None:
        if self.told:
            await self.storage.read(delete(guests).where(self.ours(self.told)).returning(guests.c.table_id))

    def ours(self, ids: Collection[str]) -> ColumnElement[bool]:
        return (guests.c.node == self.node) & guests.c.table_id.in_(ids)
