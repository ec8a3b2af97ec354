"""Whole matches on which independent implementations of the rules agree: every legal set, score and result."""

import json
from typing import Any

import pytest
from support.folders import DATA

from lostcities import GAMES, State, game

VECTORS = DATA / "vectors"
VECTORS = [
    pytest.param(json.loads(line), id=f"{name}-{number}")
    for name in GAMES
    for number, line in enumerate((VECTORS / f"{name}.jsonl").read_text("ascii").splitlines(), 1)
]


def replay_round(state: State, recorded: dict[str, Any], legal: list[list[str]]) -> None:
    """Replay one round move by move, comparing the legal moves."""
    state.begin(recorded["setup"], recorded["starter"])
    if state.game.name != "roll":
        assert state.setup() == recorded["setup"]
    assert len(recorded["moves"]) == len(legal)
    for move, expected in zip(recorded["moves"], legal, strict=True):
        assert sorted(state.legal()) == sorted(expected)
        state.push(move)


def check_round(state: State, number: int, recorded: dict[str, Any]) -> None:
    """Compare a finished round with the recorded one."""
    played = state.rounds[number]
    assert state.player is None
    assert played.setup == recorded["setup"]
    assert played.starter == recorded["starter"]
    assert played.moves == recorded["moves"]
    assert played.scores == state.scores[number] == recorded["scores"]
    assert played.truncated == recorded.get("truncated", False)


@pytest.mark.parametrize("vector", VECTORS)
def test_vector(vector: dict[str, Any]) -> None:
    record = vector["record"]
    state = game(record["game"]).table(len(record["players"]), record["options"])
    for number, (recorded, legal) in enumerate(zip(record["rounds"], vector["legal"], strict=True)):
        assert state.outcome() is None
        replay_round(state, recorded, legal)
        check_round(state, number, recorded)
    outcome = state.outcome()
    assert outcome is not None
    assert {"totals": outcome.totals, "winners": outcome.winners} == record["result"]
    assert state.totals == record["result"]["totals"]


@pytest.mark.parametrize("vector", VECTORS)
def test_later_starters_follow_from_the_rules(vector: dict[str, Any]) -> None:
    """The starters of later rounds are not given; they still match the recorded ones."""
    record = vector["record"]
    state = game(record["game"]).table(len(record["players"]), record["options"])
    for number, recorded in enumerate(record["rounds"]):
        state.begin(recorded["setup"], recorded["starter"] if number == 0 else None)
        assert state.starter == recorded["starter"]
        for move in recorded["moves"]:
            state.push(move)
