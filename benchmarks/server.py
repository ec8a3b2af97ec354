"""Measure how fast the server is: durable moves per second, how long each takes, and how late its timers are while bots think.

    python benchmarks/server.py moves [--tables 200] [--rate 2000] [--seconds 20] [--pairs]
    python benchmarks/server.py bots [--seconds 60]
    python benchmarks/server.py callbacks [--seconds 10]
    python benchmarks/server.py start
    python benchmarks/server.py engines [--tables 200] [--rate 6000] [--seconds 20]
    python benchmarks/server.py stored [--stored 50000]

`moves`: one process is the server, this one plays random legal moves at all tables, at a steady rate; with --pairs there are two clients at
every table, so that each move is also shown to another one. `bots`: two bots search all the time. `callbacks`: the CPU time of every
callback on the event loop, under load. `start`: from the command to the first page. `engines`: `moves` on SQLite and PostgreSQL, in turn.
`stored`: start and memory of a server with many stored tables, of which 200 are unfinished, on both; and how long moving them takes.
"""

import argparse
import asyncio
import base64
import contextlib
import json
import os
import random
import re
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from lostcities.server.running import Server, config_for
from lostcities.server.settings import Settings
from lostcities.server.store.database import prepare

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from support.databases import command as run_statement
from support.postgres import Postgres, postgres, programs
from support.serving import FREE, SERVE, Serving, key_of
from support.tables import Playing, header


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


