"""Why a decision in the roll & write game cost something."""

from __future__ import annotations

from collections.abc import Iterator

from lostcities.games.errors import Reason
from lostcities.games.game import View
from lostcities.games.notation import ADVANCE, DECLINE, PASS
from lostcities.games.roll.components import ARROW, BOXES, BRIDGE, BRIDGES, COLORS, SPECIAL_BOXES

JUMP = 3
"""Numbers that an entry leaves out, from which on it hurts."""
NEARLY = BRIDGES - 3
"""So many bridges crossed, and the game may end soon."""


def reasons(view: View, played: str, best: str) -> list[Reason]:
    """Return what speaks against the move played, or for the best one."""
    return [*about_played(view, played, best), *about_best(view, played, best)]


def column(view: View, move: str) -> tuple[str, list[int]] | None:
    """Return the expedition of a move and the numbers in it; None if it enters nothing."""
    if move in (PASS, DECLINE):
        return None
    color = move.removeprefix(ADVANCE)[0]
    return color, list(view["sheets"][view["seat"]]["boxes"].get(color, []))


def about_played(view: View, played: str, best: str) -> Iterator[Reason]:
    found = column(view, played)
    if found is None:
        if best not in (PASS, DECLINE):
            yield Reason("passed", {})
        return
    color, boxes = found
    if not boxes and len(view["bridges"]) >= NEARLY:
        yield Reason("opened_before_end", {"color": color, "crossed": len(view["bridges"])})
    if not played.startswith(ADVANCE):
        entered, last = int(played[1:]), max(boxes, default=0)
        if entered - last > JUMP:
            yield Reason("jumped", {"color": color, "number": entered, "last": last})


def about_best(view: View, played: str, best: str) -> Iterator[Reason]:
    better = column(view, best)
    if better is None or better == column(view, played):
        return
    color, boxes = better
    if len(boxes) >= BOXES:
        return
    printed = SPECIAL_BOXES[COLORS.index(color) * BOXES + len(boxes)]
    if len(boxes) + 1 == BRIDGE and color not in view["bridges"]:
        yield Reason("missed_bridge", {"color": color})
    if printed:
        yield Reason("missed_box", {"color": color, "what": "arrow" if printed == ARROW else "artifact"})
