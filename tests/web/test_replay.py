"""Replays in a real browser: turn by turn or by itself, by pointer, keyboard and finger, with all hands open, and nothing under the bar."""

import random
from collections.abc import Iterator
from itertools import groupby, pairwise
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, expect
from support.browsing import DESK, Visitor
from support.serving import Client, Running, key_of

from lostcities import GAMES

PHONE = {"width": 390, "height": 664}
SIZES = (
    PHONE,
    {"width": 360, "height": 640},
    {"width": 844, "height": 390},
    {"width": 768, "height": 1024},
    {"width": 1024, "height": 768},
    {"width": 1280, "height": 720},
    DESK,
    {"width": 2560, "height": 1440},
)
OPTIONS: dict[str, dict[str, Any]] = {"card": {"rounds": 2}, "board": {"rounds": 1}, "roll": {}}
LINES = "ol > li > button"
FORWARD, BACK, PLAY = "Forward", "Back", "Play"
WITHIN = 450
"""Milliseconds between the decisions of a step, as in web/src/replay/playback.svelte.ts."""
PACE = {"slow": 1600, "normal": 900, "fast": 420}


SETTLED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Resolves when the page has adapted to a new size."""


class Played(NamedTuple):
    """A match that a player finished against a bot."""

    id: str
    watch: str
    cookies: list[Any]
    positions: list[dict[str, Any]]
    """The positions of its first round."""

    @property
    def turns(self) -> list[int]:
        """Return where each turn of the round ends: one seat's decisions within one turn of the game."""
        made = [(before["view"]["turn"], after["seat"], place) for place, (before, after) in enumerate(pairwise(self.positions), 1)]
        return [max(place for _, _, place in group) for _, group in groupby(made, lambda one: one[:2])]


@pytest.fixture(scope="module")
def played(server: Running) -> dict[str, Played]:
    return {game: play(server, game) for game in GAMES}


def play(server: Running, game: str) -> Played:
    client = Client(server.url)
    opened = client.open(game, seats=["me", "thumb"], options=OPTIONS[game], name="Ann")
    client.join(opened, generous=True).dealt().play_out(random.Random(3))
    positions = client.http.get(f"/api/tables/{opened['id']}/replay").json()["positions"]
    cookies = [{"name": name, "value": value, "url": server.url} for name, value in client.http.cookies.items()]
    client.close()
    return Played(opened["id"], key_of(opened["watch"]), cookies, positions)


@pytest.fixture
def visitors(browser: Browser, server: Running) -> Iterator[Any]:
    made: list[Visitor] = []

    def visit(match: Played | None = None, **options: Any) -> Visitor:
        """Return a visitor: the match's player, or a stranger."""
        made.append(Visitor(browser, server.url, **options))
        if match:
            made[-1].context.add_cookies(match.cookies)
        return made[-1]

    yield visit
    for visitor in made:
        visitor.close()


def show(visitor: Visitor, match: Played, move: int = 0, watch: bool = False) -> None:
    visitor.go(f"/replay/{match.id}?round=1&move={move}{f'#watch={match.watch}' if watch else ''}")
    visitor.page.get_by_role("slider").wait_for()


def show_stopped(visitor: Visitor, match: Played) -> None:
    """The same with a clock that only advances on request."""
    visitor.page.clock.install(time=0)
    show(visitor, match)
    visitor.page.clock.pause_at(3_600_000)


def expect_step(visitor: Visitor, step: int) -> None:
    expect(visitor.page.get_by_role("slider")).to_have_value(str(step))


# -- the bar --

HIDDEN = """() => {
  const bar = document.querySelector('main ~ .bar nav').getBoundingClientRect()
  const wide = (box) => Math.min(box.right, bar.right) - Math.max(box.left, bar.left)
  const high = (box) => Math.min(box.bottom, bar.bottom) - Math.max(box.top, bar.top)
  const others = [...document.querySelectorAll('header, .viewer > :not(.bar)')]
  const around = others.filter((one) => wide(one.getBoundingClientRect()) > 1 && high(one.getBoundingClientRect()) > 1).length
  const outside = bar.bottom > innerHeight + 1 || bar.top < 0 || bar.right > innerWidth + 1
  const found = [0.02, 0.3, 0.6, 0.98].map((share) => document.elementFromPoint(bar.left + share * bar.width, bar.top + bar.height / 2))
  const seen = found.every((one) => one?.closest('nav'))
  const scrolls = document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth
  return { around, outside, seen, scrolls }
}"""
"""How many things the bar covers, whether all of it is on the screen and on top, and whether the page scrolls under it."""


@pytest.mark.parametrize("game", GAMES)
def test_the_bar_hides_nothing(visitors: Any, played: dict[str, Played], game: str) -> None:
    visitor = visitors(played[game])
    for move in (0, len(played[game].positions) - 1):
        show(visitor, played[game], move)
        for size in SIZES:
            visitor.page.set_viewport_size(size)
            visitor.page.evaluate(SETTLED)
            assert visitor.page.evaluate(HIDDEN) == {"around": 0, "outside": False, "seen": True, "scrolls": False}, (size, move)


# -- the list --


