"""Nodes with more tables than they keep in memory: those that wait for people are let go, and come back when somebody does."""

import time
from pathlib import Path

import pytest
from support.databases import POSTGRESQL, ask
from support.nodes import Visitors, nodes
from support.waiting import wait_for

pytestmark = [pytest.mark.usefixtures("engine"), pytest.mark.parametrize("engine", [POSTGRESQL], indirect=True, scope="module")]


def count(folder: Path, where: str) -> int:
    [(number,)] = ask(folder, f"SELECT count(*) FROM {where}")
    return int(number)


def epochs(folder: Path) -> int:
    """Return how often a node has taken a lease."""
    [(number,)] = ask(folder, "SELECT sum(epoch) FROM leases")
    return int(number)


def test_a_node_takes_over_more_tables_than_it_keeps_once(tmp_path: Path, visitors: Visitors) -> None:
    """Those that wait for people need no node: their leases are given back when they leave the memory."""
    with nodes(tmp_path, 1) as (first,):
        anna = visitors.at(first)
        waiting = [anna.open(seats=["me", "here"]) for _ in range(12)]
        wait_for(lambda: count(tmp_path, "events WHERE what = 'deal'") == 12)
    with nodes(tmp_path, 1, "full", live_tables=4) as (full,):
        wait_for(lambda: epochs(tmp_path) >= 24)
        wait_for(lambda: count(tmp_path, "leases WHERE until IS NULL") == 8)
        before = epochs(tmp_path)
        time.sleep(2.0)
        assert epochs(tmp_path) == before
        assert len(full.services.registry.rooms) == 4
        again = visitors.at(full, anna)
        for table in waiting:
            assert again.join(table).dealt().my_turn().legal
