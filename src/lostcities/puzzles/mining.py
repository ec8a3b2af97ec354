"""Mining: rounds of self-play are searched for puzzles on all cores; with a GPU, the cores search and the GPU plays out."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from functools import partial
from itertools import count as counting
from pathlib import Path
from typing import NamedTuple

from lostcities.analysis.trials import Worlds, seed_of
from lostcities.arena.contest import Stop
from lostcities.arena.processes import Processes
from lostcities.bots.batches import CPU
from lostcities.bots.network import Floats
from lostcities.games.game import View
from lostcities.games.registry import game as game_named
from lostcities.puzzles.funnel import GLANCE, Finder, Funnel
from lostcities.puzzles.journal import Journal, Plan, Task
from lostcities.puzzles.labs import lab_of
from lostcities.puzzles.positions import SelfPlay
from lostcities.puzzles.puzzle import save
from lostcities.puzzles.trial import Trial

ROUNDS = 1
"""Rounds of self-play per task: a run that is stopped loses what is not finished, and on a CPU a round may take minutes."""
AT_ONCE = 64
"""Positions that are played out together on a GPU."""

Tell = Callable[[int, int], None]
"""Called after every task: how many puzzles there are, and how many positions were looked at."""


class Prospect(NamedTuple):
    """A position worth a closer look, on its way to the GPU."""

    view: View
    seed: int
    glance: Floats
    asked: int

    @classmethod
    def of(cls, trial: Trial) -> Prospect:
        return cls(trial.position.view, trial.seed, trial.found[GLANCE], trial.asked[GLANCE])

    def trial(self, selfplay: SelfPlay, worlds: Worlds) -> Trial:
        return Trial(selfplay.position(self.view), worlds, self.seed, {GLANCE: self.glance}, {GLANCE: self.asked})


class Searched(NamedTuple):
    """A task of which the GPU has to do the rest."""

    number: int
    looked: int
    prospects: list[Prospect]


class Hand:
    """Works in a process of its own."""

    def __init__(self, plan: Plan, _stopped: Stop) -> None:
        self.plan, self.game = plan, game_named(plan.game)
        self.finder = Finder(self.game, lab_of(self.game, plan.turns, plan.other))

    def trials(self, number: int) -> tuple[int, list[Trial]]:
        """Return how many positions the rounds of a task had, and those worth a closer look."""
        before = self.finder.looked
        rounds = (self.finder.find(seed_of(self.plan.seed, number, each)) for each in range(ROUNDS))
        trials = [trial for found in rounds for trial in found]
        return self.finder.looked - before, trials

    def close(self) -> None:
        """Nothing has to be closed."""


class Searcher(Hand):
    """Plays the rounds of a task, and finds what is worth a closer look."""

    def play(self, number: int) -> Searched:
        looked, trials = self.trials(number)
        return Searched(
            number, looked, [Prospect(trial.position.view, trial.seed, trial.found[GLANCE], trial.asked[GLANCE]) for trial in trials]
        )


class Miner(Hand):
    """Does whole tasks."""

    def __init__(self, plan: Plan, stopped: Stop) -> None:
        super().__init__(plan, stopped)
        self.funnel = Funnel(self.game, self.finder.lab)

    def play(self, number: int) -> Task:
        looked, trials = self.trials(number)
        return Task(number, looked, [puzzle for trial in trials for puzzle in self.funnel.puzzles([trial]) if puzzle])


def mine(plan: Plan, out: Path, count: int, jobs: int | None, tell: Tell, minutes: float | None = None) -> tuple[int, int]:
    """Mine until there are `count` puzzles, or for some minutes; write the set, also when interrupted.

    Returns how many puzzles it has, and how many positions were looked at.
    """
    out.parent.mkdir(parents=True, exist_ok=True)
    journal = Journal(out, plan)
    end = time.monotonic() + 60 * minutes if minutes else float("inf")
    open_tasks = (number for number in counting() if number not in journal.done)
    work = on_cores(plan, jobs, open_tasks) if plan.device == CPU else on_gpu(plan, jobs, open_tasks)
    kept = len(journal.kept(count))
    try:
        while kept < count and time.monotonic() < end:
            task = next(work)
            journal.note(task)
            if task.puzzles:
                kept = len(journal.kept(count))
            tell(kept, journal.looked)
    finally:
        work.close()
        save(out, journal.kept(count))
    return kept, journal.looked


def on_cores(plan: Plan, jobs: int | None, numbers: Iterator[int]) -> Generator[Task]:
    """Yield finished tasks, in any order."""
    yield from Processes[int, Task](partial(Miner, plan), jobs).play(numbers)


def on_gpu(plan: Plan, jobs: int | None, numbers: Iterator[int]) -> Generator[Task]:
    """Yield finished tasks, in order: searched on the cores, and played out on the GPU, in the same batches on however many cores."""
    game = game_named(plan.game)
    funnel, selfplay, worlds = Funnel(game, lab_of(game, plan.turns, plan.other, plan.device)), SelfPlay(game), Worlds(game)
    issued: deque[int] = deque()
    searched = Processes[int, Searched](partial(Searcher, plan), jobs).play(noted(numbers, issued))
    waiting: list[Searched] = []
    for each in in_order(searched, issued):
        waiting.append(each)
        if sum(len(task.prospects) for task in waiting) >= AT_ONCE:
            yield from played_out(funnel, selfplay, worlds, waiting)
            waiting = []


def noted(numbers: Iterator[int], issued: deque[int]) -> Iterator[int]:
    """Pass numbers on, and note their order."""
    for number in numbers:
        issued.append(number)
        yield number


def in_order(searched: Iterable[Searched], issued: deque[int]) -> Iterator[Searched]:
    """Put tasks back into the order in which they were given out."""
    early: dict[int, Searched] = {}
    for task in searched:
        early[task.number] = task
        while issued and issued[0] in early:
            yield early.pop(issued.popleft())


def played_out(funnel: Funnel, selfplay: SelfPlay, worlds: Worlds, searched: Sequence[Searched]) -> Iterator[Task]:
    """Yield tasks with the puzzles among their prospects."""
    owners = [task.number for task in searched for _ in task.prospects]
    trials = [prospect.trial(selfplay, worlds) for task in searched for prospect in task.prospects]
    puzzles = list(zip(owners, funnel.puzzles(trials), strict=True))
    for task in searched:
        yield Task(task.number, task.looked, [puzzle for number, puzzle in puzzles if puzzle and number == task.number])
