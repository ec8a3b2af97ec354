"""What `data/<game>` provides for every game, in `chance.py` and `questions.py`: chance as bytes, and players' questions."""

from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Protocol, cast

from lostcities.games.game import Game, Round, Setup, State


class ChancePart(Protocol):
    """What a game's `chance.py` provides."""

    EACH_TURN: bool

    def places(self, table: State, /) -> list[int]: ...

    def read(self, chance: Sequence[int]) -> Setup: ...

    def write(self, setup: Setup) -> bytes: ...


class QuestionsPart(Protocol):
    """What a game's `questions.py` provides; its questions are the arguments of `Question`."""

    QUESTIONS: tuple[tuple[str, ...], ...]

    def tables(self, table: State, /) -> str: ...


def chance_of(game: Game) -> ChancePart:
    return cast(ChancePart, import_module(f"lostcities.data.{game.name}.chance"))


def questions_of(game: Game) -> QuestionsPart:
    return cast(QuestionsPart, import_module(f"lostcities.data.{game.name}.questions"))


def round_of(game: Game, starter: int, actions: Iterable[int], chance: list[int], scores: list[int], truncated: bool) -> Round:
    """Return a round as a match has it, from its columns."""
    return Round(starter, [game.tokens[action] for action in actions], chance_of(game).read(chance), scores, truncated)
