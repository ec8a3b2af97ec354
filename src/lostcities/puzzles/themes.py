"""What a puzzle is about: themes that players know, found by rule in the position, its best move, and the best of the wrong ones."""

from importlib import import_module
from typing import Protocol, cast

from lostcities.games.game import Game, View


class Themes(Protocol):
    """`puzzles/<game>/themes.py`."""

    THEMES: tuple[str, ...]
    """All of them, in the order in which they are shown; their words are in the catalogues under `puzzle.theme.`."""

    def themes(self, view: View, best: str, second: str) -> set[str]:
        """Return the themes of a position with this best move, and this best of the wrong ones."""

    def sampled(self, view: View) -> float:
        """Return the share of such positions that are looked at: less than 1 for those that self-play has more than enough of."""


def rules_of(game: Game) -> Themes:
    return cast(Themes, import_module(f"lostcities.puzzles.{game.name}.themes"))


def themes_of(game: Game, view: View, best: str, second: str) -> list[str]:
    """Return the themes of a puzzle in their order."""
    rules = rules_of(game)
    found = rules.themes(view, best, second)
    return [theme for theme in rules.THEMES if theme in found]


def sampled(game: Game, view: View) -> float:
    """Return the share of positions like this one that are looked at."""
    return rules_of(game).sampled(view)
