"""Replays of long matches: the same positions however they are requested, in short pieces, and counted as the costliest request."""

import asyncio
import dataclasses
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from support.databases import on_each_engine_in_soak
from support.serving import FREE, Client, running

from lostcities import GAMES, State
from lostcities import game as game_of
from lostcities.server.tables import replays as replays_module
from lostcities.server.tables.replays import PIECE, Replay, Replays

pytestmark = on_each_engine_in_soak


def played(name: str, rounds: int = 4) -> State:
    """A random match, played to its end."""
    rng = random.Random(7)
    state = game_of(name).deal({} if name == "roll" else {"rounds": rounds}, rng)
    while not state.over:
        state.push(rng.choice(state.legal()))
    return state


async def replayed(replays: Replays, state: State, number: int) -> Any:
    past = state.rounds[number - 1]
    wanted = Replay(state.game.name, ["A", "B"], ["ada", "mei"], [], number, len(state.scores), past.starter, list(past.scores or []), [])
    return msgspec.json.decode(b"".join([piece async for piece in replays.encoded("T", state, wanted)]))


@pytest.mark.parametrize("name", GAMES)
def test_every_round_is_shown_in_whatever_order_they_are_asked_for(name: str) -> None:
    state, replays = played(name), Replays()
    again = game_of(name).table(state.players, state.options)
    views: list[list[Any]] = []
    for past in state.rounds:
        again.begin(past.setup, past.starter)
        views.append([again.view(None)])
        for move in past.moves:
            again.push(move)
            views[-1].append(again.view(None))
    numbers = list(range(len(views), 0, -1))
    for number in [*numbers, *numbers]:
        found = asyncio.run(replayed(replays, state, number))
        assert [position["view"] for position in found["positions"]] == views[number - 1]
        assert [position["move"] for position in found["positions"]] == [None, *state.rounds[number - 1].moves]


def test_only_some_tables_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays_module, "REMEMBERED", 2)
    state, replays = played("card", 1), Replays()

    async def ask() -> None:
        for id in "abac":
            await replays.beginning(id, state, 1)

    asyncio.run(ask())
    assert list(replays.beginnings) == ["a", "c"]


def test_however_many_ask_others_get_their_turn_after_each_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between two turns of someone else, at most one piece is finished and another one made."""
    state, replays = played("card"), Replays()
    made, turns, most = 0, 0, 0
    step = replays_module.step

    def counted(again: State, move: str) -> bytes:
        nonlocal made
        made += 1
        return step(again, move)

    async def tick() -> None:
        nonlocal made, turns, most
        while True:
            made, turns = 0, turns + 1
            await asyncio.sleep(0)
            most = max(most, made)

    async def ask() -> None:
        ticking = asyncio.create_task(tick())
        await asyncio.gather(*(replayed(replays, state, len(state.scores)) for _ in range(30)))
        ticking.cancel()

    monkeypatch.setattr(replays_module, "step", counted)
    asyncio.run(ask())
    assert 0 < most <= 2 * PIECE
    assert turns > 30


def test_replays_count_as_what_costs_most(tmp_path: Path) -> None:
    with running(tmp_path, limits=dataclasses.replace(FREE, heavy=1)) as server:
        client = Client(server.url)
        opened = client.open(seats=["me", "here"], options={"size": "mini", "rounds": 1})
        client.join(opened).dealt().play_out(random.Random(1))
        answers = [client.http.get(f"/api/tables/{opened['id']}/replay") for _ in range(8)]
        assert answers[0].status_code == 200
        assert (answers[-1].status_code, answers[-1].json()["code"]) == (429, "too_fast")
        client.close()
