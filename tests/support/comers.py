"""People who open a table, sit down and leave again, at any node that answers, and ask again what was not answered."""

import contextlib
import random
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
from support.databases import ask
from support.serving import Message, Socket
from support.wanderers import GONE, PATIENCE
from websockets.exceptions import ConnectionClosed

from lostcities.server.tables.room import NO_LONGER_YOURS

SEATS = ["me", "open", "open", "open"]


class Comer:
    """Two people with cookies. `done` says of each table how many people were told that they have a seat there in the end."""

    def __init__(self, doors: Sequence[Callable[[], str]], seed: int) -> None:
        self.doors, self.rng = doors, random.Random(seed)
        self.opener, self.guest = httpx.Cookies(), httpx.Cookies()
        self.done: dict[str, int] = {}

    def come(self, stopped: threading.Event) -> None:
        """Open one table after another. What is under way at the end is finished first, since nothing fails any more."""
        for cookies in (self.opener, self.guest):
            self.posted("/api/tables", cookies, game="board", seats=SEATS)
        while not stopped.wait(0.05):
            table = self.posted("/api/tables", self.opener, game="board", seats=SEATS)
            self.posted(f"/api/tables/{table['id']}/seats", self.guest, key=table["join"].partition("=")[2])
            self.done[table["id"]] = 2
            if self.rng.random() < 0.5:
                self.leave(table)
                self.done[table["id"]] = 1

    def posted(self, path: str, cookies: httpx.Cookies, **body: object) -> Message:
        """Return the answer to a request, which is sent again until there is one."""
        while True:
            with contextlib.suppress(httpx.TransportError), httpx.Client(cookies=cookies, timeout=PATIENCE) as client:
                answer = client.post(self.rng.choice(self.doors)() + path, json=body)
                if answer.is_success:
                    cookies.update(client.cookies)
                    found: Message = answer.json()
                    return found
                assert answer.status_code >= 500 or answer.json()["code"] == "stale", answer.text

    def leave(self, table: Message) -> None:
        """Leave, and ask again until that is acknowledged, or there is no seat to leave any more."""
        while True:
            with contextlib.suppress(*GONE):
                address = f"{self.rng.choice(self.doors)().replace('http', 'ws', 1)}/api/tables/{table['id']}/live"
                line = Socket(address, {"Cookie": "; ".join(f"{name}={value}" for name, value in self.guest.items())}, PATIENCE)
                try:
                    line.send(type="join", since=0)
                    line.send(type="leave", id="bye")
                    if line.until(lambda message: message.get("id") == "bye", PATIENCE)["type"] == "ack":
                        return
                except ConnectionClosed as end:
                    if end.rcvd and end.rcvd.code == NO_LONGER_YOURS:
                        return
                finally:
                    line.close()


@contextlib.contextmanager
def coming(comers: Sequence[Comer]) -> Iterator[None]:
    """Let them all come and go meanwhile."""
    stopped = threading.Event()
    with ThreadPoolExecutor(len(comers)) as threads:
        under_way = [threads.submit(comer.come, stopped) for comer in comers]
        try:
            yield
        finally:
            stopped.set()
    for each in under_way:
        each.result()


def wrongly_seated(folder: Path, comers: Sequence[Comer]) -> list[str]:
    """Return the tables with other people than were told so, and those at which somebody has two seats."""
    people: dict[str, list[str]] = defaultdict(list)
    for table, person in ask(folder, "SELECT table_id, person FROM seats WHERE person IS NOT NULL"):
        people[table].append(person)
    told = {table: count for comer in comers for table, count in comer.done.items()}
    found = [f"{table}: {len(people[table])} people instead of {count}" for table, count in told.items() if len(people[table]) != count]
    return found + [f"{table}: somebody has two seats" for table in told if len(set(people[table])) < len(people[table])]
