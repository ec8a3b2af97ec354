"""Engines are made once a game: what one user of it has compiled, the next finds ready."""

from functools import cache
from typing import Any

from lostcities.games.engine import Engine, Mode, best_mode
from lostcities.games.game import Game


def engine_of(game: Game) -> Engine:
    """The engine of a game, compiled where that can be done."""
    return made(game, best_mode())


@cache
def made(game: Game, mode: Mode) -> Engine:
    return Engine(game, mode)


@cache
def interpreted(game: Game, kernel: Any) -> Any:
    """A kernel as plain Python with the game's own in place; for a `bytearray`, and for once a round, when compiling does not pay."""
    return made(game, Mode.INTERPRETED).put_in_place(kernel)
