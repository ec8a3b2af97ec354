"""The board table in the hand: cards fly, figures walk, rows keep their places, every screen is filled, what is said can be read."""

import json
import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from support.browsing import DESK, TOP, Visitor
from support.matches import SOAK
from support.seeing import OUTSIDE, OVERLAPPING, SETTLED, SHIFTED, watch_shifts
from support.serving import Running

BARS = {"width": 390, "height": 664}
TABLET = {"width": 820, "height": 1180}
SIZES = [
    {"width": width, "height": height}
    for width, height in (
        (390, 664),
        (360, 640),
        (844, 390),
        (740, 360),
        (820, 1180),
        (1180, 820),
        (768, 1024),
        (1024, 768),
        (1280, 720),
        (1440, 900),
        (1920, 1080),
        (2560, 1440),
        (3840, 2160),
    )
]
MOST_SHIFT = 0.02
Maker = Callable[..., Visitor]

SMALL = """() => [...document.querySelectorAll('[data-figure] svg, [data-place^="tile:"] svg')]
    .filter((one) => Math.max(one.getBoundingClientRect().width, one.getBoundingClientRect().height) < 23.9).length"""
"""How many figures and tiles are too small to be told apart."""

SPILLED = """() => [...document.querySelectorAll('main .plaque, main .words, main .answers .button')]
    .filter((one) => one.checkVisibility() && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1))
    .map((one) => one.textContent.trim())"""

SCROLLS = """() => [...document.querySelectorAll('html, body, main')]
    .some((one) => one.scrollHeight > innerHeight + 1 || one.scrollWidth > innerWidth + 1)"""

FOLLOW = """() => {
  window.seen = []
  const box = (element) => { const { x, y, width, height } = element.getBoundingClientRect(); return { x, y, width, height } }
  const look = () => {
    const [flying, walking, prize] = ['.flying .card', '.walking', '.prize'].map((what) => document.querySelector(what))
    const landing = document.querySelector('[data-landing]')
    const hidden = !landing || getComputedStyle(landing).visibility === 'hidden'
    if (flying) seen.push({ what: 'card', ...box(flying), hidden })
    const key = walking?.dataset.figure
    if (walking) seen.push({ what: 'figure', ...box(walking), key, count: document.querySelectorAll(`[data-figure="${key}"]`).length })
    if (prize) seen.push({ what: 'tile', ...box(prize) })
    requestAnimationFrame(look)
  }
  look()
}"""
"""Writes down every frame in which something moves."""

STILL = "() => window.seen.length > 0 && !document.querySelector('.flying, .walking, .prize')"


@pytest.fixture
def visitors(browser: Browser, server: Running) -> Iterator[Maker]:
    made: list[Visitor] = []

    def new(**options: Any) -> Visitor:
        made.append(Visitor(browser, server.url, **options))
        return made[-1]

    yield new
    for visitor in made:
        visitor.close()


def seated(visitor: Visitor, players: int = 2, **fields: Any) -> str:
    id = visitor.open("board", **({"seats": ["me", *["thumb"] * (players - 1)]} | fields))
    visitor.wait_for_turn(id)
    shown = str(visitor.table(id)["version"])
    expect(visitor.page.locator("main")).to_have_attribute("data-version", shown)
    return id


def caught_up(visitor: Visitor, id: str) -> None:
    """The page shows the newest position, and nothing moves any more."""
    expect(visitor.page.locator("main")).to_have_attribute("data-version", str(visitor.table(id)["version"]))
    expect(visitor.page.locator(".flying, .walking, .prize")).to_have_count(0)


def stepping(visitor: Visitor, id: str) -> tuple[str, dict[str, Any]]:
    """A card that moves a figure that is on its path already, and the position in which it can be played."""
    for turn in range(12):
        visitor.play_on(id, 1, seed=turn)
        view = visitor.table(id)["view"]
        moves = [move for move in view["legal"] if move[0] in "YBWGR" and ":" not in move]
        if moves:
            return moves[0], view
    raise AssertionError("no figure could go on")


