"""Rounds and positions as columns, ready to be written. `tables.py` says what each column is."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lostcities.data.plan import SelfPlay

Array = NDArray[Any]
Columns = dict[str, Any]
"""The values of a table by column, as `parquet.array` takes them."""


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

    def columns(self, play: SelfPlay) -> Columns:
        count = len(self.games)
        return {
            "game": [play.game] * count,
            "match": self.games,
            "round": self.numbers,
            "seed": [play.seed] * count,
            "options": [json.dumps(play.options)] * count,
            "players": [play.players] * count,
            "bots": [play.seats(number) for number in self.games.tolist()],
            "starter": self.starters,
            "chance": self.chance,
            "actions": self.actions,
            "seats": self.seats,
            "scores": self.scores,
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

    observations: Array
    """Decisions x bytes."""
    masks: Array
    """Decisions x actions."""
    views: list[str] | None = None

    def columns(self, play: SelfPlay, rounds: Rounds) -> Columns:
        lengths = rounds.lengths
        count = sum(lengths)
        seats = joined(rounds.seats)
        columns: Columns = {
            "game": [play.game] * count,
            "match": np.repeat(rounds.games, lengths),
            "round": np.repeat(rounds.numbers, lengths),
            "decision": joined([np.arange(length, dtype=np.uint32) for length in lengths]),
            "seat": seats,
            "action": joined(rounds.actions),
            "observation": self.observations,
            "mask": self.masks,
            "result": np.repeat(rounds.margins(), lengths, axis=0)[np.arange(count), seats],
        }
        return columns if self.views is None else columns | {"view": self.views}


def joined(parts: list[Array]) -> Array:
    return np.concatenate(parts) if parts else np.zeros(0, dtype=np.uint8)


def split(flat: Array, lengths: Array) -> list[Array]:
    """Return an array cut into pieces of these lengths."""
    ends = np.concatenate([[0], np.cumsum(lengths)]).tolist()
    return [flat[start:end] for start, end in pairwise(ends)]
