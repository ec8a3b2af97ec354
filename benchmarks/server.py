"""Measure how fast the server is: durable moves per second, how long each takes, and how late its timers are while bots think.

    python benchmarks/server.py moves [--tables 200] [--rate 2000] [--seconds 20] [--pairs]
    python benchmarks/server.py bots [--seconds 60]
    python benchmarks/server.py callbacks [--seconds 10]
    python benchmarks/server.py start
    python benchmarks/server.py engines [--tables 200] [--rate 6000] [--seconds 20] [--runs 3]
    python benchmarks/server.py stored [--stored 50000] [--move]
    python benchmarks/server.py against --source CHECKOUT/src [--tables 200] [--rate 6000] [--seconds 20] [--runs 3]

`moves`: one process is the server, this one plays random legal moves at all tables, at a steady rate; with --pairs there are two clients at
every table, so that each move is also shown to another one. `bots`: two bots search all the time. `callbacks`: the CPU time of every
callback on the event loop, under load. `start`: from the command to the first page. `engines`: `moves` on SQLite and PostgreSQL, in turn.
`stored`: start and memory of a server with many stored tables, of which 200 are unfinished, on both; with --move, they are moved from one
to the other, and the time that takes is measured too.
`against`: `moves` on SQLite, and start, with this code and with that of another checkout, in turn.
"""

import argparse
import asyncio
import contextlib
import json
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
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import msgspec
from moves import durable_postgres, measure_moves, post, serving
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from lostcities.server.running import Server, config_for
from lostcities.server.settings import Settings
from lostcities.server.store.database import prepare

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from support.databases import ask_at
from support.databases import command as run_statement
from support.serving import FREE, SERVE, Serving, key_of
from support.tables import Playing, header

UNFINISHED = 200
"""Of many stored tables, those at which somebody still plays."""
EVENT = "version, what, seat, key, body, at"


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
        for _ in range(2):
            opened = post(server.url, "/api/tables", {"game": "card", "options": {"rounds": 99}, "seats": ["best:ms=1000"] * 2})
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
    with tempfile.TemporaryDirectory() as folder:
        return {"seconds": [first_page(Path(folder) / "data") for _ in range(3)]}


def first_page(data: Path, **environment: str) -> float:
    began = time.perf_counter()
    server = Serving(data, **environment)
    with contextlib.suppress(urllib.error.HTTPError):  # the page may not be built
        urllib.request.urlopen(server.url).read()
    took = time.perf_counter() - began
    server.stop()
    return round(took, 2)


def measure_against(source: str, tables: int, rate: float, seconds: float, runs: int) -> dict[str, Any]:
    """Measure this code and that of another checkout, several times in turn; return the ratios of the medians."""
    if not (Path(source) / "lostcities").is_dir():
        raise SystemExit(f"{source} has no folder lostcities; --source is the folder src of a checkout")
    codes = {"this": {}, "other": {"PYTHONPATH": source}}
    found: dict[str, dict[str, list[float]]] = {name: {} for name in codes}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(runs):
            for name, environment in codes.items():
                with serving(**environment) as server:
                    run = measure_moves([server.url], tables, rate, seconds, False, [server.process.pid])
                    run["megabytes"] = round(memory(server.process.pid))
                run["start_s"] = first_page(Path(folder) / name, **environment)
                for figure in ("moves_per_s", "server_cpu_us_per_move", "ms_median", "ms_p99", "megabytes", "start_s"):
                    found[name].setdefault(figure, []).append(run[figure])
    ratios = {figure: round(median(values) / median(found["other"][figure]), 2) for figure, values in found["this"].items()}
    return {"runs": found, "this_to_other": ratios}


def measure_engines(tables: int, rate: float, seconds: float, runs: int) -> dict[str, Any]:
    """Measure moves on both engines, several times in turn. PostgreSQL's own processes share the machine."""
    found: dict[str, list[dict[str, Any]]] = {"sqlite": [], "postgresql": []}
    with durable_postgres() as database:
        for number in range(runs):
            run_statement(database, f"CREATE DATABASE moves{number}")
            for engine, arguments in {"sqlite": (), "postgresql": ("--database-url", database.url(f"moves{number}"))}.items():
                with serving(*arguments) as server:
                    found[engine].append(measure_moves([server.url], tables, rate, seconds, False, [server.process.pid]))
    best = {engine: max(run["moves_per_s"] for run in runs) for engine, runs in found.items()}
    return {"runs": found, "ratio_of_the_best": round(best["postgresql"] / best["sqlite"], 2)}


def match_rows(now: int) -> list[tuple[Any, ...]]:
    """Return the events of a match of one round, to store many times."""
    playing = Playing(header(options={"rounds": 1})).play(random.Random(1), 10_000)
    return [(each.version, each.what, each.seat, each.key, msgspec.json.encode(each.body).decode(), now) for each in playing.events]


def header_text(table: str) -> str:
    return msgspec.json.encode(header(id=table, options={"rounds": 1})).decode()


