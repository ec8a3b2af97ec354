"""How strong the bots are, as measured by the ladder: the data behind `lostcities bots`.

The file is written by `lostcities ladder GAME --save FILE` and is part of the package.
"""

import errno
import json
import os
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from lostcities.bots.listing import Listing
from lostcities.games.options import shown
from lostcities.records import decode
from lostcities.records.errors import wrong

FORMAT = "lostcities.strength/1"
FILE = "strength.json"

Table = dict[str, Any]
"""A table of the ladder as JSON."""


def packaged() -> dict[str, list[Table]]:
    """Return the tables of every game that was measured, as the ladder prints them, the usual table first."""
    source = files("lostcities.bots").joinpath(FILE)
    return read(source.read_bytes()) if source.is_file() else {}


def read(data: bytes) -> dict[str, list[Table]]:
    """Return the games in a file. Raises `RecordError`, which says what is wrong with it."""
    found = decode(data)
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        form = found.get("format") if isinstance(found, dict) else None
        raise wrong("unknown_format", format=shown(form), expected=FORMAT)
    games = found.get("games")
    if not isinstance(games, dict):
        raise wrong("not_an_object", field="games")
    return games


def before(path: Path) -> dict[str, list[Table]]:
    """Return what a file already has. Raises `OSError` or `RecordError` if it cannot be extended."""
    if path.exists():
        with path.open("rb+") as file:
            return read(file.read())
    if not path.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
    return {}


def save(path: Path, game: str, tables: list[Table]) -> None:
    """Save a game's tables in a file, replacing the earlier ones."""
    games = before(path)
    path.write_text(json.dumps({"format": FORMAT, "games": games | {game: tables}}, indent=1) + "\n", "utf-8")


class Measured(NamedTuple):
    """A bot's rating with half the width of its 95% interval, and its time per move; None if not measured."""

    rating: float | None
    rating_ci95: float | None
    ms_per_move: float | None


def measured(tables: list[Table], listing: Listing) -> Measured:
    """Return what the ladder says of a bot at the usual table, with whatever settings it played there."""
    lines = tables[0]["bots"] if tables else []
    line: Table = next((line for line in lines if line["bot"].partition(":")[0] == listing.measured_as), {})
    return Measured(line.get("rating"), line.get("rating_ci95"), listing.ms or line.get("ms_per_move"))
