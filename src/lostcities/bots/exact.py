"""A network that gives the same answer everywhere: on every machine, in every batch, with any number of threads.

Sums of floating-point numbers depend on their order, and so on the processor and on the library that adds them up. Here every number
is a whole multiple of a small step, and so few digits long that a float64 holds each sum exactly: then no order matters. After every
layer numbers are rounded to whole steps again. It plays as `network.Network` does, whose answers differ in the fourth decimal.
"""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from lostcities.bots.interface import Features
from lostcities.bots.network import Bytes, Floats, action_order

Wholes = NDArray[np.float64]
"""Whole numbers, as float64 so that they are multiplied as fast."""

STEP = 1 << 16
"""Steps of an activation per unit ..."""
FINE = 1 << 16
"""... and of a weight."""
LIMIT = 1 << 26
"""Activations are cut off here, in steps, so that no sum is too long. None comes near it."""
LONGEST = 1 << 53
"""A float64 holds all whole numbers up to this."""
INPUTS = ("token", "table")
"""Weights that meet bytes instead of activations. They are in the steps of products, as biases are, which are added to these."""


class ExactNetwork:
    """The policy of one network, in whole numbers. `steps` of its logits are one unit."""

    steps = STEP

    def __init__(self, weights: Mapping[str, Floats], features: Features) -> None:
        self.blocks = sum(name.startswith("own") for name in weights)
        self.order = action_order(features)
        self.weights = {name: whole(array, FINE * STEP if "bias" in name or name in INPUTS else FINE) for name, array in weights.items()}
        for name in (
            "token_policy",
            "table_policy",
            *(f"{part}{block}" for block in range(self.blocks) for part in ("own", "mean", "out")),
        ):
            assert longest(self.weights[name]) * LIMIT < LONGEST / 4, name
        assert sum(longest(self.weights[name]) * 255 for name in INPUTS) < LONGEST / 4

    def __call__(self, tokens: Bytes, tables: Bytes) -> Wholes:
        """Return the logits of all actions (positions x actions), in steps."""
        weights = self.weights
        seen, mean = self.trunk(tokens, tables)
        of_tokens = seen @ weights["token_policy"] + weights["token_policy_bias"]
        of_table = mean @ weights["table_policy"] + weights["table_policy_bias"]
        return rounded(np.concatenate([of_tokens.reshape(len(tokens), -1), of_table], axis=1)[:, self.order])

    def trunk(self, tokens: Bytes, tables: Bytes) -> tuple[Wholes, Wholes]:
        """Return the activations of every token, and the mean of those in play."""
        weights = self.weights
        there = (tokens[:, :, -1:] > 0).astype(np.float64)
        first = tokens.astype(np.float64) @ weights["token"] + (tables.astype(np.float64) @ weights["table"])[:, None]
        seen = cut(rounded(first + weights["bias"]))
        for block in range(self.blocks):
            inner = seen @ weights[f"own{block}"] + (mean_of(seen, there) @ weights[f"mean{block}"] + weights[f"bias{block}"])[:, None]
            seen = clipped(seen + rounded(cut(rounded(inner)) @ weights[f"out{block}"]))
        return seen, mean_of(seen, there)


def whole(array: Floats, scale: int) -> Wholes:
    return np.rint(array.astype(np.float64) * scale)


def longest(weights: Wholes) -> float:
    """Return the longest sum that inputs of at most 1 can make."""
    return float(np.abs(weights).sum(axis=0).max())


def rounded(products: Wholes) -> Wholes:
    """Return sums of products in steps of activations. Dividing by a power of two is exact."""
    return np.rint(products / FINE)


def cut(values: Wholes) -> Wholes:
    return np.clip(values, 0, LIMIT)


def clipped(values: Wholes) -> Wholes:
    return np.clip(values, -LIMIT, LIMIT)


def mean_of(seen: Wholes, there: Wholes) -> Wholes:
    """Return the mean of the tokens in play: one division of whole numbers, which every machine rounds alike."""
    found: Wholes = np.rint((seen * there).sum(axis=1) / there.sum(axis=1))
    return found
