"""The themes of the roll & write game's puzzles."""

from __future__ import annotations

from lostcities.analysis.roll.reasons import NEARLY, boxes_of, color_of, passes
from lostcities.games.game import View
from lostcities.games.roll.components import BOXES, BRIDGE, COLORS, SPECIAL_BOXES

THEMES = ("begin", "die", "bridge", "box", "arrow", "pass", "race")
"""`box`: a printed box is within reach; `pass`: whether to take dice at all; `die`: which ones; `arrow`: where an arrow is used."""


def themes(view: View, best: str, second: str) -> set[str]:
    found = {"race"} if len(view["bridges"]) >= NEARLY else set()
    if passes(best) or passes(second):
        found.add("pass")
    elif view["phase"] == "dice":
        found.add("die")
    else:
        found.add("arrow")
    for move in (best, second):
        if not passes(move):
            found |= about_entry(color_of(move), boxes_of(view, color_of(move)))
    return found


def sampled(_view: View) -> float:
    return 1.0


def about_entry(color: str, boxes: list[int]) -> set[str]:
    """Return the themes of the next box of an expedition."""
    found = {"begin"} if not boxes else set()
    if len(boxes) + 1 == BRIDGE:
        found.add("bridge")
    if len(boxes) < BOXES and SPECIAL_BOXES[COLORS.index(color) * BOXES + len(boxes)]:
        found.add("box")
    return found
