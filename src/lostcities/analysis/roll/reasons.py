"""Why a decision in the roll & write game cost something."""

from __future__ import annotations

from collections.abc import Iterator

from lostcities.games.errors import Reason
from lostcities.games.game import View
from lostcities.games.notation import ADVANCE, DECLINE, PASS
from lostcities.games.roll.components import ARROW, BOXES, BRIDGE, BRIDGES, COLORS, EXPEDITION_VALUES, PLACES, SPECIAL_BOXES

JUMP = 3
"""Numbers that an entry leaves out, from which on it hurts."""
TEN = 10
"""What a 0 counts as."""
NEAR = 3
"""A bridge so many boxes away is worth going for."""
NEARLY = BRIDGES - 3
"""So many bridges crossed, and the game may end soon."""


def reasons(view: View, played: str, best: str) -> list[Reason]:
    """Return what speaks against the move played, or for the best one."""
    return [*about_played(view, played, best), *about_best(view, played, best), *about_both(view, played, best)]


def sheet(view: View) -> View:
    """Return the seat's own sheet."""
    return dict(view["sheets"][view["seat"]])


def passes(move: str) -> bool:
    return move in (PASS, DECLINE)


def color_of(move: str) -> str:
    return move.removeprefix(ADVANCE)[0]


def boxes_of(view: View, color: str) -> list[int]:
    """Return the numbers in an expedition."""
    return list(sheet(view)["boxes"].get(color, []))


def number_of(view: View, move: str) -> int | None:
    """Return the number that a move enters; None if it enters none, or a copy of the last one."""
    if passes(move) or move.startswith(ADVANCE) or circles(view, move):
        return None
    return int(move[1:]) or TEN


def circles(view: View, move: str) -> bool:
    """Whether a move marks a doubling circle."""
    return move[1:] == "0" and not boxes_of(view, move[0])


def fills(view: View, move: str) -> bool:
    """Whether a move fills a box."""
    return not passes(move) and not circles(view, move) and len(boxes_of(view, color_of(move))) < BOXES


def starts(view: View, move: str) -> bool:
    """Whether a move begins an expedition."""
    return fills(view, move) and not boxes_of(view, color_of(move))


def gain(view: View, move: str) -> int:
    """Return what a box is worth as soon as it is filled."""
    color = color_of(move)
    count = len(boxes_of(view, color))
    return (EXPEDITION_VALUES[count + 1] - EXPEDITION_VALUES[count]) * (2 if color in sheet(view)["circles"] else 1)


def about_played(view: View, played: str, best: str) -> Iterator[Reason]:
    if passes(played):
        if fills(view, best):
            yield Reason("passed", {})
        return
    color, number = color_of(played), number_of(view, played)
    last = max(boxes_of(view, color), default=0)
    if starts(view, played) and not starts(view, best):
        crossed = len(view["bridges"])
        late = Reason("opened_before_end", {"color": color, "crossed": crossed})
        yield late if crossed >= NEARLY else Reason("opened_costly", {"color": color})
    if number is not None and number - last > JUMP and fills(view, played):
        yield Reason("jumped", {"color": color, "number": number, "last": last})


def about_best(view: View, played: str, best: str) -> Iterator[Reason]:
    if best == PASS and sheet(view)["dice"] < PLACES:
        yield Reason("better_passed", {})
    if not passes(best) and circles(view, best):
        yield Reason("missed_double", {"color": best[0], "marked": "no"})
    if not fills(view, best) or (not passes(played) and color_of(played) == color_of(best)):
        return
    color = color_of(best)
    place = len(boxes_of(view, color))
    printed = SPECIAL_BOXES[COLORS.index(color) * BOXES + place]
    if place + 1 == BRIDGE and color not in view["bridges"]:
        yield Reason("missed_bridge", {"color": color})
    if printed:
        yield Reason("missed_box", {"color": color, "what": "arrow" if printed == ARROW else "artifact"})


def about_both(view: View, played: str, best: str) -> Iterator[Reason]:
    """Compare two boxes: the numbers in the same place, or what each is worth at once."""
    if not fills(view, played) or not fills(view, best):
        return
    color, entered, better = color_of(best), number_of(view, played), number_of(view, best)
    if color != color_of(played):
        yield from about_other_color(view, played, best)
    elif entered is not None and better is not None and better < entered:
        yield Reason("lower_fits", {"color": color, "number": entered, "better": better})


def about_other_color(view: View, played: str, best: str) -> Iterator[Reason]:
    color, marked = color_of(best), sheet(view)["circles"]
    points, better = gain(view, played), gain(view, best)
    if better > points > 0:
        yield Reason("missed_gain", {"color": color, "better": better, "points": points})
    elif color in marked and color_of(played) not in marked:
        yield Reason("missed_double", {"color": color, "marked": "yes"})
    count = len(boxes_of(view, color))
    if len(boxes_of(view, color_of(played))) < count and 1 < BRIDGE - count <= NEAR and color not in view["bridges"]:
        yield Reason("bridge_nearer", {"color": color, "boxes": BRIDGE - count})
