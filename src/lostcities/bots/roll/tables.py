"""What is measured: the tables of this game's ladder, the settings that put its opponents equal steps apart, and a level match."""

from lostcities.games.game import View
from lostcities.games.options import Options

LADDER: tuple[tuple[int, Options], ...] = ((2, {}), (3, {}), (4, {}), (5, {}))

CHARACTERS = ((10.0, 0.5), (7.6, 0.322), (5.6, 0.198), (3.6, 0.098))


def level(view: View) -> View:
    """Return the view as it is: in a match of one round nobody starts ahead."""
    return view
