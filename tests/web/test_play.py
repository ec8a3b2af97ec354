"""Whole games through the page in a real browser: by keyboard, by pointer, on a phone; two people; reloads and broken connections."""

import random
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Route, WebSocket, expect
from support.browsing import LAPTOP, PHONE, Visitor, choice
from support.matches import SOAK
from support.serving import Client, Running, key_of

from lostcities import GAMES

MOST = 999 if SOAK else 24
SHORT: dict[str, dict[str, int]] = {
    "card": {"rounds": 1, "max_turns": MOST},
    "board": {"rounds": 1, "max_turns": MOST},
    "roll": {},
}
"""Outside the soak, rounds are played to the last card elsewhere (tests/web/test_screens.py)."""


@pytest.fixture
def visitor(browser: Browser, server: Running) -> Iterator[Visitor]:
    found = Visitor(browser, server.url)
    yield found
    found.close()


@pytest.mark.parametrize("game", GAMES)
def test_a_match_by_keyboard_alone(visitor: Visitor, game: str) -> None:
    id = visitor.open(game, options=SHORT[game], seats=["me", "thumb"])
    shown = visitor.play_out(id, "keys")
    assert shown["table"]["finished"]
    visitor.page.get_by_role("button", name="Rematch").wait_for()


@pytest.mark.parametrize("game", GAMES)
def test_a_match_by_pointer(visitor: Visitor, game: str) -> None:
    """In the roll & write game, outside the soak, only the beginning: a whole game is played on a phone."""
    id = visitor.open(game, options=SHORT[game], seats=["me", "thumb"])
    if game == "roll" and not SOAK:
        visitor.play_on(id, 20, how="pointer")
    else:
        assert visitor.play_out(id, "pointer")["table"]["finished"]


@pytest.mark.parametrize("game", GAMES)
def test_a_match_on_a_phone(browser: Browser, server: Running, game: str) -> None:
    visitor = Visitor(browser, server.url, viewport=PHONE, has_touch=True, is_mobile=True)
    id = visitor.open(game, options=SHORT[game], seats=["me", "thumb"])
    assert visitor.play_out(id, "pointer")["table"]["finished"]
    assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    visitor.close()


def test_one_click_from_home_to_a_game(visitor: Visitor) -> None:
    visitor.skip_guide()
    visitor.go("/")
    visitor.page.get_by_role("button", name="Play Bruno").click()
    visitor.page.get_by_role("heading", name="Bruno").wait_for()
    visitor.page.locator('[data-place^="hand:"]').first.wait_for()
    assert visitor.page.locator('[data-place^="hand:"]').count() == 8


def test_a_first_game_has_a_guide_once(visitor: Visitor) -> None:
    answer = visitor.page.request.post(f"{visitor.url}/api/tables", data={"game": "card", "seats": ["me", "thumb"]})
    visitor.go(f"/t/{answer.json()['id']}")
    visitor.page.get_by_text("Pick a card, then where it goes").wait_for()
    visitor.page.get_by_role("button", name="Skip tutorial").click()
    visitor.page.reload()
    visitor.page.locator('[data-place^="hand:"]').first.wait_for()
    assert visitor.page.get_by_role("button", name="Skip tutorial").count() == 0


def test_two_people_with_a_link(browser: Browser, server: Running) -> None:
    host, guest = Visitor(browser, server.url), Visitor(browser, server.url)
    id = host.open("card", options={"rounds": 1}, seats=["me", "open"], name="Ann")
    link = host.page.locator(".link bdi").inner_text()
    guest.skip_guide()
    guest.page.goto(link)
    guest.page.get_by_label("Your name").fill("Ben")
    guest.page.get_by_role("button", name="Join").click()
    for one, other in ((host, "Ben"), (guest, "Ann")):
        one.page.get_by_role("heading", name=other).wait_for()
    for _ in range(6):
        for one in (host, guest):
            shown = one.table(id)
            if shown["view"].get("legal"):
                one.make(shown["view"], shown["view"]["legal"][-1] if "+" not in shown["view"]["legal"] else "+", "keys", shown["version"])
    assert host.table(id)["version"] == guest.table(id)["version"]
    for one in (host, guest):
        one.close()


def test_a_name_typed_before_the_server_tells_the_old_one_stays(browser: Browser, server: Running) -> None:
    host, guest = Visitor(browser, server.url), Visitor(browser, server.url)
    host.open("card", seats=["me", "open"])
    asked: list[Route] = []
    guest.page.route("**/api/me", lambda route: asked.append(route))
    guest.page.goto(host.page.locator(".link bdi").inner_text())
    guest.page.get_by_label("Your name").fill("Ben")
    with guest.page.expect_response("**/api/me"):
        asked[0].continue_()
    guest.page.evaluate("new Promise((done) => setTimeout(done))")  # the page has handled the answer
    assert guest.page.get_by_label("Your name").input_value() == "Ben"
    for one in (host, guest):
        one.close()


