"""A first lesson for each game: prepared positions of real games, what is asked in them, and everything that can follow.

The lessons themselves are in one module per game. `tree.py` plays them out with the rules, so that the page, which has no rules, can teach
without asking a server: `python -m lostcities.lessons FOLDER` writes one file per game.
"""

from lostcities.lessons import board, card, roll
from lostcities.lessons.lesson import Ask, Lesson, Position, Step

LESSONS: dict[str, Lesson] = {lesson.game: lesson for lesson in (card.LESSON, board.LESSON, roll.LESSON)}

__all__ = ["LESSONS", "Ask", "Lesson", "Position", "Step"]
