"""Run `lostcities worker`: connect to Redis, and think for the bots of all servers there until told to stop."""

import asyncio
import contextlib
import signal
from collections.abc import Callable

from lostcities.arena.processes import available_cores
from lostcities.server.bots.pool import PREPARE_AFTER
from lostcities.server.bots.taker import Taker
from lostcities.server.bots.workforce import Workforce
from lostcities.server.logs import set_up
from lostcities.server.redis.connection import Connection, check_url, shown

Ready = Callable[[str, int], None]


def run(url: str, workers: int, ready: Ready) -> None:
    """Work until a signal arrives. `ready` is called with Redis's address and the number of processes, before Redis answers."""
    check_url(url)
    set_up()
    ready(shown(url), workers or available_cores())
    asyncio.run(work(url, workers or available_cores()))


async def work(url: str, workers: int) -> None:
    connection, force = Connection(url), Workforce(workers)
    taker = Taker(connection, force)
    listen_for_signals(taker.stop)
    connection.start()
    force.start()
    preparing = asyncio.create_task(prepare(force))
    try:
        await taker.run()
    finally:
        preparing.cancel()
        await asyncio.gather(preparing, return_exceptions=True)
        await force.close()
        await connection.close()


async def prepare(force: Workforce) -> None:
    await asyncio.sleep(PREPARE_AFTER)
    await force.prepare()


def listen_for_signals(stop: Callable[[], None]) -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # where it is, Ctrl-C ends it at once
            asyncio.get_running_loop().add_signal_handler(number, stop)
