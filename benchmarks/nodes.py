"""Measure several nodes on one PostgreSQL: when duties go on after a death, when a move is seen, and how many moves nodes can carry.

    python benchmarks/nodes.py takeover [--kills 40] [--tables 30]
    python benchmarks/nodes.py seen [--tables 20] [--rate 40] [--seconds 60]
    python benchmarks/nodes.py carry [--tables 100] [--rate 500] [--seconds 15] [--runs 3]

`takeover`: two bots play at every table, which is watched through two of three nodes, and one node after the other is killed. The time runs
from the kill to a new lease, and to the first duty under it; the bots' pace of 0.7 s is included. `seen`: two people at each table, at
different nodes. The time runs from sending a move until it is acknowledged, and until both have it: first with Redis, then after it was
killed. `carry`: the CPU time of all nodes per move, with one node and with two, at the same number of tables and moves per node: how much
two could carry is computed from that, since they, PostgreSQL and the load share this machine. Needs PostgreSQL and Redis or Valkey.
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
from statistics import median
from typing import Any

from moves import Load, Message, Player, durable_postgres, percentile, post
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
NODE = "SELECT node FROM leases WHERE table_id = :table"
HELD = (
    "SELECT table_id, epoch FROM leases WHERE node = :node AND table_id <> :unwatched "
    "AND until > extract(epoch FROM clock_timestamp()) * 1000"
)
TAKEN = "SELECT min(at) FROM taken WHERE table_id = :table AND epoch > :epoch"
DONE = "SELECT min(at) / 1000.0 FROM events WHERE table_id = :table AND epoch > :epoch"
WAITS = 8.0
"""Seconds after a kill in which tables may go on."""
SETTLED = 6.0
"""Seconds that a new node gets before the next kill."""
BOTS = {"game": "card", "seats": ["pip", "pip"], "options": {"rounds": 99}}


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


def tables_of(found: Nodes, number: int) -> list[tuple[str, int]]:
    """Return the tables whose duties a node does. The lease of one that is opened there, and that nobody watches, has the node's name."""
    opened = post(found.urls[number], "/api/tables", BOTS)["id"]
    [(name,)] = ask_at(found.database, NODE, table=opened)
    return [(table, epoch) for table, epoch in ask_at(found.database, HELD, node=name, unwatched=opened)]


def delays(found: Nodes, number: int) -> list[tuple[float | None, float | None]]:
    """Kill a node; return for each of its tables when another one had its lease, and when the first duty was done under it."""
    held = tables_of(found, number)
    found.all[number].kill()
    killed = time.time()
    time.sleep(WAITS)
    return [tuple(since(killed, found, query, *lease) for query in (TAKEN, DONE)) for lease in held]  # type: ignore[misc]


def since(killed: float, found: Nodes, query: str, table: str, epoch: int) -> float | None:
    [(at,)] = ask_at(found.database, query, table=table, epoch=epoch)
    return None if at is None else float(at) - killed


def measure_takeover(kills: int, tables: int) -> dict[str, Any]:
    stopped, taken = threading.Event(), []
    with durable_postgres() as server, RedisServer() as redis, nodes(server, "takeover", redis.url, 3) as found:
        for statement in LOG:
            ask_at(found.database, statement)
        opened = [post(found.urls[number % 3], "/api/tables", BOTS) for number in range(tables)]
        places = [((number + more) % 3, table) for number, table in enumerate(opened) for more in (0, 1)]
        watching = [threading.Thread(target=watch, args=(found, *place, stopped), daemon=True) for place in places]
        for thread in watching:
            thread.start()
        try:
            for kill in range(kills):
                time.sleep(SETTLED)
                taken += delays(found, kill % 3)
                found.replace(kill % 3)
        finally:
            stopped.set()
            for thread in watching:
                thread.join()
    leases, duties = ([line[place] for line in taken if line[place] is not None] for place in (0, 1))
    never = {"without_a_new_lease": len(taken) - len(leases), "without_a_duty": len(taken) - len(duties)}
    return {"kills": kills, "tables_taken_over": len(taken), "new_lease_s": summary(leases), "first_duty_s": summary(duties)} | never


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


KINDS = {"one client": None, "two clients at one node": 0, "two clients at different nodes": 1}
"""Who is at each table: how many nodes further its second client is, if there is one."""


def carry(server: Any, redis: str, name: str, count: int, apart: int | None, tables: int, rate: float, seconds: float) -> dict[str, Any]:
    """Measure the CPU time of nodes per move, with so many tables, and moves per second, at each of them."""
    with nodes(server, name, redis if count > 1 else None, count) as found:
        load = Load(found.urls, found.processes)
        places = [place for number in range(tables * count) for place in load.open_table(number, apart is not None, apart or 0)]
        asyncio.run(load.run(places, rate * count, seconds))
    figures = {"moves_per_s": round(load.counted / load.seconds), "cpu_us_per_move": round(1e6 * load.used / max(load.counted, 1))}
    return figures | {"errors": len(load.errors)}


def measure_carry(tables: int, rate: float, seconds: float, runs: int) -> dict[str, Any]:
    """Measure one node and two, several times in turn; return how many times as many moves two could make if each had its own core."""
    made: dict[str, list[dict[str, Any]]] = {}
    with durable_postgres() as server, RedisServer() as redis:
        for run in range(runs):
            for place, (kind, apart) in enumerate(KINDS.items()):
                for count in (1, 2)[apart == 1 :]:
                    found = carry(server, redis.url, f"carry_{run}_{place}_{count}", count, apart, tables, rate, seconds)
                    made.setdefault(f"{kind}, {count} nodes", []).append(found)
    cpu = {name: median(run["cpu_us_per_move"] for run in measured) for name, measured in made.items()}
    together, apart_ = "two clients at one node", "two clients at different nodes"
    anywhere = (cpu[f"{together}, 2 nodes"] + cpu[f"{apart_}, 2 nodes"]) / 2
    ratios = {
        "one client": 2 * cpu["one client, 1 nodes"] / cpu["one client, 2 nodes"],
        together: 2 * cpu[f"{together}, 1 nodes"] / cpu[f"{together}, 2 nodes"],
        apart_: 2 * cpu[f"{together}, 1 nodes"] / cpu[f"{apart_}, 2 nodes"],
        "two clients, each at any node": 2 * cpu[f"{together}, 1 nodes"] / anywhere,
    }
    return {"runs": made, "median_cpu_us_per_move": cpu, "times_as_many_moves": {kind: round(ratio, 2) for kind, ratio in ratios.items()}}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["takeover", "seen", "carry"])
    parser.add_argument("--kills", type=int, default=40)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--tables", type=int)
    parser.add_argument("--rate", type=float)
    parser.add_argument("--seconds", type=float)
    chosen = parser.parse_args()
    if chosen.what == "takeover":
        found = measure_takeover(chosen.kills, chosen.tables or 30)
    elif chosen.what == "seen":
        found = measure_seen(chosen.tables or 20, chosen.rate or 40, chosen.seconds or 60)
    else:
        found = measure_carry(chosen.tables or 100, chosen.rate or 500, chosen.seconds or 15, chosen.runs)
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
