"""The card table in use: cards fly from where they were, rows keep their places, every screen is filled, and text is readable."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect
from support.browsing import DESK, SCREENS, TOP, Visitor
from support.matches import SOAK
from support.seeing import LOWEST, SETTLED, leaves_from

BARS = {"width": 390, "height": 664}

FOLLOW = """() => {
  window.frames_seen = []
  const box = (element) => { const { x, y, width, height } = element.getBoundingClientRect(); return { x, y, width, height } }
  const look = () => {
    const flying = document.querySelector('.flying')
    if (flying) {
      const landing = document.querySelector('[data-landing]')
      const hidden = !landing || getComputedStyle(landing).visibility === 'hidden'
      frames_seen.push({ card: box(flying.querySelector('.card')), hidden, count: document.querySelectorAll('.flying').length })
    }
    requestAnimationFrame(look)
  }
  look()
}"""
"""Records every frame in which a card is in flight."""


def moving(visitors: Any, **options: Any) -> Visitor:
    visitor: Visitor = visitors(reduced_motion="no-preference", **options)
    return visitor


def seated(visitor: Visitor, **fields: Any) -> str:
    id = visitor.open("card", **({"seats": ["me", "thumb"]} | fields))
    visitor.wait_for_turn(id)
    expect(visitor.page.locator("main[data-version] [data-place^='hand:'] button:enabled").first).to_be_visible()
    visitor.catch_up(id)
    return id


def flown(visitor: Visitor) -> list[dict[str, Any]]:
    """Return the frames of the current or the next flight."""
    visitor.until("() => window.frames_seen.length > 0 && !document.querySelector('.flying')")
    frames: list[dict[str, Any]] = visitor.page.evaluate("frames_seen.splice(0)")
    return frames


def near(one: dict[str, float], other: dict[str, float], far: float) -> bool:
    return all(abs(one[side] - other[side]) <= far for side in ("x", "y", "width"))


@pytest.mark.parametrize("size", [DESK, BARS], ids=["desk", "phone"])
def test_own_cards_fly_from_the_hand_and_from_the_deck(visitors: Any, size: dict[str, int]) -> None:
    visitor = moving(visitors, viewport=size)
    id = seated(visitor)
    page, view = visitor.page, visitor.table(id)["view"]
    page.evaluate(FOLLOW)
    card = next(move for move in view["legal"] if not move.startswith("-"))
    held = page.locator(f'[data-place="hand:{card}"] .card').first
    page.locator(f'[data-place="hand:{card}"] button').first.click(position=TOP)
    page.wait_for_timeout(200)  # until it is raised
    start = held.bounding_box()
    page.keyboard.press("Enter")
    frames = flown(visitor)
    assert leaves_from(start, [frame["card"] for frame in frames]), "the card leaves from its place, at its size"
    assert all(frame["count"] == 1 and frame["hidden"] for frame in frames), "its place is empty until it arrives"
    end = page.locator(f'[data-place="column:0:{card[0]}"] .frame').bounding_box()
    assert near(frames[-1]["card"], end, 40), "the card ends where the column shows it"
    assert page.locator(f'[data-place="hand:{card}"]').count() == view["hand"].count(card) - 1, "the card is not shown twice"
    visitor.wait_for_turn(id)
    deck = page.locator('[data-place="deck"]:visible').first.bounding_box()
    page.keyboard.press("d")
    first = flown(visitor)[0]["card"]
    assert deck["x"] - 8 <= first["x"] <= deck["x"] + deck["width"]
    assert deck["y"] - 8 <= first["y"] <= deck["y"] + deck["height"]


def test_a_card_that_is_undone_flies_back(visitors: Any) -> None:
    visitor = moving(visitors)
    id = seated(visitor)
    page, view = visitor.page, visitor.table(id)["view"]
    card = next(move for move in view["legal"] if not move.startswith("-"))
    visitor.make(view, card, "keys", visitor.table(id)["version"])
    visitor.catch_up(id)
    start = page.locator(f'[data-place="column:0:{card[0]}"] .frame').bounding_box()
    page.evaluate(FOLLOW)
    page.keyboard.press("u")
    frames = flown(visitor)
    assert leaves_from(start, [frame["card"] for frame in frames], 40), "from where it lay"
    assert all(frame["count"] == 1 and frame["hidden"] for frame in frames), "its place in the hand is empty until it arrives"
    end = page.locator(f'[data-place="hand:{card}"] .card').last.bounding_box()
    assert near(frames[-1]["card"], end, 12)
    assert page.locator(f'[data-place="column:0:{card[0]}"] .frame').count() == 0


def test_the_others_cards_come_from_their_hand_one_after_another(visitors: Any) -> None:
    visitor = moving(visitors)
    id = seated(visitor)
    page = visitor.page
    page.evaluate(FOLLOW)
    page.evaluate("""() => {
      window.shown_at = []
      const watch = { attributes: true, attributeFilter: ['data-version'] }
      new MutationObserver(() => shown_at.push(performance.now())).observe(document.querySelector('main'), watch)
    }""")
    visitor.play_on(id, 2)
    expect(page.locator("[data-version]")).to_have_attribute("data-version", str(visitor.table(id)["version"]))
    times = page.evaluate("shown_at")
    assert times[-1] - times[-2] >= 250, "the opponent's two decisions are shown one after the other; a busy machine shows the first late"


def test_a_touch_lets_a_card_land_at_once(visitors: Any) -> None:
    visitor = moving(visitors)
    id = seated(visitor)
    page, view = visitor.page, visitor.table(id)["view"]
    card = next(move for move in view["legal"] if not move.startswith("-"))
    page.locator(f'[data-place="hand:{card}"] button').first.click()
    page.keyboard.press("Enter")
    page.locator(".flying").wait_for()
    page.mouse.click(5, 300)
    assert page.locator(".flying").count() == 0
    expect(page.locator(f'[data-place="column:0:{card[0]}"] .frame')).to_be_visible()


def test_with_reduced_motion_nothing_flies(visitors: Any) -> None:
    visitor = visitors()
    id = seated(visitor)
    visitor.page.evaluate(FOLLOW)
    visitor.play_on(id, 4)
    assert visitor.page.evaluate("frames_seen.length") == 0


def test_dragging_by_mouse_and_by_touch(visitors: Any) -> None:
    for options in ({}, {"viewport": BARS, "has_touch": True, "is_mobile": True}):
        visitor = visitors(**options)
        id = seated(visitor)
        view = visitor.table(id)["view"]
        card = next(move for move in view["legal"] if not move.startswith("-"))
        visitor.drag(f'[data-place="hand:{card}"] button', f'[data-place="column:0:{card[0]}"]')
        expect(visitor.page.locator(f'[data-place="column:0:{card[0]}"] .frame')).to_be_visible()
        assert visitor.table(id)["view"]["expeditions"][0][card[0]] == [card]


def moments(visitor: Visitor, id: str) -> Iterator[str]:
    """The start, the middle and the end of a round."""
    yield "beginning"
    for name, moves in (("middle", 24), ("end", 40)):
        visitor.skip_ahead(id, moves)
        yield name


@pytest.mark.parametrize("colors", [5, 6] if SOAK else [5])
def test_the_hand_is_within_reach_on_every_screen(visitors: Any, colors: int) -> None:
    visitor = visitors()
    id = seated(visitor, options={"colors": colors})
    for moment in moments(visitor, id):
        for size in SCREENS:
            visitor.page.set_viewport_size(size)
            visitor.page.evaluate(SETTLED)
            assert size["height"] - visitor.page.evaluate(LOWEST) < 0.16 * size["height"], (moment, size)
        visitor.page.set_viewport_size(DESK)


def test_what_the_other_did_stays_marked_until_one_acts(visitors: Any) -> None:
    visitor = visitors()
    id = seated(visitor)
    page = visitor.page
    visitor.play_on(id, 2)
    shown = visitor.table(id)
    for _ in range(2):
        expect(page.locator("[data-version]")).to_have_attribute("data-version", str(shown["version"]))
        assert page.locator(".there .last, .piles .card.last").count() == 1
        assert page.locator(".tag").count() == 1
        page.reload()
    page.locator(".hand button:enabled").first.wait_for()
    page.keyboard.press("1")
    page.keyboard.press("x")
    expect(page.locator(".there .last, .piles .card.last, .tag")).to_have_count(0)


def test_the_list_has_a_line_for_every_turn_that_stands(visitors: Any) -> None:
    visitor = visitors()
    id = seated(visitor)
    page = visitor.page
    visitor.play_on(id, 4)
    lines = page.locator(".moves li").all_inner_texts()
    card = visitor.table(id)["view"]["hand"]
    assert any(line.startswith("You ") and "drew " in line for line in lines), (lines, card)
    page.keyboard.press("1")
    page.keyboard.press("x")
    expect(page.locator(".moves li").first).to_contain_text("You discarded")
    page.keyboard.press("u")
    expect(page.locator(".moves li")).to_have_text(lines)


def test_a_hint_marks_the_cards_themselves(visitors: Any) -> None:
    visitor = visitors()
    id = seated(visitor)
    page = visitor.page
    page.keyboard.press("h")
    page.locator(".hand .raised").wait_for(timeout=60_000)
    assert page.locator("dialog[open]").count() == 0
    assert page.locator(".hand .raised").count() == 1
    assert len(page.locator(".said.best").inner_text()) > 20
    notes = [note for note in page.locator(".hand .note").all_inner_texts() if note]
    assert len(notes) == len(set(visitor.table(id)["view"]["hand"])) - 1 or notes
    page.locator(".hand li:has(.raised) button").click()
    page.locator(".hand li:has(.raised) button").click()
    expect(page.locator(".hand li")).to_have_count(7)


def test_why_not_stays_while_the_card_is_chosen(visitors: Any) -> None:
    visitor = visitors(viewport=BARS)
    id = seated(visitor)
    page = visitor.page
    for _ in range(40):
        visitor.wait_for_turn(id)
        view = visitor.table(id)["view"]
        refused = [card for card in view["hand"] if card not in view["legal"]] if view["phase"] == "play" else []
        if refused:
            break
        visitor.play_on(id, 1)
    page.locator(f'[data-place="hand:{refused[0]}"] button').first.click(position=TOP)
    page.locator(".said.why").wait_for()
    page.wait_for_timeout(300)
    assert page.locator(".said.why").is_visible()
    assert page.locator(f'[data-place="hand:{refused[0]}"] .card.dimmed.raised').count() == 1
