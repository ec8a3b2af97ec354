"""A round as a graph in the terminal: a lead above and below nought, and a chance to win."""

from collections.abc import Sequence
from itertools import count
from math import ceil

WIDTH = 60
"""The widest graph, in characters."""
ROWS = 6
"""The most rows of a lead, without the line at nought."""
RISING, FALLING = " ▁▂▃▄▅▆▇█", " ▀█"
"""What a cell holds: a bar that stands on its floor, or one that hangs from its ceiling."""


def thinned(values: Sequence[float]) -> list[float]:
    """Return at most as many values as there is room for, the first and the last among them."""
    last, wide = len(values) - 1, min(len(values), WIDTH) - 1
    return [values[round(place * last / wide)] for place in range(wide + 1)] if wide > 0 else list(values)


def lead_rows(leads: Sequence[float]) -> list[str]:
    """Return the rows of a lead, the highest first.

    >>> print(*lead_rows([0, 4, 10, 17, -5, -20]), sep="\\n")
       +20 │   ▆
       +10 │ ▃██
         0 ┼──────
       −10 │    ▀█
       −20 │     █
    """
    values = thinned(leads)
    unit = unit_for(max(0, *values), -min(0, *values))
    above, below = ceil(max(0, *values) / unit), ceil(-min(0, *values) / unit)
    rising = [(f"+{row * unit}", [filled(value / unit - row + 1, RISING) for value in values]) for row in range(above, 0, -1)]
    falling = [(f"−{row * unit}", [filled(-value / unit - row + 1, FALLING) for value in values]) for row in range(1, below + 1)]
    told = [labelled(label, "│", cells) for label, cells in rising]
    return [*told, labelled("0", "┼", ["─"] * len(values)), *(labelled(label, "│", cells) for label, cells in falling)]


def unit_for(most: float, least: float) -> int:
    """Return the points per row, a round number, with which a lead takes no more rows than there are."""
    units = (step * int(10**power) for power in count() for step in (1, 2, 5))
    return next(unit for unit in units if ceil(most / unit) + ceil(least / unit) <= ROWS)


def filled(share: float, cells: str) -> str:
    """Return a cell that is filled to a share."""
    return cells[round(min(max(share, 0), 1) * (len(cells) - 1))]


def chance_row(label: str, chances: Sequence[float]) -> str:
    """Return a chance to win as one row of bars, from nothing to certainty."""
    return labelled(label, "│", [RISING[1:][min(int(chance * 8), 7)] for chance in thinned(chances)])


def labelled(label: str, axis: str, cells: Sequence[str]) -> str:
    return f"{label:>6} {axis}{''.join(cells)}".rstrip()
