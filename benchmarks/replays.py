"""Measure how long others wait for their moves while one client requests replays of a long match, as often as its limits allow.

    python benchmarks/replays.py [--rounds 99] [--seconds 20] [--tables 20] [--rate 100]

First a match of that many rounds is played at random. Then moves are made at other tables, for a while without and for a while with a
client that requests the last round of that match: 200 times at once, and then 20 times per second.
"""

import argparse
import asyncio
import json
import time
from collections import Counter
from typing import Any

from server import Load, Player, frame, measure_moves, percentile, serving

from lostcities.server.settings import Limits

DEFAULTS = {f"LOSTCITIES_LIMIT_{name.upper()}": str(getattr(Limits(), name)) for name in ("requests", "heavy", "connections")}
"""The limits of the client that requests replays, which has another address than the players."""
ASKER = "127.0.0.2"


class Random(Player):
    """Plays one match to its end, immediately and at random."""

    def move(self, version: int, legal: list[str]) -> None:
        self.number += 1
        self.transport.write(frame(f'{{"type":"move","id":"{self.number}","version":{version},"move":"{self.rng.choice(legal)}"}}'))


async def play(load: Load, table: str, token: str, rounds: int) -> None:
    load.loop = asyncio.get_running_loop()
    await load.loop.create_connection(lambda: Random(load, table, token, 0.0), "127.0.0.1", load.port)
    while b"positions" not in (await ask(load, table, token, rounds))[1]:
        await asyncio.sleep(0.5)


async def ask(load: Load, table: str, token: str, round: int) -> tuple[int, bytes]:
    """Request one replay; return its status and its body."""
    reader, writer = await asyncio.open_connection("127.0.0.1", load.port, local_addr=(ASKER, 0))
    head = f"GET /api/tables/{table}/replay?round={round} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n"
    writer.write(f"{head}Connection: close\r\n\r\n".encode())
    try:
        found = await reader.read()
    except ConnectionError:
        found = b""
    writer.close()
    return int(found[9:12] or 0), found


async def flood(load: Load, table: str, token: str, rounds: int, seconds: float) -> Counter[int]:
    """Request replays again and again."""
    tasks = [asyncio.create_task(ask(load, table, token, rounds)) for _ in range(200)]
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        await asyncio.sleep(1 / 20)
        tasks.append(asyncio.create_task(ask(load, table, token, rounds)))
    await asyncio.wait(tasks, timeout=10)
    return Counter(task.result()[0] if task.done() else 0 for task in tasks)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=99)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--rate", type=float, default=100)
    chosen = parser.parse_args()
    with serving(**DEFAULTS) as server:
        load = Load(server.url)
        wanted = {"game": "card", "options": {"rounds": chosen.rounds}, "seats": ["me", "here"]}
        opened = load.post("/api/tables", wanted)
        asyncio.run(play(load, opened["id"], opened["token"], chosen.rounds))
        print(json.dumps({"alone": measure_moves(server.url, chosen.tables, chosen.rate, chosen.seconds, False)}))
        print(json.dumps(asyncio.run(both(load, opened, chosen))))


async def both(load: Load, opened: dict[str, Any], chosen: argparse.Namespace) -> dict[str, Any]:
    """Make moves and request replays at the same time; the replays begin when all players are there."""
    others = Load(load.url)
    clients = [client for _ in range(chosen.tables) for client in others.open_table(False)]
    playing = asyncio.create_task(others.run(clients, chosen.rate, chosen.seconds))
    await asyncio.sleep(5)
    statuses = await flood(load, opened["id"], opened["token"], chosen.rounds, chosen.seconds)
    await playing
    took = [1000 * value for value in others.took[: others.counted]]
    figures = {"ms_median": percentile(took, 0.5), "ms_p99": percentile(took, 0.99), "ms_max": max(took, default=0.0)}
    return {"with replays": {name: round(value, 1) for name, value in figures.items()}, "moves": len(took), "statuses": dict(statuses)}


if __name__ == "__main__":
    main()