def test_a_reload_in_mid_turn_and_a_broken_connection(visitor: Visitor) -> None:
    id = visitor.open("card", options={"rounds": 1}, seats=["me", "thumb"])
    visitor.page.locator('[data-place^="hand:"] button:enabled').first.wait_for()
    shown = visitor.table(id)
    began = shown["view"]["turn"]
    visitor.make(shown["view"], shown["view"]["legal"][-1], "keys", shown["version"])
    visitor.page.reload()
    visitor.page.locator('[data-move="+"]:visible').wait_for()
    visitor.context.set_offline(True)
    visitor.page.evaluate("window.dispatchEvent(new Event('offline'))")
    visitor.page.locator('[data-move="+"]:visible').click()
    visitor.context.set_offline(False)
    visitor.page.locator('[data-place^="hand:"] button:enabled').first.wait_for()
    assert visitor.table(id)["view"]["turn"] == began + 2
    visitor.errors.clear()


class Sockets:
    """Counts the sockets that a window opens for a table."""

    def __init__(self, visitor: Visitor) -> None:
        self.opened = 0
        visitor.page.on("websocket", self.count)

    def count(self, _: WebSocket) -> None:
        self.opened += 1


def test_a_dead_link_says_so_and_is_not_asked_for_again(visitor: Visitor) -> None:
    sockets = Sockets(visitor)
    visitor.page.clock.install()
    visitor.go("/t/no-such-table-at-all")
    visitor.page.get_by_role("heading", name="This table doesn’t exist").wait_for()
    visitor.page.clock.run_for(600_000)
    visitor.page.evaluate("window.dispatchEvent(new Event('online'))")
    visitor.page.get_by_role("link", name="Go to the home page").click()
    visitor.page.get_by_role("button", name="Play Bruno").wait_for()
    assert sockets.opened == 1


def test_somebody_without_a_seat_or_link_is_told_that_the_table_is_private(browser: Browser, server: Running) -> None:
    host, stranger = Visitor(browser, server.url), Visitor(browser, server.url)
    id = host.open("card", seats=["me", "open"])
    stranger.go(f"/t/{id}")
    stranger.page.get_by_role("heading", name="This table is private").wait_for()
    stranger.go(f"/t/{id}#join=wrong")
    stranger.page.get_by_role("heading", name="This table is private").wait_for()
    stranger.allow("Failed to load resource")  # the refusal is an answer 403, which browsers also log
    for one in (host, stranger):
        one.close()


def test_a_seat_that_was_given_up_in_another_window_is_lost(visitor: Visitor) -> None:
    id = visitor.open("card", seats=["me", "open"])
    visitor.page.get_by_role("heading", name="Waiting").wait_for()
    sockets = Sockets(visitor)
    visitor.page.clock.install()
    other = visitor.context.new_page()
    other.goto(f"{visitor.url}/t/{id}")
    other.get_by_role("heading", name="Waiting").wait_for()
    other.keyboard.press("?")
    other.get_by_role("button", name="Leave the table").click()
    other.get_by_role("dialog", name="Leave this table?").get_by_role("button", name="Leave the table").click()
    visitor.page.get_by_role("heading", name="You no longer have a seat here").wait_for()
    visitor.page.clock.run_for(600_000)
    visitor.page.get_by_role("link", name="Go to the home page").click()
    visitor.page.get_by_role("button", name="Play Bruno").wait_for()
    assert sockets.opened == 0


def test_everybody_sees_that_a_bot_has_played_for_somebody(browser: Browser, server: Running, client: Client) -> None:
    visitor = Visitor(browser, server.url)
    id = visitor.open("card", seats=["me", "open"], name="Ann")
    join = visitor.page.locator(".link bdi").inner_text()
    assert client.http.post(f"/api/tables/{id}/seats", json={"key": key_of(join), "name": "Ben"}).status_code == 200
    ben = client.join(id).dealt()
    while not ben.legal:
        shown = visitor.table(id)
        visitor.make(shown["view"], choice(shown["view"]["legal"], random.Random(0)), "keys", shown["version"])
        ben.until_type("event")
    ben.ask("leave")
    ben.until(lambda message: message.get("move"))
    client.join(id).until_type("event", what="return")
    visitor.page.get_by_text("with help").wait_for()
    visitor.page.get_by_text("A bot played for Ben for a while.").wait_for(state="attached")
    visitor.close()


