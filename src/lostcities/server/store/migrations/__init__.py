"""Migrations to the database that `models.py` describes, applied when a server starts.

A release adds at most one migration, and a migration only adds to the database: while servers are upgraded one after the other, those
of the release before go on.
"""

STEPS = ("0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008", "0009")
"""All migrations, in order."""
NEXT = f"{len(STEPS) + 1:04}"
"""The one that the next release may add."""
