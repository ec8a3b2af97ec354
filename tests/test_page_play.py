"""Whole games through the page in a real browser: by keyboard, by pointer, on a phone; two people; reloads and broken connections."""

from collections.abc import Iterator

import pytest
from browsing import PHONE, Visitor, browsing
from playwright.sync_api import Browser
from serving import Running, running

from lostcities import GAMES

pytestmark = pytest.mark.xdist_group("browser")
SHORT = {"card": {"rounds": 1}, "board": {"rounds": 1}, "roll": {}}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("server")) as found:
        yield found


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with browsing() as found:
        yield found


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
    id = visitor.open(game, options=SHORT[game], seats=["me", "thumb"])
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
    visitor.page.get_by_role("button", name="Play now").first.click()
    visitor.page.get_by_role("heading", name="Bruno").wait_for()
    visitor.page.locator('[data-place^="hand:"]').first.wait_for()
    assert visitor.page.locator('[data-place^="hand:"]').count() == 8


def test_a_first_game_has_a_guide_once(visitor: Visitor) -> None:
    answer = visitor.page.request.post(f"{visitor.url}/api/tables", data={"game": "card", "seats": ["me", "thumb"]})
    visitor.go(f"/t/{answer.json()['id']}")
    visitor.page.get_by_text("You lead up to five expeditions").wait_for()
    visitor.page.get_by_role("button", name="Skip the guide").click()
    visitor.page.reload()
    visitor.page.locator('[data-place^="hand:"]').first.wait_for()
    assert visitor.page.get_by_role("button", name="Skip the guide").count() == 0


def test_two_people_with_a_link(browser: Browser, server: Running) -> None:
    host, guest = Visitor(browser, server.url), Visitor(browser, server.url)
    id = host.open("card", options={"rounds": 1}, seats=["me", "open"], name="Ann")
    link = host.page.locator(".link bdi").inner_text()
    guest.skip_guide()
    guest.page.goto(link)
    guest.page.get_by_label("Your name").fill("Ben")
    guest.page.get_by_role("button", name="Sit down").click()
    for one, other in ((host, "Ben"), (guest, "Ann")):
        one.page.get_by_role("heading", name=other).wait_for()
    for _ in range(6):
        for one in (host, guest):
            shown = one.table(id)
            if shown["view"].get("legal"):
                one.make(shown["view"], shown["view"]["legal"][-1] if "+" not in shown["view"]["legal"] else "+", "keys", shown["version"])
    assert host.table(id)["version"] == guest.table(id)["version"]
    third = Visitor(browser, server.url)
    third.page.goto(link)
    third.page.get_by_label("Your name").fill("Cleo")
    third.page.get_by_role("button", name="Sit down").click()
    third.page.get_by_role("alert").wait_for()
    third.errors.clear()  # the refusal is an answer 409, which browsers also log
    for one in (host, guest, third):
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


def test_pass_and_play_covers_the_hand(visitor: Visitor) -> None:
    id = visitor.open("card", options={"rounds": 1}, seats=["me", "here"])
    visitor.page.get_by_role("button", name="I am").wait_for()
    assert visitor.page.locator('[data-place^="hand:"]').count() == 0
    visitor.page.get_by_role("button", name="I am").click()
    visitor.page.locator('[data-place^="hand:"]').first.wait_for()
    assert visitor.table(id)["table"]["you"] == [0, 1]
