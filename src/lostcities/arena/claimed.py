"""A folder that one program at a time adds to, and from which its work goes on after a stop. One file in it says what it keeps."""

import json
from pathlib import Path
from typing import BinaryIO, ClassVar

from lostcities.games.options import printable, shown
from lostcities.records import decode, write
from lostcities.records.errors import naming, wrong

LOCK = ".lock"


class ClaimedFolder:
    """A folder that keeps what `identity` says and nothing else, until it is closed. What is wrong with it is a `RecordError`."""

    about: ClassVar[str]
    """The file that says what is kept."""
    kept: ClassVar[str]
    """The files that a folder can only have together with that one, as a pattern."""
    running: ClassVar[str]
    unknown: ClassVar[str]
    other: ClassVar[str]
    """Why a folder is refused: another program has it, it keeps something unknown, or something else."""

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
        """Refuses a folder that keeps something else; an empty one is taken."""
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
        """Removes what a kill may have left half done."""


def locked(stream: BinaryIO) -> bool:
    """Takes a folder for this program; False if another one has it. Where files cannot be locked nobody is kept out."""
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
