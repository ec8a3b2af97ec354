"""The themes of the card game's puzzles."""

from __future__ import annotations

from lostcities.analysis.card.reasons import fits, other, own, value
from lostcities.games.game import View
from lostcities.games.notation import DISCARD

THEMES = ("begin", "wager", "hold", "order", "play", "poison", "discard", "pile", "race")
"""`play`: whether to go on with an expedition or to discard; `hold` if it is better not to."""
LATE = 12
"""With so many cards left or fewer, the end is a race: six turns each."""
LAST, LAST_SAMPLED = 3, 0.15
"""With so many cards left or fewer, nearly every round has a puzzle: which card to play last, and from where to draw."""


def themes(view: View, best: str, second: str) -> set[str]:
    found = {"race"} if view["deck"] <= LATE else set()
    if view["phase"] == "draw":
        return found | {"pile"}
    return found | about_plays(view, best, second) | about_discards(view, best, second)


def sampled(view: View) -> float:
    return LAST_SAMPLED if view["deck"] <= LAST else 1.0


def about_plays(view: View, best: str, second: str) -> set[str]:
    """Return the themes of the cards that are played, or should not be."""
    plays = [move for move in (best, second) if not move.startswith(DISCARD)]
    found = set()
    if any(not own(view, card[0]) for card in plays):
        found.add("begin")
    if any(value(card) == 0 for card in plays):
        found.add("wager")
    if second in plays and best not in plays and own(view, second[0]):
        found.add("hold")
    if plays == [best] and own(view, best[0]):
        found.add("play")
    if len(plays) == 2 and all(own(view, card[0]) for card in plays):
        found.add("order")
    return found


def about_discards(view: View, best: str, second: str) -> set[str]:
    """Return the themes of the cards that are discarded, or should not be."""
    discards = [move.removeprefix(DISCARD) for move in (best, second) if move.startswith(DISCARD)]
    if any(fits(other(view, card[0]), card) for card in discards):
        return {"poison"}
    return {"discard"} if len(discards) == 2 else set()
