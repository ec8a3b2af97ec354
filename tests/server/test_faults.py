"""Faults, for real: nodes are killed and put to sleep, PostgreSQL and Redis are killed, while people and bots play at all nodes.

Afterwards everything that was acknowledged is stored once, every table has one order without gaps, no client ever saw a version twice or
in the wrong order, and no duty was stored under a lease that somebody else had by then.
"""

import contextlib
import os
import random
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support.databases import DATABASES, POSTGRESQL, ask
from support.hammers import Hammer, acknowledged, check_stored, close_all
from support.matches import SOAK
from support.serving import Client, Serving
from websockets.exceptions import ConnectionClosed, InvalidStatus

pytestmark = [pytest.mark.usefixtures("engine"), pytest.mark.parametrize("engine", [POSTGRESQL], indirect=True, scope="module")]

SECONDS = 600 if SOAK else 30
TABLES = 12 if SOAK else 4
ASLEEP = 10.0 if SOAK else 5.0
"""Seconds for which a node sleeps: longer than a lease."""
GONE = (ConnectionClosed, InvalidStatus, TimeoutError, OSError, EOFError)
"""What a client can meet when its node, or the way there, is gone."""


class Cluster:
    """Three nodes on one PostgreSQL and one Redis."""

    def __init__(self, folder: Path, redis: Any) -> None:
        self.folder, self.redis = folder, redis
        self.nodes = [self.started(number) for number in range(3)]

    def started(self, number: int) -> Serving:
        url = DATABASES.url_of(self.folder)
        assert url
        return Serving(self.folder / f"node{number}", "--database-url", url, "--redis-url", self.redis.url, "--workers", "1")

    def kill(self, number: int) -> None:
        self.nodes[number].kill()
        self.nodes[number] = self.started(number)

    def sleep(self, number: int) -> None:
        os.kill(self.nodes[number].process.pid, signal.SIGSTOP)
        time.sleep(ASLEEP)
        os.kill(self.nodes[number].process.pid, signal.SIGCONT)

    def close(self) -> None:
        for node in self.nodes:
            node.kill()


class Wanderer(Hammer):
    """A player who goes on at any node that answers, and asks again for what was not acknowledged."""

    def __init__(self, cluster: Cluster, client: Client, opened: dict[str, Any], seed: int) -> None:
        super().__init__(client, opened, seed)
        self.cluster = cluster
        self.refused: list[str] = []

    def wander(self, until: float) -> None:
        while time.monotonic() < until:
            self.client.url = self.rng.choice(self.cluster.nodes).url
            with contextlib.suppress(*GONE, AssertionError):
                table = self.come_back()
                with contextlib.suppress(*GONE):
                    self.play_until(table, min(until, time.monotonic() + self.rng.uniform(1.0, 6.0)))
                table.close()
            time.sleep(0.05)

    def play_until(self, table: Any, until: float) -> None:
        while time.monotonic() < until and not table.table.get("finished"):
            if not table.legal:
                table.until(lambda _: table.legal or table.table.get("finished"), seconds=5.0)
                continue
            self.number += 1
            self.ask(table, f"{self.number}", table.version, self.rng.choice(table.legal))

    def check_versions(self) -> None:
        """A client sees versions rise, event by event."""
        for socket in self.client.sockets:
            versions = [message["version"] for message in socket.seen if message["type"] == "event"]
            assert versions == sorted(set(versions)), versions


def faults(cluster: Cluster, postgres: Any, rng: random.Random) -> Iterator[Callable[[], None]]:
    """Yield one fault after another."""
    while True:
        number = rng.randrange(3)
        yield from (
            lambda number=number: cluster.kill(number),
            lambda number=number: cluster.sleep((number + 1) % 3),
            lambda: postgres.restart(0.5),
            lambda: (cluster.redis.kill(), time.sleep(2.0), cluster.redis.start()),
        )


def check_epochs(folder: Path) -> None:
    """Epochs of duties only rise with the versions of a table."""
    before = "lag(epoch) OVER (PARTITION BY table_id ORDER BY version) AS before"
    duties = f"SELECT table_id, epoch, {before} FROM events WHERE epoch IS NOT NULL"
    assert ask(folder, f"SELECT * FROM ({duties}) AS duties WHERE epoch < before") == []


def test_nothing_is_lost_or_done_twice_whatever_fails(tmp_path: Path, postgres: Any, redis: Any) -> None:
    cluster, rng = Cluster(tmp_path, redis), random.Random(2)
    clients = [Client(cluster.nodes[0].url) for _ in range(TABLES)]
    wanderers = []
    for seed, client in enumerate(clients):
        seats = ["me", "here"] if seed % 2 else ["me", "pip"]
        wanderers.append(Wanderer(cluster, client, client.open(seats=seats, options={"rounds": 99}), seed))
    try:
        end = time.monotonic() + SECONDS
        threads = [threading.Thread(target=wanderer.wander, args=(end,)) for wanderer in wanderers]
        for thread in threads:
            thread.start()
        made = 0
        for fault in faults(cluster, postgres, rng):
            time.sleep(3.0)
            if time.monotonic() > end - ASLEEP:
                break
            fault()
            made += 1
        for thread in threads:
            thread.join()
        before = acknowledged(wanderers)
        again = [threading.Thread(target=wanderer.wander, args=(time.monotonic() + 6.0,)) for wanderer in wanderers]
        for thread in again:
            thread.start()
        for thread in again:
            thread.join()
        counts = [len(wanderer.acked) for wanderer in wanderers]
        assert acknowledged(wanderers) > before
        assert all(counts), counts
        check_stored(tmp_path, list(wanderers))
        check_epochs(tmp_path)
        for wanderer in wanderers:
            wanderer.check_versions()
        print(f"{made} faults, {acknowledged(wanderers)} moves acknowledged, none lost, none twice")
    finally:
        cluster.close()
        for client in clients:
            close_all(client)
