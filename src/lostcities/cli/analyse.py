"""`lostcities analyse`: what was skill and what was luck in recorded matches."""

import json
from contextlib import ExitStack
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from lostcities.cli.common import console, fail
from lostcities.cli.replay import answer_all
from lostcities.games.options import shown
from lostcities.records.errors import wrong
from lostcities.text import ENGLISH as TEXT

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

    from rich.console import Console

    from lostcities.analysis.report import Analyst, Done, MatchReport, RoundReport, Task
    from lostcities.arena.contest import Stop
    from lostcities.arena.processes import Processes

SURE = 2
"""Standard errors on either side of a figure: the true one is within them in 95% of cases."""


def analyse(
    file: Annotated[str, typer.Argument(metavar="FILE", help=TEXT("cli.analyse.file"))],
    level: Annotated[str, typer.Option("--level", metavar="quick|deep", help=TEXT("cli.analyse.level"))] = "quick",
    seat: Annotated[int | None, typer.Option("--seat", metavar="N", min=0, help=TEXT("cli.analyse.seat"))] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="S", min=0, help=TEXT("cli.analyse.seed"))] = 0,
    jobs: Annotated[int | None, typer.Option("--jobs", min=1, help=TEXT("cli.arena.jobs"))] = None,
    as_json: Annotated[bool, typer.Option("--json", help=TEXT("cli.analyse.json"))] = False,
) -> None:
    """Analyse every match of a file.

    Example: lostcities analyse match.json
    """
    from lostcities.analysis.decisions import LEVELS

    if level not in LEVELS:
        fail(TEXT("cli.analyse.no_level", level=shown(level)))
    with Desk(level, seed, jobs) as desk:

        def answer(line: int | None, record: object) -> int:
            report = desk.report(record, seat)
            if as_json:
                from lostcities.analysis import report as reports

                print(json.dumps(reports.as_json(report, seat)), flush=line is None)
            else:
                show(report, seat)
            return 0

        answer_all(file, as_json, answer)


class Desk(ExitStack):
    """Where matches are analysed: on all cores, in processes that stay for the next match."""

    def __init__(self, level: str, seed: int, jobs: int | None) -> None:
        super().__init__()
        self.level, self.seed, self.jobs = level, seed, jobs
        self.number = 0

    @cached_property
    def processes(self) -> "Processes[Part, tuple[Task, Done]]":
        from lostcities.arena.processes import Processes

        return Processes(Assistant, self.jobs)

    @cached_property
    def pool(self) -> "ProcessPoolExecutor":
        """The processes, started when there is something to do."""
        return self.enter_context(self.processes.opened())

    def report(self, record: object, seat: int | None) -> "MatchReport":
        """Return the report of one record, with progress on stderr."""
        from lostcities.analysis.report import assembled, tasks_of
        from lostcities.analysis.story import read_story
        from lostcities.cli.progress import Progress

        story = read_story(record, views=False)
        if seat is not None and seat >= len(story.names):
            raise wrong("no_seat_to_analyse", seat=seat, high=len(story.names) - 1)
        self.number += 1
        total = sum(len(played.moves) for played in story.rounds)
        progress = Progress([(TEXT("cli.analyse.progress"), total)], lambda count: TEXT("cli.analyse.line", count=count, total=total))
        parts = (Part(self.number, record, self.level, self.seed, task) for task in tasks_of(story))
        done = {}
        with progress.shown():
            for task, found in self.processes.spread(self.pool, parts):
                done[task] = found
                progress.tell(0, task.decisions, ())
        return assembled(story, self.level, done)


class Part(NamedTuple):
    """A task, and the match that it belongs to: how many there were before it tells whether it is a new one."""

    number: int
    record: object
    level: str
    seed: int
    task: "Task"


