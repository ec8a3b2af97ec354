"""Why a decision in the board game cost something."""

from __future__ import annotations

from collections.abc import Iterator

from lostcities.games.board.components import BRIDGE, CARDS, CROSSINGS, HAND, MIN_PLAYERS, REMOVED, STEP_VALUES, STEPS
from lostcities.games.errors import Reason
from lostcities.games.game import View
from lostcities.games.notation import ADVANCE, DECLINE, DISCARD, DRAW, FIGURE

LATE = 0.375
"""With this share of the deck left or less, a new path hardly gets anywhere."""
JUMP = 3
"""Numbers that a card leaves out, from which on it hurts."""
NEARLY = CROSSINGS - 2
"""So many figures over a bridge, and the expedition may end soon."""


def reasons(view: View, played: str, best: str) -> list[Reason]:
    """Return what speaks against the move played, or for the best one."""
    if view["phase"] == "draw":
        return list(about_draw(view, played, best))
    if view["phase"] == "advance":
        return list(about_step(view, played, best))
    found = list(about_discard(view, played[1:]) if played.startswith(DISCARD) else about_play(view, played, best))
    return found or [*about_step(view, played, best), *about_best(view, played, best)]


def laid(view: View, seat: int, color: str) -> list[str]:
    return list(view["expeditions"][seat].get(color, []))


def following_seat(view: View) -> int:
    return int(view["seat"] + 1) % len(view["totals"])


def number(card: str) -> int:
    return int(card[1:])


def fits(view: View, path: list[str], card: str) -> bool:
    """Whether a card could be played on a path that has been started."""
    if not path:
        return False
    first, last, new = number(path[0]), number(path[-1]), number(card)
    if first == last and view["options"]["direction"] == "either":
        return True
    return new <= last if last < first else new >= last


def is_late(view: View) -> bool:
    players = len(view["totals"])
    return bool(view["deck"] <= LATE * (CARDS - REMOVED * (players == MIN_PLAYERS) - players * HAND))


def about_play(view: View, move: str, best: str) -> Iterator[Reason]:
    card, _, figure = move.partition(FIGURE)
    color = card[0]
    path = laid(view, view["seat"], color)
    other, _, instead = best.partition(FIGURE)
    if figure and not instead and view["crossed"] >= NEARLY:
        yield Reason("opened_before_end", {"color": color, "crossed": view["crossed"]})
    elif figure and not instead and is_late(view):
        yield Reason("opened_late", {"color": color, "left": view["deck"]})
    if figure and other == card:
        yield Reason("wrong_figure", {"color": color, "figure": figure})
    last = number(path[-1]) if path else -1
    skipped = [each for each in view["hand"] if each[0] == color and last <= number(each) < number(card)]
    if skipped and view["options"]["direction"] == "up":
        yield Reason("skipped", {"color": color, "card": min(skipped, key=number), "played": card})
    elif number(card) - max(last, 0) > JUMP and view["options"]["direction"] == "up":
        yield Reason("jumped", {"color": color, "number": number(card), "last": max(last, 0)})


def about_discard(view: View, card: str) -> Iterator[Reason]:
    for seat, code in ((following_seat(view), "fed"), (view["seat"], "threw_away")):
        path = laid(view, seat, card[0])
        if fits(view, path, card):
            yield Reason(code, {"color": card[0], "card": card})


def step_of(view: View, move: str) -> tuple[str, int] | None:
    """Return the path of a move and the step to which it moves a figure; None if it moves none."""
    if move == DECLINE or move.startswith((DISCARD, DRAW)):
        return None
    color = move.removeprefix(ADVANCE)[0]
    figure = view["figures"][view["seat"]].get(color)
    return color, min((figure["step"] if figure else 0) + 1, STEPS)


def steps(view: View, move: str) -> tuple[str, int] | None:
    """The same, but None where the figure is on the last step already."""
    moved = step_of(view, move)
    figure = view["figures"][view["seat"]].get(moved[0]) if moved else None
    return None if figure and figure["step"] == STEPS else moved


def about_step(view: View, played: str, best: str) -> Iterator[Reason]:
    found = steps(view, best)
    if found is None or found == steps(view, played):
        return
    color, step = found
    tile = view["tiles"].get(color, {}).get(str(step))
    if step == BRIDGE:
        yield Reason("missed_bridge", {"color": color})
    if tile is not None:
        yield Reason("missed_tile", {"color": color, "tile": tile})
    points, better = gain(view, played), gain(view, best)
    if better > points > 0:
        yield Reason("missed_gain", {"color": color, "better": better, "points": points})


def gain(view: View, move: str) -> int:
    """Return what a figure's step is worth as soon as it is made."""
    moved = steps(view, move)
    if moved is None:
        return 0
    color, step = moved
    figure = view["figures"][view["seat"]].get(color)
    return (STEP_VALUES[step] - STEP_VALUES[step - 1]) * (2 if figure and figure["kind"] == "s" else 1)


def about_best(view: View, played: str, best: str) -> Iterator[Reason]:
    card, color = best.removeprefix(DISCARD).partition(FIGURE)[0], best.removeprefix(DISCARD)[0]
    path = laid(view, view["seat"], color)
    if best.startswith(DISCARD):
        if path and not fits(view, path, card):
            yield Reason("dead_card", {"color": color, "card": card})
    elif path:
        yield Reason("waited", {"color": color, "card": card})
    elif FIGURE not in played:
        yield Reason("missed_start", {"color": color, "card": card})


def is_idle(view: View, card: str) -> bool:
    """Whether a card does nothing for its seat, and is not kept from the next one either."""
    path, following = laid(view, view["seat"], card[0]), laid(view, following_seat(view), card[0])
    useful = fits(view, path, card) if path else any(each[0] == card[0] for each in view["hand"])
    return not useful and not fits(view, following, card)


def about_draw(view: View, played: str, best: str) -> Iterator[Reason]:
    if best != DRAW:
        card = view["discards"][best[1]][-1]
        if fits(view, laid(view, view["seat"], best[1]), card):
            yield Reason("left_card", {"color": best[1], "card": card})
        elif fits(view, laid(view, following_seat(view), best[1]), card):
            yield Reason("left_to_other", {"color": best[1], "card": card})
        if played == DRAW:
            yield Reason("hurried", {"left": view["deck"]})
    if played != DRAW:
        card = view["discards"][played[1]][-1]
        if is_idle(view, card):
            yield Reason("took_idle", {"color": played[1], "card": card})
        elif best == DRAW:
            yield Reason("slowed_down", {"left": view["deck"]})
