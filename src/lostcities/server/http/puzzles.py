"""Puzzles over HTTP: one at one's own level, the answer to a try, a typical world played on, and one's own mistakes."""

import asyncio
import random
from collections import Counter
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import Field

from lostcities.games.game import Game
from lostcities.games.registry import NAMES
from lostcities.games.registry import game as game_named
from lostcities.puzzles.lesson import lesson_of
from lostcities.puzzles.level import Level
from lostcities.puzzles.puzzle import Puzzle, grade, load
from lostcities.puzzles.themes import rules_of
from lostcities.server.errors import BAD_REQUEST, FORBIDDEN, NOT_FOUND, TOO_MANY, UNAVAILABLE, refused
from lostcities.server.http import access
from lostcities.server.http.responses import (
    JSON,
    Mistakes,
    PuzzleAnswer,
    PuzzleGame,
    PuzzleGames,
    PuzzleLesson,
    PuzzleLevel,
    PuzzleQuestion,
    PuzzleStory,
    PuzzleTheme,
    answer,
    described,
)
from lostcities.server.http.tables import visitor_of, welcome, with_cookie
from lostcities.server.messages import HintMove
from lostcities.server.store.puzzles import journals_of, mistakes_in
from lostcities.server.tables.opening import Strict
from lostcities.server.tables.puzzles import Puzzles, checked_theme, puzzle_named
from lostcities.server.tables.redaction import explanation

router = APIRouter(prefix="/api", tags=["puzzles"])
GamePath = Annotated[str, Path(max_length=32)]
IdPath = Annotated[str, Path(max_length=32)]
SURE = 100.0
"""With a deviation of at most this a level is shown as one number, otherwise as a range."""


class PuzzleTry(Strict):
    """The move that one takes for the best."""

    move: Annotated[str, Field(max_length=64)]


def puzzles_of(request: Request) -> Puzzles:
    return access.services_of(request).puzzles


async def level_in(request: Request, game: Game) -> Level:
    person = await access.person_of(request)
    return await puzzles_of(request).level(person.id if person else None, game)


@router.get("/puzzles", responses=described(PuzzleGames))
async def show_games(request: Request) -> Response:
    """The puzzles there are of every game, by theme, and one's own level."""
    games = [game_named(name) for name in NAMES]
    return answer(PuzzleGames([puzzle_game(game, await level_in(request, game)) for game in games]))


def puzzle_game(game: Game, level: Level) -> PuzzleGame:
    puzzles = load(game)
    counts = Counter(theme for puzzle in puzzles for theme in puzzle.themes)
    themes = [PuzzleTheme(theme, counts[theme]) for theme in rules_of(game).THEMES if counts[theme]]
    return PuzzleGame(game.name, len(puzzles), themes, shown(level))


def shown(level: Level) -> PuzzleLevel:
    now = level.rating
    sure = now.deviation <= SURE
    return PuzzleLevel(round(now.rating), round(max(now.low, 0)), round(now.high), sure, len(level.tried), sum(level.tried.values()))


@router.get("/puzzles/{game}/next", responses=described(PuzzleQuestion, 200, BAD_REQUEST, NOT_FOUND))
async def next_puzzle(
    request: Request,
    game: GamePath,
    theme: Annotated[str | None, Query(max_length=32)] = None,
    skip: Annotated[str | None, Query(max_length=32, description="The puzzle that was shown last.")] = None,
) -> Response:
    """A puzzle near one's level that one has not tried yet; if there is none left, one of those tried."""
    wanted = game_named(game)
    theme, level = checked_theme(wanted, theme), await level_in(request, wanted)
    return answer(question(await puzzles_of(request).next(wanted, level, theme, skip), level, theme))


@router.get("/puzzles/{game}/{id}", responses=described(PuzzleQuestion, 200, BAD_REQUEST, NOT_FOUND))
async def show_puzzle(request: Request, game: GamePath, id: IdPath) -> Response:
    """One puzzle, without its answer."""
    wanted = game_named(game)
    return answer(question(puzzle_named(wanted, id), await level_in(request, wanted)))


