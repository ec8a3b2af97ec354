"""Whether a database in a file is whole, as SQLite itself checks it."""

import sqlite3
from contextlib import closing
from pathlib import Path

QUICK = "quick_check"
"""All pages are where they belong; what is left out is whether indexes and tables agree."""
FULL = "integrity_check"


def damage(file: Path, check: str) -> str | None:
    """What is wrong with a database, in SQLite's words; None if it is whole. `sqlite3.OperationalError` if it cannot be opened."""
    try:
        with closing(sqlite3.connect(file)) as connection:
            found = str(connection.execute(f"PRAGMA {check}(1)").fetchone()[0])
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError as error:
        return str(error)
    return None if found == "ok" else " ".join(found.split())
