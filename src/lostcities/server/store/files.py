"""Where tables are kept as files: what is made here is for its owner alone. What was there before keeps its permissions."""

import contextlib
import os
from pathlib import Path

from sqlalchemy import make_url


def database_of(url: str) -> Path | None:
    """The file that a database is; None for one that is kept elsewhere."""
    found = make_url(url)
    if found.get_backend_name() != "sqlite" or not found.database or found.database.startswith((":", "file:")):
        return None
    return Path(found.database)


def make_folder(folder: Path) -> None:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def make_file(file: Path) -> None:
    """An empty file, unless there is one. SQLite gives what it puts beside a database the same permissions."""
    with contextlib.suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
