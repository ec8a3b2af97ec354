"""The kernels that `bots/<game>` has for every game, as stand-ins: search and training are written against these names.

An engine made with `own_kernels(game)` puts the game's own in place.
"""

from importlib import import_module
from types import ModuleType

from lostcities.games.engine import Kernels
from lostcities.games.game import Game
from lostcities.games.interface import STAND_IN
from lostcities.games.kernel import Row


def thumb(observation: Row, mask: Row) -> int:
    raise STAND_IN


def token_features(observation: Row, token: int, out: Row) -> None:
    raise STAND_IN


def table_features(observation: Row, out: Row) -> None:
    raise STAND_IN


def secrets(row: Row, seat: int, token: int, out: Row) -> None:
    raise STAND_IN


def part(game: Game, name: str) -> ModuleType:
    """One of the modules of `bots/<game>`: `features`, `tables`, `thumb`, `training`."""
    return import_module(f"lostcities.bots.{game.name}.{name}")


def own_kernels(game: Game) -> Kernels:
    """For every stand-in, the game's own kernel."""
    features = part(game, "features")
    return {
        thumb: part(game, "thumb").thumb,
        token_features: features.token_features,
        table_features: features.table_features,
        secrets: part(game, "training").secrets,
    }
