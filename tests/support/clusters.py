"""Several nodes on one PostgreSQL and one Redis, each behind a bad network of its own, and the faults that can befall them."""

import os
import random
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec
from sqlalchemy import make_url
from support.databases import DATABASES, ask
from support.histories import Stored
from support.proxy import Proxy
from support.serving import Serving
from support.waiting import wait_for

from lostcities.server.store.events import Event, Header

ASLEEP = 10.0
"""Seconds for which a node sleeps: longer than its leases last."""
OF_BOTH = ("PostgreSQL restarted at once", "Redis killed")
"""Faults of all nodes together."""
WITNESS = (
    "CREATE TABLE stale (table_id text, version integer, epoch integer, current integer)",
    "CREATE FUNCTION witness() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
    "INSERT INTO stale SELECT table_id, NEW.version, NEW.epoch, leases.epoch FROM leases "
    "WHERE table_id = NEW.table_id AND leases.epoch <> NEW.epoch; RETURN NULL; END $$",
    "CREATE CONSTRAINT TRIGGER witness AFTER INSERT ON events DEFERRABLE INITIALLY DEFERRED "
    "FOR EACH ROW WHEN (NEW.epoch IS NOT NULL) EXECUTE FUNCTION witness()",
)
"""Lets the database itself note, as a transaction commits, every duty whose lease somebody else has by then."""


def place_witness(folder: Path) -> None:
    for statement in WITNESS:
        ask(folder, statement)


def stale_duties(folder: Path) -> list[tuple[Any, ...]]:
    """Return the duties that were stored under a stale epoch, with the epoch that was current."""
    return ask(folder, "SELECT * FROM stale")


def read_tables(folder: Path) -> dict[str, Stored]:
    """Return all tables as they are stored."""
    tables = ask(folder, "SELECT id, header FROM tables")
    found = {id: Stored(msgspec.json.decode(header, type=Header), []) for id, header in tables}
    order = "FROM events ORDER BY table_id, version"
    for id, version, what, at, seat, key, body, epoch in ask(folder, f"SELECT table_id, version, what, at, seat, key, body, epoch {order}"):
        found[id].events.append(Event(version, what, at, seat, key, msgspec.json.decode(body), epoch))
    return found


def led_through(url: str, proxy: Proxy) -> str:
    """Return an address with the port of a proxy."""
    return make_url(url).set(port=proxy.port).render_as_string(hide_password=False)


def port_of(url: str) -> int:
    return make_url(url).port or 0


class Place:
    """Where one node runs, and its three ways: from its clients, to PostgreSQL and to Redis."""

    def __init__(self, folder: Path, database: str, redis: str | None, **environment: str) -> None:
        self.folder, self.environment = folder, environment
        self.door, self.to_database = Proxy(0), Proxy(port_of(database))
        self.to_redis = Proxy(port_of(redis)) if redis else None
        self.arguments = ["--workers", "1", "--database-url", led_through(database, self.to_database)]
        if redis and self.to_redis:
            self.arguments += ["--redis-url", led_through(redis, self.to_redis)]
        self.node: Serving | None = None
        self.closing = False

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.door.port}"

    def start(self) -> None:
        """Start the node, again and again while its database cannot be reached, as systemd would."""
        while not self.closing:
            self.node = Serving(self.folder, *self.arguments, **self.environment)
            if self.node.url:
                self.door.target = port_of(self.node.url)
                return
            self.node.kill()

    def replace(self, **environment: str) -> None:
        """Stop the node in good order, and start another one, perhaps of another release."""
        assert self.node
        self.node.stop()
        self.environment = environment
        self.start()

    def signal(self, how: signal.Signals) -> None:
        assert self.node
        os.kill(self.node.process.pid, how)

    def close(self) -> None:
        self.closing = True
        if self.node:
            self.node.kill()
        for proxy in (self.door, self.to_database, self.to_redis):
            if proxy:
                proxy.close()

    @property
    def log(self) -> str:
        return (self.folder.parent / f"{self.folder.name}.log").read_text()


