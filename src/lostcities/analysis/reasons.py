"""Why a decision cost something: patterns that people know by name, found in what the seat could see.

A reason is a code with arguments; catalogues turn it into a sentence. There may be none: not every loss has a simple reason.
"""

from importlib import import_module
from typing import Protocol, cast

from lostcities.games.errors import Reason
from lostcities.games.game import Game, View


class Reasons(Protocol):
    """`analysis/<game>/reasons.py`."""

    def reasons(self, view: View, played: str, best: str) -> list[Reason]:
        """Return what speaks against the move played, or for the best one; the plainest first."""


def why(game: Game, view: View, played: str, best: str) -> list[Reason]:
    """Return why a move was worse than the best one, from the view of the seat that made it."""
    return cast(Reasons, import_module(f"lostcities.analysis.{game.name}.reasons")).reasons(view, played, best)
