"""Days for tests of the daily deals: a clock that can be set, results that nobody has played, and players who finish a deal."""

import asyncio
import random
import time
from datetime import date, timedelta
from itertools import count
from typing import Any

import httpx
import pytest
from sqlalchemy import insert
from support.serving import Client, Running

from lostcities.server.store.daily import THOUSAND
from lostcities.server.store.models import people, tries
from lostcities.server.store.storage import Storage
from lostcities.server.tables.days import Day

HOUR = 3600.0
FIRST = date(2031, 1, 1)
"""In the future, so that no deal of a test is that of the real day. Tests are ten days apart, so that a server has deals for all days."""
NUMBERS = count()


class Today:
    """The day of a test, and the clock of this process, which stands still between two calls of `at`."""

    def __init__(self) -> None:
        self.day = Day((FIRST + timedelta(10 * next(NUMBERS))).isoformat())
        self.at(12)

    def at(self, hours: float) -> None:
        """Set the clock to so many hours after the day began."""
        self.now = self.day.begins + int(hours * HOUR * 1000)

    @property
    def name(self) -> str:
        return self.day.name


@pytest.fixture
def today(monkeypatch: pytest.MonkeyPatch) -> Today:
    """A day that no other test has."""
    made = Today()
    monkeypatch.setattr(time, "time_ns", lambda: made.now * 1_000_000)
    return made


def begin(client: Client, day: str, game: str = "card") -> httpx.Response:
    return client.http.post(f"/api/daily/{day}/{game}")


def results(client: Client, day: str, game: str = "card") -> dict[str, Any]:
    answer = client.http.get(f"/api/daily/{day}/{game}/results")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def finish(client: Client, day: str, game: str = "roll", seed: int = 1) -> str:
    """Play a deal to its end; return the table."""
    opened = begin(client, day, game)
    assert opened.status_code in (200, 201), opened.text
    id: str = opened.json()["id"]
    client.join(id).dealt().play_out(random.Random(seed))
    return id


async def invent(
    storage: Storage, day: str, game: str, costs: list[float], leads: list[int], names: list[str | None] | None = None
) -> None:
    """Store results of people who never played. Names are given to the first of them."""
    given = (names or []) + [None] * (len(costs) - len(names or []))
    for start in range(0, len(costs), 500):
        rows = range(start, min(start + 500, len(costs)))
        crowd = [{"id": f"{day}-{row}", "token": f"{day}-{row}".encode(), "name": given[row], "created": 0, "seen": 0} for row in rows]
        lines = [
            {"day": day, "game": game, "person": f"{day}-{row}", "ended": row, "lead": leads[row], "cost": round(costs[row] * THOUSAND)}
            for row in rows
        ]
        await storage.write(insert(people).values(crowd), insert(tries).values(lines))


def on(server: Running, work: Any) -> Any:
    """Run something on the loop of a server in this process."""
    loop = next(iter(server.services.registry.tasks)).get_loop()
    return asyncio.run_coroutine_threadsafe(work, loop).result(60)
