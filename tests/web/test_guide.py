"""The guide of a first game: a tip when its moment comes, gone when it was acted on, beside what it explains, and over nothing."""

import json
import random
from typing import Any

import pytest
from support.browsing import DESK, PHONE, Visitor, choice, keys
from support.matches import SOAK
from support.seeing import COVERED, OUTSIDE, OVERLAPPING, SETTLED, SHIFTED, faults, watch_shifts

from lostcities import GAMES
from lostcities.text import catalogue

DECISIONS = 24 if SOAK else 14
FIRST = {"card": "play", "board": "play", "roll": "dice"}
"""The first tip of each game: what to do now."""
ROTATED = [("card", PHONE), ("board", DESK), ("roll", {"width": 360, "height": 640})]
SIZES = [(game, size) for game in GAMES for size in (PHONE, DESK, {"width": 844, "height": 390})] if SOAK else ROTATED
A_FIGURE = 0.0015
"""The shifts of a decision, on average: scores and counts get wider at their place, and lists longer."""


def first_game(visitor: Visitor, game: str) -> str:
    """Open a table as somebody who never played."""
    answer = visitor.page.request.post(f"{visitor.url}/api/tables", data={"game": game, "seats": ["me", "pip"]})
    id: str = answer.json()["id"]
    visitor.go(f"/t/{id}")
    return id


def told(visitor: Visitor) -> str:
    """Return what the guide says now; nothing if she does not speak."""
    found = visitor.page.locator("[data-guide] .told p").all_inner_texts()
    return found[0] if found else ""


def tips_of(game: str) -> list[str]:
    """Return what tips begin with, up to their first argument."""
    words = catalogue("en")
    return [pattern.partition("{")[0] for key, pattern in words.patterns.items() if key.startswith(f"page.tip.{game}.")]


@pytest.mark.parametrize(("game", "size"), SIZES)
def test_tips_come_and_go_and_nothing_is_covered(visitors: Any, game: str, size: dict[str, int]) -> None:
    visitor, rng, heard = visitors(viewport=size), random.Random(3), []
    watch_shifts(visitor.page)
    id = first_game(visitor, game)
    for number in range(DECISIONS):
        visitor.wait_for_turn(id)
        visitor.catch_up(id)
        shown = visitor.table(id)
        view = shown["view"]
        visitor.page.evaluate(SETTLED)
        tip = told(visitor)
        if number == 0:
            assert tip.startswith(catalogue("en")(f"page.tip.{game}.{FIRST[game]}", direction="up")[:30])
        if tip:
            heard.append(tip)
            assert any(tip.startswith(start) for start in tips_of(game)), tip
            for check in (COVERED, OUTSIDE, OVERLAPPING):
                assert visitor.page.evaluate(check) == [], (tip, check)
            if len(heard) == 1:
                assert faults(visitor.page) == []
        visitor.make(view, choice(view["legal"], rng), "keys", shown["version"])
        if tip:
            visitor.until(f"(document.querySelector('[data-guide] .told p')?.textContent ?? '') !== {json.dumps(tip)}")
    assert len(heard) == len(set(heard)) >= 3, "each comes once"
    assert visitor.page.evaluate(SHIFTED) < A_FIGURE * DECISIONS, visitor.page.evaluate("() => window.shifts")


def test_a_tip_stays_while_a_card_is_chosen_and_is_not_given_again(visitors: Any) -> None:
    visitor = visitors()
    id = first_game(visitor, "card")
    visitor.wait_for_turn(id)
    visitor.catch_up(id)
    tip = told(visitor)
    visitor.page.keyboard.press("1")
    assert told(visitor) == tip, "choosing is not yet acting"
    visitor.page.keyboard.press("Escape")
    view = visitor.table(id)["view"]
    keys(visitor.page, view, next(move for move in view["legal"] if move[0] != "-"))
    visitor.page.get_by_text("Now draw a card").wait_for()
    visitor.page.reload()
    visitor.page.get_by_text("Now draw a card").wait_for()
    visitor.page.keyboard.press("d")
    visitor.wait_for_turn(id)
    visitor.catch_up(id)
    assert told(visitor) not in ("", tip)


def test_who_skips_the_guide_is_not_guided_again(visitors: Any) -> None:
    visitor = visitors()
    id = first_game(visitor, "roll")
    visitor.wait_for_turn(id)
    visitor.page.get_by_role("button", name="Skip tutorial").click()
    assert told(visitor) == ""
    visitor.page.reload()
    visitor.catch_up(id)
    assert told(visitor) == ""
