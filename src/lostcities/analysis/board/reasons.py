"""Why a decision in the board game cost something."""

from __future__ import annotations

from collections.abc import Iterator

from lostcities.games.board.components import BRIDGE, CROSSINGS, STEPS
from lostcities.games.errors import Reason
from lostcities.games.game import View
from lostcities.games.notation import ADVANCE, DECLINE, DISCARD, DRAW, FIGURE

LATE = 24
"""With so many cards left or fewer, a new path hardly gets anywhere."""
NEARLY = CROSSINGS - 2
"""So many figures over a bridge, and the expedition may end soon."""


def reasons(view: View, played: str, best: str) -> list[Reason]:
    """Return what speaks against the move played, or for the best one."""
    if view["phase"] == "draw":
        return list(about_draw(view, played, best))
    if view["phase"] == "advance":
        return list(about_step(view, played, best))
    found = list(about_discard(view, played[1:]) if played.startswith(DISCARD) else about_play(view, played, best))
    return found or list(about_step(view, played, best))


def laid(view: View, seat: int, color: str) -> list[str]:
    return list(view["expeditions"][seat].get(color, []))


def number(card: str) -> int:
    return int(card[1:])


def rising(path: list[str]) -> bool:
    """Whether a path goes up, as all do unless the table lets them go down."""
    return len(path) < 2 or number(path[-1]) >= number(path[0])


def about_play(view: View, move: str, best: str) -> Iterator[Reason]:
    card, _, figure = move.partition(FIGURE)
    color = card[0]
    path = laid(view, view["seat"], color)
    if figure and view["crossed"] >= NEARLY:
        yield Reason("opened_before_end", {"color": color, "crossed": view["crossed"]})
    elif figure and view["deck"] <= LATE:
        yield Reason("opened_late", {"color": color, "left": view["deck"]})
    if figure and best.partition(FIGURE)[0] == card:
        yield Reason("wrong_figure", {"color": color, "figure": figure})
    last = number(path[-1]) if path else -1
    skipped = [each for each in view["hand"] if each[0] == color and last <= number(each) < number(card)]
    if skipped and rising(path) and view["options"]["direction"] == "up":
        yield Reason("skipped", {"color": color, "card": min(skipped, key=number), "played": card})


def about_discard(view: View, card: str) -> Iterator[Reason]:
    following = (view["seat"] + 1) % len(view["totals"])
    for seat, code in ((following, "fed"), (view["seat"], "threw_away")):
        path = laid(view, seat, card[0])
        if path and rising(path) and number(card) >= number(path[-1]):
            yield Reason(code, {"color": card[0], "card": card})


def step_of(view: View, move: str) -> tuple[str, int] | None:
    """Return the path of a move and the step to which it moves a figure; None if it moves none."""
    if move == DECLINE or move.startswith((DISCARD, DRAW)):
        return None
    color = move.removeprefix(ADVANCE)[0]
    figure = view["figures"][view["seat"]].get(color)
    return color, min((figure["step"] if figure else 0) + 1, STEPS)


def about_step(view: View, played: str, best: str) -> Iterator[Reason]:
    better = step_of(view, best)
    if better is None or better == step_of(view, played):
        return
    color, step = better
    tile = view["tiles"].get(color, {}).get(str(step))
    if step == BRIDGE:
        yield Reason("missed_bridge", {"color": color})
    if tile is not None:
        yield Reason("missed_tile", {"color": color, "tile": tile})


def about_draw(view: View, played: str, best: str) -> Iterator[Reason]:
    if best != DRAW:
        card = view["discards"][best[1]][-1]
        path = laid(view, view["seat"], best[1])
        if path and rising(path) and number(card) >= number(path[-1]):
            yield Reason("left_card", {"color": best[1], "card": card})
    if played != DRAW and best == DRAW:
        yield Reason("took_idle", {"color": played[1], "card": view["discards"][played[1]][-1]})
