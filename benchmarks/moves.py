"""Clients that make random legal moves at a steady rate, and measure how long each takes; the benchmarks of servers share them."""

import asyncio
import base64
import contextlib
import json
import os
import random
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from support.postgres import Postgres, postgres, programs
from support.serving import Serving, key_of


class View(msgspec.Struct):
    to_move: int | None = None
    legal: list[str] = []


class Message(msgspec.Struct):
    type: str
    version: int = 0
    id: str | None = None
    view: View | None = None
    code: str | None = None
    what: str | None = None
    round: int = 0


DECODER = msgspec.json.Decoder(Message)


def frame(text: str) -> bytes:
    """Return a client's text frame, with a mask of zeros."""
    data = text.encode()
    head = bytes([0x81, 0x80 | len(data)]) if len(data) < 126 else bytes([0x81, 0x80 | 126]) + len(data).to_bytes(2, "big")
    return head + bytes(4) + data


class Place(NamedTuple):
    """A client's server, table, and key to its seat."""

    port: int
    table: str
    token: str


class Player(asyncio.Protocol):
    """A minimal client at one table: it decides whenever it may, when its time has come."""

    def __init__(self, load: "Load", place: Place, pause: float) -> None:
        self.load, self.place, self.pause = load, place, pause
        self.buffer = b""
        self.open = False
        self.number = 0
        self.sent: dict[str, float] = {}
        self.due = 0.0
        self.rng = random.Random(place.table + place.token)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET /api/tables/{self.place.table}/live HTTP/1.1", f"Host: 127.0.0.1:{self.place.port}", "Upgrade: websocket"]
        lines += ["Connection: Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", "", ""]
        transport.write("\r\n".join(lines).encode())

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.open:
            head, found, self.buffer = self.buffer.partition(b"\r\n\r\n")
            assert b" 101 " in head or not found, head
            self.open = bool(found)
            self.transport.write(frame(json.dumps({"type": "join", "since": 0, "token": self.place.token})))
        while self.take_frame():
            pass

    def take_frame(self) -> bool:
        buffer = self.buffer
        if len(buffer) < 2:
            return False
        size, start = buffer[1], 2
        if size == 126:
            size, start = int.from_bytes(buffer[2:4], "big"), 4
        elif size == 127:
            size, start = int.from_bytes(buffer[2:10], "big"), 10
        if len(buffer) < start + size:
            return False
        if buffer[0] & 15 == 1:
            self.got(DECODER.decode(buffer[start : start + size]))
        elif buffer[0] & 15 == 9:
            self.transport.write(bytes([0x8A, 0x80 | size]) + bytes(4) + buffer[start : start + size])
        self.buffer = buffer[start + size :]
        return True

    def got(self, message: Message) -> None:
        if message.type == "ack":
            if message.id in self.sent:
                self.load.took.append(time.perf_counter() - self.sent.pop(message.id))
        elif message.type == "error":
            self.load.errors.append(message.code or "?")
        elif message.what == "commit":
            self.transport.write(frame(f'{{"type":"commit","id":"c{message.round}","round":{message.round},"commitment":""}}'))
        elif message.view and message.view.legal:
            self.load.loop.call_later(max(self.due - time.perf_counter(), 0), self.move, message.version, message.view.legal)

    def move(self, version: int, legal: list[str]) -> None:
        if self.load.stopped:
            return
        now = time.perf_counter()
        self.due = max(self.due, now - self.pause) + self.pause
        self.number += 1
        id = str(self.number)
        self.sent[id] = now
        moves = [move for move in legal if move[0] == "-"] or legal
        chosen = "+" if "+" in legal else self.rng.choice(moves)
        self.transport.write(frame(f'{{"type":"move","id":"{id}","version":{version},"move":"{chosen}"}}'))


class Load:
    """All players, at one or several servers."""

    player = Player

    def __init__(self, urls: Sequence[str], processes: Sequence[int] = ()) -> None:
        self.urls, self.processes = urls, processes
        self.took: list[float] = []
        self.errors: list[str] = []
        self.stopped = False

    def cpu(self) -> float:
        """Return the CPU seconds that the servers have used, all threads together; 0 if unknown."""
        return sum(map(cpu_of, self.processes))

    def open_table(self, number: int, pairs: bool, apart: int = 1) -> list[Place]:
        """Open a table for long matches; return a place for each client at it. The second one of a pair is so many servers further."""
        url, other = (self.urls[(number + more) % len(self.urls)] for more in (0, apart))
        opened = post(url, "/api/tables", {"game": "card", "options": {"rounds": 99}, "seats": ["me", "open" if pairs else "here"]})
        places = [Place(port_of(url), opened["id"], opened["token"])]
        if pairs:
            seated = post(other, f"/api/tables/{opened['id']}/seats", {"key": key_of(opened["join"])})
            places.append(Place(port_of(other), opened["id"], seated["token"]))
        return places

    async def run(self, places: Sequence[Place], rate: float, seconds: float) -> None:
        self.loop = asyncio.get_running_loop()
        for place in places:
            await self.loop.create_connection(lambda place=place: self.player(self, place, len(places) / rate), "127.0.0.1", place.port)  # type: ignore[misc]
        await asyncio.sleep(5)
        self.took.clear()
        began, used = time.perf_counter(), self.cpu()
        await asyncio.sleep(seconds)
        self.seconds, self.used = time.perf_counter() - began, self.cpu() - used
        self.counted = len(self.took)
        self.stopped = True


def port_of(url: str) -> int:
    return int(url.rpartition(":")[2])


def cpu_of(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def post(url: str, path: str, body: dict[str, Any]) -> dict[str, Any]:
    request = urllib.request.Request(url + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        found: dict[str, Any] = json.load(answer)
    return found


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(int(len(values) * share), len(values) - 1)] if values else float("nan")


@contextlib.contextmanager
def serving(*arguments: str, **environment: str) -> Iterator[Serving]:
    """Run `lostcities serve` in a separate process, with no limits except those in the environment."""
    with tempfile.TemporaryDirectory() as folder:
        server = Serving(Path(folder) / "data", *arguments, **environment)
        try:
            yield server
        finally:
            server.stop()


def measure_moves(
    urls: Sequence[str], tables: int, rate: float, seconds: float, pairs: bool, processes: Sequence[int] = ()
) -> dict[str, Any]:
    load = Load(urls, processes)
    places = [place for number in range(tables) for place in load.open_table(number, pairs)]
    asyncio.run(load.run(places, rate, seconds))
    took = [1000 * value for value in load.took[: load.counted]]
    return {
        "tables": tables,
        "clients": len(places),
        "offered_per_s": rate,
        "moves_per_s": round(load.counted / load.seconds),
        "ms_median": round(percentile(took, 0.5), 1),
        "ms_p99": round(percentile(took, 0.99), 1),
        "ms_max": round(max(took, default=0), 1),
        "server_cpu_us_per_move": round(1e6 * load.used / max(load.counted, 1)),
        "errors": len(load.errors),
    }


@contextlib.contextmanager
def durable_postgres() -> Iterator[Postgres]:
    """Run a PostgreSQL with its own defaults, which are durable."""
    found = programs()
    assert found, "PostgreSQL is not installed"
    with postgres(found, settings=("log_min_messages=fatal",)) as server:
        yield server
