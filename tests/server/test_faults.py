"""Faults, for real: nodes, PostgreSQL and Redis are killed, nodes sleep, and networks fail, while people and bots play at all nodes.

Afterwards every client's own history is compared with what is stored (`support/histories.py`), and every table goes on.
"""

import time
from pathlib import Path
from typing import Any

import pytest
from support.clusters import Cluster, Faults, place_witness, read_tables, stale_duties
from support.comers import Comer, coming, wrongly_seated
from support.databases import POSTGRESQL, ask
from support.histories import complaints
from support.matches import SOAK
from support.serving import Client
from support.waiting import PATIENCE
from support.wanderers import wanderers_at, wandering

pytestmark = [pytest.mark.usefixtures("engine"), pytest.mark.parametrize("engine", [POSTGRESQL], indirect=True, scope="module")]

SECONDS = 600 if SOAK else 30
KINDS = (("me", "pip"), ("me", "open"), ("me", "here"), ("pip", "bruno"))
"""Whose seats: of a person and a bot, of two people, of two at one device, of two bots with a spectator."""
GAMES = ("card", "board", "roll") if SOAK else ("card",)


def versions(folder: Path) -> dict[str, int]:
    """Return how far the tables are at which a match is played."""
    events = "SELECT max(version) FROM events WHERE events.table_id = tables.id"
    return dict(ask(folder, f"SELECT id, ({events}) FROM tables WHERE status = 'playing'"))  # type: ignore[arg-type]


def stuck_after(folder: Path, seconds: float) -> list[str]:
    """Return the unfinished matches in which nothing happens for so long."""
    before, end = versions(folder), time.monotonic() + seconds
    while True:
        time.sleep(0.5)
        stuck = [id for id, version in versions(folder).items() if version == before[id]]
        if not stuck or time.monotonic() > end:
            return stuck


def test_nothing_is_lost_doubled_or_leaked_whatever_fails(tmp_path: Path, postgres: Any, redis: Any) -> None:
    place_witness(tmp_path)
    with Cluster(tmp_path, redis.url) as cluster:
        client = Client(cluster.places[0].url)
        tables = [wanderers_at(kind, game, client, cluster.doors, seed) for seed, kind in enumerate(KINDS) for game in GAMES]
        client.close()
        everyone = [wanderer for wanderers in tables for wanderer in wanderers]
        faults = Faults(cluster, postgres, redis, seed=2)
        comers = [Comer(cluster.doors, seed) for seed in range(3)]
        with wandering(everyone), coming(comers):
            faults.run(SECONDS)
            stuck = stuck_after(tmp_path, PATIENCE)
            time.sleep(5.0)
        histories, stored = [wanderer.history for wanderer in everyone], read_tables(tmp_path)
        wrong = complaints(histories, {history.table: stored[history.table] for history in histories}) + wrongly_seated(tmp_path, comers)
        acknowledged = [len(history.acknowledged) for history in histories if history.seats]
        seen = sum(1 for history in histories for _ in history.all("got"))
        print(f"{sum(faults.happened.values())} faults: {dict(faults.happened)}")
        print(f"{sum(acknowledged)} acknowledged, {sum(len(found.events) for found in stored.values())} events, {seen} messages")
        print(f"{sum(len(comer.done) for comer in comers)} tables opened, at which people sat down and left")
        assert wrong == []
        assert stale_duties(tmp_path) == []
        assert stuck == []
        assert all(acknowledged), acknowledged
        for place in cluster.places:
            assert "table_damaged" not in place.log
            assert "node_failed" not in place.log


def test_the_witness_notes_a_duty_whose_lease_somebody_else_has(tmp_path: Path) -> None:
    place_witness(tmp_path)
    columns = "(id, header, game, listed, status, created)"
    ask(tmp_path, f"INSERT INTO tables {columns} VALUES ('T', '{{}}', 'card', false, 'playing', 1)")
    ask(tmp_path, "INSERT INTO leases (table_id, node, epoch) VALUES ('T', 'another', 2)")
    for version, epoch in enumerate((2, 1, "NULL"), 1):
        ask(tmp_path, f"INSERT INTO events (table_id, version, what, body, at, epoch) VALUES ('T', {version}, 'move', '{{}}', 1, {epoch})")
    assert stale_duties(tmp_path) == [("T", 2, 1, 2)]