@pytest.mark.parametrize("game", GAMES)
def test_every_turn_has_a_line_to_tap(visitors: Any, played: dict[str, Played], game: str) -> None:
    match = played[game]
    visitor = visitors(match)
    show(visitor, match)
    lines = visitor.page.locator(LINES)
    expect(lines).to_have_count(1 + len(match.turns))
    for step in (5, 3, len(match.turns), 0):
        lines.nth(step).click()
        expect_step(visitor, step)
        assert lines.evaluate_all("(lines) => lines.findIndex((one) => one.ariaCurrent === 'step')") == step


def test_play_and_draw_are_one_line_and_one_step(visitors: Any, played: dict[str, Played]) -> None:
    match = played["card"]
    assert match.turns == list(range(2, len(match.positions), 2))
    visitor = visitors(match)
    show(visitor, match)
    visitor.page.get_by_role("button", name=FORWARD).click()
    expect_step(visitor, 1)
    visitor.page.wait_for_url("**move=2")
    visitor.page.get_by_role("button", name=FORWARD).click()
    visitor.page.wait_for_url("**move=4")
    visitor.page.get_by_role("button", name=BACK).click()
    visitor.page.wait_for_url("**move=2")


def test_a_step_shows_its_decisions_one_after_the_other(visitors: Any, played: dict[str, Played]) -> None:
    match = played["card"]
    visitor = visitors(match, reduced_motion="no-preference")
    show_stopped(visitor, match)
    left = visitor.page.locator('[data-place="deck"]:visible').first
    full = left.inner_text()
    visitor.page.get_by_role("button", name=FORWARD).click()
    visitor.page.clock.run_for(WITHIN // 2)
    assert left.inner_text() == full
    visitor.page.clock.run_for(WITHIN)
    assert left.inner_text() != full
    expect_step(visitor, 1)


@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_the_list_opens_and_closes(visitors: Any, played: dict[str, Played], game: str) -> None:
    visitor = visitors(played[game], viewport=PHONE, has_touch=True, is_mobile=True)
    show(visitor, played[game], played[game].turns[19])
    visitor.page.get_by_role("button", name="Turns").tap()
    line = visitor.page.locator(f"dialog[open] {LINES}").nth(20)
    expect(line).to_be_in_viewport()
    expect(line).to_have_attribute("aria-current", "step")
    visitor.page.locator(f"dialog[open] {LINES}").nth(22).tap()
    expect(visitor.page.locator("dialog[open]")).to_have_count(0)
    expect_step(visitor, 22)


# -- keys, swipes, and playing by itself --


@pytest.mark.parametrize(("language", "ahead", "behind"), [("en", "ArrowRight", "ArrowLeft"), ("fa", "ArrowLeft", "ArrowRight")])
def test_keys(visitors: Any, played: dict[str, Played], language: str, ahead: str, behind: str) -> None:
    visitor = visitors(played["card"], locale=language)
    show_stopped(visitor, played["card"])
    last = len(played["card"].turns)
    for key, step in ((ahead, 1), (ahead, 2), (behind, 1), ("End", last), (ahead, last), (behind, last - 1), ("Home", 0), (behind, 0)):
        visitor.page.keyboard.press(key)
        expect_step(visitor, step)
    visitor.page.keyboard.press("Space")
    expect_step(visitor, 1)
    visitor.page.clock.run_for(2 * PACE["normal"])
    expect_step(visitor, 3)
    visitor.page.keyboard.press("Space")
    visitor.page.clock.run_for(10 * PACE["normal"])
    expect_step(visitor, 3)
    visitor.page.get_by_role("slider").focus()
    visitor.page.keyboard.press(ahead)
    expect_step(visitor, 4)


def test_space_pauses_wherever_one_has_clicked(visitors: Any, played: dict[str, Played]) -> None:
    visitor = visitors(played["card"])
    show_stopped(visitor, played["card"])
    visitor.page.get_by_role("button", name=FORWARD).click()
    visitor.page.locator(LINES).nth(4).click()
    visitor.page.keyboard.press("Space")
    visitor.page.get_by_role("button", name="Pause").wait_for()
    visitor.page.keyboard.press("Space")
    visitor.page.get_by_role("button", name=PLAY, exact=True).wait_for()
    expect_step(visitor, 5)
    visitor.page.get_by_role("slider").click()
    visitor.page.keyboard.press("Space")
    visitor.page.get_by_role("button", name="Pause").wait_for()


@pytest.mark.parametrize("speed", PACE)
def test_it_plays_by_itself_at_three_speeds(visitors: Any, played: dict[str, Played], speed: str) -> None:
    visitor = visitors(played["card"])
    show_stopped(visitor, played["card"])
    visitor.page.get_by_label("Speed").select_option(speed)
    visitor.page.get_by_role("button", name=PLAY, exact=True).click()
    visitor.page.clock.run_for(4 * PACE[speed] + PACE["fast"] // 2)
    expect_step(visitor, 5)
    visitor.page.clock.run_for(len(played["card"].turns) * PACE[speed])
    expect_step(visitor, len(played["card"].turns))
    visitor.page.get_by_role("button", name=PLAY, exact=True).wait_for()


@pytest.mark.parametrize(("language", "way"), [("en", -1), ("fa", 1)])
def test_swiping_turns_the_pages(visitors: Any, played: dict[str, Played], language: str, way: int) -> None:
    visitor = visitors(played["card"], locale=language, viewport=PHONE, has_touch=True, is_mobile=True)
    show(visitor, played["card"])
    wire = visitor.context.new_cdp_session(visitor.page)

    def swipe(x: int, y: int = 0) -> None:
        points = [{"x": 195 + x * share / 4, "y": 250 + y * share / 4} for share in range(5)]
        wire.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [points[0]]})
        for point in points[1:]:
            wire.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
        wire.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    for x, y, step in ((120 * way, 0, 1), (120 * way, 10, 2), (-120 * way, 0, 1), (20 * way, 0, 1), (60 * way, 140, 1)):
        swipe(x, y)
        expect_step(visitor, step)


