"""Look for damage in a SQLite database when a server starts. A large one is looked through while the server already runs.

That takes seconds per gigabyte, during which nobody could play; and a server that finds damage a little later stops as well.
"""

import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

from lostcities.server.errors import BAD_REQUEST, refused
from lostcities.server.store.database import QUICK, damage

WAIT = 0.5
"""Seconds for which the start waits; about 200 MB are looked through by then."""


class Inspection:
    """An inspection in a thread of its own; of a database that is not in a file, there is nothing to look at."""

    def __init__(self, file: Path | None) -> None:
        self.file = file
        self.why: str | None = None
        """What is wrong, in SQLite's words."""
        self.failure: sqlite3.Error | None = None
        self.alarm: Callable[[], None] = lambda: None
        self.thread = threading.Thread(target=self.look, name="inspection", daemon=True)
        if file and file.is_file():
            self.thread.start()
            self.thread.join(WAIT)
        self.check()

    def look(self) -> None:
        assert self.file
        try:
            self.why = damage(self.file, QUICK)
        except sqlite3.Error as error:
            self.failure = error
        if self.why:
            self.alarm()

    def warn(self, alarm: Callable[[], None]) -> None:
        """Call this when damage is found from now on, or has been meanwhile."""
        self.alarm = alarm
        if self.why:
            alarm()

    def check(self) -> None:
        """Refuse if damage was found: a server there would lose more, and some tables would fail long after the cause is forgotten."""
        if self.failure:
            raise refused("no_storage", BAD_REQUEST, why=str(self.failure))
        if self.why:
            raise refused("damaged_database", BAD_REQUEST, file=str(self.file), why=self.why)
