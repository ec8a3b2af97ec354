"""A day's deal on two servers that know only its secret: in other processes, interpreted or compiled, they send the same bytes."""

import json
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from support.databases import ask
from support.days import begin
from support.matches import SOAK
from support.serving import Client, Serving

from lostcities import GAMES

MOVES = 16 if SOAK else 8
"""So few that the opponents, who begin half a minute later, do not take the only process."""
SECRET = bytes(range(64))
OTHER = {"LOSTCITIES_JIT": "0", "OMP_NUM_THREADS": "4", "OPENBLAS_CORETYPE": "Nehalem", "PYTHONHASHSEED": "7", "LANG": "C"}
"""As on another machine: interpreted, with more threads, by the instructions of another processor."""
OWN = ("id", "now", "table", "deal_at")
"""What a table has of its own."""


def sent(url: str, game: str, moves: int) -> str:
    """Return what a person is sent who opens today's deal and plays by a fixed rule."""
    client = Client(url)
    day = client.http.get("/api/daily").json()["day"]
    socket = client.join(begin(client, day, game).json()["id"]).dealt()
    rng, made = random.Random(3), 0
    while made < moves and not socket.table.get("finished"):
        if socket.my_turn().legal:
            socket.move(rng.choice(socket.legal))
            made += 1
    if not socket.table.get("finished"):
        socket.my_turn()
    found = [message for message in socket.seen if message["type"] in ("state", "event")]
    client.close()
    return json.dumps([{name: value for name, value in message.items() if name not in OWN} for message in found])


@pytest.fixture
def servers(tmp_path: Path) -> Any:
    """Two servers whose days all have the same secret."""
    made = []
    for name, environment in (("one", {}), ("other", OTHER)):
        folder = tmp_path / name
        server = Serving(folder, "--workers", "1", **environment)
        httpx.get(f"{server.url}/api/daily").raise_for_status()  # makes the secrets
        server.stop()
        ask(folder, f"UPDATE days SET secret = x'{SECRET.hex()}'")
        made.append(Serving(folder, "--workers", "1", **environment))
    yield made
    for server in made:
        server.stop()


def test_equal_moves_meet_equal_answers_on_two_servers(servers: list[Serving]) -> None:
    places = [(server.url, game) for game in GAMES for server in servers]
    with ThreadPoolExecutor(len(places)) as pool:  # the opponent takes its time at every table
        found = [*pool.map(lambda place: sent(*place, moves=MOVES), places)]
    for one, other in zip(found[::2], found[1::2], strict=True):
        assert one.count('"move"') > min(MOVES, 20)
        assert one == other
