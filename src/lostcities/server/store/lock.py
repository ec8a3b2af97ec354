"""One server a data folder and a database: two would each hold tables in memory that the other changes."""

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from lostcities.server.errors import BAD_REQUEST, CONFLICT, Refused, refused
from lostcities.server.settings import Settings
from lostcities.server.store.database import database_of, make_file, make_folder

NAME = "server.lock"


class Lock:
    """Held as long as the process lives, however it ends. The file says where the server is to be found."""

    def __init__(self, folder: Path, name: str = NAME, guarded: Path | None = None) -> None:
        self.path = folder / name
        self.guarded = guarded or folder
        """What it is held for."""
        self.file: IO[str] | None = None

    def take(self) -> None:
        """Refuses if another server has it."""
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
        """The address of the server that has it; nothing if none has."""
        try:
            self.take()
        except Refused:
            return self.address()
        self.release()
        return ""

    def announce(self, address: str) -> None:
        """Writes down where the server is."""
        assert self.file
        self.file.truncate(0)
        self.file.write(address)
        self.file.flush()

    def address(self) -> str:
        """Where the server that has it says it is; nothing if none has said so."""
        try:
            return self.path.read_text("utf-8").strip()
        except OSError:
            return ""

    def release(self) -> None:
        if self.file:
            self.file.close()
        self.file = None


def locks_of(settings: Settings) -> list[Lock]:
    """What a server holds: its data folder, and the file of its database, wherever that is and by whichever link it is reached."""
    locks = [Lock(settings.data)]
    file = database_of(settings.url)
    if file:
        found = file.resolve()
        locks.append(Lock(found.parent, f"{found.name}.lock", found))
    return locks


@contextlib.contextmanager
def held(settings: Settings) -> Iterator[list[Lock]]:
    """All locks of a server, until the end of the block; refuses if another server has one of them."""
    locks = locks_of(settings)
    try:
        for lock in locks:
            lock.take()
        yield locks
    finally:
        for lock in locks:
            lock.release()


def seize(file: IO[str]) -> bool:
    """Whether the file could be locked; the system unlocks it when the process ends."""
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
