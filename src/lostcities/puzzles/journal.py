"""What has been mined so far, in a file that a stopped run goes on with: a line about the run, then a line per finished task."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from lostcities.games.errors import BadOption, Reason
from lostcities.puzzles.puzzle import Puzzle

FORMAT = "lostcities.mine/1"
PART = ".part"
SHARE = 0.2
"""No combination of themes may make up more of a set than this."""


@dataclass(frozen=True)
class Plan:
    """What is mined, and how. The same plan gives the same puzzles, on however many cores; other devices round differently."""

    game: str
    seed: int
    turns: int
    """Turns of all players together that are played out."""
    other: str
    """The network of another seed, as a bot is named."""
    device: str


@dataclass(frozen=True)
class Task:
    """A finished task: the positions looked at, and the puzzles among them."""

    number: int
    looked: int
    puzzles: list[Puzzle]


class Journal:
    """The finished tasks of a plan, in memory and in a file beside the set."""

    def __init__(self, out: Path, plan: Plan) -> None:
        self.path = out.with_name(out.name + PART)
        self.plan = plan
        self.done: dict[int, Task] = {}
        if self.path.exists():
            self.read()
        else:
            self.path.write_text(json.dumps({"format": FORMAT, "plan": asdict(plan)}) + "\n")

    def read(self) -> None:
        """Take over what an earlier run has found. Raises `BadOption` if it had another plan. A line cut off by a crash is dropped."""
        first, *lines = self.path.read_text().splitlines()
        if json.loads(first) != {"format": FORMAT, "plan": asdict(self.plan)}:
            raise BadOption(Reason("other_mine", {"file": str(self.path)}))
        for line in lines:
            try:
                entry = json.loads(line)
            except ValueError:
                continue
            puzzles = [Puzzle(**fields) for fields in entry["puzzles"]]
            self.done[entry["task"]] = Task(entry["task"], entry["looked"], puzzles)

    def note(self, task: Task) -> None:
        """Keep a finished task."""
        self.done[task.number] = task
        entry = {"task": task.number, "looked": task.looked, "puzzles": [puzzle.as_json() for puzzle in task.puzzles]}
        with self.path.open("a") as file:
            file.write("\n" * self.torn() + json.dumps(entry, separators=(",", ":")) + "\n")

    def torn(self) -> bool:
        """Whether a crash has cut the last line off."""
        with self.path.open("rb") as file:
            file.seek(-1, 2)
            return file.read() != b"\n"

    def in_order(self) -> Iterator[Task]:
        """Return the tasks before the first one that is not done."""
        number = 0
        while number in self.done:
            yield self.done[number]
            number += 1

    @property
    def looked(self) -> int:
        return sum(task.looked for task in self.done.values())

    def kept(self, count: int) -> list[Puzzle]:
        """Return the first puzzles, with ids: every position once, and none of them of a kind of which there are enough."""
        found: dict[str, Puzzle] = {}
        kinds: Counter[tuple[str, ...]] = Counter()
        for task in self.in_order():
            for puzzle in task.puzzles:
                kind = tuple(puzzle.themes)
                if len(found) < count and puzzle.place not in found and kinds[kind] < SHARE * count:
                    kinds[kind] += 1
                    found[puzzle.place] = replace(puzzle, id=f"{puzzle.game}-{len(found) + 1:05}")
        return list(found.values())