def test_pass_and_play_covers_the_hand(visitor: Visitor) -> None:
    visitor.skip_guide()
    visitor.go("/")
    visitor.page.get_by_role("button", name="Pass and play").first.click()
    for number, name in enumerate(("Ann", "Ben"), 1):
        visitor.page.get_by_label(f"Name of player {number}").fill(name)
    visitor.page.locator("dialog[open] button[type=submit]").click()
    visitor.page.get_by_role("heading", name=re.compile("to (Ann|Ben)")).wait_for()
    assert visitor.page.locator('[data-place^="hand:"]').count() == 0
    visitor.page.get_by_role("button", name="I’m").click()
    visitor.page.locator('[data-place^="hand:"]').first.wait_for()
    id = visitor.page.url.rpartition("/")[2]
    assert visitor.table(id)["table"]["you"] == [0, 1]
    shown = visitor.table(id)
    visitor.make(shown["view"], shown["view"]["legal"][0], "keys", shown["version"])
    visitor.page.keyboard.press("d")
    drawn = visitor.page.locator(".drawn")
    expect(drawn).to_have_text(re.compile("(Ann|Ben) drew"))
    expect(drawn).not_to_have_text(re.compile("drew"), timeout=5000)
    assert visitor.page.locator('[data-place^="hand:"]').count() == 0


HAND = '[data-place^="hand:"]'
BOTTOM = "(what) => Math.max(...[...document.querySelectorAll(what)].map((one) => one.getBoundingClientRect().bottom))"


@pytest.mark.parametrize(("game", "controls"), [("card", HAND), ("board", HAND), ("roll", "[data-place]")])
def test_what_one_needs_is_on_the_screen_of_a_laptop(browser: Browser, server: Running, game: str, controls: str) -> None:
    visitor = Visitor(browser, server.url, viewport=LAPTOP)
    id = visitor.open(game, seats=["me", "thumb"])
    for _ in range(16):
        visitor.wait_for_turn(id)
        assert visitor.page.evaluate(BOTTOM, controls) <= LAPTOP["height"]
        shown = visitor.table(id)
        visitor.make(shown["view"], choice(shown["view"]["legal"], random.Random(0)), "keys", shown["version"])
    visitor.close()


def test_the_guide_moves_nothing_when_it_leaves(visitor: Visitor) -> None:
    answer = visitor.page.request.post(f"{visitor.url}/api/tables", data={"game": "card", "seats": ["me", "thumb"]})
    visitor.go(f"/t/{answer.json()['id']}")
    visitor.page.get_by_text("Pick a card, then where it goes").wait_for()
    before = visitor.page.evaluate("document.querySelector('main').getBoundingClientRect().top")
    visitor.page.get_by_role("button", name="Skip tutorial").click()
    assert visitor.page.evaluate("document.querySelector('main').getBoundingClientRect().top") == before


def test_a_hint_is_thought_of_once(visitor: Visitor) -> None:
    asked: list[str] = []
    visitor.page.on("websocket", lambda socket: socket.on("framesent", lambda text: asked.append(str(text))))
    id = visitor.open("card", seats=["me", "thumb"])
    visitor.wait_for_turn(id)
    for _ in range(2):
        visitor.page.get_by_role("button", name="Hint").click()
        visitor.page.locator(".said.best").wait_for(timeout=60_000)
        visitor.page.get_by_role("button", name="Hint").click()
        expect(visitor.page.locator(".said.best")).to_have_count(0)
    assert len([text for text in asked if '"hint"' in text]) == 1


def test_whoever_gave_no_name_has_one_in_every_language(browser: Browser, server: Running) -> None:
    host, guest = Visitor(browser, server.url, locale="pl"), Visitor(browser, server.url, locale="de")
    host.open("card", seats=["me", "open"])
    guest.page.goto(host.page.locator(".link bdi").inner_text())
    guest.page.get_by_role("heading", name="Du bist eingeladen").wait_for()
    guest.page.get_by_role("button", name="Mitspielen").click()
    guest.page.get_by_role("heading", name="Spieler").wait_for()
    for one in (host, guest):
        one.close()


def test_there_is_a_link_to_watch_a_game_that_goes_on(visitor: Visitor) -> None:
    visitor.open("card", seats=["me", "thumb"])
    visitor.page.locator('[data-place^="hand:"]').first.wait_for()
    visitor.page.keyboard.press("?")
    visitor.page.get_by_text("y b w g r", exact=True).wait_for()
    visitor.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visitor.page.get_by_role("button", name="Copy spectator link").click()
    visitor.page.get_by_role("button", name="Copied").wait_for()
    assert "#watch=" in visitor.page.evaluate("navigator.clipboard.readText()")


def test_the_scores_of_a_round_stand_under_its_number(visitor: Visitor) -> None:
    id = visitor.open("card", options=SHORT["card"] | {"rounds": 3}, seats=["me", "thumb"])
    rng = random.Random(0)
    while not (shown := visitor.table(id))["view"] or not shown["view"]["scores"]:
        if shown["view"] and shown["view"].get("legal"):
            visitor.make(shown["view"], choice(shown["view"]["legal"], rng), "keys", shown["version"])
    visitor.page.get_by_role("heading", name="Round 1 is over").wait_for()
    visitor.page.get_by_role("link", name="Download game record").wait_for()
    assert visitor.page.locator("header [aria-current=step]").inner_text().split()[0] == "1"
