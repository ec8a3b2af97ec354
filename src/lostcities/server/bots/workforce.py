"""Bots think in separate processes, one per core, never on the event loop. They are given a view and nothing else.

Under load everyone's time shrinks: requests that wait in the queue shorten the time of those being answered. A process that dies, does
not answer or cannot be started is replaced after a while, and its request goes to another one. If there is none, nobody waits.
"""

import asyncio
import contextlib
import os
import sys
from dataclasses import dataclass

import msgspec

from lostcities.arena.processes import ONE_THREAD, available_cores
from lostcities.games.registry import NAMES
from lostcities.server import metrics
from lostcities.server.bots.worker import Answer, Request
from lostcities.server.logs import log

PATIENCE = 20.0
"""Seconds beyond its time that a process may take: the very first answer waits for the networks to load."""
PREPARING_MS = 60_000
"""How long it may take to compile what analyses of a game need, at most."""
LONGEST_ANSWER = 16 * 1024 * 1024
"""Bytes. The graph of the longest round that is analysed takes a fraction of this."""
TRIES = 2
FIRST_REST, LONGEST_REST = 0.5, 10.0
"""Seconds for which a process rests after failing twice in a row: doubled after each further failure."""
THINKER = (sys.executable, "-m", "lostcities.server.bots.worker")


class NoAnswer(Exception):
    """No process could answer."""


LIVE, LATER = 0, 1
"""Those who play come first; analyses wait until nobody else does."""


@dataclass(slots=True)
class Job:
    """A request, and the future of whoever waits for the answer."""

    request: Request
    done: asyncio.Future[Answer]
    rank: int = LIVE
    tries: int = 0


class Worker:
    """One process. It is started on its first request, and restarted after it was lost."""

    def __init__(self) -> None:
        self.process: asyncio.subprocess.Process | None = None
        self.failures = 0
        """Consecutive failures."""
        self.resting = False

    async def start(self) -> asyncio.subprocess.Process:
        pipe = asyncio.subprocess.PIPE
        quiet = asyncio.subprocess.DEVNULL
        environment = {**os.environ, **ONE_THREAD}
        self.process = await asyncio.create_subprocess_exec(
            *THINKER, stdin=pipe, stdout=pipe, stderr=quiet, env=environment, start_new_session=True, limit=LONGEST_ANSWER
        )
        return self.process

    async def ask(self, request: Request) -> Answer:
        """Return the answer. Raises `NoAnswer` if none comes, and then the process is gone."""
        try:
            answer = await self.converse(request)
        except Exception as error:  # any failure: if this task ended, everyone who waits for it would wait for ever
            self.fail(error)
            await self.close()
            raise NoAnswer from None
        self.failures = 0
        return answer

    async def converse(self, request: Request) -> Answer:
        process = self.process or await self.start()
        assert process.stdin
        assert process.stdout
        process.stdin.write(msgspec.json.encode(request) + b"\n")
        await process.stdin.drain()
        line = await asyncio.wait_for(process.stdout.readline(), request["ms"] / 1000 + PATIENCE)
        answer: Answer = msgspec.json.decode(line)
        return answer

    async def rest(self) -> None:
        """Wait, longer after each failure, until it can be started again."""
        while self.resting:
            await asyncio.sleep(min(FIRST_REST * 2 ** min(self.failures - 2, 10), LONGEST_REST))
            try:
                await self.start()
                self.resting = False
            except Exception as error:
                self.fail(error)

    def fail(self, error: Exception) -> None:
        self.failures += 1
        log.error("worker_failed", failures=self.failures, exc_info=error)

    async def close(self) -> None:
        process, self.process = self.process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


class Workforce:
    """The processes of this machine, and their queue."""

    def __init__(self, workers: int = 0) -> None:
        self.workers = [Worker() for _ in range(workers or max(available_cores() - 1, 1))]
        self.queue: asyncio.PriorityQueue[tuple[int, int, Job]] = asyncio.PriorityQueue()
        """By rank, then by the order in which they came."""
        self.count = 0
        self.waiting = 0
        """Live requests in the queue."""
        self.tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        self.tasks = [asyncio.create_task(self.run(worker)) for worker in self.workers]

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for worker in self.workers:
            await worker.close()

    async def prepare(self) -> None:
        """Compile what analyses need, in a process that no bot waits for."""
        worker = Worker()
        try:
            for name in NAMES:
                answer = await worker.ask({"ask": "prepare", "game": name, "ms": PREPARING_MS})
                if "error" in answer:
                    log.error("not_prepared", game=name, error=answer["error"])
        except NoAnswer:
            log.error("not_prepared", game=name)
        finally:
            await worker.close()

    @property
    def resting(self) -> int:
        """How many processes have failed and are not replaced yet."""
        return sum(worker.resting for worker in self.workers)

    async def ask(self, request: Request, rank: int = LIVE) -> Answer:
        """Return the answer of a process. Raises `NoAnswer` if none has one."""
        job = Job(request, asyncio.get_running_loop().create_future(), rank)
        self.put(job)
        return await job.done

    def put(self, job: Job) -> None:
        """Queue a request, if a process may get to it."""
        if self.resting == len(self.workers):
            refuse(job)
            return
        self.count += 1
        self.queue.put_nowait((job.rank, self.count, job))
        self.queued(job, 1)

    def queued(self, job: Job, change: int) -> None:
        """Count the requests that someone at a table waits for."""
        self.waiting += change * (job.rank == LIVE)
        metrics.THINKING_QUEUE.set(self.waiting)

    async def run(self, worker: Worker) -> None:
        """Serve one process: request after request, skipping those that nobody waits for any more."""
        while True:
            _, _, job = await self.queue.get()
            self.queued(job, -1)
            if not job.done.done():
                await self.work(worker, job)

    async def work(self, worker: Worker, job: Job) -> None:
        job.tries += 1
        try:
            ms = self.share(job.request["ms"]) if job.rank == LIVE else job.request["ms"]
            answer = await worker.ask({**job.request, "ms": ms})
        except NoAnswer:
            await self.do_without(worker, job)
            return
        if not job.done.done():
            job.done.set_result(answer)

    async def do_without(self, worker: Worker, job: Job) -> None:
        """Handle a failed process: retry the request once. After a second failure it rests, and if all rest, nobody waits for them."""
        metrics.WORKERS_LOST.inc()
        worker.resting = worker.failures > 1
        metrics.WORKERS_RESTING.set(self.resting)
        if job.tries < TRIES:
            self.put(job)
        else:
            refuse(job)
        while self.resting == len(self.workers) and not self.queue.empty():
            _, _, job = self.queue.get_nowait()
            self.queued(job, -1)
            refuse(job)
        await worker.rest()
        metrics.WORKERS_RESTING.set(self.resting)

    def share(self, ms: int) -> int:
        """Return the time for one decision while others wait."""
        return int(ms / (1 + self.waiting / len(self.workers)))


def refuse(job: Job) -> None:
    if not job.done.done():
        job.done.set_exception(NoAnswer())
