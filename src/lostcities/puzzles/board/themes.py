"""The themes of the board game's puzzles."""

from __future__ import annotations

from lostcities.analysis.board.reasons import NEARLY, fits, following_seat, laid, step_of
from lostcities.games.board.components import BRIDGE
from lostcities.games.game import View
from lostcities.games.notation import DISCARD, FIGURE

THEMES = ("begin", "scientist", "tile", "bridge", "hold", "order", "play", "poison", "discard", "pile", "race")
LATE = 12
"""With so many cards left or fewer, or with all but two figures that end the expedition over a bridge, the end is a race."""
SCIENTIST = "s"


def themes(view: View, best: str, second: str) -> set[str]:
    found = {"race"} if view["deck"] <= LATE or view["crossed"] >= NEARLY else set()
    if view["phase"] == "draw":
        return found | {"pile"}
    return found | about_steps(view, best, second) | about_plays(view, best, second) | about_discards(view, best, second)


def sampled(_view: View) -> float:
    return 1.0


def about_steps(view: View, best: str, second: str) -> set[str]:
    """Return the themes of the figures that move, or should not."""
    found = set()
    for move in (best, second):
        if (step := step_of(view, move)) is not None:
            color, height = step
            figure = view["figures"][view["seat"]].get(color)
            kind = move.partition(FIGURE)[2] or (figure["kind"] if figure else "")
            found |= {"scientist"} if kind == SCIENTIST else set()
            found |= {"bridge"} if height == BRIDGE else set()
            found |= {"tile"} if str(height) in view["tiles"].get(color, {}) else set()
    return found


def about_plays(view: View, best: str, second: str) -> set[str]:
    plays = [move for move in (best, second) if step_of(view, move) is not None]
    found = {"begin"} if any(FIGURE in move for move in plays) else set()
    going_on = [move for move in plays if FIGURE not in move]
    if going_on == [second]:
        found.add("hold")
    if plays == [best] == going_on:
        found.add("play")
    if len(going_on) == 2:
        found.add("order")
    return found


def about_discards(view: View, best: str, second: str) -> set[str]:
    discards = [move.removeprefix(DISCARD) for move in (best, second) if move.startswith(DISCARD)]
    if any(fits(view, laid(view, following_seat(view), card[0]), card) for card in discards):
        return {"poison"}
    return {"discard"} if len(discards) == 2 else set()
