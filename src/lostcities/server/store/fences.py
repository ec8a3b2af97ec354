"""Fences: what a node stores as a table's duty is refused if another node has the table's lease by now."""

from collections.abc import Sequence

from sqlalchemy import Connection, select

from lostcities.server.store.models import leases

Fence = tuple[str, int]
"""A table, and the epoch of the lease under which something is stored for it."""


IN_ORDER = leases.c.table_id.collate("C")
"""The order in which rows of leases are locked everywhere, whatever the language of the database."""


class Fenced(Exception):
    """Another node has the lease."""


def check_fences(connection: Connection, fences: Sequence[Fence]) -> None:
    """Raise `Fenced` unless all these leases are held under these epochs, and keep others from taking them until the transaction ends."""
    wanted = sorted({table for table, _ in fences})
    query = select(leases.c.table_id, leases.c.epoch).where(leases.c.table_id.in_(wanted)).order_by(IN_ORDER)
    found = {(row.table_id, row.epoch) for row in connection.execute(query.with_for_update(read=True))}
    if not found.issuperset(fences):
        raise Fenced
