"""The board table in use: rows keep their places, every screen is filled, other players' moves stay marked, and text is readable."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect
from support.browsing import DESK, SCREENS, TOP, Visitor, Visitors, play_ahead
from support.matches import SOAK
from support.seeing import LOWEST, OUTSIDE, OVERLAPPING, SETTLED
from support.serving import Client

from lostcities.text import LANGUAGES, catalogue

BARS = {"width": 390, "height": 664}

SMALL = """() => [...document.querySelectorAll('[data-figure] svg, [data-place^="tile:"] svg')]
    .filter((one) => Math.max(one.getBoundingClientRect().width, one.getBoundingClientRect().height) < 23.9).length"""
"""How many figures and tiles are too small to tell apart."""

SPILLED = """() => [...document.querySelectorAll('main .plaque, main .words, main .answers .button')]
    .filter((one) => one.checkVisibility() && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1))
    .map((one) => one.textContent.trim())"""

SCROLLS = """() => [...document.querySelectorAll('html, body, main')]
    .some((one) => one.scrollHeight > innerHeight + 1 || one.scrollWidth > innerWidth + 1)"""


def seated(visitor: Visitor, players: int = 2, **fields: Any) -> str:
    id = visitor.open("board", **({"seats": ["me", *["thumb"] * (players - 1)]} | fields))
    visitor.wait_for_turn(id)
    visitor.catch_up(id)
    return id


def moments(visitor: Visitor, id: str) -> Iterator[str]:
    """The start, the middle and near the end of an expedition; in the middle with a card chosen, too."""
    yield "beginning"
    visitor.skip_ahead(id, 24)
    yield "middle"
    visitor.play_on(id, 1 if visitor.table(id)["view"]["phase"] != "play" else 0)
    visitor.page.keyboard.press("1")
    yield "chosen"
    visitor.page.keyboard.press("Escape")
    visitor.skip_ahead(id, 30)
    yield "end"


LOOKS = [
    ("en", 2, "table"),
    *([("fa", 4, "open"), ("de", 3, "counters"), ("ru", 4, "table"), ("pl", 2, "open"), ("fr", 4, "counters")] if SOAK else []),
]


@pytest.mark.parametrize(("language", "players", "assist"), LOOKS)
def test_every_screen_is_filled_and_fits(visitors: Visitors, language: str, players: int, assist: str) -> None:
    visitor = visitors(locale=language, color_scheme="dark" if language == "fa" else "light")
    id = seated(visitor, players, assist=assist)
    for moment in moments(visitor, id):
        for size in SCREENS:
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
    assert size["height"] - page.evaluate(LOWEST) < 0.05 * size["height"], f"the hand is within reach of the thumb: {where}"
    board = page.locator(".map .board").bounding_box()
    assert board
    assert board["width"] * board["height"] > 0.29 * size["width"] * size["height"], f"the map is large: {where}"


def longest(language: str) -> list[str]:
    """What the line above the hand says of a step on a small screen, at its longest."""
    text = catalogue(language)
    found = [text("page.board.will.cross", crossed=4, all=5), text("page.board.will.end")]
    tiles = [text("page.board.will.arrow"), text("page.board.will.points", points=20), text("page.board.will.artifact")]
    return [
        *(f"{found[0]} {tile}" for tile in tiles),
        found[1],
        text("page.board.will.arrived"),
        text("page.board.will.go_s", **{"from": "−15", "to": "−10"}),
    ]


def test_the_longest_sentences_about_a_step_fit_on_small_screens(visitors: Visitors) -> None:
    visitor = visitors()
    seated(visitor)
    spilled = []
    for size in ({"width": 360, "height": 640}, {"width": 740, "height": 360}):
        visitor.page.set_viewport_size(size)  # type: ignore[arg-type]
        visitor.page.evaluate(SETTLED)
        for sentence in (sentence for language in LANGUAGES for sentence in longest(language)):
            visitor.page.evaluate("sentence => document.querySelector('main .said').textContent = sentence", sentence)
            spilled += visitor.page.evaluate(SPILLED)
    assert spilled == []


FIVE = """() => {
  const row = document.querySelector('main .answers[role=group]')
  const one = row.querySelector('[data-move^=">"]')
  const none = row.querySelector('[data-move=">."]')
  row.replaceChildren(...Array.from({ length: 5 }, () => one.cloneNode(true)), none)
  for (const letter of row.querySelectorAll('.letter')) letter.textContent = 'W'
  for (const gain of row.querySelectorAll('bdi')) gain.textContent = '+15'
}"""
"""Makes an arrow's question as wide as it can be: every path has a figure to move."""


def at_an_arrow(client: Client) -> str:
    """A table where the client may move a figure; not every match has one."""
    while True:
        id: str = client.open("board", seats=["me", "thumb"])["id"]
        socket = client.join(id, generous=True).dealt().my_turn()
        for seed in range(30):
            if ">." in socket.legal:
                return id
            play_ahead(socket, 1, seed)


def test_five_figures_that_an_arrow_may_move_fit_on_small_screens(visitors: Visitors, client: Client) -> None:
    id = at_an_arrow(client)
    visitor = visitors()
    visitor.come_as(client)
    visitor.skip_guide()
    visitor.go(f"/t/{id}")
    visitor.catch_up(id)
    visitor.page.evaluate(FIVE)
    for width, height in ((360, 640), (390, 664), (740, 360)):
        visitor.page.set_viewport_size({"width": width, "height": height})
        visitor.page.evaluate(SETTLED)
        assert visitor.page.evaluate(SPILLED) == [], (width, height)


