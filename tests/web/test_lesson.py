"""The first lesson of each game, played to its end in a real browser: by keyboard, by touch, and by ear."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from support.browsing import DESK, PHONE, Visitor, keys
from support.lessons import Listener, asks, astray, await_ask, open_lesson, play_through, taps
from support.matches import SOAK
from support.seeing import COVERED, OUTSIDE, OVERLAPPING, SETTLED, SHIFTED, faults, watch_shifts

from lostcities import GAMES
from lostcities.text import LANGUAGES, catalogue

WAYS: dict[str, dict[str, Any]] = {
    "keys": {"viewport": DESK},
    "touch": {"viewport": PHONE, "has_touch": True, "is_mobile": True},
    "ear": {"viewport": DESK},
}
HANDS = {"keys": lambda _: keys, "touch": lambda _: taps, "ear": Listener}
SPOKEN = tuple(LANGUAGES)
FULL = [(game, way, language) for game in GAMES for way in WAYS for language in SPOKEN]
ROTATED = [(game, way, SPOKEN[(3 * i + j) % len(SPOKEN)]) for i, way in enumerate(WAYS) for j, game in enumerate(GAMES)]
"""Each game once in each way, and each language at least once."""
SMALLEST = {"width": 360, "height": 640}
LOW = {"width": 844, "height": 390}
ROTATED_SIZES = [("card", SMALLEST), ("board", PHONE), ("roll", DESK)]
SIZES = [(game, size) for game in GAMES for size in (SMALLEST, PHONE, DESK, LOW)] if SOAK else ROTATED_SIZES

TOLD = "() => document.querySelector('[aria-live]').textContent"
PALE = "(target) => document.querySelector(target).closest('[data-mist=on]') !== null"


def faults_outside_mist(page: Page) -> list[tuple[str, list[str]]]:
    """Return what axe finds, except pale letters in the mist: who wants contrast gets no mist."""
    return [
        (rule, rest)
        for rule, places in faults(page)
        if (rest := [one for (one,) in places if rule != "color-contrast" or not page.evaluate(PALE, one)])
    ]


A_FIGURE = 0.01
"""The shifts of a whole lesson: scores and the name of the step get wider or narrower at their place. Anything else counts for more."""


def speaking(visitors: Any, language: str, **options: Any) -> Visitor:
    """A person whose browser speaks a language."""
    found: Visitor = visitors(locale=language, **options)
    return found


@pytest.mark.parametrize(("game", "way", "language"), FULL if SOAK else ROTATED)
def test_a_lesson_is_finished_in_every_way(visitors: Any, game: str, way: str, language: str) -> None:
    visitor = speaking(visitors, language, **WAYS[way])
    open_lesson(visitor, game)
    play_through(visitor, game, HANDS[way](language))
    words = catalogue(language)
    assert words(f"lesson.{game}.done") in visitor.page.locator("[data-guide]").inner_text()
    expect(visitor.page.get_by_role("img", name=words("page.lesson.all_done"))).to_be_visible()
    assert visitor.page.evaluate(TOLD).endswith(words(f"lesson.{game}.done"))
    assert visitor.page.evaluate("document.activeElement.closest('[data-guide]') !== null"), "Enter goes on to a first game"


def buttons(page: Page) -> list[str]:
    """Return what can be pressed, as it is read out."""
    return [line for line in page.locator("main").aria_snapshot().splitlines() if "button" in line]


@pytest.mark.parametrize("game", GAMES if SOAK else ["board"])
def test_another_legal_move_is_played_answered_and_taken_back(visitors: Any, game: str) -> None:
    visitor = visitors()
    open_lesson(visitor, game)
    tried = 0
    for step, view, ask, move in asks(game):
        await_ask(visitor.page, step, ask)
        if wrong := astray(ask):
            before = buttons(visitor.page)
            keys(visitor.page, view, wrong)
            said = ask["answers"][wrong]["said"]
            told = catalogue("en")(f"lesson.{game}.{said}", card="CARD", gain="GAIN").partition("CARD")[2].partition("GAIN")[0]
            expect(visitor.page.locator("[data-guide] .told")).to_contain_text(told.strip())
            assert visitor.page.locator("main").get_attribute("data-ask") is None, "it was played"
            visitor.page.keyboard.press("Enter")
            await_ask(visitor.page, step, ask)
            assert buttons(visitor.page) == before, (ask["name"], wrong)
            tried += 1
        keys(visitor.page, view, move)
    assert tried >= 6


def test_a_card_that_cannot_be_played_says_why_and_nothing_moves(visitors: Any) -> None:
    visitor = visitors()
    open_lesson(visitor, "card")
    step, view, ask, move = next(asks("card"))
    visitor.page.keyboard.press(str(view["hand"].index("R4") + 1))
    expect(visitor.page.locator("[data-guide] .told")).to_contain_text("Volcano is at 5: play 6 or higher.")
    visitor.page.keyboard.press("Escape")
    await_ask(visitor.page, step, ask)
    keys(visitor.page, view, move)
    expect(visitor.page.locator("[data-guide] .told")).to_contain_text("Your 7 follows the 5")


def test_a_lesson_goes_on_where_it_was_left_and_can_be_repeated(visitors: Any) -> None:
    visitor = visitors()
    open_lesson(visitor, "roll")
    play_through(visitor, "roll", keys, 2)
    visitor.page.get_by_role("link", name="Leave").click()
    visitor.page.get_by_role("link", name="Continue the lesson").click()
    expect(visitor.page.locator("main")).to_have_attribute("data-step", "2")
    visitor.page.reload()
    expect(visitor.page.locator("main")).to_have_attribute("data-step", "2")
    for step, view, ask, move in asks("roll"):
        if step >= 2:
            await_ask(visitor.page, step, ask)
            keys(visitor.page, view, move)
    visitor.page.get_by_role("button", name="Repeat the lesson").click()
    expect(visitor.page.locator("main")).to_have_attribute("data-step", "0")
    visitor.page.get_by_role("link", name="Leave").click()
    expect(visitor.page.get_by_role("link", name="Repeat the lesson")).to_be_visible()


def test_a_lesson_ends_in_a_first_game(visitors: Any) -> None:
    visitor = visitors()
    open_lesson(visitor, "roll")
    play_through(visitor, "roll", keys)
    visitor.page.keyboard.press("Enter")
    visitor.page.locator("main[data-version]").wait_for()
    expect(visitor.page.get_by_role("group", name="Pip").first).to_be_visible()


@pytest.mark.parametrize(("game", "size"), SIZES)
def test_the_guide_covers_nothing_and_nothing_jumps(visitors: Any, game: str, size: dict[str, int]) -> None:
    language, theme = ("fa", "dark") if size is SMALLEST else ("de", "light")
    visitor = speaking(visitors, language, viewport=size, color_scheme=theme)
    watch_shifts(visitor.page)
    open_lesson(visitor, game)
    page = visitor.page
    for number, (step, view, ask, move) in enumerate(asks(game)):
        await_ask(page, step, ask)
        page.evaluate(SETTLED)
        for check in (COVERED, OUTSIDE, OVERLAPPING):
            assert page.evaluate(check) == [], (ask["name"], check)
        if number % 4 == 0 or SOAK:
            assert faults_outside_mist(page) == [], ask["name"]
        if wrong := astray(ask):
            keys(page, view, wrong)
            page.evaluate(SETTLED)
            assert page.evaluate(COVERED) == [], (ask["name"], wrong)
            page.keyboard.press("Enter")
            await_ask(page, step, ask)
        keys(page, view, move)
    page.locator("[data-guide] .button.main").wait_for()
    page.evaluate(SETTLED)
    for check in (COVERED, OUTSIDE, OVERLAPPING):
        assert page.evaluate(check) == [], check
    assert page.evaluate(SHIFTED) < A_FIGURE, page.evaluate("() => window.shifts")
    assert faults(page) == []


@pytest.mark.parametrize("game", GAMES if SOAK else ["card"])
def test_who_wants_contrast_gets_no_mist(visitors: Any, game: str) -> None:
    visitor = visitors(contrast="more", viewport=PHONE if game == "card" else DESK)
    open_lesson(visitor, game)
    for step, view, ask, move in asks(game):
        await_ask(visitor.page, step, ask)
        if SOAK or ask["name"] in ("rising", "tiles", "circles"):
            assert faults(visitor.page) == [], ask["name"]
        keys(visitor.page, view, move)