class Assistant:
    """Works in a process of its own."""

    def __init__(self, _stopped: "Stop") -> None:
        self.number = 0
        self.analyst: Analyst | None = None

    def play(self, part: Part) -> "tuple[Task, Done]":
        """Do one task."""
        from lostcities.analysis.report import Analyst
        from lostcities.analysis.story import read_story

        if self.analyst is None or part.number != self.number:
            self.number, self.analyst = part.number, Analyst(read_story(part.record), part.level, part.seed)
        return part.task, self.analyst.do(part.task)

    def close(self) -> None:
        """Nothing has to be closed."""


def show(report: "MatchReport", seat: int | None) -> None:
    screen = console()
    names = names_in(report)
    seats = range(len(names)) if seat is None else (seat,)
    for played in report.rounds:
        screen.print(TEXT("analyse.round", number=played.story.number))
        for each in seats[:1] if len(names) == 2 else seats:  # of two players, each has the other's graph upside down
            graph(screen, played, each, names[each])
        ledgers(screen, report, played, list(seats))
    moments(screen, report, list(seats))
    for each in seats:
        mean, error = report.loss(each)
        if mean is not None:
            count = len(report.counted(each))
            told = TEXT("analyse.loss", name=names[each], points=f"{mean:.2f}", error=f"{error or 0:.2f}", count=count)
            screen.print(" ".join([told, *likeness(report, mean, count)]))


def likeness(report: "MatchReport", mean: float, count: int) -> list[str]:
    """Return a sentence on the graded opponents who lose about as much, if there is something to say."""
    from lostcities.analysis.strength import plays_like

    match plays_like(report.scale, mean, count):
        case [weaker, stronger]:
            return [TEXT("analyse.between", weaker=weaker, stronger=stronger)]
        case [bot]:
            return [TEXT("analyse.like", bot=bot)]
    return []


def names_in(report: "MatchReport") -> list[str]:
    """Return the names as a terminal can show them: anybody may have written the record."""
    from lostcities.terminal.parts import tidy

    return [tidy(name) for name in report.story.names]


def graph(screen: "Console", played: "RoundReport", seat: int, name: str) -> None:
    """Print a seat's expected lead over the round, and its chance to win the match."""
    from lostcities.cli.graph import chance_row, lead_rows

    screen.print(f"  {TEXT('analyse.graph', name=name)}")
    rows = lead_rows([leads[seat] for leads in played.luck.leads])
    for row in [*rows, chance_row(TEXT("analyse.win"), [chances[seat] for chances in played.chances])]:
        screen.print(row, no_wrap=True)


def ledgers(screen: "Console", report: "MatchReport", played: "RoundReport", seats: list[int]) -> None:
    """Print how each lead came about."""
    from rich.table import Table

    parts = ("start", "deal", "own_draws", "other_draws", "own_choices", "other_choices", "rest", "lead")
    table = Table("", *(TEXT(f"analyse.{part}") for part in parts), box=None)
    for column in table.columns[1:]:
        column.justify = "right"
    for seat in seats:
        ledger = played.ledgers[seat]
        table.add_row(names_in(report)[seat], *(signed(getattr(ledger, part)) for part in parts))
    screen.print(table)


def moments(screen: "Console", report: "MatchReport", seats: list[int]) -> None:
    """Print the decisions that cost the most."""
    found = report.dearest(seats)
    screen.print(TEXT("analyse.dearest") if found else TEXT("analyse.none"))
    for played, made in found:
        about: dict[str, str | int] = {"round": played.story.number, "move": made.move, "name": names_in(report)[made.seat]}
        about |= {"cost": f"{made.cost:.1f}", "error": f"{SURE * made.error:.1f}", "label": str(made.label)}
        screen.print("  " + TEXT("analyse.moment", played=made.played, best=made.best, **about))
        for reason in made.why:
            screen.print("    " + TEXT.explain(reason, "why"))


def signed(value: float) -> str:
    """Return a figure with its sign.

    >>> signed(3.14), signed(-0.04), signed(-2.5)
    ('+3.1', '0.0', '−2.5')
    """
    text = f"{value:+.1f}"
    return "0.0" if text in ("+0.0", "-0.0") else text.replace("-", "−")
