"""What a day's deal cost those who played it: the same for equal play, and the opponents' marks beside it."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from support.days import Today, begin, finish, on, results, today
from support.matches import SOAK
from support.serving import Client, Running, running
from support.waiting import wait_for

from lostcities.bots.character import NAMES
from lostcities.games.compiler import jit_wanted
from lostcities.server.tables import marks
from lostcities.server.tables.daily import Dailies
from lostcities.server.tables.marks import Marks

__all__ = ["today"]
if not jit_wanted():
    pytest.skip("Numba is not there, or not wanted", allow_module_level=True)


def judged(client: Client, day: str, game: str) -> dict[str, Any]:
    """Return the results, once one's own cost is worked out."""
    wait_for(lambda: results(client, day, game)["yours"]["cost"] is not None, 300)
    return results(client, day, game)


def test_equal_play_costs_the_same_and_what_the_journal_says(clients: Any, today: Today, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Marks, "want", lambda *_: None)
    first, second = clients(), clients()
    costs = []
    for client in (first, second):
        id = finish(client, today.name, "roll", 4)
        costs.append(judged(client, today.name, "roll")["yours"]["cost"])
        report = json.loads(client.http.get(f"/api/tables/{id}/journal").text.splitlines()[-1])["report"]
        assert round(report["seats"][0]["cost"], 3) == costs[-1]
    assert costs[0] == costs[1] > 0
    found = results(first, today.name, "roll")
    assert found["finished"] == 2
    assert found["yours"]["share"] == 0.0  # a tie with the only other one: nobody did worse
    assert sum(bar["count"] for bar in found["histogram"]) == 2


def test_a_cost_that_nobody_waits_for_is_worked_out_too(
    client: Client, server: Running, today: Today, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Marks, "want", lambda *_: None)
    monkeypatch.setattr(Dailies, "begin_to_judge", lambda *_: None)
    finish(client, today.name, "roll", 4)
    on(server, server.services.dailies.catch_up())
    assert results(client, today.name, "roll")["yours"]["cost"] is None  # somebody may still be waiting for it
    today.at(13)
    on(server, server.services.dailies.catch_up())
    assert results(client, today.name, "roll")["yours"]["cost"] is not None


@pytest.mark.skipif(not SOAK, reason="five analyses take a minute")
@pytest.mark.parametrize("game", ["card", "board", "roll"])
def test_the_five_opponents_play_the_deal_and_answer_alike_everywhere(
    tmp_path: Path, today: Today, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The marks are made in the same way at every server that has the secret, except those of the strongest, which searches."""
    monkeypatch.setattr(marks, "DELAY", 0.0)
    with running(tmp_path, prepare=True) as server:
        client = Client(server.url)
        client.join(begin(client, today.name, game).json()["id"]).dealt().play_out(random.Random(1))
        wait_for(lambda: len(results(client, today.name, game)["opponents"]) == len(NAMES), 900)
        found = results(client, today.name, game)["opponents"]
        assert [mark["name"] for mark in found] == list(NAMES)
        assert all(mark["cost"] >= 0 for mark in found)
        client.close()
