"""Rounds and positions as columns, ready to be written."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lostcities.data.plan import SelfPlay

Array = NDArray[Any]

ROUND_TYPES = {
    "game": "UINTEGER",
    "round": "UTINYINT",
    "seed": "BIGINT",
    "options": "VARCHAR",
    "players": "UTINYINT",
    "bots": "VARCHAR[]",
    "starter": "UTINYINT",
    "chance": "UTINYINT[]",
    "actions": "UTINYINT[]",
    "seats": "UTINYINT[]",
    "scores": "SMALLINT[]",
    "turns": "USMALLINT",
    "truncated": "BOOLEAN",
}
"""The columns of a file of rounds."""

POSITION_TYPES = {
    "game": "UINTEGER",
    "round": "UTINYINT",
    "decision": "UINTEGER",
    "seat": "UTINYINT",
    "action": "UTINYINT",
    "observation": "BLOB",
    "mask": "BLOB",
    "result": "SMALLINT",
}
"""The columns of a file of positions; a `view` may follow."""


@dataclass
class Rounds:
    """Finished rounds, in order."""

    games: Array
    """The number of each round's match."""
    numbers: Array
    """The number of each round within its match, from 1."""
    starters: Array
    turns: Array
    truncated: Array
    scores: Array
    """Rounds x players."""
    actions: list[Array]
    seats: list[Array]
    chance: list[Array]

    def columns(self, play: SelfPlay) -> dict[str, Array]:
        count = len(self.games)
        return {
            "game": self.games,
            "round": self.numbers,
            "seed": np.full(count, play.seed, dtype=np.int64),
            "options": np.full(count, json.dumps(play.options), dtype=object),
            "players": np.full(count, play.players, dtype=np.uint8),
            "bots": objects(play.seats(int(number)) for number in self.games),
            "starter": self.starters,
            "chance": objects(self.chance),
            "actions": objects(self.actions),
            "seats": objects(self.seats),
            "scores": objects(self.scores),
            "turns": self.turns,
            "truncated": self.truncated.astype(bool),
        }

    @property
    def lengths(self) -> list[int]:
        """The number of decisions in each round."""
        return list(map(len, self.actions))

    def margins(self) -> Array:
        """Return, as rounds x players, each seat's score minus the best other score."""
        best = [np.delete(self.scores, seat, axis=1).max(axis=1, initial=-32768) for seat in range(self.scores.shape[1])]
        margins: Array = self.scores - np.stack(best, axis=1)
        return margins


@dataclass
class Positions:
    """The decisions of some rounds, one after another."""

    observations: Array | list[bytes]
    """Decisions x bytes."""
    masks: Array | list[bytes]
    views: list[str] | None = None

    def columns(self, rounds: Rounds) -> dict[str, Array]:
        lengths = rounds.lengths
        count = sum(lengths)
        seats = joined(rounds.seats)
        columns: dict[str, Array] = {
            "game": np.repeat(rounds.games, lengths),
            "round": np.repeat(rounds.numbers, lengths),
            "decision": joined([np.arange(length, dtype=np.uint32) for length in lengths]),
            "seat": seats,
            "action": joined(rounds.actions),
            "observation": blobs(self.observations),
            "mask": blobs(self.masks),
            "result": np.repeat(rounds.margins(), lengths, axis=0)[np.arange(count), seats],
        }
        return columns if self.views is None else columns | {"view": objects(self.views)}


def objects(values: Iterable[Any]) -> Array:
    """Return values of any kind as an array of objects: a list for the database must not become a second dimension."""
    listed = list(values)
    return np.fromiter(listed, dtype=object, count=len(listed))


def blobs(values: Array | list[bytes]) -> Array:
    """Return rows of bytes as objects, each of which DuckDB stores as a BLOB."""
    if not isinstance(values, np.ndarray):
        return objects(values)
    return values.view(f"V{values.shape[1]}").ravel().astype(object)


def joined(parts: list[Array]) -> Array:
    return np.concatenate(parts) if parts else np.zeros(0, dtype=np.uint8)


def split(flat: Array, lengths: Array) -> list[Array]:
    """Return an array cut into pieces of these lengths."""
    ends = np.concatenate([[0], np.cumsum(lengths)]).tolist()
    return [flat[start:end] for start, end in pairwise(ends)]
