"""Levels: how hard puzzles are, which comes next, and what a first try changes."""

import random
from typing import Any

import numpy as np
import pytest

from lostcities.bots.net_bot import Manner
from lostcities.games.registry import game
from lostcities.glicko import Rating
from lostcities.puzzles.difficulty import HIGHEST, LOWEST, MARKS, chances, expected, manners, rating_of, solved
from lostcities.puzzles.level import NEAREST, Level, hardness_of, next_puzzle
from lostcities.puzzles.puzzle import Puzzle
from lostcities.puzzles.themes import themes_of


def some(number: int, rating: int, *themes: str) -> Puzzle:
    return Puzzle(f"card-{number:05}", "card", {"turn": number}, "+", ["+"], {"+": 1.0}, 0.1, list(themes or ("race",)), rating)


# -- how hard it is --


def test_a_puzzle_is_as_hard_as_those_who_solve_it_are_strong() -> None:
    """It is rated so that all five together would be expected to solve as much as they do."""
    for rating in range(LOWEST + 100, HIGHEST, 300):
        shares = {name: expected(mark, rating) for name, mark in MARKS.items()}
        assert rating_of(shares) == pytest.approx(rating, abs=1)
    assert rating_of(dict.fromkeys(MARKS, 1.0)) == LOWEST
    assert rating_of(dict.fromkeys(MARKS, 0.0)) == HIGHEST


def test_a_stronger_opponent_finds_what_the_network_sees_more_often() -> None:
    legal = ["Y7", "-Y7", "B2", "-B2"]
    found = solved(game("card"), np.array([4.0, 1.0, 0.0, 0.0]), legal, ["Y7"])
    assert list(found) == list(MARKS) == list(manners(game("card")))
    assert list(found.values()) == sorted(found.values())
    assert found["net"] == 1.0


def test_choices_add_up_to_one() -> None:
    logits = np.array([3.0, 1.0, -2.0])
    for manner in (Manner(), Manner(temperature=2.0), Manner(temperature=1.0, impulse=0.3)):
        assert sum(chances(logits, ["Y7", "-Y7", "-B2"], manner).values()) == pytest.approx(1)


# -- which comes next --


def test_the_next_puzzle_is_near_ones_level_and_new() -> None:
    puzzles = [some(number, 600 + 20 * number) for number in range(100)]
    near = {puzzle.id for puzzle in sorted(puzzles, key=lambda each: abs(each.rating - 1500))[: NEAREST + 1]}
    seen = set()
    for seed in range(60):
        found = next_puzzle(puzzles, {puzzles[45].id}, 1500, random.Random(seed))
        assert found
        assert found.id in near
        assert found is not puzzles[45]
        seen.add(found.id)
    assert len(seen) > 6, "not always the same one"


def test_a_puzzle_whose_rating_has_changed_comes_at_its_new_level() -> None:
    puzzles = [some(number, 1000) for number in range(NEAREST)] + [some(99, 2000)]
    found = [
        next_puzzle(puzzles, (), 1000, random.Random(seed), ratings={"card-00001": 2000.0, "card-00099": 1000.0}) for seed in range(200)
    ]
    ids = {each.id for each in found if each}
    assert "card-00099" in ids
    assert "card-00001" not in ids


def test_tried_ones_come_again_when_none_is_left_and_other_themes_never() -> None:
    puzzles = [some(1, 1500, "race"), some(2, 1500, "begin")]
    for seed in range(9):
        assert next_puzzle(puzzles, {"card-00001", "card-00002"}, 1500, random.Random(seed), "begin") is puzzles[1]
    assert next_puzzle(puzzles, (), 1500, random.Random(0), "poison") is None
    assert next_puzzle([], (), 1500, random.Random(0)) is None


# -- what a try changes --


def test_a_right_first_try_lifts_the_person_and_lowers_the_puzzle() -> None:
    level, puzzle = Level(), some(1, 1500)
    easier = level.answer(puzzle.id, hardness_of(puzzle), True)
    assert level.rating.rating > 1500 > easier.rating
    assert level.rating.deviation < 350
    assert level.tried == {puzzle.id: True}


def test_a_wrong_one_does_the_opposite_and_later_ones_nothing() -> None:
    level, puzzle = Level(), some(1, 1500)
    harder = level.answer(puzzle.id, hardness_of(puzzle), False)
    assert level.rating.rating < 1500 < harder.rating
    before = level.rating
    assert level.answer(puzzle.id, harder, True) is harder
    assert level.rating is before
    assert level.tried == {puzzle.id: False}


def test_somebody_who_solves_as_expected_comes_to_their_own_level() -> None:
    """A person of strength 1800 among puzzles near their level, after two hundred tries."""
    rng, level = random.Random(2), Level()
    for number in range(200):
        puzzle = some(number, round(level.rating.rating) + rng.randrange(-100, 100))
        level.answer(puzzle.id, hardness_of(puzzle), rng.random() < expected(1800, puzzle.rating))
    assert abs(level.rating.rating - 1800) < 120
    assert level.rating.deviation < 75


def test_a_puzzle_is_hardly_moved_by_people_nobody_knows() -> None:
    """Many new cookies together cannot do much."""
    hardness = Rating(1500, 120)
    for _ in range(20):
        hardness = Level().answer("x", hardness, False)
    assert hardness.rating < 1900


# -- themes --

CARD: dict[str, Any] = {
    "seat": 0,
    "phase": "play",
    "expeditions": [{"R": ["R2"], "Y": ["Y*"]}, {"W": ["W*", "W6"]}],
    "deck": 30,
}


@pytest.mark.parametrize(
    ("best", "second", "changed", "themes"),
    [
        ("B5", "-R4", {}, ["begin"]),
        ("-R4", "B5", {}, ["begin"]),
        ("Y*", "R4", {}, ["wager", "order"]),
        ("-B2", "R9", {}, ["hold"]),
        ("R4", "Y2", {}, ["order"]),
        ("R4", "-B2", {}, ["play"]),
        ("-B2", "-W7", {}, ["poison"]),
        ("-B2", "-G3", {}, ["discard"]),
        ("+", "+R", {"phase": "draw"}, ["pile"]),
        ("+", "+R", {"phase": "draw", "deck": 8}, ["pile", "race"]),
        ("R4", "-B2", {"deck": 12}, ["play", "race"]),
    ],
)
def test_themes_of_the_card_game(best: str, second: str, changed: dict[str, Any], themes: list[str]) -> None:
    assert themes_of(game("card"), CARD | changed, best, second) == themes


ROLL: dict[str, Any] = {
    "seat": 0,
    "phase": "dice",
    "bridges": [],
    "sheets": [{"boxes": {"R": [2, 3], "G": [1, 2, 3, 4, 5, 5]}}, {"boxes": {}}],
}


@pytest.mark.parametrize(
    ("best", "second", "changed", "theme"),
    [
        ("B3", "R7", {}, "begin"),
        ("R4", "R9", {}, "die"),
        ("G6", "R4", {}, "bridge"),
        (".", "R9", {}, "pass"),
        (">R", ">G", {"phase": "advance"}, "arrow"),
        ("R4", "R5", {"bridges": ["R", "G", "B", "Y", "P", "O"]}, "race"),
    ],
)
def test_themes_of_the_roll_and_write_game(best: str, second: str, changed: dict[str, Any], theme: str) -> None:
    assert theme in themes_of(game("roll"), ROLL | changed, best, second)
