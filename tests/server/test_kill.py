"""`kill -9` under load: everything acknowledged is there after the restart, and nothing is there twice."""

import random
import threading
import time
from functools import partial
from pathlib import Path

from support.databases import on_each_engine
from support.hammers import Hammer, acknowledged, check_stored, close_all, reached
from support.matches import SOAK
from support.serving import Client, Serving
from support.waiting import wait_for

pytestmark = on_each_engine

KILLS = 20 if SOAK else 3
TABLES = 8
MOVES = 60
"""At least this many moves are acknowledged between two kills."""


def test_nothing_acknowledged_is_lost_and_nothing_is_done_twice(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    server = Serving(folder)
    client = Client(server.url)
    hammers = [Hammer(client, client.open(seats=["me", "here"], options={"rounds": 99}), seed) for seed in range(TABLES)]
    rng = random.Random(1)
    try:
        for _ in range(KILLS):
            sockets = [hammer.come_back() for hammer in hammers]
            threads = [threading.Thread(target=hammer.play, args=(table,)) for hammer, table in zip(hammers, sockets, strict=True)]
            for thread in threads:
                thread.start()
            goal = acknowledged(hammers) + MOVES + rng.randrange(MOVES)
            wait_for(partial(reached, hammers, goal))
            server.kill()
            for thread in threads:
                thread.join()
            check_stored(folder, hammers)
            server = Serving(folder)
            client.url = server.url
        for hammer in hammers:
            hammer.come_back()
        check_stored(folder, hammers)
        print(f"{KILLS} kills, {acknowledged(hammers)} moves acknowledged, none lost, none twice")
    finally:
        server.kill()
        close_all(client)


def test_a_server_told_to_stop_stops_and_keeps_everything(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    server = Serving(folder)
    client = Client(server.url)
    hammer = Hammer(client, client.open(seats=["me", "here"], options={"rounds": 99}), 1)
    thread = threading.Thread(target=hammer.play, args=(hammer.come_back(),))
    thread.start()
    wait_for(lambda: len(hammer.acked) >= MOVES)
    began = time.monotonic()
    server.stop()
    assert time.monotonic() - began < 10
    thread.join()
    check_stored(folder, [hammer])
    close_all(client)
