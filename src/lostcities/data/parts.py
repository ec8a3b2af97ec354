"""What `data/<game>` has for every game: `chance.py`, what chance did as bytes, and `questions.py`, what players ask."""

from importlib import import_module
from types import ModuleType

from lostcities.games.game import Game


def part(game: Game, name: str) -> ModuleType:
    return import_module(f"lostcities.data.{game.name}.{name}")
