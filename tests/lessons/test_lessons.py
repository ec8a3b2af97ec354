"""The lessons as data: what the rules say, and a sentence in every language for everything that can be done in them."""

import gzip
import json
from collections.abc import Iterator

import pytest
from support.folders import ROOT

from lostcities.lessons import LESSONS
from lostcities.lessons.tree import Data, lesson_data
from lostcities.text import LANGUAGES, catalogue

ABOUT = {
    "card": ["rising", "cost", "wagers", "poison", "late", "end"],
    "board": ["paths", "scientist", "tiles", "bridges", "end"],
    "roll": ["dice", "gaps", "circles", "arrows", "bridges", "exhaustion"],
}
LARGEST = 10_000
"""Bytes of a lesson as it is sent."""


def asks_of(ask: Data) -> Iterator[Data]:
    """Yield an ask and all that can follow it."""
    yield ask
    for answer in ask["answers"].values():
        if "next" in answer:
            yield from asks_of(answer["next"])


def all_asks(game: str) -> list[Data]:
    return [ask for step in lesson_data(LESSONS[game])["steps"] for ask in asks_of(step["ask"])]


@pytest.mark.parametrize("game", LESSONS)
def test_the_page_teaches_what_the_rules_say(game: str) -> None:
    file = ROOT / "web" / "lessons" / f"{game}.json"
    assert json.loads(file.read_text("utf-8")) == lesson_data(LESSONS[game]), "run `python -m lostcities.lessons web/lessons`"
    assert len(gzip.compress(file.read_bytes(), 9)) < LARGEST


@pytest.mark.parametrize("game", LESSONS)
def test_what_a_lesson_is_about(game: str) -> None:
    assert [step.name for step in LESSONS[game].steps] == ABOUT[game]


@pytest.mark.parametrize("game", LESSONS)
def test_every_ask_has_a_right_answer_and_one_that_goes_on(game: str) -> None:
    """Whichever right answer is given: either all of them go on, or all of them end the step."""
    for ask in all_asks(game):
        right = [answer for answer in ask["answers"].values() if answer["right"]]
        assert right, ask["name"]
        assert len({"next" in answer for answer in right}) == 1, ask["name"]


@pytest.mark.parametrize("game", LESSONS)
def test_every_legal_move_is_answered_in_every_language(game: str) -> None:
    said = {f"step.{name}" for name in ABOUT[game]} | {"done"}
    for ask in all_asks(game):
        said |= {ask["name"], *(answer["said"] for answer in ask["answers"].values())}
    for language in LANGUAGES:
        words = catalogue(language)
        kept = {key.removeprefix(f"lesson.{game}.") for key in words.patterns if key.startswith(f"lesson.{game}.")}
        assert said <= kept, language
        assert kept - said <= {f"{ask['name']}.right" for ask in all_asks(game)}, f"{language}: nobody can hear this"


def test_the_last_card_ends_the_round() -> None:
    *_, last = all_asks("card")
    (answer,) = (answer for answer in last["answers"].values() if answer["right"])
    assert answer["events"][-1]["view"]["deck"] == 0
    assert answer["events"][-1]["view"]["to_move"] is None


def test_the_fifth_figure_across_ends_the_expedition() -> None:
    *_, last = all_asks("board")
    (answer,) = (answer for answer in last["answers"].values() if answer["right"])
    assert answer["events"][-1]["view"]["crossed"] == 5
    assert answer["events"][-1]["view"]["to_move"] is None


def test_a_ninth_dice_symbol_takes_all_its_points() -> None:
    *_, last = all_asks("roll")
    assert last["gains"]["."] == -70
