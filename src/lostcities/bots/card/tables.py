"""What is measured: the tables of this game's ladder, the settings that put its opponents equal steps apart, and a level match."""

from lostcities.games.game import View
from lostcities.games.options import Options

LADDER: tuple[tuple[int, Options], ...] = ((2, {"colors": 5}), (2, {"colors": 6}))

CHARACTERS = ((6.5, 0.33), (4.19, 0.163), (3.13, 0.103), (1.96, 0.048))


def level(view: View) -> View:
    """Return the view as it would be if nobody were ahead."""
    return view | {"totals": [0] * len(view["totals"])}
