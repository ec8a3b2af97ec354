"""Measure several nodes on one PostgreSQL: when duties go on after a death, when a move is seen, and how many moves nodes can carry.

    python benchmarks/nodes.py takeover [--kills 40] [--tables 30]
    python benchmarks/nodes.py seen [--tables 20] [--rate 40] [--seconds 60]
    python benchmarks/nodes.py carry [--tables 200] [--rate 6000] [--seconds 15]

`takeover`: two bots play at every table, which is watched through two of three nodes, and one node after the other is killed. The time runs
from the kill to a new lease, and to the first move under it; the bots' pace of 0.7 s is included. `seen`: two people at each table, at
different nodes. The time runs from sending a move until it is acknowledged, and until both have it: first with Redis, then after it was
killed. `carry`: the CPU time of all nodes per move, with one node and with two, which are as busy as they can be; with one client at a
table, and with two at different nodes. Needs PostgreSQL and Redis or Valkey.
"""

import argparse
import asyncio
import contextlib
import json
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from moves import Load, Message, Player, durable_postgres, measure_moves, percentile, post
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import connect

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from support.databases import ask_at
from support.databases import command as run_statement
from support.redis_server import RedisServer
from support.serving import Serving, key_of

LOG = (
    "CREATE TABLE taken (table_id text, epoch integer, at double precision)",
    "CREATE FUNCTION note_lease() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
    "INSERT INTO taken VALUES (NEW.table_id, NEW.epoch, extract(epoch FROM clock_timestamp())); RETURN NULL; END $$",
    "CREATE TRIGGER note_lease AFTER UPDATE OF epoch ON leases FOR EACH ROW EXECUTE FUNCTION note_lease()",
)
"""Notes when each lease was taken."""
TAKEN = (
    "SELECT taken.at, (SELECT min(events.at) / 1000.0 FROM events WHERE events.table_id = taken.table_id AND events.epoch = taken.epoch) "
    "FROM taken WHERE taken.at > :since"
)
UNSETTLED = "SELECT count(*) FROM leases WHERE until IS NOT NULL AND until < extract(epoch FROM clock_timestamp()) * 1000"
WAITS = 8.0
"""Seconds between two kills: enough to take over, and for the next node to start."""


class Nodes:
    """Nodes on one database of their own."""

    def __init__(self, folder: Path, database: str, redis: str | None, count: int) -> None:
        self.folder, self.database = folder, database
        self.arguments = ["--workers", "1", "--database-url", database, *(["--redis-url", redis] if redis else [])]
        self.all = [self.started(number) for number in range(count)]

    def started(self, number: int) -> Serving:
        return Serving(self.folder / f"node{number}", *self.arguments)

    def replace(self, number: int) -> None:
        self.all[number] = self.started(number)

    @property
    def urls(self) -> list[str]:
        return [node.url for node in self.all]

    @property
    def processes(self) -> list[int]:
        return [node.process.pid for node in self.all]

    def stop(self) -> None:
        for node in self.all:
            node.stop()


@contextlib.contextmanager
def nodes(server: Any, name: str, redis: str | None, count: int) -> Iterator[Nodes]:
    run_statement(server, f"CREATE DATABASE {name}")
    with tempfile.TemporaryDirectory() as folder:
        found = Nodes(Path(folder), server.url(name), redis, count)
        try:
            yield found
        finally:
            found.stop()


def summary(values: list[float], unit: float = 1.0) -> dict[str, float]:
    shares = {"median": 0.5, "p90": 0.9, "p99": 0.99, "max": 1.0}
    return {"count": len(values)} | {name: round(unit * percentile(values, share), 2) for name, share in shares.items()}


# -- duties after a death --


def watch(found: Nodes, number: int, opened: dict[str, Any], stopped: threading.Event) -> None:
    """Watch a table through a node, and come back when that node does."""
    while not stopped.is_set():
        with contextlib.suppress(ConnectionClosed, InvalidHandshake, OSError, EOFError, TimeoutError):
            url = found.urls[number].replace("http", "ws")
            with connect(f"{url}/api/tables/{opened['id']}/live", open_timeout=2, close_timeout=1) as socket:
                socket.send(json.dumps({"type": "join", "watch": key_of(opened["watch"])}))
                while not stopped.is_set():
                    socket.recv(timeout=10)
        time.sleep(0.2)


