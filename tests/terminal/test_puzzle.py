"""`lostcities puzzle` as people use it: a position, one try that counts, what every move was worth, and the next one."""

import json
import random
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from support.commands import PROGRAM
from support.screen import CODES, environment

from lostcities.games.registry import NAMES, game
from lostcities.puzzles.level import Level, next_puzzle
from lostcities.puzzles.puzzle import Puzzle, load

SETS = [name for name in NAMES if load(game(name))]


def solve(data: Path, *args: str, typed: str = "") -> str:
    """Run `lostcities puzzle` with its input from a pipe; return what it shows."""
    command = [*PROGRAM, "puzzle", *args]
    found = subprocess.run(command, input=typed, capture_output=True, text=True, timeout=120, env=environment(data), check=False)
    assert found.stderr == ""
    assert found.returncode == 0
    return CODES.sub("", found.stdout)


def first(name: str, seed: int) -> tuple[Puzzle, str]:
    """Return the puzzle that a new person gets with a seed, and a wrong move in it."""
    found = next_puzzle(load(game(name)), {}, Level().rating.rating, random.Random(seed))
    assert found
    return found, next(move for move in found.worth if move not in found.answers)


def diary(data: Path, name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((data / "puzzles" / f"{name}.json").read_text())
    return found


@pytest.mark.parametrize("name", SETS)
def test_a_right_answer_is_told_with_the_worths_and_kept(tmp_path: Path, name: str) -> None:
    puzzle, _ = first(name, 3)
    shown = solve(tmp_path, name, "--seed", "3", typed=f"{puzzle.best}\nq\n")
    assert "What is the best move?" in shown
    assert f"Right: {puzzle.best} is the best move." in shown
    assert re.search(rf"✓ +{re.escape(puzzle.best)} ", shown)
    assert f"± {2 * puzzle.se:.1f}" in shown
    assert puzzle.id in shown
    assert "Your level: between" in shown
    kept = diary(tmp_path, name)
    assert kept["tried"] == {puzzle.id: True}
    assert kept["rating"][0] > 1500


def test_a_wrong_answer_says_what_is_better_and_by_how_much(tmp_path: Path) -> None:
    puzzle, wrong = first("card", 3)
    shown = solve(tmp_path, "card", "--seed", "3", typed=f"{wrong}\nq\n")
    behind = puzzle.worth[puzzle.best] - puzzle.worth[wrong]
    assert f"{puzzle.best} is better, by {behind:.1f} points." in shown.replace("−", "-")
    assert diary(tmp_path, "card")["tried"] == {puzzle.id: False}
    assert diary(tmp_path, "card")["rating"][0] < 1500


def test_only_the_best_wrong_move_has_its_error(tmp_path: Path) -> None:
    """The distances of the others are not known so well."""
    puzzle, wrong = first("card", 3)
    last = [*puzzle.worth][-1]
    shown = solve(tmp_path, "card", "--seed", "3", typed=f"{last}\nq\n").replace("−", "-")
    lines = [line.split() for line in shown.splitlines() if "±" in line]
    assert [(line[0], line[-1]) for line in lines] == [(wrong, f"{2 * puzzle.se:.1f}")]
    assert re.search(rf"{re.escape(last)} .* {puzzle.worth[puzzle.best] - puzzle.worth[last]:.1f}", shown)


def test_after_one_comes_another(tmp_path: Path) -> None:
    shown = solve(tmp_path, "card", "--seed", "3", typed=f"{first('card', 3)[0].best}\n\n")
    assert shown.count("What is the best move?") == 2


def test_only_the_first_try_counts(tmp_path: Path) -> None:
    """When all were tried, they come again."""
    (tmp_path / "puzzles").mkdir()
    known = {"format": "lostcities.puzzles/1", "rating": [1500.0, 200.0, 0.06], "tried": {each.id: True for each in load(game("card"))}}
    (tmp_path / "puzzles" / "card.json").write_text(json.dumps(known))
    puzzle, wrong = first("card", 3)
    shown = solve(tmp_path, "card", "--seed", "3", typed=f"{wrong}\nq\n")
    assert "You have tried this puzzle before, so it doesn’t count." in shown
    assert puzzle.id in shown
    assert diary(tmp_path, "card") == known


def test_what_is_no_move_is_explained_and_asked_again(tmp_path: Path) -> None:
    puzzle, _ = first("card", 3)
    shown = solve(tmp_path, "card", "--seed", "3", typed=f"nonsense\nu\nm\n{puzzle.best}\nq\n")
    assert "You have one try: there is nothing to undo or save." in shown
    assert f"Right: {puzzle.best}" in shown
    assert diary(tmp_path, "card")["tried"] == {puzzle.id: True}


def test_leaving_without_an_answer_keeps_nothing(tmp_path: Path) -> None:
    solve(tmp_path, "card", typed="")
    solve(tmp_path, "card", typed="q\n")
    assert not (tmp_path / "puzzles").exists()


def test_a_typical_world_is_played_on(tmp_path: Path) -> None:
    puzzle, _ = first("card", 3)
    shown = solve(tmp_path, "card", "--seed", "3", typed=f"{puzzle.best}\nw\nq\n")
    assert "Opponent holds" in shown
    assert re.search(r"At the end of the round: .*You −?\d+", shown)


def test_a_theme_has_its_own_puzzles_and_others_are_named(tmp_path: Path) -> None:
    theme = load(game("card"))[0].themes[0]
    fitting = [puzzle for puzzle in load(game("card")) if theme in puzzle.themes]
    shown = solve(tmp_path, "card", "--theme", theme, "--seed", "1", typed=f"{fitting[0].view['legal'][0]}\nq\n")
    assert any(puzzle.id in shown for puzzle in fitting)
    command = [*PROGRAM, "puzzle", "card", "--theme", "dragons"]
    refused = subprocess.run(command, capture_output=True, text=True, timeout=60, env=environment(tmp_path), check=False)
    assert refused.returncode != 0
    assert "no puzzle has the theme dragons" in refused.stderr


def test_a_damaged_diary_begins_anew(tmp_path: Path) -> None:
    (tmp_path / "puzzles").mkdir()
    (tmp_path / "puzzles" / "card.json").write_text("{torn")
    puzzle, _ = first("card", 3)
    solve(tmp_path, "card", "--seed", "3", typed=f"{puzzle.best}\nq\n")
    assert diary(tmp_path, "card")["tried"] == {puzzle.id: True}
