"""The bots' work, given to `lostcities worker` processes on any machine. Nobody waits for what may never come: it is then done here.

An answer may come twice, or late: the first one counts, and only if somebody still waits for it.
"""

import asyncio
import contextlib
import secrets

from lostcities.server import metrics
from lostcities.server.bots.streams import CLAIMED, STREAMS, answer_in, answers_of, entries, placed, processes, workers_of
from lostcities.server.bots.worker import Answer, Request
from lostcities.server.bots.workforce import LATER, LIVE, NoAnswer
from lostcities.server.logs import log
from lostcities.server.redis.connection import BLOCK_MS, Away, Connection, Reply
from lostcities.server.redis.roll import BEAT, Roll

PATIENCE = 20.0
"""Seconds beyond its time that an answer may take, waiting included."""
PAUSE = 0.1
"""Seconds before asking Redis again after it failed."""
RANKS = {LIVE: "live", LATER: "later"}
Waiting = asyncio.Future[Answer]


class Remote:
    """The workers on other machines, as one server sees them."""

    def __init__(self, connection: Connection, servers: Roll, server: str) -> None:
        self.connection, self.servers, self.server = connection, servers, server
        self.workers = workers_of(connection)
        self.waiting: dict[str, Waiting] = {}
        self.processes = 0
        """How many processes all workers have together."""
        self.tasks: set[asyncio.Task[None]] = set()
        connection.told.append(self.heard_of)

    def start(self) -> None:
        for work in (self.listen(), self.beat()):
            self.spawn(asyncio.create_task(work))

    def spawn(self, task: asyncio.Task[None]) -> None:
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def close(self) -> None:
        tasks = [*self.tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.give_up()

    @property
    def ready(self) -> bool:
        """Whether a request has somewhere to go."""
        return self.connection.working and self.processes > 0

    async def ask(self, request: Request, rank: int) -> Answer:
        """Return a worker's answer. Raises `NoAnswer` if the work was given up there, and `Away` if it must be done here."""
        id, entry = secrets.token_hex(8), ""
        done: Waiting = asyncio.get_running_loop().create_future()
        self.waiting[id] = done
        try:
            entry = await self.connection.do(*placed(id, self.server, request, rank))
            async with asyncio.timeout(request["ms"] / 1000 + PATIENCE):
                return await done
        except TimeoutError:
            log.warning("worker_silent", rank=RANKS[rank])
            raise Away from None
        finally:
            del self.waiting[id]
            if entry and (not done.done() or done.cancelled()):
                self.spawn(asyncio.create_task(self.withdraw(STREAMS[rank], entry)))

    async def withdraw(self, stream: str, entry: str) -> None:
        """Delete a request that nobody waits for any more. A worker that has it already does it in vain."""
        with contextlib.suppress(Away):
            await self.connection.do("XDEL", stream, entry)

    # -- what comes back --

    async def listen(self) -> None:
        """Read answers as they come. After a failure it starts from the first one again: what was answered twice is harmless."""
        last = "0"
        while True:
            try:
                found = await self.connection.do("XREAD", "BLOCK", BLOCK_MS, "STREAMS", answers_of(self.server), last)
                last = await self.take(found, last)
            except Away:
                last = "0"
                await asyncio.sleep(PAUSE)

    async def take(self, found: Reply, last: str) -> str:
        """Hand out answers, delete them, and return the id of the last one."""
        read = []
        for _, last, fields in entries(found):
            read.append(last)
            try:
                self.answered(*answer_in(fields))
            except (KeyError, ValueError) as error:
                log.error("answer_unreadable", exc_info=error)
        if read:
            await self.connection.do("XDEL", answers_of(self.server), *read)
        return last

    def answered(self, id: str, answer: Answer | None) -> None:
        done = self.waiting.get(id)
        if done is None or done.done():
            return
        if answer is None:
            fail(done, NoAnswer())
        else:
            done.set_result(answer)

    # -- who is there --

    async def beat(self) -> None:
        """Say that this server is there, and see which workers are.

        If it was taken for dead meanwhile, because it slept, they may have dropped what it asked.
        """
        while True:
            try:
                await self.servers.sign(self.server)
                if self.servers.new:
                    self.give_up()
                self.see(await self.workers.read())
                await self.measure()
            except Away:
                self.see([])
            await asyncio.sleep(BEAT)

    def see(self, workers: list[str]) -> None:
        self.processes = processes(workers)
        metrics.REMOTE_PROCESSES.set(self.processes)
        if not workers:
            self.give_up()

    async def measure(self) -> None:
        live, later, claimed = await self.connection.all([("XLEN", STREAMS[LIVE]), ("XLEN", STREAMS[LATER]), ("GET", CLAIMED)])
        metrics.REMOTE_QUEUE.labels(RANKS[LIVE]).set(live)
        metrics.REMOTE_QUEUE.labels(RANKS[LATER]).set(later)
        metrics.REMOTE_CLAIMED.set(int(claimed or 0))

    def heard_of(self, working: bool) -> None:
        if not working:
            self.see([])

    def give_up(self) -> None:
        """Have everything that waits done here."""
        for done in self.waiting.values():
            if not done.done():
                fail(done, Away())


def fail(done: Waiting, error: Exception) -> None:
    done.set_exception(error)
    done.exception()  # whoever waits may be gone, and then nobody has to hear of it