def fill(file: Path, stored: int) -> int:
    """Store matches of one round in a SQLite database, all with the same moves; return how many events they have."""
    now = time.time_ns() // 1_000_000
    rows = match_rows(now)
    with contextlib.closing(sqlite3.connect(file)) as connection:
        for number in range(stored):
            table, over = f"table{number:017}", number >= UNFINISHED
            line = header_text(table)
            status, finished = ("finished", now) if over else ("playing", None)
            columns = "id, header, game, listed, status, created, finished"
            connection.execute(f"INSERT INTO tables ({columns}) VALUES (?, ?, 'card', 0, ?, ?, ?)", (table, line, status, now, finished))
            for seat in (0, 1):
                connection.execute("INSERT INTO seats (table_id, seat, name) VALUES (?, ?, 'Somebody')", (table, seat))
            kept = rows if over else rows[: len(rows) // 2]
            connection.executemany(f"INSERT INTO events (table_id, {EVENT}) VALUES ('{table}', ?, ?, ?, ?, ?, ?)", kept)
        connection.commit()
        return int(connection.execute("SELECT count(*) FROM events").fetchone()[0])


def fill_postgresql(url: str, stored: int) -> None:
    """Store the same in PostgreSQL: one match comes from here, and the database copies it. Finished tables have had a node's lease."""
    now, names = time.time_ns() // 1_000_000, EVENT.split(", ")
    prepare(Settings(Path(), database_url=url))
    ask_at(url, f"CREATE TABLE match AS SELECT {EVENT} FROM events WITH NO DATA")
    rows = json.dumps([dict(zip(names, row, strict=True)) for row in match_rows(now)])
    ask_at(url, "INSERT INTO match SELECT * FROM json_populate_recordset(CAST(NULL AS match), CAST(:rows AS json))", rows=rows)
    over = f"number >= {UNFINISHED}"
    ask_at(
        url,
        "INSERT INTO tables (id, header, game, listed, status, created, finished) "
        f"SELECT id, replace(CAST(:header AS text), 'TABLE', id), 'card', false, CASE WHEN {over} THEN 'finished' ELSE 'playing' END, "
        f"CAST(:now AS bigint), CASE WHEN {over} THEN CAST(:now AS bigint) END "
        "FROM (SELECT number, 'table' || lpad(CAST(number AS text), 17, '0') AS id "
        f"FROM generate_series(0, {stored - 1}) AS number) AS made",
        header=header_text("TABLE"),
        now=now,
    )
    ask_at(url, "INSERT INTO seats (table_id, seat, name) SELECT id, seat, 'Somebody' FROM tables, generate_series(0, 1) AS seat")
    columns = ", ".join(f"match.{name}" for name in names)
    kept = "finished IS NOT NULL OR match.version <= (SELECT count(*) / 2 FROM match)"
    ask_at(url, f"INSERT INTO events (table_id, {EVENT}) SELECT tables.id, {columns} FROM tables, match WHERE {kept} ORDER BY tables.id")
    ask_at(url, "INSERT INTO leases (table_id, node, epoch) SELECT id, 'gone', 1 FROM tables WHERE finished IS NOT NULL")
    for statement in ("DROP TABLE match", "VACUUM ANALYZE", "CHECKPOINT"):
        ask_at(url, statement)


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


def measure_stored(stored: int, move: bool) -> dict[str, Any]:
    """Measure the start of a server whose database has many tables, on both engines; with `move`, they get from one to the other."""
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
        if move:
            began = time.perf_counter()
            subprocess.run([*SERVE, "--data", str(folder / "full"), "--migrate-to", database.url("full1")], check=True)
            found["move_s"] = round(time.perf_counter() - began)
        else:
            fill_postgresql(database.url("full1"), stored)
        for number in (1, 2):
            found[f"sqlite_{number}"] = started(folder / "full", live=200)
            found[f"postgresql_{number}"] = started(folder / "full1", "--database-url", database.url("full1"), live=200)
        return found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=["moves", "bots", "callbacks", "start", "load", "engines", "stored", "against"])
    parser.add_argument("url", nargs="?")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--rate", type=float, default=2000)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--source")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--stored", type=int, default=50_000)
    parser.add_argument("--pairs", action="store_true")
    parser.add_argument("--move", action="store_true")
    chosen = parser.parse_args()
    actions: dict[str, Callable[[], dict[str, Any]]] = {
        "bots": lambda: measure_bots(chosen.seconds),
        "callbacks": lambda: measure_callbacks(chosen.tables, chosen.seconds),
        "start": measure_start,
        "engines": lambda: measure_engines(chosen.tables, chosen.rate, chosen.seconds, chosen.runs),
        "stored": lambda: measure_stored(chosen.stored, chosen.move),
        "against": lambda: measure_against(chosen.source, chosen.tables, chosen.rate, chosen.seconds, chosen.runs),
        "load": lambda: measure_moves([chosen.url], chosen.tables, chosen.rate, chosen.seconds, chosen.pairs),
    }
    if chosen.what != "moves":
        print(json.dumps(actions[chosen.what]()))
        return
    with serving() as server:
        print(json.dumps(measure_moves([server.url], chosen.tables, chosen.rate, chosen.seconds, chosen.pairs, [server.process.pid])))


if __name__ == "__main__":
    main()
