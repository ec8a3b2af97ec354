"""The analysis of a finished table: worked out in the bots' processes when somebody asks, told to everyone who waits, and then stored.

It is a list of lines of JSON in the shapes of `lostcities.analysis/1`. First comes what the table knows of the match, then how every
round went, which draws the graph, then the decisions, and at last the whole report, which is all that is stored. If the analysis fails,
the last line says so.
"""

import asyncio
from collections.abc import AsyncIterator
from typing import Any, cast

import msgspec

from lostcities.analysis.decisions import QUICK, Decision
from lostcities.analysis.luck import RoundLuck
from lostcities.analysis.report import Task, as_json, assembled, course_json, decision_json, tasks_of, with_end
from lostcities.analysis.story import MatchStory, read_story
from lostcities.bots.critics.critic import critic_name
from lostcities.games.registry import game
from lostcities.server.bots.pool import BotPool
from lostcities.server.bots.workforce import NoAnswer
from lostcities.server.logs import log
from lostcities.server.store.storage import Figures, Storage

AT_WORK = 4
"""Analyses that are worked on at the same time; the others wait."""
AT_ONCE = 2
"""Tasks of one analysis that wait for a process at the same time."""
FAILED = {"what": "failed"}
"""The last line of an analysis that could not be finished."""


def encoded(line: Any) -> bytes:
    return msgspec.json.encode(line) + b"\n"


def outline(record: Any) -> dict[str, Any]:
    """Return what is known of a match before anything is worked out."""
    rounds = [
        {"round": number, "moves": len(played["moves"]), "scores": played["scores"]} for number, played in enumerate(record["rounds"], 1)
    ]
    return {"what": "match", "game": record["game"], "players": record["players"], "rounds": rounds}


class Journal:
    """One analysis in progress."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []
        self.report: bytes | None = None
        """At last, the line of the whole report, as it is stored: everybody is told the names that the players have when they ask."""
        self.over = False
        self.news = asyncio.Condition()

    async def add(self, line: Any = None) -> None:
        """Tell everyone who waits; without a line, that nothing more will come."""
        async with self.news:
            if line is None:
                self.over = True
            else:
                self.lines.append(encoded(line))
            self.news.notify_all()

    async def told(self) -> AsyncIterator[bytes]:
        """Yield all lines, those to come too."""
        sent = 0
        while True:
            async with self.news:
                while not self.over and len(self.lines) == sent:
                    await self.news.wait()
                fresh = self.lines[sent:]
            if not fresh:
                return
            sent += len(fresh)
            yield b"".join(fresh)


class Kept(msgspec.Struct):
    """The line of a whole report, with its parts as they are stored."""

    what: str
    report: dict[str, msgspec.Raw]


def without_names(report: dict[str, Any]) -> bytes:
    """Return the line to store. Names are kept apart from it, with the seats, so that they can be deleted."""
    return encoded({"what": "report", "report": report | {"players": []}})


def with_names(line: bytes, names: list[str]) -> bytes:
    """Return a stored line with the names that the players have now."""
    kept = msgspec.json.decode(line, type=Kept)
    kept.report["players"] = msgspec.Raw(msgspec.json.encode(names))
    return encoded(kept)


class Journals:
    """All analyses in progress."""

    def __init__(self, storage: Storage, bots: BotPool) -> None:
        self.storage, self.bots = storage, bots
        self.running: dict[str, Journal] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.gate = asyncio.Semaphore(AT_WORK)
        self.closed = False

    async def lines(self, table: str, record: Any, only_stored: bool = False) -> AsyncIterator[bytes]:
        """Yield the analysis of a finished table, line by line: the stored one at once, or another one as it is made, if that is wanted."""
        yield encoded(outline(record))
        stored = await self.storage.journal(table, critic_name(game(record["game"])))
        if stored is not None:
            yield await asyncio.to_thread(with_names, stored, record["players"])
        if stored is not None or only_stored or self.closed:
            return
        if table not in self.running:
            self.begin(table, record)
        journal = self.running[table]
        async for piece in journal.told():
            yield piece
        if journal.report is not None:
            yield await asyncio.to_thread(with_names, journal.report, record["players"])

    async def finish(self, table: str, record: Any) -> None:
        """See to it that the analysis of a finished table is stored, unless it fails."""
        async for _ in self.lines(table, record):
            pass

    def begin(self, table: str, record: Any) -> None:
        journal = self.running[table] = Journal()
        task = asyncio.create_task(self.work(table, record, journal))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def work(self, table: str, record: Any, journal: Journal) -> None:
        """Work an analysis out and store it. If that fails, whoever waits is told, and may ask again."""
        try:
            report = await self.analysis(table, record, journal)
            line = await asyncio.to_thread(without_names, report)
            seats = msgspec.convert(report["seats"], list[Figures])
            await self.storage.keep_journal(table, report["critic"], line, seats)
            journal.report = line
        except* NoAnswer:
            await journal.add(FAILED)  # the pool has said why
        except* Exception as error:
            log.error("journal_failed", table=table, exc_info=error)
            await journal.add(FAILED)
        finally:
            del self.running[table]
            await journal.add()

    async def analysis(self, name: str, record: Any, journal: Journal | None = None) -> dict[str, Any]:
        """Return the analysis of a match, and tell a journal meanwhile. Raises `NoAnswer` if there is none."""
        async with self.gate:
            story = await asyncio.to_thread(read_story, record, False)
            return await Work(self.bots, name, record, story, journal or Journal()).report()

    async def close(self) -> None:
        """Abandon what is not finished, and begin nothing more: it is made again when somebody asks another time."""
        self.closed = True
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


class Work:
    """The work on one match: its tasks are done in the bots' processes, and what comes of them is told in order."""

    def __init__(self, bots: BotPool, table: str, record: Any, story: MatchStory, journal: Journal) -> None:
        self.bots, self.table, self.record, self.story, self.journal = bots, table, record, story, journal
        self.gate = asyncio.Semaphore(AT_ONCE)
        self.done: dict[Task, RoundLuck | list[Decision]] = {}
        self.courses: list[RoundLuck] = []
        """How the rounds went, without gaps."""
        self.told = 0
        """How many of them have been told."""

    async def report(self) -> dict[str, Any]:
        """Let the processes do all tasks, a few at a time, in order."""
        async with asyncio.TaskGroup() as group:
            for task in tasks_of(self.story):
                group.create_task(self.do(task))
        return await asyncio.to_thread(lambda: as_json(assembled(self.story, QUICK, self.done)))

    async def do(self, task: Task) -> None:
        async with self.gate:
            found = await self.bots.analyse(self.table, self.story.game.name, self.record, task)
        if task.first:
            made = self.done[task] = msgspec.convert(found, list[Decision])
            await self.journal.add({"what": "decisions", "round": task.round, "decisions": [decision_json(each) for each in made]})
        else:
            self.done[task] = msgspec.convert(found, RoundLuck)
            await self.tell_courses()

    async def tell_courses(self) -> None:
        """Tell how rounds went, as far as it is known. The chances at the end of a round are those before the deal of the next one."""
        rounds = len(self.story.rounds)
        while (found := self.done.get(Task(len(self.courses) + 1))) is not None:
            self.courses.append(cast(RoundLuck, found))
        while self.told < len(self.courses) - (len(self.courses) < rounds):
            number, self.told = self.told, self.told + 1
            course = course_json(self.told, self.courses[number], with_end(self.courses, number, self.story))
            await self.journal.add({"what": "course", "course": course})
