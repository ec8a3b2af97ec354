"""A person's level: which puzzles they have tried, their rating, and which puzzle comes next. For the terminal and for servers."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from lostcities.glicko import Rating, Result
from lostcities.puzzles.puzzle import Puzzle

DEVIATION = 120.0
"""How unsure the starting rating of a puzzle is: opponents are not people."""
NEAREST = 12
"""The next puzzle is drawn from so many around one's level."""


@dataclass
class Level:
    """What is known of a person's puzzles in one game."""

    rating: Rating = field(default_factory=Rating)
    tried: dict[str, bool] = field(default_factory=dict)
    """Whether the first try was right, by the puzzle's id, in the order of the tries."""

    def answer(self, puzzle: str, hardness: Rating, right: bool) -> Rating:
        """Count a try; return the puzzle's new rating. Only the first try changes anything."""
        if puzzle in self.tried:
            return hardness
        before, self.tried[puzzle] = self.rating, right
        self.rating = before.after([Result(hardness, float(right))])
        return hardness.after([Result(before, float(not right))])


def hardness_of(puzzle: Puzzle) -> Rating:
    """Return a puzzle's rating before anyone has tried it."""
    return Rating(puzzle.rating, DEVIATION)


def next_puzzle(
    puzzles: Sequence[Puzzle],
    tried: Collection[str],
    rating: float,
    rng: random.Random,
    theme: str | None = None,
    ratings: Mapping[str, float] | None = None,
) -> Puzzle | None:
    """Return a puzzle near a rating that was not tried yet, or, if all were, one again; None if there is none of that theme.

    `ratings` are the puzzles' ratings now, where they have changed.
    """
    now = ratings or {}
    fitting = [puzzle for puzzle in puzzles if theme is None or theme in puzzle.themes]
    fresh = [puzzle for puzzle in fitting if puzzle.id not in tried] or fitting
    nearest = sorted(fresh, key=lambda puzzle: (abs(now.get(puzzle.id, puzzle.rating) - rating), puzzle.id))[:NEAREST]
    return rng.choice(nearest) if nearest else None
