"""What is measured: the tables of this game's ladder, the settings that put its opponents equal steps apart, and a level match."""

from lostcities.games.game import View
from lostcities.games.options import Options

LADDER: tuple[tuple[int, Options], ...] = ((2, {}), (3, {}), (4, {}))

CHARACTERS = ((5.05, 0.28), (4.04, 0.196), (3.03, 0.124), (1.82, 0.055))


def level(view: View) -> View:
    """Return the view as it would be if nobody had been ahead when this expedition began.

    All have the mean of what they had then, because totals never fall below 0, and what they found since.
    """
    if not view["scores"]:
        return view
    booked = [sum(scores) for scores in zip(*view["scores"], strict=True)]
    mean = sum(booked) // len(booked)
    same, nothing = [mean] * len(booked), [0] * len(booked)
    points = [now - before + mean for now, before in zip(view["points"], booked, strict=True)]
    return view | {"points": points, "scores": [same, *(nothing for _ in view["scores"][1:])], "totals": same}
