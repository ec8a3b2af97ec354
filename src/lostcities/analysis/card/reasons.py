"""Why a decision in the card game cost something."""

from __future__ import annotations

from collections.abc import Iterator

from lostcities.games.errors import Reason
from lostcities.games.game import View
from lostcities.games.notation import DISCARD, DRAW

WAGER = "*"
LATE = 24
"""With so many cards left or fewer, each player has at most twelve turns."""
ENOUGH = 3
"""Numbers in hand that make a start worthwhile."""


def reasons(view: View, played: str, best: str) -> list[Reason]:
    """Return what speaks against the move played, or for the best one."""
    if view["phase"] == "draw":
        return list(about_draw(view, played, best))
    found = list(about_discard(view, played[1:]) if played.startswith(DISCARD) else about_play(view, played))
    return found or list(about_best(view, best))


def own(view: View, color: str) -> list[str]:
    """Return the seat's own expedition."""
    return list(view["expeditions"][view["seat"]].get(color, []))


def other(view: View, color: str) -> list[str]:
    return list(view["expeditions"][1 - view["seat"]].get(color, []))


def value(card: str) -> int:
    """Return a card's number, 0 for a wager."""
    return 0 if card[1:] == WAGER else int(card[1:])


def shown(expedition: list[str]) -> int:
    """Return the highest number of an expedition, 0 if it has none."""
    return max(map(value, expedition), default=0)


def fits(expedition: list[str], card: str) -> bool:
    """Whether a card could be played on an expedition that has been started."""
    last = shown(expedition)
    return bool(expedition) and (last == 0 if value(card) == 0 else value(card) > last)


def numbers(view: View, color: str) -> list[str]:
    """Return the numbers of a colour in hand."""
    return [card for card in view["hand"] if card[0] == color and value(card)]


def about_play(view: View, card: str) -> Iterator[Reason]:
    color, expedition = card[0], own(view, card[0])
    held = [each for each in numbers(view, color) if each != card]
    if not expedition and view["deck"] <= LATE:
        yield Reason("opened_late", {"color": color, "left": view["deck"]})
    elif value(card) == 0 and len(held) < ENOUGH:
        yield Reason("wager_alone", {"color": color, "cards": len(held)})
    elif not expedition and len(held) + 1 < ENOUGH:
        yield Reason("opened_thin", {"color": color, "cards": len(held) + 1})
    skipped = [each for each in held if shown(expedition) < value(each) < value(card)]
    if value(card) and skipped:
        yield Reason("skipped", {"color": color, "card": min(skipped, key=value), "played": card})


def about_discard(view: View, card: str) -> Iterator[Reason]:
    color = card[0]
    if fits(other(view, color), card):
        yield Reason("fed", {"color": color, "card": card, "shown": shown(other(view, color))})
    if fits(own(view, color), card):
        yield Reason("threw_away", {"color": color, "card": card})


def about_best(view: View, best: str) -> Iterator[Reason]:
    if not best.startswith(DISCARD) and fits(own(view, best[0]), best):
        yield Reason("waited", {"color": best[0], "card": best})


def about_draw(view: View, played: str, best: str) -> Iterator[Reason]:
    if best != DRAW:
        card = view["discards"][best[1]][-1]
        if fits(own(view, best[1]), card):
            yield Reason("left_card", {"color": best[1], "card": card})
        elif fits(other(view, best[1]), card):
            yield Reason("left_to_other", {"color": best[1], "card": card})
    if played != DRAW:
        card = view["discards"][played[1]][-1]
        if not fits(own(view, played[1]), card):
            yield Reason("took_idle", {"color": played[1], "card": card})
        elif best == DRAW:
            yield Reason("slowed_down", {"left": view["deck"]})
