"""The analysis of a finished table: worked out in the bots' processes when somebody asks, told to everyone who waits, and then stored.

It is a list of lines of JSON. First comes the luck of every round, which draws the graph, then the decisions, and at last the whole
report, which is all that is stored.
"""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import msgspec

from lostcities.analysis.critic import critic_name
from lostcities.analysis.decisions import QUICK, Decision
from lostcities.analysis.luck import RoundLuck
from lostcities.analysis.report import Task, as_json, assembled, tasks_of
from lostcities.analysis.story import MatchStory, read_story
from lostcities.games.registry import game
from lostcities.server.bots.pool import BotPool, NoAnswer
from lostcities.server.logs import log
from lostcities.server.store.storage import Figures, Storage

AT_ONCE = 2
"""Tasks of one analysis that wait for a process at the same time."""


class Journal:
    """One analysis in progress."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []
        self.over = False
        self.news = asyncio.Condition()

    async def add(self, line: Any = None) -> None:
        """Tell everyone who waits; without a line, that nothing more will come."""
        async with self.news:
            if line is None:
                self.over = True
            else:
                self.lines.append(msgspec.json.encode(line) + b"\n")
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
    return msgspec.json.encode({"what": "report", "report": report | {"players": []}}) + b"\n"


def with_names(line: bytes, names: list[str]) -> bytes:
    """Return a stored line with the names that the players have now."""
    kept = msgspec.json.decode(line, type=Kept)
    kept.report["players"] = msgspec.Raw(msgspec.json.encode(names))
    return msgspec.json.encode(kept) + b"\n"


class Journals:
    """All analyses in progress."""

    def __init__(self, storage: Storage, bots: BotPool) -> None:
        self.storage, self.bots = storage, bots
        self.running: dict[str, Journal] = {}
        self.tasks: set[asyncio.Task[None]] = set()

    async def lines(self, table: str, record: Any) -> AsyncIterator[bytes]:
        """Yield the analysis of a finished table, line by line: the stored one at once, or another one as it is made."""
        stored = await self.storage.journal(table, critic_name(game(record["game"])))
        if stored is not None:
            yield with_names(stored, record["players"])
            return
        if table not in self.running:
            self.begin(table, record)
        async for piece in self.running[table].told():
            yield piece

    def begin(self, table: str, record: Any) -> None:
        journal = self.running[table] = Journal()
        task = asyncio.create_task(self.work(table, record, journal))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def work(self, table: str, record: Any, journal: Journal) -> None:
        """Work an analysis out and store it. If that fails, whoever waits gets fewer lines, and may ask again."""
        try:
            story = await asyncio.to_thread(read_story, record, False)
            report = await self.worked_out(table, record, story, journal)
            line = {"what": "report", "report": report}
            seats = msgspec.convert(report["seats"], list[Figures])
            await self.storage.keep_journal(table, report["critic"], without_names(report), seats)
            await journal.add(line)
        except* NoAnswer:
            pass  # the pool has said why
        except* Exception as error:
            log.error("journal_failed", table=table, exc_info=error)
        finally:
            del self.running[table]
            await journal.add()

    async def worked_out(self, table: str, record: Any, story: MatchStory, journal: Journal) -> dict[str, Any]:
        """Let the processes do all tasks, a few at a time, in order."""
        done: dict[Task, RoundLuck | list[Decision]] = {}
        gate = asyncio.Semaphore(AT_ONCE)

        async def do(task: Task) -> None:
            async with gate:
                found = await self.bots.analyse(table, story.game.name, record, task)
            if task.first:
                done[task] = msgspec.convert(found, list[Decision])
                await journal.add({"what": "decisions", "round": task.round, "decisions": found})
            else:
                done[task] = msgspec.convert(found, RoundLuck)
                await journal.add({"what": "luck", "round": task.round, "luck": found})

        async with asyncio.TaskGroup() as group:
            for task in tasks_of(story):
                group.create_task(do(task))
        return as_json(assembled(story, QUICK, done))

    async def close(self) -> None:
        """Abandon what is not finished: it is made again when somebody asks."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
