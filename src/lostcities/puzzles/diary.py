"""What one person has tried in the terminal, in a file of the user's data folder."""

from __future__ import annotations

import json
from pathlib import Path

from lostcities.folders import data_folder
from lostcities.games.game import Game
from lostcities.glicko import Rating
from lostcities.puzzles.level import Level
from lostcities.records.errors import naming

FORMAT = "lostcities.puzzles/1"


def diary_file(game: Game) -> Path:
    return data_folder("puzzles") / f"{game.name}.json"


def read(game: Game) -> Level:
    """Return a person's level in a game: a new one if nothing, or nothing readable, is there."""
    try:
        found = json.loads(diary_file(game).read_text("utf-8"))
        if found["format"] != FORMAT:
            return Level()
        return Level(Rating(*map(float, found["rating"])), {str(puzzle): bool(right) for puzzle, right in found["tried"].items()})
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return Level()


def write(game: Game, level: Level) -> None:
    """Keep it, atomically. Raises `RecordError` if that is impossible."""
    file = diary_file(game)
    text = json.dumps({"format": FORMAT, "rating": list(level.rating), "tried": level.tried})
    with naming(file, "cannot_write"):
        file.parent.mkdir(parents=True, exist_ok=True)
        draft = file.with_suffix(".draft")
        draft.write_text(text, "utf-8")
        draft.replace(file)
