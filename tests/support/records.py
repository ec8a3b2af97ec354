"""Records for tests: those of the test vectors, and random matches."""

import json
import random
from typing import Any

from support.folders import DATA

from lostcities import State, new

VECTORS = DATA / "vectors"
NAMES = ["Ann", "Ben", "Cem", "Dora", "Eli"]


def vectors(name: str) -> list[dict[str, Any]]:
    return [json.loads(line)["record"] for line in (VECTORS / f"{name}.jsonl").read_text().splitlines()]


def played(name: str, players: int, options: dict[str, Any], moves: int, seed: int = 3) -> State:
    """A random match, stopped after this many moves."""
    state, rng = new(name, players, seed=seed, **options), random.Random(seed)
    while moves and not state.over:
        state.push(rng.choice(state.legal()))
        moves -= 1
    return state