@pytest.mark.parametrize("size", [DESK, BARS], ids=["desk", "phone"])
def test_a_card_flies_and_then_its_figure_walks(visitors: Maker, size: dict[str, int]) -> None:
    visitor = visitors(viewport=size, reduced_motion="no-preference")
    id = seated(visitor)
    page = visitor.page
    card, view = stepping(visitor, id)
    caught_up(visitor, id)
    figure = f'[data-figure="0{card[0]}"]'
    before = page.locator(figure).bounding_box()
    page.locator(f'[data-place="hand:{card}"] button').first.click(position=TOP)
    page.wait_for_timeout(200)  # until it is raised
    start = page.locator(f'[data-place="hand:{card}"] .card').first.bounding_box()
    page.evaluate(FOLLOW)
    page.keyboard.press("Enter")
    visitor.until(STILL)
    after = page.locator(figure).bounding_box()
    frames = page.evaluate("seen")
    flight = [frame for frame in frames if frame["what"] == "card"]
    walk = [frame for frame in frames if frame["what"] == "figure"]
    assert start
    assert before
    assert after
    assert all(abs(flight[0][side] - start[side]) <= 12 for side in ("x", "y", "width")), "it leaves from its pixel, at its size"
    assert all(frame["hidden"] for frame in flight), "its place is empty until it arrives"
    assert page.locator(f'[data-place="hand:{card}"]').count() == view["hand"].count(card) - 1, "it is nowhere twice"
    assert frames.index(walk[0]) > frames.index(flight[-1]), "the figure waits for its card"
    assert all(frame["key"] == f"0{card[0]}" and frame["count"] == 1 for frame in walk)
    assert max(abs(walk[0][side] - before[side]) for side in ("x", "y")) < 12, "it leaves from where it stood"
    assert after["y"] < before["y"] - 15
    lowest = min(frame["y"] for frame in walk)
    assert lowest >= after["y"] - 0.4 * after["height"], "the arc is low"
    ways = [abs(one["y"] - other["y"]) + abs(one["x"] - other["x"]) for one, other in pairwise(walk)]
    assert len(walk) > 3
    assert max(ways) < 0.75 * (before["y"] - after["y"] + abs(before["x"] - after["x"])), "it does not jump"


def test_a_tile_goes_to_whoever_took_it(visitors: Maker) -> None:
    visitor = visitors(reduced_motion="no-preference")
    id = seated(visitor)
    page = visitor.page
    page.evaluate(FOLLOW)
    for turn in range(30):
        taken = sum(visitor.table(id)["view"]["artifacts"])
        visitor.play_on(id, 1, seed=turn)
        caught_up(visitor, id)
        if sum(visitor.table(id)["view"]["artifacts"]) > taken:
            break
    frames = [frame for frame in page.evaluate("seen") if frame["what"] == "tile"]
    seat = next(seat for seat, count in enumerate(visitor.table(id)["view"]["artifacts"]) if count)
    board, row = (page.locator(place).bounding_box() for place in (".map .board", f'[data-place="prizes:{seat}"]'))
    assert frames
    assert board
    assert row
    assert board["x"] < frames[0]["x"] < board["x"] + board["width"], "it leaves from the map"
    assert abs(frames[-1]["y"] - row["y"]) < 40, "and comes to the player"


def test_with_reduced_motion_things_are_simply_there(visitors: Maker) -> None:
    visitor = visitors()
    id = seated(visitor)
    visitor.page.evaluate(FOLLOW)
    visitor.play_on(id, 4)
    assert visitor.page.evaluate("seen.length") == 0


