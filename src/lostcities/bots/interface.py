"""What `bots/<game>` provides for every game: to Python as protocols, to the kernels of search and training as stand-ins.

An engine made with `own_kernels(game)` replaces the stand-ins with the game's own kernels.
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
    """`features.py`: the input of a network, arranged in equal tokens and a table, and the actions that each of them decides on."""

    VERSION: int
    TOKENS: int
    TOKEN: int
    """Features per token."""
    TABLE: int
    """Features of the table."""
    HANDS: int
    """The most hands hidden from a seat. For each hand and every kind of card of a token, a network guesses whether the card is there."""
    BELIEFS: int
    """Guesses per token. They are about the first secrets, which the cards nobody has seen follow."""
    TOKEN_ACTIONS: tuple[tuple[int, ...], ...]
    """The actions that each token decides on."""
    TABLE_ACTIONS: tuple[int, ...]
    """The actions that do not belong to a token."""

    def token_features(self, observation: Row, token: int, out: Row) -> None:
        """Write the features of a token."""

    def table_features(self, observation: Row, out: Row) -> None:
        """Write the features of the table."""


class Training(Protocol):
    """`training.py`: what training, search and hints need to know about a game."""

    MIX: Mix
    """The tables to train at."""
    POINT: int
    """This many points of lead are worth 1."""
    WIN: float
    """What winning a match is worth; losing it costs as much."""
    VALUE: int
    """How many points of lead a value of 1 is worth to search and hints, the match included."""
    DOUBT: float
    """By how many points a move is worse, as far as the network knows, for every factor e by which it is less likely."""
    SPREAD: float
    """The standard error of that, in points."""
    AHEAD: int
    """Turns of each player that search plays before a critic judges the position; 0: it plays rounds out."""
    SECRETS: int
    """What the critic sees of a token in addition to its features."""

    def secrets(self, row: Row, seat: int, token: int, out: Row) -> None:
        """Write the secrets of a token."""


class Together(Protocol):
    """`together.py`: what all players together know, for a critic that judges positions of the past."""

    VERSION: int
    TOGETHER: int
    """Features of a token in addition to those of the seat that decides."""

    def together(self, row: Row, observation: Row, seat: int, token: int, out: Row) -> None:
        """Write the features that other seats know: nothing about the order of the deck. `observation` is that of `seat`."""

    def part(self, row: Row, seat: int, token: int) -> int:
        """Return what a token contributes to a seat's points in the round."""


class Tables(Protocol):
    """`tables.py`: what is measured."""

    LADDER: tuple[tuple[int, Options], ...]
    """Players and options; `lostcities bots` shows the first table."""
    CHARACTERS: tuple[tuple[float, float], ...]
    """For each opponent for people except the strongest: the temperature at which it chooses, and how often it follows an impulse.
    `research/characters.py` found the values that make equal steps."""

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


def together_of(game: Game) -> Together:
    return cast(Together, import_module(f"lostcities.bots.{game.name}.together"))


def tables_of(game: Game) -> Tables:
    return cast(Tables, import_module(f"lostcities.bots.{game.name}.tables"))


def thumb_of(game: Game) -> Thumb:
    return cast(Thumb, import_module(f"lostcities.bots.{game.name}.thumb"))


thumb = stand_in(Thumb.thumb)
token_features = stand_in(Features.token_features)
table_features = stand_in(Features.table_features)
secrets = stand_in(Training.secrets)
together = stand_in(Together.together)
part = stand_in(Together.part)


@cache
def engine_of(game: Game) -> Engine:
    """Return the engine of a game with its bots' kernels. It is shared, so that each kernel is compiled once."""
    return Engine(game, kernels=own_kernels(game))


def own_kernels(game: Game) -> Kernels:
    """Return the game's own kernel for every stand-in."""
    features = features_of(game)
    return {
        thumb: thumb_of(game).thumb,
        token_features: features.token_features,
        table_features: features.table_features,
        secrets: training_of(game).secrets,
        together: together_of(game).together,
        part: together_of(game).part,
    }
