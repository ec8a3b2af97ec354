"""Puzzles in a real browser: at one's level, by keyboard or pointer, answered with worths and played on; one's own mistakes."""

import json
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from support.browsing import PHONE, Visitor, Visitors, clicks, keys
from support.forms import Played, add_matches
from support.matches import SOAK
from support.seeing import faults
from support.serving import Running

from lostcities.games.compiler import jit_wanted
from lostcities.games.registry import NAMES, game
from lostcities.puzzles.puzzle import Puzzle, load
from lostcities.text import LANGUAGES, catalogue

if not jit_wanted():
    pytest.skip("Numba is not there, or not wanted", allow_module_level=True)

SETS = [name for name in NAMES if load(game(name))]
SIDEWAYS = "document.documentElement.scrollWidth > innerWidth"
TRIED = LANGUAGES if SOAK else ("en", "fa")


@pytest.fixture
def solver(browser: Browser, server: Running) -> Iterator[Visitor]:
    found = Visitor(browser, server.url)
    yield found
    found.close()


def puzzle_shown(page: Page) -> Puzzle:
    """Return the puzzle whose address the page has."""
    page.wait_for_url("**/puzzles/*/*")
    id = page.url.rpartition("/")[2].partition("?")[0]
    return next(each for each in load(game(id.partition("-")[0])) if each.id == id)


def wrong(puzzle: Puzzle) -> str:
    return next(move for move in puzzle.worth if move not in puzzle.answers)


@pytest.mark.parametrize("name", SETS)
def test_from_home_to_the_answer_by_keyboard_alone(solver: Visitor, name: str) -> None:
    """The verdict is read out, and Enter goes on to the next one."""
    page = solver.page
    solver.go("/")
    page.get_by_role("link", name="Puzzles", exact=True).press("Enter")
    page.get_by_role("link", name=f"Solve: {catalogue('en')(f'page.game.{name}')}").press("Enter")
    expect(page.locator(".verdict h2")).to_have_text("What is the best move?")
    puzzle = puzzle_shown(page)
    assert page.locator(".verdict li").count() == page.locator(".table .best").count() == 0
    assert puzzle.id not in page.locator("body").inner_text(), "its number and its themes come with the answer"
    keys(page, puzzle.view, puzzle.best)
    expect(page.locator(".verdict h2")).to_have_text("Well chosen")
    expect(page.locator("[aria-live=polite]").last).to_have_text("Well chosen")
    expect(page.locator(".verdict li")).to_have_count(min(3, len(puzzle.worth)))
    expect(page.locator(".verdict li").first).to_contain_text(f"{abs(puzzle.worth[puzzle.best]):.1f}")
    expect(page.get_by_text(puzzle.id)).to_be_visible()
    assert faults(page) == []
    expect(page.get_by_role("button", name="Next puzzle")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".verdict h2")).to_have_text("What is the best move?")
    assert puzzle_shown(page) != puzzle or len(load(game(name))) == 1


@pytest.mark.parametrize("name", SETS)
def test_on_a_phone_by_touch_a_wrong_move_is_told_with_what_it_costs(visitors: Visitors, name: str) -> None:
    visitor = visitors(viewport=PHONE, has_touch=True)
    page = visitor.page
    visitor.go(f"/puzzles/{name}")
    page.locator(".verdict").wait_for()
    puzzle = puzzle_shown(page)
    move = wrong(puzzle)
    clicks(page, puzzle.view, move)
    expect(page.locator(".verdict h2")).to_have_text("There’s a better move")
    expect(page.locator(".verdict p").first).to_contain_text(f"{puzzle.worth[puzzle.best] - puzzle.worth[move]:.1f} points")
    expect(page.locator(".verdict li.chosen")).to_have_count(1)
    assert not page.evaluate(SIDEWAYS)
    expect(page.get_by_text("Your level: between")).to_have_count(1)


def test_only_the_best_wrong_move_has_a_doubt(solver: Visitor) -> None:
    """It is that of its own distance from the best move; those of the others are not known."""
    page = solver.page
    puzzle = max(load(game("card")), key=lambda each: each.se)
    solver.go(f"/puzzles/card/{puzzle.id}")
    page.locator(".verdict").wait_for()
    keys(page, puzzle.view, [*puzzle.worth][-1])
    lines = page.locator(".verdict li")
    expect(lines).to_have_count(4)
    expect(lines.filter(has_text="±")).to_have_count(1)
    expect(lines.nth([*puzzle.worth].index(wrong(puzzle)))).to_contain_text(f"± {2 * puzzle.se:.1f}")


def test_a_puzzle_tried_before_is_answered_without_counting(solver: Visitor, server: Running) -> None:
    page, puzzle = solver.page, load(game("card"))[0]
    for title in ("There’s a better move", "Well chosen"):
        solver.go(f"/puzzles/card/{puzzle.id}")
        page.locator(".verdict").wait_for()
        keys(page, puzzle.view, puzzle.best if title == "Well chosen" else wrong(puzzle))
        expect(page.locator(".verdict h2")).to_have_text(title)
    expect(page.locator(".verdict")).to_contain_text("You have tried this puzzle before, so it doesn’t count.")
    assert server.settings.data
    [cookie] = [each["value"] for each in solver.context.cookies() if each["name"] == "lostcities"]
    assert cookie
    games = page.request.get(f"{server.url}/api/puzzles").json()["games"]
    assert [(each["level"]["tried"], each["level"]["solved"]) for each in games if each["game"] == "card"] == [(1, 0)]


