"""Details, in a real browser: numerals inside their cards, helpful help, ways out of errors, confirmations, sounds."""

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect
from support.browsing import DESK, Visitor, choice
from support.matches import SOAK
from support.serving import Client, Running, key_of, running

from lostcities import GAMES

PHONE = {"width": 390, "height": 664}
SIZES = (
    PHONE,
    {"width": 360, "height": 640},
    {"width": 768, "height": 1024},
    {"width": 1280, "height": 720},
    DESK,
    {"width": 2560, "height": 1440},
)
SETTLED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


@pytest.fixture
def visitor(browser: Browser, server: Running) -> Iterator[Visitor]:
    found = Visitor(browser, server.url)
    yield found
    found.close()


# -- numerals and letters --

INK = """() => {
  const pen = document.createElement('canvas').getContext('2d')
  /** The ink of a text: where its strokes begin and end, not where its line does. */
  const ink = (element) => {
    const { fontSize, fontFamily, fontWeight, letterSpacing } = getComputedStyle(element)
    const size = parseFloat(fontSize)
    pen.font = `${fontWeight} 1000px ${fontFamily}`
    pen.letterSpacing = letterSpacing === 'normal' ? '0px' : `${parseFloat(letterSpacing) / size * 1000}px`
    const of = pen.measureText(element.textContent)
    const probe = document.createElement('span')
    probe.style.display = 'inline-block'
    element.append(probe)
    const baseline = probe.getBoundingClientRect().bottom
    probe.remove()
    const left = element.getBoundingClientRect().left
    const scaled = (length) => length / 1000 * size
    return { left: left - scaled(of.actualBoundingBoxLeft), right: left + scaled(of.actualBoundingBoxRight),
             top: baseline - scaled(of.actualBoundingBoxAscent), bottom: baseline + scaled(of.actualBoundingBoxDescent) }
  }
  const drawn = (svg) => {
    const [box, frame] = [svg.getBBox(), svg.getBoundingClientRect()]
    return frame.top + (box.y + box.height) / 24 * frame.height
  }
  return [...document.querySelectorAll('main .corner')].filter((corner) => corner.checkVisibility()).map((corner) => {
    const numeral = corner.querySelector('.numeral')
    const [letter, symbol] = [corner.querySelector('.letter'), corner.querySelector('.sign svg')]
    const room = (corner.closest('.edge')?.querySelector('.picture') ?? corner.closest('.strip')).getBoundingClientRect()
    const mark = numeral && ink(numeral)
    const beside = getComputedStyle(corner.querySelector('.sign')).flexDirection !== 'column'
    return {
      text: numeral?.textContent ?? '*', place: corner.className, width: Math.round(corner.getBoundingClientRect().width),
      spare: mark ? Math.min(mark.top - room.top, mark.left - room.left, room.right - mark.right) : 1,
      apart: beside ? 2 : ink(letter).top - drawn(symbol),
    }
  })
}"""
"""For every card and strip: how far the numeral's ink is inside the picture, and the letter's ink below the symbol's, in pixels."""

LONG = ["*", "*", "*", "2", "3", "4", "5", "6", "7", "8", "9", "10"]


def crowd(position: dict[str, Any]) -> None:
    """Put every numeral into cards, strips, newest strips and the narrow strips of a long column."""
    view = position["view"]
    columns = [["2", "3", "4", "5"], ["5"], LONG, ["3", "5", "6", "7"], ["8", "9", "10"]]
    more = [["4", "5", "6"], ["*", "5"], ["7"], LONG[:7], ["5", "10"]]
    for seat, own in enumerate((columns, more)):
        view["expeditions"][seat] = {color: [color + rank for rank in ranks] for color, ranks in zip("YBWGR", own, strict=True)}
    view["discards"] = {color: [f"{color}5"] for color in "YBWGR"}
    position["hands"] = [["Y5", "B5", "W5", "G5", "R5", "W10", "G3", "R6"], ["Y4", "B8", "W7", "G9", "R2", "Y10", "B5", "W9"]]


@pytest.fixture(scope="module")
def finished(server: Running) -> tuple[str, str]:
    """A short match against a bot: its id and the player's cookie."""
    client = Client(server.url)
    opened = client.open("card", seats=["me", "thumb"], options={"rounds": 1})
    client.join(opened, generous=True).dealt().play_out(random.Random(5))
    cookie = next(iter(client.http.cookies.values()))
    client.close()
    return opened["id"], cookie


