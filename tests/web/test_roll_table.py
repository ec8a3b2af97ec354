"""The roll & write table in use: marks fly from the dice, rows keep their places, every screen is filled, and a mis-tap can be undone."""

import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from support.browsing import DESK, Visitor, choice
from support.matches import SOAK
from support.seeing import OUTSIDE, OVERLAPPING, SETTLED, leaves_from, watch_shifts
from support.serving import Client, Socket

BOTS = ["thumb", "pip", "nell", "bruno"]
BARS = {"width": 390, "height": 664}
TABLET = {"width": 820, "height": 1180}
DEVICES = {
    "phone": [BARS, {"width": 360, "height": 640}, {"width": 844, "height": 390}, {"width": 740, "height": 360}],
    "tablet": [TABLET, {"width": 1180, "height": 820}, {"width": 768, "height": 1024}, {"width": 1024, "height": 768}],
    "desk": [DESK, *({"width": width, "height": width * 9 // 16} for width in (1280, 1920, 2560, 3840))],
}
"""Each starts with the size at which a whole game is played."""
GAMES = [(device, players) for device in DEVICES for players in range(2, 6)]
PLAYED = GAMES if SOAK else [("phone", 5), ("desk", 2)]
MOST_SHIFT = 0.02
LEAST_TARGET = 24

BLOCKS = """() => {
  const blocks = [...document.querySelectorAll('.own > section, .words > .words, .table > .tray, .player, .list, .tools')]
  const seen = blocks.filter((one) => one.checkVisibility()).map((one) => ({ name: one.className, box: one.getBoundingClientRect() }))
  const inside = ({ left, top, right, bottom }) => left > -1 && top > -1 && right < innerWidth + 1 && bottom < innerHeight + 1
  const over = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
    && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1
  const outside = seen.filter(({ box }) => !inside(box)).map(({ name, box }) => `${name} ${JSON.stringify(box)}`)
  const under = (one, i) => seen.slice(i + 1).filter((other) => over(one.box, other.box)).map(({ name }) => `${one.name} / ${name}`)
  return [...outside, ...seen.flatMap(under)]
}"""
"""Parts of the table that reach out of the window, or overlap."""

SCROLLED = """() => [document.documentElement, document.querySelector('main')]
  .filter((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1).map((one) => one.tagName)"""

SMALL = """(least) => [...document.querySelectorAll('main button')].filter((one) => one.checkVisibility())
  .filter((one) => { const { width, height } = one.getBoundingClientRect(); return Math.min(width, height) < least - 0.5 })
  .map((one) => one.outerHTML.slice(0, 120))"""

USED = """() => {
  const boxes = [...document.querySelectorAll('.own, .table > .tray, .rail')].map((one) => one.getBoundingClientRect())
  return [Math.max(...boxes.map(({ bottom }) => bottom)) / innerHeight, Math.max(...boxes.map(({ right }) => right)) / innerWidth]
}"""

STILL = """() => Promise.race([
  Promise.allSettled(document.getAnimations().map((one) => one.finished)), new Promise((done) => setTimeout(done, 1000))])"""
"""Resolves when nothing moves any more."""

FOLLOW = """() => {
  window.frames_seen = []
  const middle = ({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2, width: Math.min(width, height) })
  const look = () => {
    const flying = document.querySelectorAll('.flying')
    const written = [...document.querySelectorAll('.own .filled')].length
    if (flying.length) frames_seen.push({ ...middle(flying[0].getBoundingClientRect()), count: flying.length, written })
    requestAnimationFrame(look)
  }
  look()
}"""
"""Records every frame in which a mark is in flight, and how many numbers your own sheet shows then."""


def seated(visitor: Visitor, players: int = 2) -> str:
    id = visitor.open("roll", seats=["me", *BOTS[: players - 1]])
    visitor.wait_for_turn(id)
    settle(visitor, id)
    return id


def settle(visitor: Visitor, id: str) -> dict[str, Any]:
    """Wait until the page shows what the server knows, and nothing flies or rolls."""
    shown = visitor.table(id)
    expect(visitor.page.locator("[data-version]")).to_have_attribute("data-version", str(shown["version"]))
    expect(visitor.page.locator(".flying")).to_have_count(0)
    visitor.page.evaluate(STILL)
    return shown


def play_on(visitor: Visitor, id: str, moves: int, seed: int = 1) -> None:
    rng = random.Random(seed)
    for _ in range(moves):
        visitor.wait_for_turn(id)
        shown = settle(visitor, id)
        visitor.make(shown["view"], choice(shown["view"]["legal"], rng), "keys", shown["version"])
    visitor.wait_for_turn(id)


def with_somebody(visitor: Visitor, client: Client) -> tuple[str, Socket]:
    """Open a table with another person, who decides only when the test says so; the visitor rolls first, and numbers for both."""
    while True:
        opened = visitor.page.request.post(f"{visitor.url}/api/tables", data={"game": "roll", "seats": ["me", "open"]}).json()
        assert client.sit(opened, name="Ben").status_code == 200
        visitor.skip_guide()
        visitor.go(f"/t/{opened['id']}")
        other = client.join(opened).dealt()
        if other.view["roller"] == 0 and other.view["dice"][1].count("0") < 2:
            break
    settle(visitor, opened["id"])
    return opened["id"], other


# -- every screen --

CRAMPED = """() => {
  const cut = (one) => one.scrollWidth > one.clientWidth
  return [...document.querySelectorAll('.player')].flatMap((player) => {
    const [name, score, did] = ['.title > .ellipsis', '.score bdi', '.did'].map((part) => player.querySelector(part))
    ;[name.textContent, score.textContent] = ['Player 5', '\u2212275']
    const chip = did.querySelector('.chip')?.getBoundingClientRect().width ?? 0
    return [...(cut(name) ? ['name'] : []), ...(did.clientWidth - chip < 16.5 ? [`${did.clientWidth} - ${chip}`] : [])]
  })
}"""
"""Names that are cut off, and last turns without room for an arrow beside the dice, where the scores are long."""


def test_four_other_players_have_room_for_name_score_and_turn(visitors: Any) -> None:
    visitor = visitors(viewport={"width": 360, "height": 640})
    id = seated(visitor, players=5)
    play_on(visitor, id, 3)
    settle(visitor, id)
    assert visitor.page.evaluate(CRAMPED) == []


def check_sizes(page: Page, device: str, moment: str) -> None:
    for size in DEVICES[device]:
        page.set_viewport_size(size)
        page.evaluate(SETTLED)
        where = (moment, size)
        assert page.evaluate(BLOCKS) == [], where
        assert page.evaluate(OUTSIDE) == [], where
        assert page.evaluate(OVERLAPPING) == [], where
        assert page.evaluate(SCROLLED) == [], where
        assert page.evaluate(SMALL, LEAST_TARGET) == [], where
        assert all(0.96 < share <= 1 for share in page.evaluate(USED)), where
        dice = [box for box in (die.bounding_box() for die in page.locator(".table > .tray button").all()) if box]
        if device == "phone" or size["width"] < 1200:
            assert max(box["y"] + box["height"] for box in dice) > 0.8 * size["height"], f"dice are within reach of the thumb: {where}"
    page.set_viewport_size(DEVICES[device][0])
    page.evaluate(SETTLED)


def moment_of(decision: int, bridges: int) -> str | None:
    if decision in (0, 24):
        return "beginning" if decision == 0 else "middle"
    return "end" if bridges >= 6 else None


@pytest.mark.parametrize(("device", "players"), PLAYED)
def test_a_whole_game_moves_nothing_and_fits_every_screen(visitors: Any, device: str, players: int) -> None:
    """Layout shifts as the browser itself counts them; in a test every key comes right before its effect, so those count, too."""
    locale, scheme = ("fa", "dark") if device == "tablet" else ("de", "light")
    visitor = visitors(viewport=DEVICES[device][0], locale=locale, color_scheme=scheme)
    page, rng, shifts = visitor.page, random.Random(players), []
    watch_shifts(page)
    id = seated(visitor, players)
    looked: set[str] = set()
    for decision in range(1000):
        shown = wait_for_me(visitor, id)
        if shown["table"]["finished"]:
            break
        moment = moment_of(decision, len(shown["view"]["bridges"]))
        if moment and moment not in looked:
            looked.add(moment)
            settle(visitor, id)
            shifts += page.evaluate("shifts.splice(0)")
            check_sizes(page, device, moment)
            page.evaluate("shifts.length = 0")
        visitor.make(shown["view"], choice(shown["view"]["legal"], rng), "keys", shown["version"])
    shifts += page.evaluate("shifts")
    page.locator(".sums button").first.click()
    expect(page.locator(".ending .said")).to_contain_text("=")
    assert looked >= {"beginning", "middle"}
    assert sum(shift["value"] for shift in shifts) < MOST_SHIFT, sorted(shifts, key=lambda shift: -shift["value"])[:5]


def wait_for_me(visitor: Visitor, id: str) -> dict[str, Any]:
    for _ in range(2000):
        shown = visitor.table(id)
        if shown["table"]["finished"] or (shown["view"] and shown["view"].get("legal")):
            return shown
        visitor.page.wait_for_timeout(15)
    raise AssertionError("nobody asked for a decision")


# -- motion --


def far(one: dict[str, float], other: dict[str, float]) -> float:
    return max(abs(one["x"] - other["x"]), abs(one["y"] - other["y"]))


def middle(page: Page, place: str) -> dict[str, float]:
    box = page.locator(f'[data-place="{place}"]').first.bounding_box()
    assert box
    return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2, "width": min(box["width"], box["height"])}


def flown(page: Page) -> list[dict[str, Any]]:
    """Return the frames of the current or the next flight."""
    for _ in range(1000):
        if page.evaluate("window.frames_seen.length > 0 && !document.querySelector('.flying')"):
            frames: list[dict[str, Any]] = page.evaluate("frames_seen.splice(0)")
            return frames
        page.wait_for_timeout(10)
    raise AssertionError("nothing flew")


def starting(view: dict[str, Any]) -> str:
    """Return a pair that starts an expedition and triggers nothing else."""
    begun = view["sheets"][0]["boxes"]
    return next(move for move in view["legal"] if len(move) == 2 and move[0] not in ">" + "".join(begun) and move[1] != "0")


@pytest.mark.parametrize("size", [DESK, BARS], ids=["desk", "phone"])
def test_marks_fly_from_the_dice_to_the_sheets(visitors: Any, client: Client, size: dict[str, int]) -> None:
    visitor = visitors(viewport=size, reduced_motion="no-preference")
    id, other = with_somebody(visitor, client)
    page, view = visitor.page, visitor.table(id)["view"]
    page.evaluate(FOLLOW)
    move = starting(view)
    die = middle(page, f"die:number:{view['dice'][1].index(move[1])}")
    for face in move:
        page.locator(f'[data-face="{face}"]').first.click()
    frames = flown(page)
    box = middle(page, f"spot:0:{move[0]}:1")
    assert leaves_from(die, frames, 24), "the mark leaves from the die, at its size"
    assert far(frames[-1], box) < 40, "and ends in its box"  # a busy machine may not draw the last frame of the way
    assert abs(frames[-1]["width"] - box["width"]) < 12
    assert all(frame["count"] == 1 and frame["written"] == 0 for frame in frames), "which is empty until then"
    assert page.locator(".own .filled").count() == 1
    assert len({round(frame["y"]) for frame in frames}) > 3, "the mark is visible on its way"
    theirs = starting_of_other(other)
    other.move(theirs)
    frames = flown(page)
    place = f"spot:1:{theirs[0]}:1" if size is DESK else "turn:1"
    near = 40 if size is DESK else 60  # a line has grown by the mark when its middle is measured
    assert far(frames[-1], middle(page, place)) < near, "the other's mark goes to their sheet, or to their line"


def starting_of_other(other: Socket) -> str:
    begun = "".join(other.view["sheets"][1]["boxes"])
    return next(move for move in other.my_turn().legal if len(move) == 2 and move[0] not in ">" + begun and move[1] != "0")


def test_with_reduced_motion_nothing_flies_or_rolls(visitors: Any) -> None:
    visitor = visitors()
    id = seated(visitor)
    visitor.page.evaluate(FOLLOW)
    play_on(visitor, id, 4)
    assert visitor.page.evaluate("frames_seen.length") == 0
    assert visitor.page.evaluate("document.getAnimations().filter((one) => one.effect?.getTiming().duration > 100).length") == 0


# -- what happened --


def test_what_the_others_did_stays_marked_until_one_acts(visitors: Any, client: Client) -> None:
    visitor = visitors()
    id, other = with_somebody(visitor, client)
    page = visitor.page
    page.keyboard.press(".")
    other.my_turn()
    theirs = starting_of_other(other)
    other.move(theirs)
    for again in (False, True):
        if again:
            page.reload()
        expect(page.locator(f'[data-place="spot:1:{theirs[0]}:1"].last')).to_have_count(1)
        expect(page.locator(".list li").first).to_contain_text("Ben took")
        assert page.locator(".last").count() == 1, "your own marks are not news"
    settle(visitor, id)
    other.my_turn()
    other.move(".")
    settle(visitor, id)
    assert page.locator(".player .last").count() == 1
    page.keyboard.press(".")
    expect(page.locator(".last")).to_have_count(0)


def test_a_mis_tap_is_undone_until_the_next_player_acts(visitors: Any, client: Client) -> None:
    visitor = visitors()
    id, other = with_somebody(visitor, client)
    page = visitor.page
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_disabled()
    before = page.locator(".own").inner_text()
    move = starting(visitor.table(id)["view"])
    for face in move:
        page.locator(f'[data-face="{face}"]').first.click()
    expect(page.locator(".own .filled")).to_have_count(1)
    expect(page.locator(".list li").first).to_contain_text("You took")
    undo.click()
    expect(page.locator(".own .filled")).to_have_count(0)
    expect(page.locator(".list li").first).not_to_contain_text("You took")
    assert page.locator(".own").inner_text() == before
    assert page.locator(".tray [data-face]").count() == 6, "all dice are there again"
    page.keyboard.press(".")
    expect(undo).to_be_enabled()
    version = visitor.table(id)["version"]
    other.until(lambda message: message.get("version") == version)
    assert other.move(".")["type"] == "ack"
    expect(undo).to_be_disabled()


# -- what the page says --


def test_a_hint_marks_the_dice_and_their_place(visitors: Any) -> None:
    visitor = visitors()
    id = seated(visitor)
    page = visitor.page
    play_on(visitor, id, 1)
    shown = settle(visitor, id)
    page.keyboard.press("h")
    page.locator(".said.best").wait_for(timeout=60_000)
    assert page.locator("dialog[open]").count() == 0
    assert page.locator(".said.best").inner_text().startswith("Best")
    assert len(page.locator(".said.best").inner_text()) > 20
    assert page.locator(".tray .best").count() >= 1
    assert page.locator(".own .best, .tray .end.best").count() >= 1
    page.locator(".said.best button").click()
    expect(page.locator("[data-version]")).not_to_have_attribute("data-version", str(shown["version"]))


def test_why_not_stays_while_the_pair_is_chosen(visitors: Any) -> None:
    visitor = visitors(viewport=BARS)
    id = seated(visitor)
    page = visitor.page
    for _ in range(60):
        view = settle(visitor, id)["view"]
        pairs = [color + number for color in set(view["dice"][0]) for number in set(view["dice"][1])] if view["phase"] == "dice" else []
        refused = [pair for pair in pairs if pair not in view["legal"]]
        if refused:
            break
        play_on(visitor, id, 1)
    for face in refused[0]:
        page.locator(f'[data-face="{face}"]').first.click()
    page.locator(".said.why").wait_for()
    page.mouse.move(5, 5)
    page.wait_for_timeout(300)
    assert page.locator(".said.why").is_visible()
    assert page.locator('.tray [aria-pressed="true"]').count() == 2


def test_what_is_rolled_is_said_and_the_focus_stays_where_it_is_useful(visitors: Any) -> None:
    visitor = visitors()
    id = seated(visitor)
    page = visitor.page
    for _ in range(3):
        view = settle(visitor, id)["view"]
        said = " ".join(page.locator("[role=status]").all_inner_texts())
        assert all(digit in said for digit in view["dice"][1]), (said, view["dice"])
        focused = page.locator(".tray [data-face]").first
        focused.focus()
        play_on(visitor, id, 1)
        settle(visitor, id)
        assert page.evaluate("document.activeElement.closest('.tray') !== null"), "the focus is still at the dice"
    page.locator(".own button.target").first.focus()
    page.keyboard.press("Enter")
    visitor.wait_for_turn(id)
    settle(visitor, id)
    assert page.evaluate("document.activeElement.closest('.table') !== null")


def test_a_tap_brings_another_sheet_to_the_front(visitors: Any) -> None:
    visitor = visitors(viewport=BARS)
    seated(visitor, 3)
    page = visitor.page
    page.get_by_role("group", name="Pip").get_by_role("button").click()
    expect(page.locator('.own section[data-place="player:2"]')).to_be_visible()
    page.get_by_role("group", name="Pip").get_by_role("button").click()
    expect(page.locator('.own section[data-place="player:0"]')).to_be_visible()
