"""A puzzle, the sets in the package, and what an answer is worth.

>>> from lostcities.games.registry import game
>>> puzzle = load(game("card"))[0]
>>> grade(puzzle, puzzle.best)
Grade(right=True, cost=0.0)
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from lostcities.games.errors import BadOption, Reason
from lostcities.games.game import Game, View

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, and what every move in it is worth."""

    id: str
    game: str
    view: View
    """What the seat that decides knows."""
    best: str
    answers: list[str]
    """The moves that count as right: the best one, and those that are as good as far as anyone can tell."""
    worth: dict[str, float]
    """What every legal move is worth, in points of the final lead; the best first."""
    se: float
    """The standard error of the distance between the best move and the best wrong one."""
    themes: list[str]
    rating: int
    """How hard it is, on the scale of `difficulty.py`, before anyone has tried it."""

    def as_json(self) -> Json:
        return asdict(self)

    @property
    def best_wrong(self) -> str:
        """The best of the moves that do not count as right. Only its distance from the best move has a known error, `se`."""
        return next(move for move in self.worth if move not in self.answers)

    @property
    def place(self) -> str:
        """What makes a position the same as another one: all that the seat knows, but not how many turns it took to get there."""
        return json.dumps({key: value for key, value in self.view.items() if key not in PASSING}, sort_keys=True)


PASSING = ("turn", "starter", "known")
"""What may differ between two positions that are the same puzzle."""


class Grade(NamedTuple):
    """What became of an answer."""

    right: bool
    cost: float
    """By how much the best move is worth more, in points of the final lead; 0 for a right answer."""


def grade(puzzle: Puzzle, move: str) -> Grade:
    """Return what an answer is worth. Raises `BadOption` for a move that is not legal."""
    if move not in puzzle.worth:
        raise BadOption(Reason("unknown_move", {}))
    if move in puzzle.answers:
        return Grade(True, 0.0)
    return Grade(False, round(puzzle.worth[puzzle.best] - puzzle.worth[move], 2))


def best_moves(puzzle: Puzzle, count: int = 3) -> list[tuple[str, float]]:
    """Return the best moves with what they are worth, the best first."""
    return sorted(puzzle.worth.items(), key=lambda item: (item[0] != puzzle.best, -item[1]))[:count]


@cache
def load(game: Game) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game in the package, in the order of their ids."""
    source = files("lostcities.puzzles").joinpath("sets", f"{game.name}.jsonl.gz")
    return tuple(unpacked(source.read_bytes())) if source.is_file() else ()


def unpacked(data: bytes) -> Iterator[Puzzle]:
    for line in gzip.decompress(data).splitlines():
        yield Puzzle(**json.loads(line))


def grown(known: Sequence[Puzzle], found: Iterable[Puzzle]) -> list[Puzzle]:
    """Add new puzzles to a set under the next ids. Ids stay with their puzzles for ever: servers remember who has tried which."""
    places = {puzzle.place for puzzle in known}
    number = max((int(puzzle.id.rpartition("-")[2]) for puzzle in known), default=0)
    more = []
    for puzzle in found:
        if puzzle.place not in places:
            places.add(puzzle.place)
            number += 1
            more.append(replace(puzzle, id=f"{puzzle.game}-{number:05}"))
    return [*known, *more]


def save(path: Path, puzzles: Iterable[Puzzle]) -> None:
    """Write a set of puzzles, atomically. The same puzzles always make the same file."""
    lines = (json.dumps(puzzle.as_json(), separators=(",", ":")) + "\n" for puzzle in puzzles)
    draft = path.with_name(f".{path.name}")
    draft.write_bytes(gzip.compress("".join(lines).encode(), mtime=0))
    draft.replace(path)
