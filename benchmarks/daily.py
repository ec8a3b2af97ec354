"""Measure how long a player waits for the share and the histogram of a day's deal that thousands have finished.

    python benchmarks/daily.py [--results 10000] [--requests 300]

On SQLite and on PostgreSQL, each with a server in a process of its own; from request to answer, over loopback.
"""

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from moves import durable_postgres, percentile
from sqlalchemy import select

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from support.databases import command
from support.days import invent, results
from support.serving import Client, Serving

from lostcities.bots.character import NAMES
from lostcities.server.store import daily as store
from lostcities.server.store.daily import Mark
from lostcities.server.store.models import people, tries
from lostcities.server.store.storage import Storage

GAME = "card"


async def fill(url: str, day: str, count: int) -> None:
    """Store results like those of people: some lose a lot, and many the same. One of them is the person who asks."""
    rng, storage = random.Random(1), Storage(url)
    await storage.open()
    costs = [round(rng.gammavariate(3, 25), 1) for _ in range(count - 1)]
    await invent(storage, day, GAME, costs, [rng.randrange(-120, 120) for _ in costs])
    for number, name in enumerate(NAMES):
        await store.keep_mark(storage, day, GAME, Mark(name, 150.0 / (number + 1), 10 * number))
    [(person,)] = await storage.read(select(people.c.id).where(people.c.name == "Ana"))
    await storage.write(tries.insert().values(day=day, game=GAME, person=person, ended=1, lead=7, cost=60_000))
    await storage.close()


def measure(url: str | None, count: int, requests: int) -> dict[str, Any]:
    """Return how long the answers of a new server took, in milliseconds."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made) / "data"
        server = Serving(folder, *(("--database-url", url) if url else ()), "--workers", "1")
        client = Client(server.url)
        try:
            client.http.put("/api/me", json={"name": "Ana"}).raise_for_status()
            day = client.http.get("/api/daily").json()["day"]
            asyncio.run(fill(url or f"sqlite+aiosqlite:///{folder / 'tables.db'}", day, count))
            first, *took = [answered(client, day) for _ in range(requests + 1)]
            found = results(client, day, GAME)
            assert found["finished"] == sum(bar["count"] for bar in found["histogram"]) == count
            rounded = {name: round(value, 1) for name, value in (("first", first), ("median", percentile(took, 0.5)))}
            return {**rounded, "p99": round(percentile(took, 0.99), 1), "max": round(max(took), 1), "share": found["yours"]["share"]}
        finally:
            client.close()
            server.stop()


def answered(client: Client, day: str) -> float:
    began = time.perf_counter()
    results(client, day, GAME)
    return 1000 * (time.perf_counter() - began)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--results", type=int, default=10_000)
    parser.add_argument("--requests", type=int, default=300)
    asked = parser.parse_args()
    with durable_postgres() as database:
        command(database, "CREATE DATABASE days")
        for engine, url in (("sqlite", None), ("postgresql", database.url("days"))):
            print(json.dumps({"engine": engine, "ms": measure(url, asked.results, asked.requests)}))


if __name__ == "__main__":
    main()
