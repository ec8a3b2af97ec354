"""A folder that one program at a time adds to, and can resume from. One file in it says what the folder contains."""

import json
from pathlib import Path
from typing import BinaryIO, ClassVar

from lostcities.games.options import printable, shown
from lostcities.records import decode, write
from lostcities.records.errors import naming, wrong

LOCK = ".lock"


class ClaimedFolder:
    """A folder that contains what `identity` says and nothing else, locked until it is closed. Raises `RecordError` if it is unusable."""

    about: ClassVar[str]
    """The file that says what the folder contains."""
    kept: ClassVar[str]
    """A pattern of the files that must not exist without that one."""
    running: ClassVar[str]
    unknown: ClassVar[str]
    other: ClassVar[str]
    """Reasons to refuse a folder: another program has it, its contents are unknown, or they are something else."""

    def __init__(self, folder: Path, identity: dict[str, object]) -> None:
        self.folder = folder
        with naming(folder, "cannot_write"):
            folder.mkdir(parents=True, exist_ok=True)
            self.lock = (folder / LOCK).open("wb")
        try:
            if not locked(self.lock):
                raise wrong(self.running, folder=printable(str(folder)))
            self.check(json.loads(json.dumps(identity)))
            self.mend()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        self.lock.close()

    def check(self, identity: dict[str, object]) -> None:
        """Refuse a folder that contains something else; claim an empty one."""
        about, folder = self.folder / self.about, printable(str(self.folder))
        if not about.exists():
            if any(self.folder.glob(self.kept)):
                raise wrong(self.unknown, folder=folder)
            write(identity, about)
            return
        found = decode(about.read_bytes())
        if not isinstance(found, dict):
            raise wrong(self.unknown, folder=folder)
        for name, value in identity.items():
            if found.get(name) != value:
                raise wrong(self.other, folder=folder, field=name, found=brief(found.get(name)), expected=brief(value))

    def mend(self) -> None:
        """Remove what a killed program may have left unfinished."""


def locked(stream: BinaryIO) -> bool:
    """Lock a folder for this program; return False if another one has it. Where files cannot be locked, nobody is kept out."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def brief(value: object) -> str:
    return shown(value) if isinstance(value, str | int | None) else printable(json.dumps(value))[:120]
