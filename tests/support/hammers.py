"""Players who move as fast as the server answers, remember what it acknowledged, and check afterwards that all of it is stored, once."""

import contextlib
import random
from pathlib import Path
from typing import Any

from support.databases import ask
from support.serving import Client, Socket
from websockets.exceptions import ConnectionClosed


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
    for hammer in hammers:
        rows = ask(folder, "SELECT version, key, body FROM events WHERE table_id = :table ORDER BY version", table=hammer.opened["id"])
        assert [row[0] for row in rows] == list(range(1, len(rows) + 1))
        stored = {key.removeprefix("0/"): (version, body) for version, key, body in rows if key}
        assert len(stored) == sum(row[1] is not None for row in rows)
        for id, (version, move) in hammer.acked.items():
            assert stored[id][0] == version
            assert f'"{move}"' in stored[id][1]


def close_all(client: Client) -> None:
    """Close what the server has left open."""
    for table in client.sockets:
        with contextlib.suppress(ConnectionClosed, OSError):
            table.close()
    client.http.close()