@pytest.mark.parametrize("language", ["en", "ru", "fa"])
def test_numerals_stay_inside_their_card_and_letters_off_their_symbol(
    browser: Browser, server: Running, finished: tuple[str, str], language: str
) -> None:
    id, cookie = finished
    visitor = Visitor(browser, server.url, locale=language)
    visitor.context.add_cookies([{"name": "lostcities", "value": cookie, "url": server.url}])

    def crowded(route: Route) -> None:
        answer = route.fetch()
        replay = answer.json()
        crowd(replay["positions"][0])
        route.fulfill(response=answer, json=replay)

    visitor.page.route("**/replay?*", crowded)
    visitor.go(f"/replay/{id}?move=0")
    visitor.page.get_by_role("slider").wait_for()
    visitor.page.evaluate("document.fonts.ready")
    for size in SIZES if SOAK or language == "en" else (PHONE, DESK):
        visitor.page.set_viewport_size(size)
        visitor.page.evaluate(SETTLED)
        found = visitor.page.evaluate(INK)
        assert len({one["text"] for one in found}) == 10, size  # 2 to 10, and wagers
        assert [one for one in found if one["spare"] < 0.4 or one["apart"] < 1] == [], size
    visitor.close()


# -- help --


@pytest.mark.parametrize(("game", "now"), [("card", "Pick a card, then"), ("board", "Pick a card."), ("roll", "Choose one colour die")])
def test_help_helps_first_and_lists_keys_last(visitor: Visitor, game: str, now: str) -> None:
    id = visitor.open(game, seats=["me", "thumb"])
    visitor.wait_for_turn(id)
    visitor.page.locator("main[data-version] button:enabled").first.wait_for()
    visitor.page.keyboard.press("?")
    text = visitor.page.locator("dialog[open]").inner_text().lower()
    order = (now, "The rules in brief", "Learn the rules", "Card and dice sounds", "Keys", "this help")
    places = [text.index(words.lower()) for words in order]
    assert places == sorted(places)
    visitor.page.get_by_role("link", name="Learn the rules").click()
    visitor.page.locator("main h2").first.wait_for()


def test_help_follows_the_turn(visitor: Visitor) -> None:
    id = visitor.open("card", seats=["me", "here"])
    visitor.page.get_by_role("button", name="I’m").click()
    visitor.wait_for_turn(id)
    shown = visitor.table(id)
    visitor.make(shown["view"], choice(shown["view"]["legal"], random.Random(0)), "keys", shown["version"])
    visitor.page.keyboard.press("?")
    visitor.page.get_by_text("Now draw a card").wait_for()


def test_whoever_waits_is_told_for_whom(browser: Browser, server: Running, client: Client) -> None:
    visitor = Visitor(browser, server.url)
    id = visitor.open("card", seats=["me", "open"])
    join = key_of(visitor.table(id)["table"]["links"]["join"])
    assert client.http.post(f"/api/tables/{id}/seats", json={"key": join, "name": "Ben"}).status_code == 200
    client.join(id).dealt()
    while (shown := visitor.table(id))["view"].get("legal"):
        visitor.make(shown["view"], choice(shown["view"]["legal"], random.Random(0)), "keys", shown["version"])
    visitor.page.locator("main[data-version]").wait_for()
    visitor.page.keyboard.press("?")
    visitor.page.get_by_text("It’s Ben’s turn.").wait_for()
    visitor.close()


def test_on_a_phone_keys_are_folded(browser: Browser, server: Running) -> None:
    visitor = Visitor(browser, server.url, viewport=PHONE)
    id = visitor.open("card", seats=["me", "thumb"])
    visitor.wait_for_turn(id)
    visitor.page.locator("main[data-version]").wait_for()
    visitor.page.keyboard.press("?")
    keys = visitor.page.locator("dialog[open] details")
    expect(keys).to_be_attached()
    assert keys.get_attribute("open") is None
    keys.locator("summary").click()
    keys.get_by_text("draw from the deck").wait_for()
    visitor.close()


# -- pages that lead nowhere --


def check_way_on(visitor: Visitor, heading: str) -> None:
    visitor.page.get_by_role("heading", name=heading).wait_for()
    picture = visitor.page.locator("main svg").first.bounding_box()
    assert picture
    assert picture["width"] > 250
    assert picture["height"] > 120
    visitor.page.get_by_role("link", name="Go to the home page").click()
    visitor.page.locator(".go > .button").wait_for()


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_pages_that_lead_nowhere_have_a_picture_and_a_way_on(browser: Browser, server: Running, client: Client, size: Any) -> None:
    visitor = Visitor(browser, server.url, viewport=size)
    private = client.open("card", seats=["me", "open"])["id"]
    for path, heading in (
        ("/nowhere", "Page not found"),
        ("/t/none", "This table doesn’t exist"),
        (f"/t/{private}", "This table is private"),
        ("/replay/none", "This table doesn’t exist"),
        (f"/replay/{private}", "This table is private"),
    ):
        visitor.go(path)
        check_way_on(visitor, heading)
    visitor.allow("Failed to load resource")  # refusals are answers 403 and 404, which browsers also log
    visitor.close()


def test_a_round_that_is_not_over_has_no_replay(visitor: Visitor) -> None:
    id = visitor.open("card", seats=["me", "thumb"])
    visitor.go(f"/replay/{id}")
    check_way_on(visitor, "This table can’t be shown")
    visitor.allow("Failed to load resource")


