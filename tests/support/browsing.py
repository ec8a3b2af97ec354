"""A real browser for tests of the page, and a player who uses it: by keyboard or by pointer, knowing only what is on the screen.

The server tells it what is legal, as a person would see it marked; it makes the moves by keys or clicks.
"""

import random
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, TimeoutError, expect, sync_playwright
from support.serving import Client, Socket

PATIENCE = 60_000
DESK = {"width": 1440, "height": 900}
LAPTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
SCREENS = tuple(
    {"width": width, "height": height}
    for width, height in (
        (360, 640),
        (390, 664),
        (390, 844),
        (844, 390),
        (740, 360),
        (820, 1180),
        (1180, 820),
        (768, 1024),
        (1024, 768),
        (1280, 720),
        (1440, 900),
        (1920, 1080),
        (3840, 2160),
    )
)
"""Phones with and without their browser's bars, upright and on their side; tablets; laptops, desks and the largest."""
TOP = {"x": 30, "y": 20}
"""The part of a card in the hand that is always visible."""
VERSION = """([version, wanted, patience]) => new Promise((done, fail) => {
  const look = () => {
    const shown = document.querySelector('[data-version]')?.dataset.version
    if (shown === undefined || (shown === version) !== wanted) return
    watching.disconnect()
    clearTimeout(late)
    done()
  }
  const late = setTimeout(() => fail(new Error(`not version ${version}: ${wanted}`)), patience)
  const watching = new MutationObserver(look)
  watching.observe(document, { subtree: true, childList: true, attributeFilter: ['data-version'] })
  look()
})"""
"""Waits for the page to show a version of the table, or another one: told by the page, where Playwright would look ten times a second."""
INSECURE = "0.0.0.0"
"""An address of this computer that browsers do not trust like `localhost`: its pages are treated like those of another computer."""