def measure_takeover(kills: int, tables: int) -> dict[str, Any]:
    stopped = threading.Event()
    with durable_postgres() as server, RedisServer() as redis, nodes(server, "takeover", redis.url, 3) as found:
        for statement in LOG:
            ask_at(found.database, statement)
        watching = []
        for number in range(tables):
            opened = post(found.urls[number % 3], "/api/tables", {"game": "roll", "seats": ["pip", "pip"]})
            watching += [
                threading.Thread(target=watch, args=(found, node, opened, stopped), daemon=True) for node in (number % 3, (number + 1) % 3)
            ]
        for thread in watching:
            thread.start()
        try:
            time.sleep(10)
            leases, duties = [], []
            for kill in range(kills):
                found.all[kill % 3].kill()
                killed = time.time()
                found.replace(kill % 3)
                time.sleep(max(killed + WAITS - time.time(), 0.0))
                for taken, first in ask_at(found.database, TAKEN, since=killed):
                    leases.append(taken - killed)
                    duties.extend([float(first) - killed] if first is not None else [])
            unsettled = ask_at(found.database, UNSETTLED)[0][0]
        finally:
            stopped.set()
        for thread in watching:
            thread.join()
    return {"kills": kills, "new_lease_s": summary(leases), "first_move_s": summary(duties), "leases_without_a_node_at_the_end": unsettled}


# -- a move seen by the other seat --


class Seeing(Player):
    """A player who notes when it sent a move, and when it saw one of either seat."""

    def got(self, message: Message) -> None:
        load, move = self.load, (self.place.table, message.version)
        assert isinstance(load, Pairs)
        if message.type == "ack" and message.id in self.sent:
            load.made[move] = self.sent[message.id]
        elif message.type == "event":
            load.seen.setdefault(move, []).append(time.perf_counter())
        super().got(message)


class Pairs(Load):
    player = Seeing

    def __init__(self, urls: list[str]) -> None:
        super().__init__(urls)
        self.made: dict[tuple[str, int], float] = {}
        self.seen: dict[tuple[str, int], list[float]] = {}

    def waits(self) -> list[float]:
        """Return how long it took until both had seen each move."""
        return [max(self.seen[move]) - made for move, made in self.made.items() if len(self.seen.get(move, ())) == 2]


def measure_seen(tables: int, rate: float, seconds: float) -> dict[str, Any]:
    made: dict[str, Any] = {}
    with durable_postgres() as server, RedisServer() as redis, nodes(server, "seen", redis.url, 2) as found:
        for name in ("with_redis_ms", "without_redis_ms"):
            load = Pairs(found.urls)
            places = [place for number in range(tables) for place in load.open_table(number, pairs=True)]
            asyncio.run(load.run(places, rate, seconds))
            made[name] = {"acknowledged": summary(load.took, 1000), "seen": summary(load.waits(), 1000)}
            redis.kill()
            time.sleep(1)
    return made


# -- how much nodes can carry --


def measure_carry(tables: int, rate: float, seconds: float) -> dict[str, Any]:
    """Measure CPU time per move with one node and with two, three times in turn."""
    runs: dict[str, list[dict[str, Any]]] = {}
    with durable_postgres() as server, RedisServer() as redis:
        for run in range(3):
            for pairs in (False, True):
                for count in (1, 2):
                    name = f"{'two clients' if pairs else 'one client'}, {count} nodes"
                    with nodes(server, f"carry_{run}_{count}_{pairs}".lower(), redis.url if count > 1 else None, count) as found:
                        measured = measure_moves(found.urls, tables, rate, seconds, pairs, found.processes)
                    runs.setdefault(name, []).append({key: measured[key] for key in ("moves_per_s", "server_cpu_us_per_move", "errors")})
    cpu = {name: sorted(run["server_cpu_us_per_move"] for run in measured)[1] for name, measured in runs.items()}
    ratios = {kind: round(2 * cpu[f"{kind}, 1 nodes"] / cpu[f"{kind}, 2 nodes"], 2) for kind in ("one client", "two clients")}
    return {"runs": runs, "median_cpu_us_per_move": cpu, "times_as_many_moves_on_paper": ratios}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["takeover", "seen", "carry"])
    parser.add_argument("--kills", type=int, default=40)
    parser.add_argument("--tables", type=int)
    parser.add_argument("--rate", type=float)
    parser.add_argument("--seconds", type=float)
    chosen = parser.parse_args()
    if chosen.what == "takeover":
        found = measure_takeover(chosen.kills, chosen.tables or 30)
    elif chosen.what == "seen":
        found = measure_seen(chosen.tables or 20, chosen.rate or 40, chosen.seconds or 60)
    else:
        found = measure_carry(chosen.tables or 200, chosen.rate or 6000, chosen.seconds or 15)
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
