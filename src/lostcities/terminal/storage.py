"""Where games played in the terminal are kept, each in a file of its own, so that no game is ever lost."""

import time
from pathlib import Path

from lostcities.folders import data_folder
from lostcities.records import RecordError, read
from lostcities.records.errors import naming, wrong
from lostcities.records.files import Json

FOLDER = "play"


def new_file(game: str) -> Path:
    """A file that no other game has, made empty so that it stays so."""
    place = data_folder(FOLDER)
    stamp = time.strftime("%Y%m%d-%H%M%S")
    with naming(place, "cannot_write"):
        place.mkdir(parents=True, exist_ok=True)
        for number in range(1, 1000):
            path = place / f"{stamp}-{game}-{number}.json"
            if not path.exists():
                path.touch(exist_ok=False)
                return path
    raise wrong("cannot_write", file=str(place), why=stamp)


def last_unfinished(game: str | None) -> tuple[Path, Json] | None:
    """The game that was played last and is not over, of one kind or of any; None if there is none."""
    files = sorted(data_folder(FOLDER).glob("*.json"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
    for path in files:
        try:
            record = read(path)
        except RecordError:
            continue
        if "result" not in record and game in (None, record.get("game")):
            return path, record
    return None
