"""What `lostcities worker` does: it takes requests from Redis, lets the processes of this machine answer them, and sends the answers back.

It takes no more than its processes can begin at once, those of tables before those of analyses.
"""

import asyncio
import contextlib
import secrets
import time

from lostcities.server.bots.streams import CLAIMED, CONSUMER, GROUP, STREAMS, Errand, entries, fields_of, processes, workers_of
from lostcities.server.bots.worker import Answer, Request
from lostcities.server.bots.workforce import LIVE, NoAnswer, Workforce
from lostcities.server.logs import log
from lostcities.server.redis.connection import BLOCK_MS, Away, Connection
from lostcities.server.redis.roll import BEAT, GONE, servers_of

TRIES = 2
"""Workers that may die of the same errand."""
PAUSE = 0.1
"""Seconds before asking Redis again after it failed."""
LAST_SECONDS = 5.0
"""How long errands may take to finish when the worker is told to stop; the others are returned."""


class Taker:
    """A worker of this machine."""

    def __init__(self, connection: Connection, force: Workforce) -> None:
        self.connection, self.force = connection, force
        self.name, self.signed = secrets.token_hex(4), ""
        self.workers, self.servers = workers_of(connection), servers_of(connection)
        self.all_processes = 1
        """How many processes all workers have together."""
        self.asking: list[str] = []
        """The servers that were there at the last look."""
        self.doing: dict[Errand, asyncio.Task[None]] = {}
        self.changed = asyncio.Event()
        self.stopping = False
        self.met = False
        """Whether the groups are known to exist."""
        self.looked = 0.0
        """When it last looked for errands of workers that died."""

    async def run(self) -> None:
        """Work until told to stop."""
        beating = asyncio.create_task(self.beat())
        try:
            while not self.stopping:
                await self.take()
            await self.finish()
        finally:
            beating.cancel()
            await asyncio.gather(beating, return_exceptions=True)

    def stop(self) -> None:
        self.stopping = True
        self.changed.set()

    @property
    def free(self) -> int:
        """How many processes have nothing to do."""
        return len(self.force.workers) - self.force.resting - len(self.doing)

    async def take(self) -> None:
        """Take an errand, once a process is free."""
        if self.free <= 0:
            self.changed.clear()
            with contextlib.suppress(TimeoutError):  # a process that rested may be back
                await asyncio.wait_for(self.changed.wait(), BEAT)
            return
        try:
            await self.meet()
            errand = await self.claimed() or await self.fresh()
        except Away:
            self.met = False
            await asyncio.sleep(PAUSE)
            return
        if errand:
            self.begin(errand)

    def begin(self, errand: Errand) -> None:
        task = self.doing[errand] = asyncio.create_task(self.do(errand))
        task.add_done_callback(lambda _: self.end(errand))

    def end(self, errand: Errand) -> None:
        self.doing.pop(errand, None)
        self.changed.set()

    # -- taking --

    async def meet(self) -> None:
        """Make the groups, which Redis may have lost."""
        if not self.met:
            for stream in STREAMS.values():
                await self.connection.do("XGROUP", "CREATE", stream, GROUP, "0", "MKSTREAM", harmless="BUSYGROUP")
            self.met = True

    async def fresh(self) -> Errand | None:
        """Return the next errand: a live one if there is any, or else the first that comes within a moment."""
        for rank, stream in STREAMS.items():
            if errand := await self.read(rank, "COUNT", 1, "STREAMS", stream, ">"):
                return errand
        return await self.read(None, "COUNT", 1, "BLOCK", BLOCK_MS, "STREAMS", *STREAMS.values(), ">", ">")

    async def read(self, rank: int | None, *how: str | int) -> Errand | None:
        """Return what a read brings. If two come at once, which only happens while nothing else waits, the second one is begun too."""
        found = await self.connection.do("XREADGROUP", "GROUP", GROUP, CONSUMER, *how)
        errands = [errand for line in entries(found) if (errand := await self.opened(*line))]
        for errand in errands[1:]:
            self.begin(errand)
        return errands[0] if errands else None

    async def opened(self, stream: str, entry: str, fields: dict[str, str]) -> Errand | None:
        """Return an entry as an errand. What can't be read is thrown away."""
        rank = next(rank for rank, name in STREAMS.items() if name == stream)
        try:
            return Errand.read(rank, entry, fields)
        except (KeyError, ValueError) as error:
            log.error("errand_unreadable", exc_info=error)
            await self.connection.all([("XACK", stream, GROUP, entry), ("XDEL", stream, entry)])
            return None

    async def claimed(self) -> Errand | None:
        """Return an errand of a worker that died. Looks from time to time."""
        if time.monotonic() < self.looked + BEAT:
            return None
        for stream in STREAMS.values():
            idle = await self.connection.do("XPENDING", stream, GROUP, "IDLE", int(GONE * 1000), "-", "+", 1)
            for entry, _, _, tries in idle:
                return await self.claim(stream, entry, tries)
        self.looked = time.monotonic()
        return None

    async def claim(self, stream: str, entry: str, tries: int) -> Errand | None:
        """Take over an errand, if no other worker is faster. One that has cost two workers their life is given up."""
        found = await self.connection.do("XCLAIM", stream, GROUP, CONSUMER, int(GONE * 1000), entry)
        if not found:
            return None
        if found[0] is None:  # withdrawn in the meantime
            await self.connection.do("XACK", stream, GROUP, entry)
            return None
        await self.connection.do("INCR", CLAIMED)
        errand = await self.opened(stream, entry, fields_of(found[0][1]))
        if errand and tries >= TRIES:
            log.error("errand_given_up", ask=errand.request.get("ask"))
            await self.connection.all(errand.answered(None))
            return None
        return errand

    # -- doing --

    async def do(self, errand: Errand) -> None:
        """Let a process answer. If Redis fails meanwhile, nobody waits for the answer any more."""
        with contextlib.suppress(Away):
            if await self.wanted(errand):
                await self.connection.all(errand.answered(await self.answer(errand)))
            else:
                await self.connection.all(errand.ended())

    async def answer(self, errand: Errand) -> Answer | None:
        try:
            return await self.force.ask(await self.shared(errand), errand.rank)
        except NoAnswer:
            return None

    async def wanted(self, errand: Errand) -> bool:
        """Whether the server that asked is still there; only one that seems new is looked up."""
        if errand.server not in self.asking:
            self.asking = await self.servers.read()
        return errand.server in self.asking

    async def shared(self, errand: Errand) -> Request:
        """Return the request with its time for a decision while others wait."""
        request = errand.request
        if errand.rank != LIVE:
            return request
        all_of_them, (begun, *_) = await self.connection.all([("XLEN", errand.stream), ("XPENDING", errand.stream, GROUP)])
        waiting = max(all_of_them - begun, 0)
        return {**request, "ms": int(request["ms"] / (1 + waiting / self.all_processes))}

    # -- who is there --

    async def beat(self) -> None:
        """Say that this worker is there, and that what it does isn't abandoned."""
        while True:
            with contextlib.suppress(Away):
                await self.sign()
                self.asking = await self.servers.read()
                if self.doing:
                    await self.connection.all([errand.renewed() for errand in self.doing])
            await asyncio.sleep(BEAT)

    async def sign(self) -> None:
        """Say how many processes work here: none once it is told to stop, so that servers send nothing more."""
        count = 0 if self.stopping else len(self.force.workers) - self.force.resting
        before, self.signed = self.signed, f"{self.name}:{count}"
        self.all_processes = max(processes(await self.workers.sign(self.signed, before)), 1)

    async def finish(self) -> None:
        """End what takes a moment, and return the rest."""
        if self.doing:
            await asyncio.wait(self.doing.values(), timeout=LAST_SECONDS)
        returned = [errand.returned() for errand in self.doing]
        for task in self.doing.values():
            task.cancel()
        with contextlib.suppress(Away):
            await self.connection.all(returned)
            await self.workers.leave(self.signed)
