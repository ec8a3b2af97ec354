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

SOON = 1.0
"""Seconds after which a worker says that it waits for Redis."""

Waiting = Callable[[str], None]
Ready = Callable[[str, int], None]


def run(url: str, workers: int, waiting: Waiting, ready: Ready) -> None:
    """Work until a signal arrives.

    `waiting` is called with Redis's address unless Redis answers soon, and `ready` with it and the number of processes once it does.
    """
    check_url(url)
    set_up()
    processes = workers or available_cores()
    asyncio.run(work(url, processes, lambda: waiting(shown(url)), lambda: ready(shown(url), processes)))


async def work(url: str, workers: int, waiting: Callable[[], None], ready: Callable[[], None]) -> None:
    connection, force = Connection(url), Workforce(workers)
    taker, works = Taker(connection, force), asyncio.Event()
    connection.told.append(lambda _: works.set())
    listen_for_signals(taker.stop)
    connection.start()
    force.start()
    beside = [asyncio.create_task(prepare(force)), asyncio.create_task(announce(works, waiting, ready))]
    try:
        await taker.run()
    finally:
        for task in beside:
            task.cancel()
        await asyncio.gather(*beside, return_exceptions=True)
        await force.close()
        await connection.close()


async def announce(works: asyncio.Event, waiting: Callable[[], None], ready: Callable[[], None]) -> None:
    try:
        async with asyncio.timeout(SOON):
            await works.wait()
    except TimeoutError:
        waiting()
        await works.wait()
    ready()


async def prepare(force: Workforce) -> None:
    await asyncio.sleep(PREPARE_AFTER)
    await force.prepare()


def listen_for_signals(stop: Callable[[], None]) -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # where it is, Ctrl-C ends it at once
            asyncio.get_running_loop().add_signal_handler(number, stop)
