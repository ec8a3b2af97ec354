"""`kill -9` under load: everything acknowledged is there after the restart, and nothing is there twice."""

import contextlib
import random
import sqlite3
import threading
import time
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from support.matches import SOAK
from support.serving import Client, Serving, Socket
from support.waiting import wait_for
from websockets.exceptions import ConnectionClosed

KILLS = 20 if SOAK else 3
TABLES = 8
MOVES = 60
"""At least this many moves are acknowledged between two kills."""


class Hammer:
    """A player who moves as fast as the server answers, and remembers every answer."""

    def __init__(self, client: Client, opened: dict[str, Any], seed: int) -> None:
        self.client, self.opened, self.rng = client, opened, random.Random(seed)
        self.acked: dict[str, tuple[int, str]] = {}
        self.pending: tuple[str, int, str] | None = None
        self.number = 0

    def play(self, table: Socket) -> None:
        """Play until the server is gone."""
        try:
            while not table.table.get("finished"):
                table.my_turn()
                if not table.legal:
                    break
                self.number += 1
                self.ask(table, f"{self.number}", table.version, self.rng.choice(table.legal))
        except (ConnectionClosed, TimeoutError, OSError):
            pass

    def ask(self, table: Socket, id: str, version: int, move: str) -> None:
        self.pending = (id, version, move)
        answer = table.ask("move", id=id, version=version, move=move)
        assert answer["type"] == "ack", answer
        self.acked[id] = (answer["version"], move)
        self.pending = None

    def come_back(self) -> Socket:
        """Join again and repeat what was not answered: it is done exactly once, whether it had been done before or not."""
        table = self.client.join(self.opened, token=self.opened["token"], generous=True)
        table.receive()
        if self.pending:
            self.ask(table, *self.pending)
        return table


def acknowledged(hammers: list[Hammer]) -> int:
    return sum(len(hammer.acked) for hammer in hammers)


def reached(hammers: list[Hammer], goal: int) -> bool:
    return acknowledged(hammers) >= goal


def check_stored(folder: Path, hammers: list[Hammer]) -> None:
    """Check that every acknowledged move is stored once, under the acknowledged version."""
    with closing(sqlite3.connect(folder / "tables.db")) as connection:
        for hammer in hammers:
            rows = connection.execute(
                "SELECT version, key, body FROM events WHERE table_id = ? ORDER BY version", (hammer.opened["id"],)
            ).fetchall()
            assert [row[0] for row in rows] == list(range(1, len(rows) + 1))
            stored = {key.removeprefix("0/"): (version, body) for version, key, body in rows if key}
            assert len(stored) == sum(row[1] is not None for row in rows)
            for id, (version, move) in hammer.acked.items():
                assert stored[id][0] == version
                assert f'"{move}"' in stored[id][1]


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


def close_all(client: Client) -> None:
    """Close what the server has left open."""
    for table in client.sockets:
        with contextlib.suppress(ConnectionClosed, OSError):
            table.close()
    client.http.close()


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
