"""What a deal of the day is, at every server: its day, who plays, who starts, and the options.

>>> is_day("2026-11-16"), is_day("2026-11-31")
(True, False)
>>> options_of("card")["rounds"]
1
"""

from datetime import date
from typing import TypeGuard

from lostcities.games.options import Options
from lostcities.games.registry import game

PLAYERS = 2
STARTER = 0


def is_day(name: object) -> TypeGuard[str]:
    """Whether this is the name of a day, such as `2026-11-16`."""
    try:
        return isinstance(name, str) and date.fromisoformat(name).isoformat() == name
    except ValueError:
        return False


def options_of(name: str) -> Options:
    """Return the options of a game at a deal of the day: one round is enough."""
    played = game(name)
    return played.complete({option.name: 1 for option in played.options if option.name == "rounds"})
