"""A lesson as it is played in a browser: every ask in turn, and the moves that answer it."""

from collections.abc import Callable, Iterator

from playwright.sync_api import Page, expect
from support.browsing import Visitor

from lostcities.games.game import View
from lostcities.lessons import LESSONS
from lostcities.lessons.tree import Data, lesson_data

Hand = Callable[[Page, View, str], None]
"""Makes a move at the page."""


def asks(game: str) -> Iterator[tuple[int, View, Data, str]]:
    """Yield every ask on the way through a lesson: its step, the view, the ask itself, and its first right answer."""
    for number, step in enumerate(lesson_data(LESSONS[game])["steps"]):
        view, ask = step["view"], step["ask"]
        while ask:
            move = next(move for move, answer in ask["answers"].items() if answer["right"])
            yield number, view, ask, move
            answer = ask["answers"][move]
            view, ask = {**view, **answer["events"][-1]["view"]}, answer.get("next")


def await_ask(page: Page, step: int, ask: Data) -> None:
    """Wait until the page asks, and nothing moves any more."""
    expect(page.locator("main")).to_have_attribute("data-step", str(step))
    expect(page.locator("main")).to_have_attribute("data-ask", ask["name"])
    expect(page.locator(".flying, .walking, .prize")).to_have_count(0)


def astray(ask: Data) -> str:
    """Return a legal answer that is not what was asked for; none if every answer is right."""
    return next((move for move, answer in ask["answers"].items() if not answer["right"]), "")


def open_lesson(visitor: Visitor, game: str) -> None:
    visitor.go(f"/learn/{game}/lesson")
    visitor.page.locator("main[data-ask]").wait_for()


def play_through(visitor: Visitor, game: str, hand: Hand) -> None:
    """Play a lesson from its first ask to its end."""
    for step, view, ask, move in asks(game):
        await_ask(visitor.page, step, ask)
        hand(visitor.page, view, move)
    visitor.page.locator("[data-guide] .button.main").wait_for()