class Player(asyncio.Protocol):
    """A minimal client at one table: it decides whenever it may, when its time has come."""

    def __init__(self, load: "Load", table: str, token: str, pause: float) -> None:
        self.load, self.table, self.token, self.pause = load, table, token, pause
        self.buffer = b""
        self.open = False
        self.number = 0
        self.sent: dict[str, float] = {}
        self.due = 0.0
        self.rng = random.Random(table + token)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET /api/tables/{self.table}/live HTTP/1.1", f"Host: 127.0.0.1:{self.load.port}", "Upgrade: websocket"]
        lines += ["Connection: Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", "", ""]
        transport.write("\r\n".join(lines).encode())

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.open:
            head, found, self.buffer = self.buffer.partition(b"\r\n\r\n")
            assert b" 101 " in head or not found, head
            self.open = bool(found)
            self.transport.write(frame(json.dumps({"type": "join", "since": 0, "token": self.token})))
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
    """All players."""

    def __init__(self, url: str, process: int | None = None) -> None:
        self.url, self.port, self.process = url, int(url.rpartition(":")[2]), process
        self.took: list[float] = []
        self.errors: list[str] = []
        self.stopped = False

    def cpu(self) -> float:
        """Return the CPU seconds that the server has used, all threads together; 0 if unknown."""
        if not self.process:
            return 0.0
        fields = Path(f"/proc/{self.process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(self.url + path, json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request) as answer:
            found: dict[str, Any] = json.load(answer)
        return found

    def open_table(self, pairs: bool) -> list[tuple[str, str]]:
        """Open a table for long matches; return a token for each client at it."""
        opened = self.post("/api/tables", {"game": "card", "options": {"rounds": 99}, "seats": ["me", "open" if pairs else "here"]})
        tokens = [(opened["id"], opened["token"])]
        if pairs:
            seated = self.post(f"/api/tables/{opened['id']}/seats", {"key": key_of(opened["join"])})
            tokens.append((opened["id"], seated["token"]))
        return tokens

    async def run(self, clients: list[tuple[str, str]], rate: float, seconds: float) -> None:
        self.loop = asyncio.get_running_loop()
        for table, token in clients:
            await self.loop.create_connection(
                lambda table=table, token=token: Player(self, table, token, len(clients) / rate), "127.0.0.1", self.port
            )  # type: ignore[misc]
        await asyncio.sleep(5)
        self.took.clear()
        began, used = time.perf_counter(), self.cpu()
        await asyncio.sleep(seconds)
        self.seconds, self.used = time.perf_counter() - began, self.cpu() - used
        self.counted = len(self.took)
        self.stopped = True


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


def measure_moves(url: str, tables: int, rate: float, seconds: float, pairs: bool, process: int | None = None) -> dict[str, Any]:
    load = Load(url, process)
    clients = [client for _ in range(tables) for client in load.open_table(pairs)]
    asyncio.run(load.run(clients, rate, seconds))
    took = [1000 * value for value in load.took[: load.counted]]
    return {
        "tables": tables,
        "clients": len(clients),
        "offered_per_s": rate,
        "moves_per_s": round(load.counted / load.seconds),
        "ms_median": round(percentile(took, 0.5), 1),
        "ms_p99": round(percentile(took, 0.99), 1),
        "ms_max": round(max(took, default=0), 1),
        "server_cpu_us_per_move": round(1e6 * load.used / max(load.counted, 1)),
        "errors": len(load.errors),
    }


def lateness(url: str) -> tuple[float, float]:
    """Return how many timers were watched so far, and how many were at most 50 ms late."""
    with urllib.request.urlopen(f"{url}/metrics") as answer:
        text = answer.read().decode()
    name = "lostcities_timer_lateness_seconds"
    count = re.search(rf"^{name}_count (\S+)", text, re.MULTILINE)
    good = re.search(rf'^{name}_bucket{{le="0.05"}} (\S+)', text, re.MULTILINE)
    assert count
    assert good
    return float(count[1]), float(good[1])


def watch(url: str, opened: dict[str, Any]) -> None:
    """Watch the table: bots only play while someone is there."""
    with contextlib.suppress(ConnectionClosed), connect(f"{url.replace('http', 'ws')}/api/tables/{opened['id']}/live") as socket:
        socket.send(json.dumps({"type": "join", "watch": key_of(opened["watch"])}))
        for _ in socket:
            pass


def measure_bots(seconds: float) -> dict[str, Any]:
    """Measure how late the server's timers are while searching bots, with a process each, play at two tables."""
    with serving("--workers", "2") as server:
        load = Load(server.url)
        for _ in range(2):
            opened = load.post("/api/tables", {"game": "card", "options": {"rounds": 99}, "seats": ["best:ms=1000"] * 2})
            threading.Thread(target=watch, args=(server.url, opened), daemon=True).start()
        time.sleep(30)
        before = lateness(server.url)
        time.sleep(seconds)
        after = lateness(server.url)
    return {"timers": int(after[0] - before[0]), "late_over_50_ms": int(after[0] - before[0] - (after[1] - before[1]))}


def measure_callbacks(tables: int, seconds: float) -> dict[str, Any]:
    """Time the callbacks of a server in a thread of this process, on the plain event loop; the load comes from another process."""
    longest: list[tuple[float, str]] = []
    run = asyncio.events.Handle._run

    def timed(handle: asyncio.Handle) -> None:
        began = time.thread_time()
        run(handle)
        longest.append((time.thread_time() - began, repr(handle)[:160]))
        if len(longest) > 10000:
            longest.sort(reverse=True)
            del longest[20:]

    asyncio.events.Handle._run = timed  # type: ignore[method-assign]
    with tempfile.TemporaryDirectory() as folder:
        config = config_for(Settings(Path(folder), port=0, limits=FREE))
        config.loop = "asyncio"
        server = Server(config, lambda: None)
        thread = threading.Thread(target=server.run)
        thread.start()
        while not server.started:
            time.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        time.sleep(2)  # do not count the start
        longest.clear()
        load = f"load http://127.0.0.1:{port} --tables {tables} --seconds {seconds} --rate 800"
        subprocess.run([sys.executable, __file__, *load.split()], check=True)
        longest.sort(reverse=True)
        server.should_exit = True
        thread.join()
    return {"longest_ms": round(1000 * longest[0][0], 1), "what": [f"{1000 * took:.1f} ms {what}" for took, what in longest[:8]]}


def measure_start() -> dict[str, Any]:
    """Measure the time from the command to the first page, three times in the same folder."""
    times = []
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(3):
            began = time.perf_counter()
            server = Serving(Path(folder) / "data")
            with contextlib.suppress(urllib.error.HTTPError):  # the page may not be built
                urllib.request.urlopen(server.url).read()
            times.append(round(time.perf_counter() - began, 2))
            server.stop()
    return {"seconds": times}


@contextlib.contextmanager
def durable_postgres() -> Iterator[Postgres]:
    """Run a PostgreSQL with its own defaults, which are durable."""
    found = programs()
    assert found, "PostgreSQL is not installed"
    with postgres(found, settings=("log_min_messages=fatal",)) as server:
        yield server


def measure_engines(tables: int, rate: float, seconds: float) -> dict[str, Any]:
    """Measure moves on both engines, three times in turn. PostgreSQL's own processes share the machine."""
    found: dict[str, list[dict[str, Any]]] = {"sqlite": [], "postgresql": []}
    with durable_postgres() as database:
        for number in range(3):
            run_statement(database, f"CREATE DATABASE moves{number}")
            for engine, arguments in {"sqlite": (), "postgresql": ("--database-url", database.url(f"moves{number}"))}.items():
                with serving(*arguments) as server:
                    found[engine].append(measure_moves(server.url, tables, rate, seconds, False, server.process.pid))
    best = {engine: max(run["moves_per_s"] for run in runs) for engine, runs in found.items()}
    return {"runs": found, "ratio_of_the_best": round(best["postgresql"] / best["sqlite"], 2)}


def fill(file: Path, stored: int, unfinished: int = 200) -> int:
    """Store matches of one round in a SQLite database, all with the same moves; return how many events they have."""
    playing = Playing(header(options={"rounds": 1})).play(random.Random(1), 10_000)
    now = time.time_ns() // 1_000_000
    rows = [(each.version, each.what, each.seat, each.key, msgspec.json.encode(each.body).decode(), now) for each in playing.events]
    with contextlib.closing(sqlite3.connect(file)) as connection:
        for number in range(stored):
            table, over = f"table{number:017}", number >= unfinished
            line = msgspec.json.encode(header(id=table, options={"rounds": 1})).decode()
            status, finished = ("finished", now) if over else ("playing", None)
            columns = "id, header, game, listed, status, created, finished"
            connection.execute(f"INSERT INTO tables ({columns}) VALUES (?, ?, 'card', 0, ?, ?, ?)", (table, line, status, now, finished))
            for seat in (0, 1):
                connection.execute("INSERT INTO seats (table_id, seat, name) VALUES (?, ?, 'Somebody')", (table, seat))
            kept = rows if over else rows[: len(rows) // 2]
            connection.executemany(f"INSERT INTO events VALUES ('{table}', ?, ?, ?, ?, ?, ?)", kept)
        connection.commit()
        return int(connection.execute("SELECT count(*) FROM events").fetchone()[0])


def memory(process: int) -> float:
    """Return how many megabytes of memory a process uses."""
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{process}/status").read_text())
    assert found
    return int(found[1]) / 1024


def started(folder: Path, *arguments: str, live: int) -> dict[str, float]:
    """Start a server; return the seconds until it is ready, and until all its tables are in memory, and the megabytes it has then."""
    began = time.perf_counter()
    server = Serving(folder, *arguments)
    try:
        ready = time.perf_counter() - began
        while json.loads(urllib.request.urlopen(f"{server.url}/healthz").read())["live_tables"] < live:
            time.sleep(0.05)
        awake = time.perf_counter() - began
        time.sleep(3)
        return {"ready_s": round(ready, 2), "awake_s": round(awake, 2), "megabytes": round(memory(server.process.pid))}
    finally:
        server.stop()


def measure_stored(stored: int) -> dict[str, Any]:
    """Measure the start of a server whose database has many tables, on both engines."""
    with tempfile.TemporaryDirectory() as made, durable_postgres() as database:
        folder, found = Path(made), dict[str, Any]()
        for name in ("empty", "full"):
            run_statement(database, f"CREATE DATABASE {name}1")
        found["sqlite_empty"] = started(folder / "empty", live=0)
        found["postgresql_empty"] = started(folder / "empty1", "--database-url", database.url("empty1"), live=0)
        (folder / "full").mkdir()
        prepare(Settings(folder / "full"))
        found["events"] = fill(folder / "full" / "tables.db", stored)
        found["sqlite_megabytes"] = round((folder / "full" / "tables.db").stat().st_size / 1e6)
        began = time.perf_counter()
        subprocess.run([*SERVE, "--data", str(folder / "full"), "--migrate-to", database.url("full1")], check=True)
        found["move_s"] = round(time.perf_counter() - began)
        for number in (1, 2):
            found[f"sqlite_{number}"] = started(folder / "full", live=200)
            found[f"postgresql_{number}"] = started(folder / "full1", "--database-url", database.url("full1"), live=200)
        return found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=["moves", "bots", "callbacks", "start", "load", "engines", "stored"])
    parser.add_argument("url", nargs="?")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--rate", type=float, default=2000)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--stored", type=int, default=50_000)
    parser.add_argument("--pairs", action="store_true")
    chosen = parser.parse_args()
    actions: dict[str, Callable[[], dict[str, Any]]] = {
        "bots": lambda: measure_bots(chosen.seconds),
        "callbacks": lambda: measure_callbacks(chosen.tables, chosen.seconds),
        "start": measure_start,
        "engines": lambda: measure_engines(chosen.tables, chosen.rate, chosen.seconds),
        "stored": lambda: measure_stored(chosen.stored),
        "load": lambda: measure_moves(chosen.url, chosen.tables, chosen.rate, chosen.seconds, chosen.pairs),
    }
    if chosen.what != "moves":
        print(json.dumps(actions[chosen.what]()))
        return
    with serving() as server:
        print(json.dumps(measure_moves(server.url, chosen.tables, chosen.rate, chosen.seconds, chosen.pairs, server.process.pid)))


if __name__ == "__main__":
    main()