def chromium() -> str:
    """Return the path of the machine's browser; fail with a clear message if there is none."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if found is None:
        pytest.fail("no chromium was found: install it (Debian, Ubuntu: apt-get install chromium)")
    return found


@contextmanager
def browsing() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield browser
        browser.close()


class Visitor:
    """A person with a browser window. Errors on the page's console are failures.

    What the page keeps for times without a network is left out, unless a test asks for it: it would answer in place of the server.
    """

    def __init__(self, browser: Browser, url: str, **options: Any) -> None:
        self.url = url
        self.context: BrowserContext = browser.new_context(
            **{"viewport": DESK, "locale": "en", "reduced_motion": "reduce", "service_workers": "block"} | options
        )
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.errors: list[str] = []
        self.allowed: tuple[str, ...] = ()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)

    def allow(self, *errors: str) -> None:
        """Do not count errors that contain one of these texts, even if the browser logs them only later."""
        self.allowed += errors

    def close(self) -> None:
        self.context.close()
        unexpected = [error for error in self.errors if not any(text in error for text in self.allowed)]
        assert unexpected == [], unexpected

    def go(self, path: str) -> None:
        self.page.goto(self.url + path)

    def open(self, game: str, **fields: Any) -> str:
        """Open a table as the page does, without the guide of a first game, and take a seat."""
        answer = self.page.request.post(f"{self.url}/api/tables", data={"game": game, **fields})
        assert answer.status == 201, answer.text()
        self.skip_guide()
        id: str = answer.json()["id"]
        self.go(f"/t/{id}")
        return id

    def come_as(self, client: Client) -> None:
        """Be the person who has used a client."""
        self.context.add_cookies([{"name": name, "value": value, "url": self.url} for name, value in client.http.cookies.items()])

    def skip_guide(self) -> None:
        self.page.add_init_script('localStorage.setItem("expeditions", JSON.stringify({guided: ["card", "board", "roll"]}))')

    def table(self, id: str) -> dict[str, Any]:
        found: dict[str, Any] = self.page.request.get(f"{self.url}/api/tables/{id}").json()
        return found

    # -- playing --

    def play_out(self, id: str, how: str, seed: int = 0, most: int = 2000) -> dict[str, Any]:
        """Play to the end of the match."""
        rng = random.Random(seed)
        for _ in range(most):
            shown = self.table(id)
            if shown["table"]["finished"]:
                return shown
            view = shown["view"]
            if view and view.get("legal") and self.page.locator("dialog[open]").count() == 0:
                self.make(view, choice(view["legal"], rng), how, shown["version"])
            else:
                self.go_on()
        raise AssertionError("the match did not end")

    def play_round(self, id: str, seed: int = 0) -> list[int]:
        """Play to the end of the first round, whose scores are then shown."""
        rng = random.Random(seed)
        while not (shown := self.table(id))["view"] or not shown["view"]["scores"]:
            if shown["view"] and shown["view"].get("legal"):
                self.make(shown["view"], choice(shown["view"]["legal"], rng), "keys", shown["version"])
            else:
                self.page.wait_for_timeout(15)
        scores: list[int] = shown["view"]["scores"][0]
        return scores

    def wait_for_turn(self, id: str) -> None:
        """Wait until there is something to decide."""
        for _ in range(PATIENCE // 20):
            view = self.table(id)["view"]
            if view and view.get("legal") and self.page.locator("dialog[open] .next").count() == 0:
                return
            self.go_on()
        raise AssertionError("nobody asked for a decision")

    def go_on(self) -> None:
        """Close the scores of a finished round, if they are shown."""
        button = self.page.locator("dialog[open] .next .button.main")
        if button.is_visible():
            with suppress(TimeoutError):  # they may have gone in the meantime: after the match there is nothing to continue
                button.click(timeout=1000)
        else:
            self.page.wait_for_timeout(15)

    def play_on(self, id: str, moves: int, seed: int = 1, how: str = "keys") -> None:
        """Make some moves, and wait until there is something to decide again."""
        rng = random.Random(seed)
        for _ in range(moves):
            self.wait_for_turn(id)
            shown = self.table(id)
            self.make(shown["view"], choice(shown["view"]["legal"], rng), how, shown["version"])
        self.wait_for_turn(id)

    def skip_ahead(self, id: str, moves: int, seed: int = 1) -> None:
        """Make some moves without the page, which is much faster where only the position matters, and show the table again."""
        self.go("/nowhere")
        client = Client(self.url)
        for cookie in self.context.cookies():
            client.http.cookies.set(cookie["name"], cookie["value"])
        play_ahead(client.join(id, generous=True).dealt(), moves, seed)
        client.close()
        self.go(f"/t/{id}")
        self.wait_for_turn(id)
        self.catch_up(id)

    def drag(self, source: str, target: str) -> None:
        """Drag with a finger on a touch screen, otherwise with the mouse."""
        start, end = (self.page.locator(place).first.bounding_box() for place in (source, target))
        assert start
        assert end
        points = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 3) for box in (start, end)]
        if self.page.evaluate("navigator.maxTouchPoints") == 0:
            self.page.mouse.move(*points[0])
            self.page.mouse.down()
            self.page.mouse.move(*points[1], steps=6)
            self.page.mouse.up()
            return
        client = self.context.new_cdp_session(self.page)
        for kind, (x, y) in (("touchStart", points[0]), ("touchMove", points[1]), ("touchMove", points[1])):
            client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def until(self, holds: str) -> None:
        """Poll the page: its content security policy forbids the browser to wait by itself."""
        for _ in range(1000):
            if self.page.evaluate(holds):
                return
            self.page.wait_for_timeout(10)
        raise AssertionError(holds)

    def catch_up(self, id: str) -> None:
        """Wait until the page shows what the server knows, and nothing moves any more."""
        for _ in range(PATIENCE // 20):
            if self.page.locator("main").get_attribute("data-version") == str(self.table(id)["version"]):
                break
            self.page.wait_for_timeout(20)
        expect(self.page.locator(".flying, .walking, .prize")).to_have_count(0)

    def make(self, view: dict[str, Any], move: str, how: str, version: int) -> None:
        self.page.evaluate(VERSION, [str(version), True, PATIENCE])
        keys(self.page, view, move) if how == "keys" else clicks(self.page, view, move)
        self.page.evaluate(VERSION, [str(version), False, PATIENCE])


Visitors = Callable[..., Visitor]


def choice(legal: list[str], rng: random.Random) -> str:
    """Return a random move that brings the match to its end: play cards where possible, and draw from the deck."""
    if "+" in legal:
        return "+"
    laying = [move for move in legal if move[0] not in "-."]
    return rng.choice(laying or legal)


def play_ahead(socket: Socket, moves: int, seed: int = 1) -> None:
    """Make some moves over a socket, and wait until there is something to decide again."""
    rng = random.Random(seed)
    for _ in range(moves):
        before = socket.my_turn().version
        socket.move(choice(socket.legal, rng))
        while socket.version == before:
            socket.receive()
    socket.my_turn()


def place_in_hand(view: dict[str, Any], card: str) -> int:
    return int(view["hand"].index(card))


def keys(page: Page, view: dict[str, Any], move: str) -> None:
    """Make a move using only the keyboard."""
    if view["game"] == "roll":
        pressed = [move.lower()] if len(move) == 1 else [move[1].lower()] if move[0] == ">" else [move[0].lower(), move[1], "Enter"]
    elif move[0] == "+":
        pressed = ["d"] if move == "+" else [move[1].lower()]
    elif move[0] == ">":
        pressed = [move[1].lower()]
    else:
        card, _, figure = move.lstrip("-").partition(":")
        pressed = [str(place_in_hand(view, card) + 1), "x" if move[0] == "-" else "s" if figure == "s" else "Enter"]
    for key in pressed:
        page.keyboard.press(key)


def clicks(page: Page, view: dict[str, Any], move: str) -> None:
    """Make a move by pointer in at most two clicks: a card or a die, and then where it goes."""
    card = move.lstrip("-").partition(":")[0]
    if view["game"] == "roll" and len(move) == 2 and move[0] != ">":
        for face in move:
            page.locator(f'[data-face="{face}"]:visible').first.click()
        return
    target = page.locator(f'[data-move="{move}"]:visible').first
    if card in view.get("hand", ()):
        page.locator(f'[data-place="hand:{card}"] button').first.click(position=TOP)  # the second row may cover the rest of the first
    target.click()
