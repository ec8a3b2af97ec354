"""A rolling upgrade: nodes of a release and of the next one serve the same tables, while people play and notice nothing but reconnects."""

import os
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
from support.clusters import Cluster, place_witness, read_tables, stale_duties
from support.databases import DATABASES, POSTGRESQL, ask
from support.histories import History, complaints
from support.matches import SOAK
from support.releases import release
from support.serving import SERVE, Client
from support.waiting import PATIENCE, wait_for
from support.wanderers import wanderers_at, wandering

from lostcities.server.store.guests import RENEWED
from lostcities.server.store.migrations import NEXT, STEPS

pytestmark = [pytest.mark.usefixtures("engine"), pytest.mark.parametrize("engine", [POSTGRESQL], indirect=True, scope="module")]

KINDS = (("me", "pip"), ("me", "open"), ("me", "here"))
ROUNDS = 5 if SOAK else 1
"""How often all nodes go to the next release, and back."""
LATE = ("commitments_closed", "committed_before", "wrong_round", "nothing_to_reveal")
"""Refusals of clients that join in the middle of a shuffle and cannot know how far it is."""

BEHIND = f"these tables were made by a newer version of this program ({int(NEXT) + 1:04}); this version supports {STEPS[-1]}"


def revision(folder: Path) -> str:
    [(found,)] = ask(folder, "SELECT version_num FROM alembic_version")
    return str(found)


def errors(history: History) -> list[str]:
    return [answer["code"] for answer in history.all("got") if answer["type"] == "error" and answer["code"] not in LATE]


def test_nodes_are_upgraded_one_after_the_other_while_people_play(tmp_path: Path, redis: Any) -> None:
    place_witness(tmp_path)
    next_release = release(tmp_path, 1)
    with Cluster(tmp_path, redis.url, 2) as cluster:
        client = Client(cluster.places[0].url)
        everyone = [wanderer for seed, kind in enumerate(KINDS) for wanderer in wanderers_at(kind, "card", client, cluster.doors, seed)]
        client.close()
        with wandering(everyone):
            goes_on(everyone)
            assert revision(tmp_path) == STEPS[-1]
            for environment in (next_release, {}) * ROUNDS:
                for place in cluster.places:
                    place.replace(**environment)
                    goes_on(everyone)
                    assert revision(tmp_path) == NEXT
        histories = [wanderer.history for wanderer in everyone]
        assert complaints(histories, read_tables(tmp_path)) == []
        assert stale_duties(tmp_path) == []
        assert [error for history in histories for error in errors(history)] == []
    acknowledged = sum(len(history.acknowledged) for history in histories)
    print(f"{4 * ROUNDS} nodes replaced, {acknowledged} acknowledged, {sum(wanderer.visits for wanderer in everyone)} visits")


def goes_on(wanderers: list[Any]) -> None:
    """Wait until everyone has made three more decisions."""
    before = [wanderer.number for wanderer in wanderers]
    wait_for(lambda: all(wanderer.number > number + 2 for wanderer, number in zip(wanderers, before, strict=True)))


def test_a_node_that_falls_two_releases_behind_gives_way(tmp_path: Path) -> None:
    with Cluster(tmp_path, None, 1) as cluster:
        [place] = cluster.places
        assert place.node
        ask(tmp_path, f"UPDATE alembic_version SET version_num = '{NEXT}'")
        time.sleep(RENEWED + 1.0)
        assert place.node.process.poll() is None
        ask(tmp_path, f"UPDATE alembic_version SET version_num = '{int(NEXT) + 1:04}'")
        assert place.node.process.wait(PATIENCE) == 2
        *_, last = place.log.splitlines()
        assert last == f"lostcities: {BEHIND}"
        assert '"event": "newer_database"' in place.log


def test_a_node_two_releases_behind_is_refused_with_a_sentence(tmp_path: Path) -> None:
    url = DATABASES.url_of(tmp_path)
    assert url
    after_next = release(tmp_path, 2)
    with Cluster(tmp_path, None, 1, **after_next):
        pass
    assert revision(tmp_path) == f"{int(NEXT) + 1:04}"
    command = [*SERVE, "--port", "0", "--data", str(tmp_path / "behind"), "--database-url", url]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, env=dict(os.environ))
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"lostcities: {BEHIND}\n")
