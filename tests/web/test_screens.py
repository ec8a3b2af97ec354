"""Every table on every screen in every language, light and dark, at the beginning, in the middle and near the end of a round."""

from collections.abc import Iterator
from typing import Any

import pytest
from support.browsing import SCREENS, Visitor, Visitors
from support.matches import SOAK
from support.seeing import OUTSIDE, OVERLAPPING, SETTLED

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


def moments(visitor: Visitor, id: str) -> Iterator[str]:
    visitor.wait_for_turn(id)
    yield "beginning"
    for name, moves in (("middle", 24), ("end", 30)):
        visitor.play_on(id, moves)
        yield name


def scrolls(visitor: Visitor) -> bool:
    found: bool = visitor.page.evaluate("""() => [document.documentElement, document.querySelector('main')]
      .some((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)""")
    return found


@pytest.mark.parametrize("game", GAMES)
def test_nothing_reaches_out_or_overlaps(visitors: Visitors, game: str) -> None:
    """In one look each, in the soak in all twelve."""
    player = visitors()
    id = player.open(game, assist="open", **FULL[game])
    for moment in moments(player, id):
        for language, theme in ALL if SOAK else FEW[game]:
            looking = visitors(locale=language, color_scheme=theme, storage_state=player.context.storage_state())
            looking.go(f"/t/{id}")
            looking.catch_up(id)
            for size in SCREENS:
                looking.page.set_viewport_size(size)
                looking.page.evaluate(SETTLED)
                where = (language, theme, moment, size)
                assert looking.page.evaluate(OUTSIDE) == [], where
                assert looking.page.evaluate(OVERLAPPING) == [], where
                assert not scrolls(looking), where
            looking.close()
