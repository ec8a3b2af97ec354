"""What `bots/<game>` offers for every game: to Python as protocols, to the kernels of search and training as stand-ins.

An engine made with `own_kernels(game)` puts the game's own kernels in place.
"""

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Protocol, cast

from lostcities.games.engine import Engine
from lostcities.games.game import Game, View
from lostcities.games.interface import Kernels, stand_in
from lostcities.games.kernel import Row
from lostcities.games.options import Options

Mix = Sequence[tuple[float, int, Options]]
"""Tables with their weights: how often, how many players, which options."""


class Features(Protocol):
    """`features.py`: what a network is fed, arranged in equal tokens and a table, and the actions that each decides on."""

    VERSION: int
    TOKENS: int
    TOKEN: int
    """Features of a token."""
    TABLE: int
    """Features of the table."""
    HANDS: int
    """How many hands are hidden from a seat at most: of each, for every kind of card of a token, a network guesses whether it is there."""
    BELIEFS: int
    """Guesses for each token. The first secrets are what they are about, and then come the cards nobody has seen."""
    TOKEN_ACTIONS: tuple[tuple[int, ...], ...]
    """The actions that each token decides on."""
    TABLE_ACTIONS: tuple[int, ...]
    """The actions that belong to no token."""

    def token_features(self, observation: Row, token: int, out: Row) -> None:
        """Write the features of a token."""

    def table_features(self, observation: Row, out: Row) -> None:
        """Write the features of the table."""


class Training(Protocol):
    """`training.py`: what training, search and hints need to know of a game."""

    MIX: Mix
    """The tables that are played at."""
    POINT: int
    """This many points of lead are worth 1."""
    WIN: float
    """What a match won is worth; a match lost costs as much."""
    VALUE: int
    """A value of 1, in points of lead: what search and hints take it for, the match included."""
    DOUBT: float
    """By how many points a move is worse, as far as the network knows, for every factor e by which it is less likely ..."""
    SPREAD: float
    """... and the standard error of that, in points."""
    SECRETS: int
    """What the critic sees of a token beyond its features."""

    def secrets(self, row: Row, seat: int, token: int, out: Row) -> None:
        """Write the secrets of a token."""


class Tables(Protocol):
    """`tables.py`: what is measured."""

    LADDER: tuple[tuple[int, Options], ...]
    """Players and options; the first table is the one that `lostcities bots` shows."""
    CHARACTERS: tuple[tuple[float, float], ...]
    """Of each opponent for people but the strongest: the temperature at which it chooses, and how often it follows an impulse.
    `research/characters.py` found those that are equal steps apart."""

    def level(self, view: View) -> View:
        """Return the view as it would be if nobody were ahead."""


class Thumb(Protocol):
    """`thumb.py`."""

    def thumb(self, observation: Row, mask: Row) -> int:
        """Return the action that the rules of thumb choose."""


def features_of(game: Game) -> Features:
    return cast(Features, import_module(f"lostcities.bots.{game.name}.features"))


def training_of(game: Game) -> Training:
    return cast(Training, import_module(f"lostcities.bots.{game.name}.training"))


def tables_of(game: Game) -> Tables:
    return cast(Tables, import_module(f"lostcities.bots.{game.name}.tables"))


def thumb_of(game: Game) -> Thumb:
    return cast(Thumb, import_module(f"lostcities.bots.{game.name}.thumb"))


thumb = stand_in(Thumb.thumb)
token_features = stand_in(Features.token_features)
table_features = stand_in(Features.table_features)
secrets = stand_in(Training.secrets)


@cache
def engine_of(game: Game) -> Engine:
    """The engine of a game with its bots' kernels: what one user of it has compiled, the next finds ready."""
    return Engine(game, kernels=own_kernels(game))


def own_kernels(game: Game) -> Kernels:
    """For every stand-in, the game's own kernel."""
    features = features_of(game)
    return {
        thumb: thumb_of(game).thumb,
        token_features: features.token_features,
        table_features: features.table_features,
        secrets: training_of(game).secrets,
    }