def frame_costs(events: list[dict[str, Any]]) -> list[float]:
    """For each frame in which something went on moving, the time that the page's own thread worked for it, in milliseconds."""
    tasks = [event for event in events if event["name"] == "RunTask" and event.get("ph") == "X"]
    threads = [event["tid"] for event in events if event["name"] == "UpdateLayoutTree"]
    tasks = sorted((task for task in tasks if task["tid"] == max(set(threads), key=threads.count)), key=lambda task: task["ts"])
    starts = [task["ts"] for task in tasks]
    marks = sorted((event for event in events if event["name"].startswith("frame ")), key=lambda event: event["ts"])
    costs = []
    for one, other in pairwise(marks):
        if one["name"] == other["name"] and "moving" in one["name"]:
            within = tasks[bisect_left(starts, one["ts"]) : bisect_left(starts, other["ts"])]
            costs.append(sum(task.get("tdur", 0) for task in within) / 1000)
    return costs


MARK = """() => {
  const look = () => {
    const moves = document.querySelector('.flying, .walking, .prize')
    performance.mark(`frame ${document.querySelector('main')?.dataset.version} ${moves ? 'moving' : 'still'}`)
    requestAnimationFrame(look)
  }
  look()
}"""
SLOWED, LONGEST = 4, 50


def test_moving_costs_little(visitors: Maker, browser: Browser, tmp_path: Path) -> None:
    """As on a processor four times as slow: what the page's thread works for one frame, without what else the machine does."""
    visitor = visitors(viewport=BARS, reduced_motion="no-preference")
    id = seated(visitor)
    visitor.play_on(id, 4)
    caught_up(visitor, id)
    visitor.page.evaluate(MARK)
    trace = tmp_path / "trace.json"
    browser.start_tracing(
        page=visitor.page, path=trace, categories=["devtools.timeline", "disabled-by-default-devtools.timeline", "blink.user_timing"]
    )
    for _ in range(4):
        visitor.play_on(id, 1)
        caught_up(visitor, id)
    browser.stop_tracing()
    costs = frame_costs(json.loads(trace.read_text())["traceEvents"])
    assert len(costs) > 30
    slow = [cost for cost in costs if SLOWED * cost > LONGEST]
    assert len(slow) <= len(costs) // 50, f"{slow} of {len(costs)} frames"


@pytest.mark.parametrize("size", [BARS, TABLET, DESK], ids=["phone", "tablet", "desk"])
def test_nothing_moves_but_what_is_played(visitors: Maker, size: dict[str, int]) -> None:
    """Through a whole expedition, as the browser itself counts it. Here every key comes right before what it does: those count, too."""
    visitor = visitors(viewport=size)
    watch_shifts(visitor.page)
    id = seated(visitor, options={"rounds": 1})
    visitor.play_out(id, "keys", seed=4)
    assert visitor.page.evaluate(SHIFTED) < MOST_SHIFT, visitor.page.evaluate("shifts.map((shift) => JSON.stringify(shift))")


def moments(visitor: Visitor, id: str) -> Iterator[str]:
    """The beginning, the middle and near the end of an expedition; in the middle also with a card chosen."""
    yield "beginning"
    visitor.play_on(id, 24)
    yield "middle"
    visitor.play_on(id, 1 if visitor.table(id)["view"]["phase"] != "play" else 0)
    visitor.page.keyboard.press("1")
    yield "chosen"
    visitor.page.keyboard.press("Escape")
    visitor.play_on(id, 30)
    yield "end"


LOOKS = [
    ("en", 2, "table"),
    ("fa", 4, "open"),
    *([("de", 3, "counters"), ("ru", 4, "table"), ("pl", 2, "open"), ("fr", 4, "counters")] if SOAK else []),
]


@pytest.mark.parametrize(("language", "players", "assist"), LOOKS)
def test_every_screen_is_filled_and_fits(visitors: Maker, language: str, players: int, assist: str) -> None:
    visitor = visitors(locale=language, color_scheme="dark" if language == "fa" else "light")
    id = seated(visitor, players, assist=assist)
    for moment in moments(visitor, id):
        for size in SIZES:
            visitor.page.set_viewport_size(size)  # type: ignore[arg-type]
            visitor.page.evaluate(SETTLED)
            check(visitor, size, (language, players, moment, size))
        visitor.page.set_viewport_size(DESK)  # type: ignore[arg-type]


