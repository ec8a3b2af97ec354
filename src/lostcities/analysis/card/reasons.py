"""Why a decision in the card game cost something."""

from __future__ import annotations

from collections.abc import Iterator

from lostcities.games.card.components import PLAYERS, box_of
from lostcities.games.errors import Reason
from lostcities.games.game import View
from lostcities.games.notation import DISCARD, DRAW

WAGER = "*"
LATE = 0.55
"""With this share of the deck left or less, it is late: in a full game, each player has at most twelve turns."""
LOWEST = 2
"""The lowest number."""
JUMP = 3
"""Numbers that a card leaves out, from which on it hurts."""
ENOUGH = 3
"""Numbers in hand that make a start worthwhile."""


def reasons(view: View, played: str, best: str) -> list[Reason]:
    """Return what speaks against the move played, or for the best one."""
    if view["phase"] == "draw":
        return list(about_draw(view, played, best))
    found = list(about_discard(view, played[1:]) if played.startswith(DISCARD) else about_play(view, played, best))
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


def is_late(view: View) -> bool:
    box = box_of(view["options"])
    return bool(view["deck"] <= LATE * (box.colors * (box.numbers + box.wagers) - PLAYERS * box.hand))


def starts(view: View, move: str) -> bool:
    """Whether a move starts an expedition."""
    return not move.startswith(DISCARD) and not own(view, move[0])


def about_play(view: View, card: str, best: str) -> Iterator[Reason]:
    color, expedition = card[0], own(view, card[0])
    held = [each for each in numbers(view, color) if each != card]
    if not expedition and is_late(view) and not starts(view, best):
        yield Reason("opened_late", {"color": color, "left": view["deck"]})
    elif value(card) == 0 and len(held) < ENOUGH:
        yield Reason("wager_alone", {"color": color, "cards": len(held)})
    elif not expedition and len(held) + 1 < ENOUGH:
        yield Reason("opened_thin", {"color": color, "cards": len(held) + 1})
    skipped = [each for each in held if shown(expedition) < value(each) < value(card)]
    if value(card) and skipped:
        yield Reason("skipped", {"color": color, "card": min(skipped, key=value), "played": card})
    elif value(card) - max(shown(expedition), LOWEST - 1) > JUMP:
        yield Reason("jumped", {"color": color, "number": value(card), "last": shown(expedition)})


def about_discard(view: View, card: str) -> Iterator[Reason]:
    color = card[0]
    if fits(other(view, color), card):
        yield Reason("fed", {"color": color, "card": card, "shown": shown(other(view, color))})
    if fits(own(view, color), card):
        yield Reason("threw_away", {"color": color, "card": card})


def about_best(view: View, best: str) -> Iterator[Reason]:
    card = best.removeprefix(DISCARD)
    expedition = own(view, card[0])
    if expedition and best == card:
        yield Reason("waited", {"color": card[0], "card": card})
    elif expedition and not fits(expedition, card):
        yield Reason("dead_card", {"color": card[0], "card": card})


def is_idle(view: View, card: str) -> bool:
    """Whether a card does nothing for its seat, and is not kept from the other one either."""
    expedition, held = own(view, card[0]), [card, *numbers(view, card[0])]
    useful = fits(expedition, card) if expedition else len(held) >= ENOUGH
    return not useful and not fits(other(view, card[0]), card)


def about_draw(view: View, played: str, best: str) -> Iterator[Reason]:
    if best != DRAW:
        card = view["discards"][best[1]][-1]
        if fits(own(view, best[1]), card):
            yield Reason("left_card", {"color": best[1], "card": card})
        elif fits(other(view, best[1]), card):
            yield Reason("left_to_other", {"color": best[1], "card": card})
        if played == DRAW:
            yield Reason("hurried", {"left": view["deck"]})
    if played != DRAW:
        card = view["discards"][played[1]][-1]
        if is_idle(view, card):
            yield Reason("took_idle", {"color": played[1], "card": card})
        elif best == DRAW:
            yield Reason("slowed_down", {"left": view["deck"]})
