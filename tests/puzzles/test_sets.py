"""The puzzles in the package: every one is a view that a seat can have, with answers that are legal and best, themes and a rating."""

import json
import random
import subprocess
from importlib.resources import files
from pathlib import Path

import pytest
from support.commands import PROGRAM

from lostcities.analysis.reasons import why
from lostcities.games.errors import BadOption
from lostcities.games.registry import NAMES, game
from lostcities.puzzles.difficulty import HIGHEST, LOWEST
from lostcities.puzzles.lesson import lesson_of
from lostcities.puzzles.puzzle import Puzzle, best_moves, grade, grown, load, save, unpacked
from lostcities.puzzles.themes import rules_of, themes_of
from lostcities.puzzles.trial import CLOSE, MOST_ANSWERS
from lostcities.puzzles.typical import story_of
from lostcities.text import ENGLISH

ALL = [puzzle for name in NAMES for puzzle in load(game(name))]
CARD = load(game("card"))
KILOBYTES = 400
every = pytest.mark.parametrize("puzzle", ALL, ids=lambda puzzle: puzzle.id)


def wrong(puzzle: Puzzle) -> list[str]:
    return [move for move in puzzle.worth if move not in puzzle.answers]


def test_there_are_puzzles_with_ids_of_their_own() -> None:
    assert CARD
    assert len({puzzle.id for puzzle in ALL}) == len(ALL)
    assert len({puzzle.place for puzzle in ALL}) == len(ALL)
    for name in NAMES:
        assert [puzzle.id for puzzle in load(game(name))] == [f"{name}-{number:05}" for number in range(1, len(load(game(name))) + 1)]


def test_they_are_small_enough_to_ship() -> None:
    sizes = [len(each.read_bytes()) for each in files("lostcities.puzzles").joinpath("sets").iterdir() if each.name.endswith(".gz")]
    assert sum(sizes) < KILOBYTES * 1024


@every
def test_the_view_is_one_that_a_seat_can_have(puzzle: Puzzle) -> None:
    """Worlds made from it look the same to that seat, and its legal moves are the rules' own."""
    state = game(puzzle.game).world(puzzle.view, random.Random(1))
    assert state.view(puzzle.view["seat"]) == puzzle.view
    assert state.player == puzzle.view["seat"]
    assert set(puzzle.worth) == set(state.legal()) == set(puzzle.view["legal"])


@every
def test_the_best_move_is_first_and_what_is_wrong_is_far_behind(puzzle: Puzzle) -> None:
    assert puzzle.best == next(iter(puzzle.worth))
    assert puzzle.best in puzzle.answers
    assert set(puzzle.answers) <= set(puzzle.worth)
    assert len(puzzle.answers) <= MOST_ANSWERS
    best = puzzle.worth[puzzle.best]
    assert wrong(puzzle)
    assert all(best - puzzle.worth[move] <= max(CLOSE, 2 * puzzle.se) + 0.02 for move in puzzle.answers)
    assert all(best - puzzle.worth[move] >= 2.9 for move in wrong(puzzle))
    assert 3 * puzzle.se <= min(best - puzzle.worth[move] for move in wrong(puzzle)) + 0.1


@every
def test_it_has_the_themes_that_the_rules_see_and_a_rating(puzzle: Puzzle) -> None:
    kind = game(puzzle.game)
    assert puzzle.themes
    assert [theme for theme in rules_of(kind).THEMES if theme in puzzle.themes] == puzzle.themes
    assert puzzle.themes in [themes_of(kind, puzzle.view, puzzle.best, move) for move in wrong(puzzle)]
    assert LOWEST <= puzzle.rating <= HIGHEST


@every
def test_every_move_has_its_lesson(puzzle: Puzzle) -> None:
    for move in puzzle.worth:
        lesson = lesson_of(puzzle, move)
        assert lesson.move == move or (move in puzzle.answers and lesson.move in wrong(puzzle))
        assert lesson.reason is None or lesson.reason in why(game(puzzle.game), puzzle.view, lesson.move, puzzle.best)
        assert f"puzzle.lesson.{lesson.theme}" in ENGLISH.patterns
        assert f"puzzle.theme.{lesson.theme}" in ENGLISH.patterns


@pytest.mark.parametrize("puzzle", ALL[:3], ids=lambda puzzle: puzzle.id)
def test_a_typical_world_begins_with_the_best_move_and_ends_with_the_round(puzzle: Puzzle) -> None:
    story = story_of(puzzle, puzzle.best)
    seat = puzzle.view["seat"]
    assert (story.told[0].event.seat, story.told[0].event.move) == (seat, puzzle.best)
    assert len(story.scenes) == len(story.told) + 1
    assert sorted(story.scenes[0].hands[seat]) == sorted(puzzle.view.get("hand", []))
    assert story.scenes[-1].view["scores"] == [story.scores]
    assert story_of(puzzle, puzzle.best) == story, "everybody is told the same"


# -- what an answer is worth --


def test_a_right_answer_costs_nothing_and_a_wrong_one_its_distance() -> None:
    puzzle = CARD[0]
    assert all(grade(puzzle, move) == (True, 0) for move in puzzle.answers)
    for move in wrong(puzzle):
        right, cost = grade(puzzle, move)
        assert not right
        assert cost == pytest.approx(puzzle.worth[puzzle.best] - puzzle.worth[move], abs=0.01)
    with pytest.raises(BadOption):
        grade(puzzle, "Z9")


def test_the_three_best_moves_are_shown() -> None:
    shown = best_moves(CARD[0])
    assert shown[0][0] == CARD[0].best
    assert [worth for _, worth in shown] == sorted(CARD[0].worth.values(), reverse=True)[: len(shown)]
    assert len(shown) == min(3, len(CARD[0].worth))


# -- files --


def test_a_set_grows_without_new_ids_for_old_puzzles() -> None:
    first, *rest = CARD
    more = [Puzzle(**each.as_json() | {"id": "card-09999"}) for each in rest]
    together = grown([first], [*more, first, *more])
    assert together[0] is first
    assert [each.id for each in together] == [f"card-{number:05}" for number in range(1, len(CARD) + 1)]
    assert grown(CARD, more) == [*CARD]


def test_the_same_puzzles_make_the_same_file(tmp_path: Path) -> None:
    save(tmp_path / "a", CARD)
    save(tmp_path / "b", CARD)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert tuple(unpacked((tmp_path / "a").read_bytes())) == CARD


def test_the_list_is_a_line_of_json_each() -> None:
    said = subprocess.run([*PROGRAM, "puzzles", "list", "card"], capture_output=True, text=True, timeout=60, check=True)
    lines = [json.loads(line) for line in said.stdout.splitlines()]
    assert lines == [puzzle.as_json() for puzzle in CARD]
    assert set(lines[0]) == {"id", "game", "view", "best", "answers", "worth", "se", "themes", "rating"}


def test_mined_puzzles_are_added_on_the_command_line(tmp_path: Path) -> None:
    save(tmp_path / "found", CARD)
    command = [*PROGRAM, "puzzles", "add", str(tmp_path / "found"), "--to", str(tmp_path / "set")]
    for more in (len(CARD), 0):
        said = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
        assert said.stdout.startswith(f"{more} puzzles added, {len(CARD)} in the set")
    assert tuple(unpacked((tmp_path / "set").read_bytes())) == CARD
