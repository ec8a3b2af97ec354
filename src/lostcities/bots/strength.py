"""How strong the bots are, as the ladder measured them: the data behind `lostcities bots`.

The file is written by `lostcities ladder GAME --save FILE`, and is part of the package.
"""

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

FORMAT = "lostcities.strength/1"
FILE = "strength.json"


def packaged() -> dict[str, list[dict[str, Any]]]:
    """The tables of every game that was measured, as the ladder prints them; the first of a game is its usual one."""
    source = files("lostcities.bots").joinpath(FILE)
    return read(source.read_text("utf-8")) if source.is_file() else {}


def read(text: str) -> dict[str, list[dict[str, Any]]]:
    found = json.loads(text)
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise ValueError(FORMAT)
    games: dict[str, list[dict[str, Any]]] = found["games"]
    return games


def save(path: Path, game: str, tables: list[dict[str, Any]]) -> None:
    """Puts a game's tables into a file, in the place of those that were there."""
    games = read(path.read_text("utf-8")) if path.exists() else {}
    path.write_text(json.dumps({"format": FORMAT, "games": games | {game: tables}}, indent=1) + "\n", "utf-8")


def line_of(tables: list[dict[str, Any]], name: str) -> dict[str, Any] | None:
    """What was measured of a bot at the usual table, with whatever settings it played there."""
    lines = tables[0]["bots"] if tables else []
    return next((line for line in lines if line["bot"].partition(":")[0] == name), None)