def test_a_page_comes_by_itself_once_the_server_is_back(visitor: Visitor) -> None:
    visitor.page.clock.install()
    visitor.page.route("**/assets/Learn*.js", lambda route: route.abort())
    visitor.page.route("**/healthz", lambda route: route.abort())
    visitor.go("/learn/card")
    visitor.page.get_by_role("heading", name="Can’t reach the server").wait_for()
    visitor.page.clock.run_for(10_000)
    visitor.page.get_by_role("button", name="Try again").wait_for()
    visitor.page.unroute_all()
    visitor.page.clock.run_for(5_000)
    visitor.page.locator("main h2").first.wait_for()
    visitor.errors.clear()


def test_a_table_whose_server_is_away_says_so(browser: Browser, tmp_path: Any) -> None:
    with running(tmp_path) as server:
        visitor = Visitor(browser, server.url)
        id = visitor.open("card", seats=["me", "thumb"])
        visitor.page.locator("main[data-version]").wait_for()
        visitor.page.clock.install()
        visitor.page.route_web_socket("**/live", lambda socket: socket.close())
        visitor.go(f"/t/{id}")
        visitor.page.get_by_text("Loading…").wait_for()
        visitor.page.clock.run_for(9_000)
        visitor.page.get_by_role("heading", name="Can’t reach the server").wait_for()
        visitor.errors.clear()
        visitor.close()


# -- questions --


def test_leaving_asks_on_our_own_dialog(visitor: Visitor) -> None:
    asked: list[str] = []
    visitor.page.on("dialog", lambda dialog: asked.append(dialog.message))
    id = visitor.open("card", seats=["me", "thumb"])
    visitor.wait_for_turn(id)
    visitor.page.locator("main[data-version]").wait_for()
    for stay in ("Escape", "Stay", None):
        visitor.page.keyboard.press("?")
        visitor.page.locator("dialog[open]").get_by_role("button", name="Leave the table").click()
        question = visitor.page.get_by_role("dialog", name="Leave this table?")
        question.wait_for()
        if stay == "Escape":
            visitor.page.keyboard.press("Escape")
        else:
            question.get_by_role("button", name=stay or "Leave the table").filter(has_text=stay or "Leave").click()
        expect(question).to_have_count(0)
        assert ("/t/" in visitor.page.url) == (stay is not None)
    assert asked == []


def test_being_forgotten_asks_on_our_own_dialog(visitor: Visitor) -> None:
    visitor.open("card", seats=["me", "thumb"])
    visitor.go("/me")
    visitor.page.get_by_role("button", name="Delete my data").click()
    question = visitor.page.get_by_role("dialog", name="Delete my data")
    question.get_by_role("button", name="Cancel").filter(has_text="Cancel").click()
    expect(question).to_have_count(0)
    assert visitor.page.request.get(f"{visitor.url}/api/me").json()["tables"] != []
    visitor.page.get_by_role("button", name="Delete my data").click()
    question.get_by_role("button", name="Delete my data").click()
    visitor.page.locator(".go > .button").wait_for()
    assert visitor.page.request.get(f"{visitor.url}/api/me").json()["tables"] == []


# -- sounds --

LISTEN = """
  window.heard = []
  const start = AudioBufferSourceNode.prototype.start
  AudioBufferSourceNode.prototype.start = function (at, from, length) {
    window.heard.push([at, length])
    return start.call(this, at, from, length)
  }
"""


def play_turn(visitor: Visitor, id: str) -> None:
    """Play a whole turn, and let the bot play its own."""
    before = visitor.table(id)["view"]["turn"]
    while (shown := visitor.table(id))["view"]["turn"] == before:
        visitor.make(shown["view"], choice(shown["view"]["legal"], random.Random(0)), "keys", shown["version"])
        visitor.wait_for_turn(id)


@pytest.mark.parametrize("game", GAMES)
def test_cards_and_dice_are_heard_when_asked_for_and_never_over_one_another(visitor: Visitor, game: str) -> None:
    visitor.page.add_init_script(LISTEN)
    id = visitor.open(game, seats=["me", "thumb"])
    visitor.wait_for_turn(id)
    visitor.page.locator("main[data-version] button:enabled").first.wait_for()
    play_turn(visitor, id)
    assert visitor.page.evaluate("heard") == []  # off by default
    visitor.page.keyboard.press("?")
    visitor.page.get_by_label("Card and dice sounds").check()
    visitor.page.keyboard.press("Escape")
    visitor.page.wait_for_function("heard.length > 0")  # one sound at once, as a sample
    first = len(visitor.page.evaluate("heard"))
    visitor.page.wait_for_timeout(300)
    play_turn(visitor, id)
    visitor.page.wait_for_function("(first) => heard.length >= first + 2", arg=first)
    heard = sorted(visitor.page.evaluate("heard"))
    assert all(one + length <= other + 0.001 for (one, length), (other, _) in pairwise(heard)), heard


def test_sounds_are_beside_the_language_too(visitor: Visitor) -> None:
    visitor.go("/learn/card")
    visitor.page.locator("header button").last.click()
    visitor.page.get_by_label("Card and dice sounds").wait_for()
    assert not visitor.page.get_by_label("Card and dice sounds").is_checked()
