"""The quick network, computed for hundreds of positions at once: most of a search's time is spent here.

The same function as `network.Network` without its value. What lies between the matrix products is done in one pass each.
"""

import math
from collections.abc import MutableSequence, Sequence
from types import ModuleType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lostcities.bots.network import Bytes, Floats, Network
from lostcities.games.engine import Engine
from lostcities.games.kernel import Row

Vector = MutableSequence[float]
Matrix = Sequence[Vector]


NUMBERS = np.arange(8, dtype=np.float32)
"""Small numbers of the weights' own kind: a kernel that mixes kinds computes in twice as many bits, at half the speed."""


def average(seen: Sequence[Matrix], numbers: Vector, mean: Matrix) -> None:
    """The mean of every position's tokens."""
    for i in range(len(seen)):
        share = numbers[1] / numbers[len(seen[i])]
        for k in range(len(mean[i])):
            total = numbers[0]
            for token in range(len(seen[i])):
                total += seen[i][token][k]
            mean[i][k] = total * share


def join(inner: Sequence[Matrix], shared: Matrix, bias: Vector, numbers: Vector) -> None:
    """Adds what a position's tokens share, and cuts off below 0."""
    zero = numbers[0]
    for i in range(len(inner)):
        for token in range(len(inner[i])):
            row = inner[i][token]
            for k in range(len(bias)):
                row[k] = max(row[k] + shared[i][k] + bias[k], zero)


class Logits(NamedTuple):
    """What the network thinks of every position: as the matrix products leave it, since only legal moves are looked up."""

    of_tokens: Floats
    of_table: Floats
    places: NDArray[np.int64]
    """Of every action, its place in a position's row of tokens; or, below 0, in the table's from -1 downwards."""
    biases: Floats
    """Of every action, what is to be added."""


def liked(of_tokens: Vector, of_table: Vector, places: Row, biases: Vector, action: int) -> float:
    """The logit of an action."""
    place = places[action]
    return (of_tokens[place] if place >= 0 else of_table[-1 - place]) + biases[action]


class QuickNetwork:
    """A policy for many positions of one game with the same options. Its arrays are its own and used again: making them costs as much."""

    def __init__(self, network: Network, engine: Engine, features: ModuleType, most: int) -> None:
        self.weights = network.weights
        self.blocks = network.blocks
        self.outputs = len(features.TOKEN_ACTIONS[0])
        self.width = len(self.weights["bias"])
        self.average, self.join = engine.kernel(average), engine.kernel(join)
        sizes = {"given": features.TOKEN, "seen": self.width, "inner": self.width, "added": self.width, "policy": self.outputs}
        self.space = {name: np.empty(most * features.TOKENS * size, dtype=np.float32) for name, size in sizes.items()}
        self.space |= {name: np.empty(most * self.width, dtype=np.float32) for name in ("mean", "shared")}
        self.places = np.zeros(len(network.order), dtype=np.int64)
        self.biases = np.zeros(len(network.order), dtype=np.float32)
        for token, actions in enumerate(features.TOKEN_ACTIONS):
            self.places[list(actions)] = token * self.outputs + np.arange(self.outputs)
            self.biases[list(actions)] = self.weights["token_policy_bias"]
        self.places[list(features.TABLE_ACTIONS)] = -1 - np.arange(len(features.TABLE_ACTIONS))
        self.biases[list(features.TABLE_ACTIONS)] = self.weights["table_policy_bias"]

    def array(self, name: str, *shape: int) -> Floats:
        return self.space[name][: math.prod(shape)].reshape(shape)

    def __call__(self, tokens: Bytes, tables: Bytes) -> Logits:
        """What it thinks of every action of a token in play, and of the table's."""
        count, present = len(tokens), int((tokens[0, :, -1] > 0).sum())
        seen = self.seen(tokens[:, :present], tables)
        policy = self.array("policy", count * present, self.outputs)
        np.matmul(seen.reshape(count * present, self.width), self.weights["token_policy"], out=policy)
        return Logits(policy.reshape(count, -1), self.mean(seen) @ self.weights["table_policy"], self.places, self.biases)

    def mean(self, seen: Floats) -> Floats:
        mean = self.array("mean", len(seen), self.width)
        self.average(seen, NUMBERS, mean)
        return mean

    def seen(self, tokens: Bytes, tables: Bytes) -> Floats:
        """What the network makes of every token."""
        weights = self.weights
        count, present, size = tokens.shape
        given, seen = self.array("given", count, present, size), self.array("seen", count, present, self.width)
        flat, inner, added = (self.array(name, count * present, self.width) for name in ("seen", "inner", "added"))
        shared = self.array("shared", count, self.width)
        np.copyto(given, tokens)
        np.matmul(given.reshape(count * present, size), weights["token"], out=flat)
        np.matmul(tables.astype(np.float32), weights["table"], out=shared)
        self.join(seen, shared, weights["bias"], NUMBERS)
        for block in range(self.blocks):
            np.matmul(self.mean(seen), weights[f"mean{block}"], out=shared)
            np.matmul(flat, weights[f"own{block}"], out=inner)
            self.join(inner.reshape(seen.shape), shared, weights[f"bias{block}"], NUMBERS)
            np.matmul(inner, weights[f"out{block}"], out=added)
            flat += added
        return seen
