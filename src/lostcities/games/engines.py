"""Engines are made once a game: what one user of it has compiled, the next finds ready."""

from functools import cache

from lostcities.games.engine import Engine, Mode, best_mode
from lostcities.games.game import Game


def engine_of(game: Game) -> Engine:
    """The engine of a game, compiled where that can be done."""
    return made(game, best_mode())


@cache
def made(game: Game, mode: Mode) -> Engine:
    return Engine(game, mode)
