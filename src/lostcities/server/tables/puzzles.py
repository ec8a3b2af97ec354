"""Puzzles at people's own level: which one comes next, what a first try changes, and a typical world played on.

A person's first try of a puzzle counts, for their own rating and for the puzzle's. Every later one is only answered.
"""

from __future__ import annotations

import random
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from lostcities.games.game import Game
from lostcities.games.registry import game as game_named
from lostcities.glicko import Rating
from lostcities.puzzles.level import Level, hardness_of, next_puzzle
from lostcities.puzzles.puzzle import Puzzle, load
from lostcities.puzzles.themes import rules_of
from lostcities.server.bots.pool import BotPool
from lostcities.server.bots.workforce import NoAnswer
from lostcities.server.errors import NOT_FOUND, UNAVAILABLE, refused
from lostcities.server.store import puzzles as store
from lostcities.server.store.ratings import Rated, history, rated
from lostcities.server.store.storage import Conflict, Statement, Storage
from lostcities.server.tables.checks import now_ms

TRIES = 5
"""How often a try is stored again if others have tried the same puzzle, or this person another one, at the same moment."""
REMEMBERED = 100
"""Typical worlds that are kept in memory: about 100 kB each."""


class Tried(NamedTuple):
    """What came of a try: the level before and after it, and whether it was the first one."""

    before: Level
    after: Level
    first: bool


class Puzzles:
    """All puzzles in the package, and everyone who solves them."""

    def __init__(self, storage: Storage, bots: BotPool, now: Callable[[], int] = now_ms) -> None:
        self.storage, self.bots, self.now = storage, bots, now
        self.rng = random.Random()
        self.stories: OrderedDict[str, bytes] = OrderedDict()

    async def level(self, person: str | None, game: Game) -> Level:
        """Return what a person has tried in a game, and their rating."""
        lines = await history(self.storage, person, store.subject_of(game.name)) if person else []
        return level_of(lines)

    async def next(self, game: Game, level: Level, theme: str | None, skip: str | None) -> Puzzle:
        """Return a puzzle near a level that was not tried yet, or else one again. Refuses if there is none with this theme."""
        now = {puzzle: rating.rating for puzzle, rating in (await store.hardness_of_all(self.storage, game.name)).items()}
        others = [puzzle for puzzle in load(game) if puzzle.id != skip]
        found = next_puzzle(others or load(game), level.tried, level.rating.rating, self.rng, theme, now)
        if found is None:
            raise refused("no_puzzles", NOT_FOUND)
        return found

    async def answer(self, person: str, puzzle: Puzzle, move: str, first: Sequence[Statement] = ()) -> Tried:
        """Count a first try, and store it after `first`, which is not stored otherwise."""
        game, right = game_named(puzzle.game), move in puzzle.answers
        for last in range(TRIES - 1, -1, -1):
            level = await self.level(person, game)
            if puzzle.id in level.tried:
                return Tried(level, level, False)
            known = await store.hardness_of_one(self.storage, puzzle.id)
            hardness, after = known or hardness_of(puzzle), Level(level.rating, dict(level.tried))
            harder = after.answer(puzzle.id, hardness, right)
            line = Rated(store.subject_of(game.name), len(after.tried), puzzle.id, self.now(), hardness.rating, float(right), *after.rating)
            rated_puzzle = store.rated_again(puzzle.id, known, harder) if known else store.first_rated(puzzle.game, puzzle.id, harder)
            try:
                await self.storage.write(*first, rated(person, line), rated_puzzle)
            except Conflict:
                if not last:
                    raise
                continue
            return Tried(level, after, True)
        raise AssertionError

    async def story(self, puzzle: Puzzle) -> bytes:
        """Return a typical world after the best move, as JSON: made in the bots' processes, and the same for everyone."""
        found = self.stories.pop(puzzle.id, None)
        if found is None:
            try:
                found = msgspec.json.encode(await self.bots.tell(puzzle.game, puzzle.id))
            except NoAnswer:
                raise refused("no_story", UNAVAILABLE) from None
        self.stories[puzzle.id] = found
        if len(self.stories) > REMEMBERED:
            self.stories.popitem(last=False)
        return found


def level_of(lines: Sequence[Rated]) -> Level:
    """Return a level from its history, the latest first."""
    tried = {line.source: line.score == 1 for line in reversed(lines)}
    return Level(lines[0].value, tried) if lines else Level(Rating(), tried)


def puzzle_named(game: Game, id: str) -> Puzzle:
    for puzzle in load(game):
        if puzzle.id == id:
            return puzzle
    raise refused("no_such_puzzle", NOT_FOUND, id=id)


def checked_theme(game: Game, theme: str | None) -> str | None:
    if theme is not None and theme not in rules_of(game).THEMES:
        raise refused("no_puzzles", NOT_FOUND)
    return theme
