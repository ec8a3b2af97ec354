"""axe finds nothing in any state of a game: choosing, with a hint, undoing, waiting, in dialogs, disconnected, and at the end."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect
from support.browsing import DESK, PHONE, Visitor, Visitors, choice
from support.matches import SOAK
from support.seeing import faults
from support.serving import Client, Socket

from lostcities import GAMES
from lostcities.text import Catalogue, catalogue

LOOKS = (
    ("en", "light", DESK),
    ("fa", "dark", PHONE),
    ("de", "dark", DESK),
    ("fr", "light", PHONE),
    ("pl", "dark", PHONE),
    ("ru", "light", DESK),
)
PLACES = "1234"


class Line:
    """The page's connection to the server, which can be cut."""

    def __init__(self, visitor: Visitor) -> None:
        self.sockets: list[WebSocketRoute] = []
        self.cut = False
        visitor.page.route_web_socket("**/live", self.carry)

    def carry(self, socket: WebSocketRoute) -> None:
        if self.cut:
            socket.close()
            return
        socket.connect_to_server()
        self.sockets.append(socket)

    def break_off(self) -> None:
        self.cut = True
        self.sockets[-1].close()


class Game:
    """A game between the visitor and another person, who plays when the test says so."""

    def __init__(self, visitor: Visitor, other: Socket, id: str) -> None:
        self.visitor, self.other, self.id = visitor, other, id
        self.rng = random.Random(1)

    def decide(self) -> None:
        shown = self.visitor.table(self.id)
        self.visitor.make(shown["view"], choice(shown["view"]["legal"], self.rng), "keys", shown["version"])

    def to_turn(self) -> None:
        """Let the other person play until it is the visitor's turn, or the match is over."""
        while not self.is_my_turn() and not self.is_over():
            if self.other.my_turn().legal:
                self.other.move(choice(self.other.legal, self.rng))
        self.visitor.catch_up(self.id)

    def to_their_turn(self) -> None:
        while self.is_my_turn():
            self.decide()
        self.visitor.catch_up(self.id)

    def is_my_turn(self) -> bool:
        return bool(self.visitor.table(self.id)["view"].get("legal"))

    def is_over(self) -> bool:
        return bool(self.visitor.table(self.id)["table"]["finished"])

    def play_turns(self, most: int) -> None:
        for _ in range(most):
            self.to_turn()
            if self.is_over():
                return
            self.to_their_turn()


def states(visitor: Visitor, client: Client, name: str, words: Catalogue) -> Iterator[str]:
    """Yield the states of a game from start to end, one after another."""
    page, line = visitor.page, Line(visitor)
    options = {} if name == "roll" else {"rounds": 1, "max_turns": 999 if SOAK else 30}
    fields = {"game": name, "seats": ["me", "open"], "options": options, "assist": "open"}
    opened = page.request.post(f"{visitor.url}/api/tables", data=fields).json()
    visitor.go(f"/t/{opened['id']}")
    page.locator(".link").wait_for()
    yield "nobody has come yet"
    assert client.sit(opened, name="Ben").status_code == 200
    game = Game(visitor, client.join(opened).dealt(), opened["id"])
    game.to_turn()
    page.locator(".guide button").first.wait_for()
    yield "a first game with its guide"
    visitor.skip_guide()
    page.reload()
    game.to_turn()
    yield "to move"
    for key in PLACES:
        page.keyboard.press(key)
        yield f"chosen: {key}"
    game.other.ask("propose", what="hints")
    page.locator(".proposal").wait_for()
    yield "asked whether there shall be hints"
    page.locator(".proposal button").first.click()
    expect(page.get_by_role("button", name=words("page.hint"), exact=True)).to_be_enabled()
    page.keyboard.press("Escape")
    page.keyboard.press("h")
    page.locator(".said.best").wait_for(timeout=60_000)
    yield "advised"
    page.keyboard.press("?")
    page.locator("dialog[open]").wait_for()
    yield "help"
    page.locator("dialog[open] .ways button").last.click()
    page.locator("dialog[open]").last.wait_for()
    yield "leaving?"
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    game.decide()
    yield "decided"
    page.keyboard.press("u")
    game.to_turn()
    yield "undone"
    game.to_their_turn()
    yield "the other is to move"
    game.other.my_turn().ask("say", phrase="thanks")
    yield "the other has said something"
    game.play_turns(5)
    game.to_turn()
    yield "in the middle"
    line.break_off()
    page.locator(".away").wait_for()
    yield "without a connection"
    line.cut = False
    expect(page.locator(".away")).to_have_count(0, timeout=30_000)
    game.play_turns(200)
    page.locator("main .onward").wait_for()
    yield "the end"
    page.locator("main .more button").first.click()
    yield "the sums"


def looks() -> list[Any]:
    """Each game in one look, in the soak in all of them."""
    chosen = [(game, look) for i, game in enumerate(GAMES) for j, look in enumerate(LOOKS) if SOAK or i == j]
    return [pytest.param(game, *look, id=f"{game}-{look[0]}") for game, look in chosen]


@pytest.mark.parametrize(("game", "language", "theme", "size"), looks())
def test_every_state_of_a_game(visitors: Visitors, client: Client, game: str, language: str, theme: str, size: dict[str, int]) -> None:
    visitor = visitors(viewport=size, locale=language, color_scheme=theme)
    for state in states(visitor, client, game, catalogue(language)):
        assert faults(visitor.page) == [], (game, language, theme, state)