class Cluster:
    """Some nodes."""

    def __init__(self, folder: Path, redis: str | None, count: int = 3, **environment: str) -> None:
        url = DATABASES.url_of(folder)
        assert url
        self.places = [Place(folder / f"node{number}", url, redis, **environment) for number in range(count)]

    def __enter__(self) -> Self:
        with ThreadPoolExecutor(len(self.places)) as starting:
            list(starting.map(Place.start, self.places))
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        for place in self.places:
            place.close()

    @property
    def doors(self) -> list[Callable[[], str]]:
        return [lambda place=place: place.url for place in self.places]  # type: ignore[misc]


class Faults:
    """Faults at all places at once, and of PostgreSQL and Redis themselves: each has one after another, with pauses."""

    def __init__(self, cluster: Cluster, postgres: Any, redis: Any, seed: int) -> None:
        self.cluster, self.postgres, self.redis, self.rng = cluster, postgres, redis, random.Random(seed)
        self.happened: Counter[str] = Counter()
        self.left: list[str] = []
        """Faults of nodes that all must have before any happens again."""
        self.lock = threading.Lock()
        self.stopped = threading.Event()
        self.at_places: dict[str, Callable[[Place], None]] = {
            "node killed": self.kill,
            "node asleep": self.sleep,
            "cut off from PostgreSQL": lambda place: self.hold(place.to_database),
            "cut off from Redis": lambda place: self.hold(place.to_redis),
            "PostgreSQL's answers lost": lambda place: self.lose_answers(place.to_database),
            "connections to PostgreSQL reset": lambda place: self.cut(place.to_database),
            "connections to Redis reset": lambda place: self.cut(place.to_redis),
            "clients cut off": lambda place: self.hold(place.door),
            "clients reset": lambda place: self.cut(place.door),
            "PostgreSQL far away": lambda place: self.slow(place.to_database),
        }

    def run(self, seconds: float) -> None:
        """Let faults happen for a while, and until each kind has happened; return when all are over."""
        threads = [threading.Thread(target=self.befall, args=(place,)) for place in self.cluster.places]
        threads.append(threading.Thread(target=self.befall_both))
        for thread in threads:
            thread.start()
        time.sleep(seconds)
        wait_for(lambda: len(self.happened) == len(self.at_places) + len(OF_BOTH))
        self.stopped.set()
        for thread in threads:
            thread.join()

    def next(self) -> str:
        with self.lock:
            if not self.left:
                self.left = self.rng.sample(sorted(self.at_places), len(self.at_places))
            name = self.left.pop()
            self.happened[name] += 1
            return name

    def pause(self, low: float, high: float) -> bool:
        """Wait; return whether to go on."""
        return not self.stopped.wait(self.rng.uniform(low, high))

    def befall(self, place: Place) -> None:
        while self.pause(0.5, 3.0):
            self.at_places[self.next()](place)

    def befall_both(self) -> None:
        """Restart PostgreSQL and Redis in turn."""
        while self.pause(3.0, 8.0):
            self.happened[OF_BOTH[0]] += 1
            self.postgres.restart(self.rng.choice((0.0, 1.0)))
            if not self.pause(3.0, 8.0):
                return
            self.happened[OF_BOTH[1]] += 1
            self.redis.kill()
            self.stopped.wait(self.rng.uniform(0.5, 4.0))
            self.redis.start()

    # -- what can happen to a node --

    def kill(self, place: Place) -> None:
        assert place.node
        place.node.kill()
        place.start()

    def sleep(self, place: Place) -> None:
        place.signal(signal.SIGSTOP)
        self.stopped.wait(ASLEEP)
        place.signal(signal.SIGCONT)

    def hold(self, way: Proxy | None) -> None:
        assert way
        way.hold()
        self.pause(2.0, 8.0)
        way.heal()

    def lose_answers(self, way: Proxy | None) -> None:
        """What the node sends still arrives and is carried out; then the connections end."""
        assert way
        way.hold("back")
        self.pause(0.5, 3.0)
        self.cut(way)

    def cut(self, way: Proxy | None) -> None:
        assert way
        way.cut()
        self.pause(0.1, 3.0)
        way.heal()

    def slow(self, way: Proxy | None) -> None:
        assert way
        way.slow(self.rng.uniform(0.02, 0.2))
        self.pause(2.0, 6.0)
        way.heal()