# -- hands, rounds, names, links --


def shown_hand(visitor: Visitor, seat: int) -> int:
    return int(visitor.page.locator(f'[data-hand="{seat}"] .chip').count())


@pytest.mark.parametrize("game", ["card", "board"])
@pytest.mark.parametrize("size", [DESK, PHONE])
def test_all_hands_are_open(visitors: Any, played: dict[str, Played], game: str, size: Any) -> None:
    match = played[game]
    place = match.turns[9]
    own, other = match.positions[place]["hands"]
    visitor = visitors(match, viewport=size)
    show(visitor, match, place)
    expect(visitor.page.locator('[data-place^="hand:"]')).to_have_count(len(own))
    assert shown_hand(visitor, 1) == len(other)
    assert visitor.page.locator('[data-hand="1"] .hidden').inner_text().startswith("thumb holds ")
    stranger = visitors(viewport=size)
    show(stranger, match, place, watch=True)
    assert (shown_hand(stranger, 0), shown_hand(stranger, 1)) == (len(own), len(other))
    assert stranger.page.locator('[data-place^="hand:"]').count() == 0


def test_rounds_are_tabs(visitors: Any, played: dict[str, Played]) -> None:
    visitor = visitors(played["card"])
    show(visitor, played["card"], 8)
    tabs = visitor.page.get_by_role("tab")
    expect(tabs).to_have_count(2)
    expect(tabs.first).to_have_attribute("aria-selected", "true")
    tabs.nth(1).click()
    expect_step(visitor, 0)
    visitor.page.wait_for_url("**round=2&move=0")
    visitor.page.keyboard.press("ArrowLeft")
    expect(tabs.first).to_be_focused()
    expect(tabs.first).to_have_attribute("aria-selected", "true")
    expect_step(visitor, 0)


def test_an_address_leads_to_its_position(visitors: Any, played: dict[str, Played]) -> None:
    """Even to the middle of a turn, which a step then finishes."""
    visitor = visitors(played["card"])
    show(visitor, played["card"], 7)
    expect_step(visitor, 4)
    visitor.page.get_by_role("button", name=FORWARD).click()
    visitor.page.wait_for_url("**round=1&move=8")
    visitor.page.reload()
    visitor.page.get_by_role("slider").wait_for()
    expect_step(visitor, 4)


def test_whoever_played_is_you_with_the_same_face(visitors: Any, played: dict[str, Played]) -> None:
    match = played["card"]
    face = """document.querySelector('[data-place="player:0"] svg').innerHTML.replace(/id="[^"]*"|url[^)]*/g, '')"""
    visitor = visitors(match)
    visitor.open("card", seats=["me", "thumb"])
    visitor.page.locator('[data-place="player:0"]').first.wait_for()
    at_table = visitor.page.evaluate(face)
    show(visitor, match)
    assert visitor.page.evaluate(face) == at_table
    mine = next(place for place, end in enumerate(match.turns, 1) if match.positions[end]["seat"] == 0)
    assert (visitor.page.locator(LINES).nth(mine).get_attribute("aria-label") or "").startswith("You")
    stranger = visitors()
    show(stranger, match, watch=True)
    assert (stranger.page.locator(LINES).nth(mine).get_attribute("aria-label") or "").startswith("Ann")
    assert stranger.page.get_by_role("heading", name="You", exact=True).count() == 0


def test_steps_are_read_out(visitors: Any, played: dict[str, Played]) -> None:
    visitor = visitors(played["card"])
    show(visitor, played["card"])
    visitor.page.keyboard.press("ArrowRight")
    said = visitor.page.locator(LINES).nth(1).get_attribute("aria-label") or "?"
    expect(visitor.page.locator("[aria-live=polite]").last).to_have_text(said)
    assert said in (visitor.page.get_by_role("slider").get_attribute("aria-valuetext") or "")


def test_a_stranger_without_a_link_is_told_so(visitors: Any, played: dict[str, Played]) -> None:
    visitor = visitors()
    visitor.go(f"/replay/{played['card'].id}")
    visitor.page.get_by_role("heading", name="This table is private").wait_for()
    visitor.allow("Failed to load resource")  # the refusal is an answer 403, which browsers also log
