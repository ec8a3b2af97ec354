"""The games' views by name, and their common interface. No other module depends on which game is shown."""

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import NamedTuple, Protocol, cast

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult

from lostcities.games.game import View
from lostcities.play import Event

MAX_WIDTH = 100
"""Wider lines are hard to read."""


class Choices(NamedTuple):
    """Legal moves of one kind, each with what it does; empty if the title says it all."""

    title: str
    moves: list[tuple[str, str]]


class GameView(Protocol):
    """What a game's module provides. It is given views, never a state, so that nothing hidden can be shown."""

    def render(self, view: View, names: Sequence[str], events: Sequence[Event] = ()) -> RenderableType:
        """Return the table as the view's seat sees it, with the last events."""
        ...

    def choices(self, view: View) -> list[Choices]:
        """Return the legal moves in words."""
        ...

    def tell(self, event: Event) -> str:
        """Return what a player did, in words."""
        ...

    def tally(self, view: View, earlier: View, names: Sequence[str]) -> RenderableType:
        """Return the scores of the finished round; `earlier` is the view before its last move."""
        ...


def view_of(name: str) -> GameView:
    """Return the view of the game of that name."""
    return cast(GameView, import_module(f"lostcities.terminal.{name}"))


class Fitted:
    """A renderable that is built when the size of the screen is known."""

    def __init__(self, build: Callable[[int, int], RenderableType]) -> None:
        self.build = build

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield self.build(min(options.max_width, MAX_WIDTH), options.size.height)
