"""What every bot is: something that is shown a seat's view and names one of its legal moves."""

from typing import Protocol

from lostcities.games.game import View


class Bot(Protocol):
    """A player that is a program. It gets a view, never a state, so it cannot know what its seat cannot know."""

    def decide(self, view: View) -> str:
        """One of `view["legal"]`; asked only when the view's seat is to decide."""
        ...