def check(visitor: Visitor, size: dict[str, int], where: Any) -> None:
    page = visitor.page
    assert page.evaluate(OUTSIDE) == [], where
    assert page.evaluate(OVERLAPPING) == [], where
    assert page.evaluate(SPILLED) == [], where
    assert page.evaluate(SMALL) == 0, where
    assert not page.evaluate(SCROLLS), where
    cards = page.locator('[data-place^="hand:"]')
    lowest = max(box["y"] + box["height"] for box in (cards.nth(i).bounding_box() for i in range(cards.count())) if box)
    assert size["height"] - lowest < 0.05 * size["height"], f"the hand is within reach of the thumb: {where}"
    board = page.locator(".map .board").bounding_box()
    assert board
    assert board["width"] * board["height"] > 0.29 * size["width"] * size["height"], f"the map is large: {where}"


def test_what_others_did_stays_marked_until_one_acts(visitors: Maker) -> None:
    visitor = visitors()
    id = seated(visitor, 3)
    page = visitor.page
    visitor.play_on(id, 2)
    shown = visitor.table(id)
    marks = page.locator(".walker.marked, .piles .card.last")
    for _ in range(2):
        expect(page.locator("main")).to_have_attribute("data-version", str(shown["version"]))
        expect(marks).not_to_have_count(0)
        assert page.locator(".map .tag, .piles .tag").count() == marks.count(), "a ring and a tag for each"
        assert page.locator(".players .chip.marked").count() == page.locator(".walker.marked").count(), "and the card that was played"
        page.reload()
    caught_up(visitor, id)
    page.keyboard.press("1")
    page.keyboard.press("x")
    expect(marks).to_have_count(0)
    expect(page.locator(".map .tag, .piles .tag")).to_have_count(0)


def test_the_list_has_a_line_for_every_turn_that_stands(visitors: Maker) -> None:
    visitor = visitors()
    id = seated(visitor)
    page = visitor.page
    visitor.play_on(id, 4)
    caught_up(visitor, id)
    news = page.locator(".decide ol li")
    lines = news.all_inner_texts()
    assert any(line.startswith("You ") and "drew " in line for line in lines), lines
    page.keyboard.press("1")
    page.keyboard.press("x")
    expect(news.first).to_contain_text("You discarded")
    page.keyboard.press("u")
    expect(news).to_have_text(lines)


def test_ones_own_draw_says_which_card(visitors: Maker) -> None:
    visitor = visitors()
    id = seated(visitor)
    visitor.page.evaluate("""() => {
      window.said = []
      const live = document.querySelector('[aria-live]')
      new MutationObserver(() => said.push(live.textContent)).observe(live, { childList: true, characterData: true, subtree: true })
    }""")
    visitor.play_on(id, 2)
    caught_up(visitor, id)
    assert any(re.fullmatch(r"You drew (Desert|Sea|Himalaya|Rainforest|Volcano) \d+", said) for said in visitor.page.evaluate("said"))


def test_a_hint_marks_cards_piles_and_figures_without_a_dialog(visitors: Maker) -> None:
    visitor = visitors()
    id = seated(visitor)
    page = visitor.page
    page.keyboard.press("h")
    page.locator(".hand .raised").wait_for(timeout=60_000)
    assert page.locator("dialog[open]").count() == 0
    assert page.locator(".hand .raised").count() == 1
    assert len(page.locator(".said.best").inner_text()) > 20
    assert any("−" in note or "close" in note for note in page.locator(".hand .note").all_inner_texts())
    version = visitor.table(id)["version"]
    page.locator(".hand li:has(.raised) button").click()
    expect(page.locator("main")).to_have_attribute("data-version", str(version + 1))
    visitor.play_on(id, 0)
    if "+" in visitor.table(id)["view"]["legal"]:
        page.keyboard.press("h")
        page.locator(".said.best").wait_for(timeout=60_000)
        page.locator(".said.best button").click()
        expect(page.locator("main")).not_to_have_attribute("data-version", str(version + 1))