def test_a_typical_world_is_played_on_and_left_again(solver: Visitor) -> None:
    page, puzzle = solver.page, load(game("card"))[0]
    solver.go(f"/puzzles/card/{puzzle.id}")
    page.locator(".verdict").wait_for()
    keys(page, puzzle.view, puzzle.best)
    page.get_by_role("button", name="Play it on").click()
    expect(page.locator(".story h2")).to_have_text("A typical world")
    expect(page.get_by_role("slider")).to_be_visible()
    page.get_by_role("slider").press("End")
    expect(page.locator(".story")).to_contain_text("At the end of the round:")
    expect(page.locator("[data-hand], .unknown, .table .hands, [aria-label*='holds']").first).to_be_attached()
    page.get_by_role("button", name="Back to the answer").click()
    expect(page.locator(".verdict h2")).to_have_text("Well chosen")


def test_a_theme_leads_to_its_own_puzzles_and_stays_in_the_address(solver: Visitor) -> None:
    page = solver.page
    theme = load(game("card"))[0].themes[0]
    solver.go("/puzzles")
    page.locator(f'[data-game="card"] a[href="/puzzles/card?theme={theme}"]').click()
    assert theme in puzzle_shown(page).themes
    assert page.url.endswith(f"?theme={theme}")
    before = page.url
    page.reload()
    page.locator(".verdict").wait_for()
    assert page.url == before, "whoever reloads sees the same puzzle"


def test_my_mistakes_can_be_tried_again_in_the_journal(solver: Visitor, server: Running) -> None:
    page = solver.page
    solver.go("/puzzles")
    expect(page.get_by_text("Open the journal of a match you have played.")).to_be_visible()
    assert page.request.put(f"{server.url}/api/me", data={"name": "Mira"}).ok
    assert server.settings.data
    add_matches(server.settings.data, "Mira", Played("mira", 1_790_000_000_000, cost=9.0))
    made = {"move": 7, "seat": 0, "label": "blunder", "cost": 9.46}
    body = zlib.compress(json.dumps({"report": {"rounds": [{"round": 2, "decisions": [made]}]}}).encode())
    with closing(sqlite3.connect(server.settings.data / "tables.db", timeout=30)) as connection, connection:
        connection.execute("UPDATE journals SET body = ? WHERE table_id = 'mira'", (body,))
    page.reload()
    link = page.locator(".mistakes a")
    expect(link).to_have_attribute("href", "/journal/mira?round=2&move=7&try=1")
    expect(page.locator(".mistakes li")).to_contain_text("−9.5")


@pytest.mark.parametrize("language", TRIED)
@pytest.mark.parametrize("screen", ["desk", "phone"])
def test_the_pages_fit_in_every_language(visitors: Visitors, language: str, screen: str) -> None:
    """Nothing overlaps, reaches out of the window, or lacks a name for a screen reader."""
    dark: dict[str, Any] = {"color_scheme": "dark"} if language == "fa" else {}
    small: dict[str, Any] = {"viewport": {"width": 360, "height": 640}} if screen == "phone" else {}
    visitor = visitors(locale=language, **small, **dark)
    page, words = visitor.page, catalogue(language)
    visitor.go("/puzzles")
    expect(page.locator("h1").last).to_have_text(words("page.puzzles"))
    assert faults(page) == []
    assert not page.evaluate(SIDEWAYS)
    visitor.go("/puzzles/card")
    page.locator(".verdict").wait_for()
    puzzle = puzzle_shown(page)
    keys(page, puzzle.view, wrong(puzzle))
    expect(page.locator(".verdict h2")).to_have_text(words("page.moment.verdict_title.worse"))
    assert faults(page) == []
    assert not page.evaluate(SIDEWAYS)


@pytest.mark.parametrize("language", ["en", "fa"])
def test_a_long_pile_is_listed_clear_of_its_count(visitors: Visitors, language: str) -> None:
    long = max(load(game("card")), key=lambda puzzle: max(map(len, puzzle.view["discards"].values())))
    visitor = visitors(locale=language, viewport={"width": 390, "height": 844})
    visitor.go(f"/puzzles/card/{long.id}")
    place = visitor.page.locator(".band .place").filter(has=visitor.page.locator(".all")).first
    place.wait_for()
    cards, count = (place.locator(part).bounding_box() for part in (".all", ".count"))
    assert cards
    assert count
    assert cards["x"] + cards["width"] <= count["x"] + 2 or count["x"] + count["width"] <= cards["x"] + 2


def test_an_unknown_puzzle_is_said_to_be_none(visitors: Visitors) -> None:
    visitor = visitors()
    visitor.allow("404")
    visitor.go("/puzzles/card/card-99999")
    expect(visitor.page.get_by_role("alert")).to_be_visible()
    expect(visitor.page.get_by_role("link", name="Expeditions")).to_be_visible()
