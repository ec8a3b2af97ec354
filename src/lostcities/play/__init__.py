"""Matches as all code above the rules plays them: one `Match` class for every source of chance and every kind of player.

A `Match` owns a state. It takes chance from one source (`lostcities.play.chance`), returns an `Event` from every push, and keeps the
start of the turn so that it can be undone. Only `games/` and this package change a state.
"""

from lostcities.play.chance import Chance, Numbers, Outside, Recorded, Seeded
from lostcities.play.event import Act, Event, Roll
from lostcities.play.match import Match, Step, Turn, after, dealt_again, imagined, steps

__all__ = [
    "Act",
    "Chance",
    "Event",
    "Match",
    "Numbers",
    "Outside",
    "Recorded",
    "Roll",
    "Seeded",
    "Step",
    "Turn",
    "after",
    "dealt_again",
    "imagined",
    "steps",
]