def test_why_not_stays_while_the_card_is_chosen(visitors: Maker) -> None:
    visitor = visitors(viewport=BARS)
    id = seated(visitor)
    page = visitor.page
    refused: list[str] = []
    for turn in range(30):
        visitor.wait_for_turn(id)
        view = visitor.table(id)["view"]
        playable = {move.partition(":")[0] for move in view["legal"]}
        refused = [card for card in view["hand"] if card not in playable] if view["phase"] == "play" else []
        if refused:
            break
        visitor.play_on(id, 1, seed=turn)
    caught_up(visitor, id)
    page.locator(f'[data-place="hand:{refused[0]}"] button').first.click(position=TOP)
    expect(page.locator(".said.why")).to_contain_text("or more")
    page.wait_for_timeout(300)
    assert page.locator(".said.why").is_visible()
    assert page.locator(f'[data-place="hand:{refused[0]}"] .card.dimmed.raised').count() == 1


@pytest.mark.parametrize("options", [{}, {"viewport": BARS, "has_touch": True, "is_mobile": True}], ids=["mouse", "touch"])
def test_a_card_can_be_dragged(visitors: Maker, options: dict[str, Any]) -> None:
    visitor = visitors(**options)
    id = seated(visitor)
    hand = visitor.table(id)["view"]["hand"]
    visitor.drag(f'[data-place="hand:{hand[0]}"] button', f'[data-place="pile:{hand[0][0]}"]')
    expect(visitor.page.locator('[data-place^="hand:"]')).to_have_count(len(hand) - 1)
    assert visitor.table(id)["view"]["discards"][hand[0][0]] == [hand[0]]


def test_the_score_explains_itself(visitors: Maker) -> None:
    for size in (DESK, BARS):
        visitor = visitors(viewport=size)
        id = seated(visitor)
        visitor.play_on(id, 6)
        visitor.page.locator(".player button").nth(1).click()
        sums = visitor.page.locator("dialog[open] dl, .laid dl").first
        assert "Figures" in sums.inner_text()
        assert "Tiles" in sums.inner_text()
        assert "artifact" in sums.inner_text()


def test_counters_and_open_book_show_what_they_say(visitors: Maker) -> None:
    visitor = visitors()
    id = seated(visitor, assist="open")
    page = visitor.page
    visitor.play_on(id, 8)
    page.locator(".piles .left button").click()
    view = visitor.table(id)["view"]
    hidden = sum(int(cell) for cell in page.locator("dialog[open] td").all_inner_texts())
    lying = len(view["hand"]) + sum(len(cards) for cards in view["discards"].values())
    laid = sum(len(cards) for side in view["expeditions"] for cards in side.values())
    assert hidden == 110 - lying - laid
    page.keyboard.press("Escape")
    page.locator(".player button").nth(1).click()
    expect(page.locator(".laid .known .chip")).to_have_count(len(view["known"][1]))


def test_the_focus_stays_at_the_table(visitors: Maker) -> None:
    visitor = visitors()
    id = seated(visitor)
    page = visitor.page
    has = "() => document.activeElement?.closest('main') !== null && document.activeElement?.tagName"
    for turn in range(6):
        page.locator('[data-place^="hand:"] button').first.focus() if turn == 0 else None
        visitor.play_on(id, 1, seed=turn)
        caught_up(visitor, id)
        assert page.evaluate(has) == "BUTTON", turn
    names = page.locator("main button").evaluate_all(
        "(all) => all.filter((one) => !(one.getAttribute('aria-label') ?? one.textContent).trim()).length"
    )
    assert names == 0
