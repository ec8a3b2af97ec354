"""What `data/<game>` has for every game, `chance.py` and `questions.py`: what chance did as bytes, and what players ask."""

from collections.abc import Iterable
from importlib import import_module
from types import ModuleType

from lostcities.games.game import Game, Round


def part(game: Game, name: str) -> ModuleType:
    return import_module(f"lostcities.data.{game.name}.{name}")


def round_of(game: Game, starter: int, actions: Iterable[int], chance: list[int], scores: list[int], truncated: bool) -> Round:
    """A round as a match has it, from what its columns say."""
    return Round(starter, [game.tokens[action] for action in actions], part(game, "chance").read(chance), scores, truncated)
