"""Keep games played in the terminal, each in its own file, so that none is lost."""

import time
from pathlib import Path

from lostcities.folders import data_folder
from lostcities.records import RecordError, read
from lostcities.records.errors import naming, wrong
from lostcities.records.files import Json

FOLDER = "play"


def new_file(game: str) -> Path:
    """Create an empty file with a new name, so that no other game takes it."""
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
    """Return the latest unfinished game, of one kind or of any; None if there is none."""
    files = sorted(data_folder(FOLDER).glob("*.json"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
    for path in files:
        try:
            record = read(path)
        except RecordError:
            continue
        if "result" not in record and game in (None, record.get("game")):
            return path, record
    return None
