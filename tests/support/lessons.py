"""A lesson as it is played in a browser: every ask in turn, the moves that answer it, and hands that make them."""

import re
from collections.abc import Callable, Iterator

from playwright.sync_api import Page, expect
from support.browsing import PATIENCE, TOP, Visitor

from lostcities.games.game import View
from lostcities.lessons import LESSONS
from lostcities.lessons.tree import Data, lesson_data
from lostcities.text import Catalogue, catalogue

Hand = Callable[[Page, View, str], None]
"""Makes a move at the page."""
PERSIAN = str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹")


def taps(page: Page, view: View, move: str) -> None:
    """Make a move with a finger."""
    if view["game"] == "roll" and len(move) == 2 and move[0] != ">":
        for face in move:
            page.locator(f'[data-face="{face}"]:visible').first.tap()
        return
    card = move.lstrip("-").partition(":")[0]
    if card in view.get("hand", ()):
        page.locator(f'[data-place="hand:{card}"] button').first.tap(position=TOP)
    page.locator(f'[data-move="{move}"]:visible').first.tap()


class Listener:
    """Makes a move as somebody who hears the page: finds buttons by what they are called in a language, and by nothing else."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.words: Catalogue = catalogue(language)

    def __call__(self, page: Page, view: View, move: str) -> None:
        for name in self.dice(move) if view["game"] == "roll" else self.cards(view, move):
            page.get_by_role("button", name=name, disabled=False).first.click()

    def dice(self, move: str) -> Iterator[re.Pattern[str]]:
        if move == ".":
            yield starting(self.words("page.roll.take_none"))
        elif move[0] == ">":
            yield starting(self.words("page.roll.advance_one", color=self.words(f"color.{move[1]}")))
        else:
            yield starting(self.words("page.roll.color_die", color=self.words(f"color.{move[0]}")))
            yield starting(self.words("page.roll.number_die", number=self.digits(move[1])))

    def cards(self, view: View, move: str) -> Iterator[re.Pattern[str]]:
        if move == "+":
            return (yield starting(self.words("page.card.draw_deck_short")))
        if move[0] in "+>":
            region = self.words(f"page.region.{move[1]}")
            return (yield between(region, self.words("page.card.take")) if move[0] == "+" else starting(f"{region}."))
        card, _, figure = move.lstrip("-").partition(":")
        region = self.words(f"page.region.{card[0]}")
        yield starting(self.card(card, region))
        if move[0] == "-":
            yield between(region, self.words("page.card.discard"))
        elif figure:
            yield starting(self.words("page.board.open_with", region=region, figure=self.words(f"page.board.open_{figure}")))
        else:
            yield starting(self.words("page.card.lay"))

    def card(self, card: str, region: str) -> str:
        if card.endswith("*"):
            return self.words("page.card.wager_named", region=region)
        return self.words("page.card.named", region=region, rank=self.digits(card[1:]))

    def digits(self, number: str) -> str:
        return number.translate(PERSIAN) if self.language == "fa" else number


MARKS = "[\u200e\u200f\u2066-\u2069]"
"""Marks of direction, which nobody hears."""


def starting(name: str) -> re.Pattern[str]:
    """Match names that begin with another one, as a whole word: "Sea 1", but not "Sea 10"."""
    return re.compile(rf"^{heard(name)}(?!\w)")


def between(start: str, end: str) -> re.Pattern[str]:
    return re.compile(rf"^{heard(start)}.*{heard(end)}$")


def heard(text: str) -> str:
    """Return a pattern for a text as it is heard: any kind of space is one, and marks may be anywhere."""
    letters = (r"\s" if letter.isspace() else re.escape(letter) for letter in re.sub(MARKS, "", text))
    return f"{MARKS}*" + "".join(f"{letter}{MARKS}*" for letter in letters)


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
    expect(page.locator("main")).to_have_attribute("data-step", str(step), timeout=PATIENCE)
    expect(page.locator("main")).to_have_attribute("data-ask", ask["name"])
    expect(page.locator(".flying, .walking, .prize")).to_have_count(0)


def astray(ask: Data) -> str:
    """Return a legal answer that is not what was asked for; none if every answer is right."""
    return next((move for move, answer in ask["answers"].items() if not answer["right"]), "")


def open_lesson(visitor: Visitor, game: str) -> None:
    visitor.go(f"/learn/{game}/lesson")
    visitor.page.locator("main[data-ask]").wait_for()


def play_through(visitor: Visitor, game: str, hand: Hand, most: int = 99) -> None:
    """Play a lesson from where it is to its end, or only so many steps."""
    for step, view, ask, move in asks(game):
        if step < most:
            await_ask(visitor.page, step, ask)
            hand(visitor.page, view, move)
    if most == 99:
        visitor.page.locator("[data-guide] .button.main").wait_for()