def question(puzzle: Puzzle, level: Level, theme: str | None = None) -> PuzzleQuestion:
    """Return what may be known before a try. Themes and rating would give hints; a world made from the view gives none."""
    game = game_named(puzzle.game)
    explained = explanation("", game.world(puzzle.view, random.Random(0)), game.actions)
    left = sum(each.id not in level.tried for each in load(game) if theme is None or theme in each.themes)
    return PuzzleQuestion(
        puzzle.id, puzzle.game, puzzle.view, explained.gains, explained.reasons, level.tried.get(puzzle.id), left, shown(level)
    )


@router.post("/puzzles/{game}/{id}", responses=described(PuzzleAnswer, 200, BAD_REQUEST, NOT_FOUND, TOO_MANY))
async def try_puzzle(request: Request, game: GamePath, id: IdPath, wanted: PuzzleTry) -> Response:
    """Whether a move is right, and what every move is worth. One's first try changes one's level, and the puzzle's rating."""
    puzzle = puzzle_named(game_named(game), id)
    if wanted.move not in puzzle.worth:
        raise refused("not_legal_then", BAD_REQUEST, move=wanted.move)
    visitor = await visitor_of(request, None)
    tried = await puzzles_of(request).answer(visitor.person.id, puzzle, wanted.move, visitor.first)
    await welcome(request, visitor, None)
    found = answered(puzzle, wanted.move, tried.before, tried.after, tried.first)
    return with_cookie(request, answer(found), visitor.token)


def answered(puzzle: Puzzle, move: str, before: Level, after: Level, first: bool) -> PuzzleAnswer:
    right, cost = grade(puzzle, move)
    lesson = lesson_of(puzzle, move)
    why = {"code": lesson.reason.code, **lesson.reason.args} if lesson.reason else None
    order = sorted(puzzle.worth.items(), key=lambda item: (item[0] != puzzle.best, -item[1]))
    return PuzzleAnswer(
        id=puzzle.id,
        right=right,
        first=first,
        cost=cost,
        best=puzzle.best,
        answers=puzzle.answers,
        moves=[HintMove(each, worth, puzzle.se if each == puzzle.best_wrong else 0.0) for each, worth in order],
        lesson=PuzzleLesson(lesson.move, lesson.theme, why),
        themes=puzzle.themes,
        rating=puzzle.rating,
        before=shown(before),
        level=shown(after),
    )


@router.get("/puzzles/{game}/{id}/story", responses=described(PuzzleStory, 200, BAD_REQUEST, FORBIDDEN, NOT_FOUND, TOO_MANY, UNAVAILABLE))
async def show_story(request: Request, game: GamePath, id: IdPath) -> Response:
    """How a typical world goes on after the best move, for those who have tried the puzzle. One of the most expensive requests."""
    wanted = game_named(game)
    puzzle, level = puzzle_named(wanted, id), await level_in(request, wanted)
    if puzzle.id not in level.tried:
        raise refused("not_tried", FORBIDDEN)
    if not access.services_of(request).heavy.allow(access.caller_of(request).client):
        raise refused("too_fast", TOO_MANY)
    return Response(await puzzles_of(request).story(puzzle), media_type=JSON)


@router.get("/me/mistakes", responses=described(Mistakes, 200, BAD_REQUEST))
async def show_mistakes(request: Request, game: Annotated[str, Query(max_length=32)]) -> Response:
    """One's own mistakes in one's latest matches with a journal, newest match first: only the person themselves gets them."""
    services, person, name = access.services_of(request), await access.person_of(request), game_named(game).name
    if person is None:
        return answer(Mistakes(name, []))
    rows = await journals_of(services.storage, person.id, name)
    return answer(Mistakes(name, await asyncio.to_thread(mistakes_in, rows)))
