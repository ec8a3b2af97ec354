"""What `arena` and `ladder` share: running a tournament with its progress on stderr, and stopping it with Ctrl-C."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from lostcities.cli.common import complain, fail
from lostcities.text import ENGLISH as TEXT

if TYPE_CHECKING:
    from rich.progress import Progress

    from lostcities.arena.cluster import Cluster
    from lostcities.arena.journal import Journal
    from lostcities.arena.processes import Done, Hire, Processes, Task
    from lostcities.arena.running import Players, Run, Watcher
    from lostcities.arena.statistics import Played
    from lostcities.arena.tournament import Tournament

INTERRUPTED = 130
"""The exit status after Ctrl-C, as shells have it."""
SECONDS_BETWEEN_LINES = 30
"""How often progress is told where it cannot be drawn."""


def run(tournament: "Tournament", jobs: int | None, folder: Path | None, address: str | None) -> tuple["Run", bool]:
    """Plays a tournament; the second value says whether it was stopped. A folder or a cluster that is wrong ends the program."""
    from lostcities.arena.journal import Journal
    from lostcities.arena.running import Run
    from lostcities.games.errors import BadOption
    from lostcities.records import RecordError

    journal: Journal | None = None
    try:
        journal = Journal(folder, tournament) if folder else None
        played = Run(tournament, players(tournament, jobs, address, folder is not None), journal)
        return played, not finished(played, journal)
    except (RecordError, BadOption) as error:
        fail(error)
    finally:
        if journal:
            journal.close()


def finished(played: "Run", journal: "Journal | None") -> bool:
    """Plays to the end; False if Ctrl-C stopped it."""
    try:
        with progress(played.tournament) as watch:
            played.play(watch)
    except KeyboardInterrupt:
        key = "arena.stopped_kept" if journal else "arena.stopped"
        complain(TEXT(key, played=len(played.matches), matches=played.tournament.total))
        return False
    return True


def players(tournament: "Tournament", jobs: int | None, address: str | None, keep_records: bool) -> "Players":
    """Where the matches are played."""
    from lostcities.arena.worker import Worker

    return workplace(partial(Worker, tournament, keep_records), jobs, address)


def workplace(hire: "Hire[Task, Done]", jobs: int | None, address: str | None) -> "Processes[Task, Done] | Cluster[Task, Done]":
    """The cores of this machine, or a cluster."""
    if address is None:
        from lostcities.arena.processes import Processes

        return Processes(hire, jobs)
    from lostcities.arena.cluster import Cluster

    return Cluster(hire, address, jobs)


@contextmanager
def progress(tournament: "Tournament") -> "Iterator[Watcher]":
    """Something to tell of every match: a bar where stderr is a terminal, else a line now and then."""
    if not sys.stderr.isatty():
        yield Lines(tournament).tell
        return
    with bars_on_stderr() as bars:
        tasks = [bars.add_task(" – ".join(pair), total=tournament.matches_of(pair)) for pair in tournament.pairs]

        def tell(played: "Played") -> None:
            bars.advance(tasks[played.pair])
            for remark in remarks(tournament, played):
                bars.console.print(remark, highlight=False)

        yield tell


def bars_on_stderr() -> "Progress":
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=Console(stderr=True, markup=False, emoji=False), transient=True)


class Lines:
    """Progress where nobody watches: a line every half minute, and forfeits and rounds that the cap ended as they happen."""

    def __init__(self, tournament: "Tournament") -> None:
        self.tournament = tournament
        self.count = 0
        self.told = time.monotonic()

    def tell(self, played: "Played") -> None:
        self.count += 1
        for remark in remarks(self.tournament, played):
            print(remark, file=sys.stderr, flush=True)
        if time.monotonic() - self.told > SECONDS_BETWEEN_LINES:
            self.told = time.monotonic()
            print(TEXT("arena.progress", played=self.count, matches=self.tournament.total), file=sys.stderr, flush=True)


def remarks(tournament: "Tournament", played: "Played") -> "Iterator[str]":
    """What people should hear of a match at once."""
    if played.result.truncated:
        yield truncation(tournament, played)
    if played.result.reason is not None:
        yield forfeit(tournament, played)


def truncation(tournament: "Tournament", played: "Played") -> str:
    """A sentence that says which match had rounds that the cap on turns ended."""
    from lostcities.arena.tournament import CAP

    pair, count = tournament.pairs[played.pair], played.result.truncated
    told: dict[str, str | int] = {"bots": " – ".join(pair), "bot": pair[0], "deal": played.deal, "seat": played.seat, "count": count}
    return TEXT("arena.truncation", **told, turns=int(tournament.options[CAP] or 0))


def forfeit(tournament: "Tournament", played: "Played") -> str:
    """A sentence that says who lost which match by what."""
    from lostcities.arena.tournament import Pairing

    result, seats = played.result, tournament.seats(Pairing(*played[:3]))
    assert result.reason is not None
    assert result.forfeit is not None
    return TEXT("arena.forfeit", bot=seats[result.forfeit], deal=played.deal, seat=result.forfeit, why=TEXT.explain(result.reason))