def test_what_others_did_stays_marked_until_one_acts(visitors: Visitors) -> None:
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
        chips, walkers = page.locator(".players .chip.marked").count(), page.locator(".walker.marked").count()
        assert min(walkers, 1) <= chips <= walkers, "and the card that was played; an extra step moves another figure without one"
        page.reload()
    visitor.catch_up(id)
    page.keyboard.press("1")
    page.keyboard.press("x")
    expect(marks).to_have_count(0)
    expect(page.locator(".map .tag, .piles .tag")).to_have_count(0)


def test_the_list_has_a_line_for_every_turn_that_stands(visitors: Visitors) -> None:
    visitor = visitors()
    id = seated(visitor)
    page = visitor.page
    visitor.play_on(id, 4)
    visitor.catch_up(id)
    news = page.locator(".decide ol li")
    lines = news.all_inner_texts()
    assert any(line.startswith("You ") and "drew " in line for line in lines), lines
    page.keyboard.press("1")
    page.keyboard.press("x")
    expect(news.first).to_contain_text("You discarded")
    page.keyboard.press("u")
    expect(news).to_have_text(lines)


def test_ones_own_draw_says_which_card(visitors: Visitors) -> None:
    visitor = visitors()
    id = seated(visitor)
    visitor.page.evaluate("""() => {
      window.said = []
      const live = document.querySelector('[aria-live]')
      new MutationObserver(() => said.push(live.textContent)).observe(live, { childList: true, characterData: true, subtree: true })
    }""")
    visitor.play_on(id, 2)
    visitor.catch_up(id)
    assert any(re.fullmatch(r"You drew (Desert|Sea|Himalayas|Rainforest|Volcano) \d+", said) for said in visitor.page.evaluate("said"))


def test_a_hint_marks_cards_piles_and_figures_without_a_dialog(visitors: Visitors) -> None:
    visitor = visitors()
    id = seated(visitor)
    page = visitor.page
    page.keyboard.press("h")
    page.locator(".hand .raised").wait_for(timeout=60_000)
    assert page.locator("dialog[open]").count() == 0
    assert page.locator(".hand .raised").count() == 1
    assert len(page.locator(".said.best").inner_text()) > 20
    assert any("−" in note or "OK" in note for note in page.locator(".hand .note").all_inner_texts())
    version = visitor.table(id)["version"]
    page.locator(".hand li:has(.raised) button").click()
    expect(page.locator("main")).to_have_attribute("data-version", str(version + 1))
    visitor.play_on(id, 0)
    if "+" in visitor.table(id)["view"]["legal"]:
        page.keyboard.press("h")
        page.locator(".said.best").wait_for(timeout=60_000)
        page.locator(".said.best button").click()
        expect(page.locator("main")).not_to_have_attribute("data-version", str(version + 1))


def test_why_not_stays_while_the_card_is_chosen(visitors: Visitors) -> None:
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
    visitor.catch_up(id)
    page.locator(f'[data-place="hand:{refused[0]}"] button').first.click(position=TOP)
    expect(page.locator(".said.why")).to_contain_text("or higher")
    page.wait_for_timeout(300)
    assert page.locator(".said.why").is_visible()
    assert page.locator(f'[data-place="hand:{refused[0]}"] .card.dimmed.raised').count() == 1


@pytest.mark.parametrize("options", [{}, {"viewport": BARS, "has_touch": True, "is_mobile": True}], ids=["mouse", "touch"])
def test_a_card_can_be_dragged(visitors: Visitors, options: dict[str, Any]) -> None:
    visitor = visitors(**options)
    id = seated(visitor)
    hand = visitor.table(id)["view"]["hand"]
    visitor.drag(f'[data-place="hand:{hand[0]}"] button', f'[data-place="pile:{hand[0][0]}"]')
    expect(visitor.page.locator('[data-place^="hand:"]')).to_have_count(len(hand) - 1)
    assert visitor.table(id)["view"]["discards"][hand[0][0]] == [hand[0]]


def test_the_score_explains_itself(visitors: Visitors) -> None:
    for size in (DESK, BARS):
        visitor = visitors(viewport=size)
        id = seated(visitor)
        visitor.play_on(id, 6)
        visitor.page.locator(".player button").nth(1).click()
        sums = visitor.page.locator("dialog[open] dl, .laid dl").first
        assert "Figures" in sums.inner_text()
        assert "Tiles" in sums.inner_text()
        assert "artefact" in sums.inner_text()


def test_counters_and_open_book_show_what_they_say(visitors: Visitors) -> None:
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


def test_the_focus_stays_at_the_table(visitors: Visitors) -> None:
    visitor = visitors()
    id = seated(visitor)
    page = visitor.page
    has = "() => document.activeElement?.closest('main') !== null && document.activeElement?.tagName"
    for turn in range(6):
        page.locator('[data-place^="hand:"] button').first.focus() if turn == 0 else None
        visitor.play_on(id, 1, seed=turn)
        visitor.catch_up(id)
        assert page.evaluate(has) == "BUTTON", turn
    names = page.locator("main button").evaluate_all(
        "(all) => all.filter((one) => !(one.getAttribute('aria-label') ?? one.textContent).trim()).length"
    )
    assert names == 0
