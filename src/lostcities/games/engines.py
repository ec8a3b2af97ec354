"""Shared engines, one per game, so that each kernel is compiled once."""

from functools import cache

from lostcities.games.engine import Engine, Mode, best_mode
from lostcities.games.game import Game


def engine_of(game: Game) -> Engine:
    """Return the engine of a game, compiled if possible."""
    return made(game, best_mode())


@cache
def made(game: Game, mode: Mode) -> Engine:
    return Engine(game, mode)
