"""`lostcities worker` in a separate process, and servers' parts that give it work, for tests with a real Redis."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from support.waiting import PATIENCE

from lostcities.server.bots.pool import BotPool
from lostcities.server.bots.remote import Remote
from lostcities.server.rates import Rates, Sockets
from lostcities.server.redis.neighbours import Neighbours

THINKER = """
import json, os, sys, time
for line in sys.stdin:
    request = json.loads(line)
    view = request["view"]
    with open(sys.argv[1], "a") as heard:
        heard.write(json.dumps({"name": sys.argv[2], "pid": os.getpid(), **request}) + chr(10))
    time.sleep(view.get("seconds", 0))
    if "deadly" in view:
        os.kill(os.getppid(), 9)
        sys.exit(1)
    print(json.dumps({"move": sys.argv[2]}), flush=True)
"""
"""A process for bots that takes its time, notes what it is asked, and answers with its worker's name."""
SCRIPTED = """
import sys
from lostcities.server.bots import workforce
workforce.THINKER = (sys.executable, *sys.argv[1:4], sys.argv[4])
sys.argv[1:] = sys.argv[5:]
from lostcities.cli.main import run
run()
"""
VIEW = {"legal": ["here", "a", "b", "c"]}


def thinker(heard: Path, name: str) -> tuple[str, ...]:
    return ("-c", THINKER, str(heard), name)


class Working:
    """`lostcities worker`, whose processes are scripted if it is given a name and a file for what they hear."""

    def __init__(self, url: str, name: str = "", heard: Path | None = None, workers: int = 1) -> None:
        start = ["-c", SCRIPTED, *thinker(heard, name)] if heard else ["-m", "lostcities"]
        command = [sys.executable, *start, "worker", "--workers", str(workers)]
        environment = {**os.environ, "LOSTCITIES_REDIS_URL": url}
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment, start_new_session=True
        )
        assert self.process.stdout
        self.said = self.process.stdout.readline()

    def end(self, how: int = signal.SIGKILL) -> str:
        """End it, and return its log."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        _, log = self.process.communicate(timeout=PATIENCE)
        return log


class Server:
    """What a server has to do with Redis, without the server."""

    def __init__(self, url: str, **rates: Rates) -> None:
        self.sockets, self.rates = Sockets(), rates
        self.neighbours = Neighbours(url, rates, self.sockets)
        self.remote = Remote(self.neighbours.connection, self.neighbours.roll, self.neighbours.name)
        self.pool = BotPool(1, self.remote)

    def start(self) -> None:
        self.neighbours.start()
        self.pool.start()

    async def close(self) -> None:
        await self.pool.close()
        await self.neighbours.close()

    async def decide(self, **view: Any) -> str:
        return await self.pool.decision("card", "bruno", {**VIEW, **view}, 0)  # type: ignore[typeddict-item]


async def until(holds: Callable[[], Any], seconds: float = PATIENCE) -> None:
    async with asyncio.timeout(seconds):
        while not holds():
            await asyncio.sleep(0.01)


def with_servers(url: str, work: Callable[..., Awaitable[Any]], *servers: dict[str, Rates]) -> Any:
    """Run some servers, by default one, and wait until they have found Redis."""

    async def run() -> Any:
        made = [Server(url, **rates) for rates in servers or ({},)]
        for server in made:
            server.start()
        try:
            await until(lambda: all(server.neighbours.connection.working for server in made))
            async with asyncio.timeout(PATIENCE / 2):
                return await work(*made)
        finally:
            for server in made:
                await server.close()

    return asyncio.run(run())
