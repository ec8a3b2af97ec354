"""Every table on every screen in every language, light and dark, at the beginning, in the middle and near the end of a round."""

from collections.abc import Iterator
from typing import Any

import pytest
from support.browsing import DESK, SCREENS, Visitors, play_ahead
from support.matches import SOAK
from support.seeing import OUTSIDE, OVERLAPPING, SETTLED, SHIFTED, watch_shifts
from support.serving import Client, Socket

from lostcities import GAMES
from lostcities.text import LANGUAGES

FULL: dict[str, dict[str, Any]] = {
    "card": {"seats": ["me", "thumb"], "options": {"colors": 6}},
    "board": {"seats": ["me", "thumb", "pip", "nell"]},
    "roll": {"seats": ["me", "thumb", "pip", "nell", "bruno"]},
}
"""Each game with as much on the table as there can be."""
FEW = {"card": [("fa", "dark")], "board": [("ru", "light")], "roll": [("fr", "dark")]}
ALL = [(language, theme) for language in LANGUAGES for theme in ("light", "dark")]


MOVES = {"card": 27, "board": 27, "roll": 11}
"""From the beginning of a round to its middle, and from there to near its end."""
SCROLLS = "document.documentElement.scrollHeight > innerHeight + 1 || document.documentElement.scrollWidth > innerWidth + 1"


def moments(socket: Socket, moves: int) -> Iterator[str]:
    yield "beginning"
    for name in ("middle", "end"):
        play_ahead(socket, moves)
        yield name


@pytest.mark.parametrize("game", GAMES)
def test_nothing_reaches_out_or_overlaps(visitors: Visitors, client: Client, game: str) -> None:
    """In one look each, in the soak in all twelve."""
    id = client.open(game, assist="open", **FULL[game])["id"]
    for moment in moments(client.join(id, generous=True).dealt().my_turn(), MOVES[game]):
        for language, theme in ALL if SOAK else FEW[game]:
            looking = visitors(locale=language, color_scheme=theme)
            looking.come_as(client)
            looking.skip_guide()
            looking.go(f"/t/{id}")
            looking.catch_up(id)
            for size in SCREENS:
                looking.page.set_viewport_size(size)
                looking.page.evaluate(SETTLED)
                where = (language, theme, moment, size)
                assert looking.page.evaluate(OUTSIDE) == [], where
                assert looking.page.evaluate(OVERLAPPING) == [], where
                assert not looking.page.evaluate(SCROLLS), where
            looking.close()


MOST_SHIFT = 0.02
BARS = {"width": 390, "height": 664}
TABLET = {"width": 820, "height": 1180}


@pytest.mark.parametrize("size", [BARS, DESK, *([TABLET] if SOAK else [])], ids=lambda size: str(size["width"]))
@pytest.mark.parametrize("game", ["card", "board"])
def test_nothing_moves_but_what_is_played(visitors: Visitors, game: str, size: dict[str, int]) -> None:
    """Through a whole round, as the browser itself counts it. In a test every key comes right before its effect: these shifts count."""
    visitor = visitors(viewport=size)
    watch_shifts(visitor.page)
    id = visitor.open(game, seats=["me", "thumb"], options={"rounds": 1})
    visitor.play_out(id, "keys", seed=4)
    assert visitor.page.evaluate(SHIFTED) < MOST_SHIFT, visitor.page.evaluate("shifts.map((shift) => JSON.stringify(shift))")
