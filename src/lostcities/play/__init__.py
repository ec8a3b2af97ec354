"""A match as everybody above the rules plays it: one `Match`, whatever its chance comes from and whoever decides.

`Match` owns a state. It takes chance from one source (`lostcities.play.chance`), returns an `Event` from every push, and keeps the
start of a turn for whoever may take it back. Nothing outside `games/` and this folder drives a state.
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
