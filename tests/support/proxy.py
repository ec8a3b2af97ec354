"""A bad network on loopback: a proxy between two programs that slows down what passes, holds it back, or cuts all connections.

Held bytes are not lost: they arrive when the network works again, as TCP would send them again. So a node can learn seconds later that
something was stored, or store something that it had sent seconds before.
"""

import asyncio
import contextlib
import threading
from collections.abc import Callable, Coroutine
from typing import Literal

Direction = Literal["there", "back"]
BOTH: tuple[Direction, ...] = ("there", "back")
"""What clients send, and what they are answered."""
PIECE = 64 * 1024


class Proxy:
    """A port that leads to another one."""

    def __init__(self, target: int) -> None:
        self.target = target
        """The port that new connections lead to."""
        self.delay = 0.0
        """Seconds that every piece takes, in each direction."""
        self.closed = False
        """Whether connections are refused."""
        self.lines: set[asyncio.Task[None]] = set()
        self.loop = asyncio.new_event_loop()
        self.passable = {direction: asyncio.Event() for direction in BOTH}
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.server = asyncio.run_coroutine_threadsafe(self.open(), self.loop).result()
        self.port = int(self.server.sockets[0].getsockname()[1])

    async def open(self) -> asyncio.Server:
        self.pass_on(*BOTH)
        return await asyncio.start_server(self.accept, "127.0.0.1", 0)

    def close(self) -> None:
        asyncio.run_coroutine_threadsafe(self.end(), self.loop).result()
        self.do(self.loop.stop)
        self.thread.join()
        self.loop.close()

    async def end(self) -> None:
        self.closed = True
        self.server.close()
        for line in self.lines:
            line.cancel()
        await asyncio.gather(*self.lines, return_exceptions=True)

    # -- faults, from any thread --

    def do(self, change: Callable[[], object]) -> None:
        self.loop.call_soon_threadsafe(change)

    def hold(self, *directions: Direction) -> None:
        """Let nothing through, and drop nothing; both directions unless one is given."""
        self.do(lambda: [self.passable[direction].clear() for direction in directions or BOTH])

    def slow(self, seconds: float) -> None:
        self.delay = seconds

    def cut(self) -> None:
        """End all connections without a word, and accept no new ones. What was held is lost."""
        self.closed = True
        self.do(lambda: [line.cancel() for line in self.lines])

    def heal(self) -> None:
        self.closed, self.delay = False, 0.0
        self.do(lambda: self.pass_on(*BOTH))

    def pass_on(self, *directions: Direction) -> None:
        for direction in directions:
            self.passable[direction].set()

    # -- connections --

    async def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carry one connection until either side ends it, or the network does."""
        line = asyncio.current_task()
        assert line
        self.lines.add(line)
        ends = [writer]
        try:
            with contextlib.suppress(OSError, asyncio.CancelledError):
                if not self.closed:
                    await self.passable["there"].wait()
                    there, back = await asyncio.open_connection("127.0.0.1", self.target)
                    ends.append(back)
                    await self.carry(self.pump(reader, back, "there"), self.pump(there, writer, "back"))
        finally:
            self.lines.discard(line)
            for end in ends:
                end.transport.abort() if self.closed else end.close()

    async def carry(self, *pumps: Coroutine[None, None, None]) -> None:
        """Run both directions until one of them ends."""
        tasks = [asyncio.ensure_future(pump) for pump in pumps]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, direction: Direction) -> None:
        while piece := await reader.read(PIECE):
            if self.delay:
                await asyncio.sleep(self.delay)
            await self.passable[direction].wait()
            writer.write(piece)
            await writer.drain()
