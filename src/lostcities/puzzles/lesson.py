"""What a puzzle teaches, in one sentence: what speaks against a wrong move, as the analysis has it; else what its theme says in general."""

from __future__ import annotations

from typing import NamedTuple

from lostcities.analysis.reasons import why
from lostcities.games.errors import Reason
from lostcities.games.registry import game as game_named
from lostcities.puzzles.puzzle import Puzzle


class Lesson(NamedTuple):
    """About a wrong move: the one that was tried, or the most tempting one."""

    move: str
    reason: Reason | None
    """What speaks against it, a message under `why.`; None if nothing is known to, so that only the theme is left."""
    theme: str
    """The puzzle's first theme, a message under `puzzle.lesson.`."""


def lesson_of(puzzle: Puzzle, move: str) -> Lesson:
    """Return the lesson for somebody who tried a move."""
    wrong = puzzle.best_wrong if move in puzzle.answers else move
    reasons = why(game_named(puzzle.game), puzzle.view, wrong, puzzle.best)
    return Lesson(wrong, reasons[0] if reasons else None, puzzle.themes[0])
