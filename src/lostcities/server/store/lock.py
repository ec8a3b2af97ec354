"""One server per data folder and database: two would each keep tables in memory that the other changes."""

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from lostcities.server.errors import BAD_REQUEST, CONFLICT, Refused, refused
from lostcities.server.settings import Settings
from lostcities.server.store.address import database_of
from lostcities.server.store.database import make_file, make_folder

NAME = "server.lock"


class Lock:
    """Held until the process ends, however it ends. The file has the server's address."""

    def __init__(self, folder: Path, name: str = NAME, guarded: Path | None = None) -> None:
        self.path = folder / name
        self.guarded = guarded or folder
        """What the lock is for."""
        self.file: IO[str] | None = None

    def take(self) -> None:
        """Take the lock. Refuses if another server has it."""
        try:
            make_folder(self.path.parent)
            make_file(self.path)
            self.file = self.path.open("a+", encoding="utf-8")
        except OSError as error:
            raise refused("no_storage", BAD_REQUEST, why=str(error)) from None
        if not seize(self.file):
            self.release()
            raise refused("data_in_use", CONFLICT, folder=str(self.guarded), address=self.address() or "?")

    def held(self) -> str:
        """Return the address of the server that has it; empty if none has."""
        try:
            self.take()
        except Refused:
            return self.address()
        self.release()
        return ""

    def announce(self, address: str) -> None:
        """Write down the server's address."""
        assert self.file
        self.file.truncate(0)
        self.file.write(address)
        self.file.flush()

    def address(self) -> str:
        """Return the address that the server with the lock wrote; empty if none did."""
        try:
            return self.path.read_text("utf-8").strip()
        except OSError:
            return ""

    def release(self) -> None:
        if self.file:
            self.file.close()
        self.file = None


def locks_of(settings: Settings) -> list[Lock]:
    """Return a server's locks: its data folder, and the file of its database with all links resolved."""
    locks = [Lock(settings.data)]
    file = database_of(settings.url)
    if file:
        found = file.resolve()
        locks.append(Lock(found.parent, f"{found.name}.lock", found))
    return locks


@contextlib.contextmanager
def held(settings: Settings) -> Iterator[list[Lock]]:
    """Hold all locks of a server in this context. Refuses if another server has one of them."""
    locks = locks_of(settings)
    try:
        for lock in locks:
            lock.take()
        yield locks
    finally:
        for lock in locks:
            lock.release()


def seize(file: IO[str]) -> bool:
    """Whether the file could be locked. The system unlocks it when the process ends."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
