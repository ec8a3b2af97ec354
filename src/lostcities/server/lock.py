"""One server a data folder: two would each hold tables in memory that the other changes."""

import sys
from pathlib import Path
from typing import IO

from lostcities.server.errors import CONFLICT, Refused, refused
from lostcities.server.files import make_file, make_folder

NAME = "server.lock"


class Lock:
    """Held as long as the process lives, however it ends. The file says where the server is to be found."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / NAME
        self.file: IO[str] | None = None

    def take(self) -> None:
        """Refuses if another server has it."""
        make_folder(self.path.parent)
        make_file(self.path)
        self.file = self.path.open("a+", encoding="utf-8")
        if not seize(self.file):
            self.release()
            raise refused("data_in_use", CONFLICT, folder=str(self.path.parent), address=self.address() or "?")

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
