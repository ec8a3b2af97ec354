"""Networks for play: load one from its file, and compute it with numpy alone, without torch.

A file is an `.npz` of float16 arrays without pickles: a JSON header and two networks: `net`, and `quick`, a small one for
the many moves that search plays out. `docs/bots/networks.md` describes them and how they are computed.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from itertools import chain
from pathlib import Path
from typing import IO, Any
from zipfile import BadZipFile, is_zipfile

import numpy as np
from numpy.typing import NDArray

from lostcities.bots.interface import Features, features_of
from lostcities.games.errors import BadOption, Reason
from lostcities.games.game import Game, View

FORMAT = "lostcities.net/1"
ONE = 16
"""The byte that stands for 1.0 in a feature."""
SUREST = 6
"""A belief is capped at odds of e to this power."""
NETWORKS = ("net", "quick")
"""The networks that every file must have."""

Floats = NDArray[np.float32]
Bytes = NDArray[np.uint8]
Header = dict[str, Any]
"""What a file says about its networks, as JSON."""
Seen = tuple[Bytes, Bytes]
"""The features of a position: of every token, and of the table."""


class Network:
    """One network: a policy over actions and a value, for any number of positions at once."""

    def __init__(self, weights: dict[str, Floats], features: Features) -> None:
        self.weights = weights
        self.blocks = sum(name.startswith("own") for name in weights)
        self.hands = features.HANDS
        self.order = action_order(features)

    def __call__(self, tokens: Bytes, tables: Bytes) -> tuple[Floats, Floats]:
        """Return the logits of all actions (positions x actions) and the values, for tokens (positions x tokens x features) and tables."""
        weights = self.weights
        seen, mean = self.trunk(tokens, tables)
        of_tokens = seen @ weights["token_policy"] + weights["token_policy_bias"]
        of_table = mean @ weights["table_policy"] + weights["table_policy_bias"]
        logits = np.concatenate([of_tokens.reshape(len(tokens), -1), of_table], axis=1)[:, self.order]
        return logits, self.value(mean)

    def odds(self, tokens: Bytes, tables: Bytes) -> Floats:
        """Return, for one position, the odds that each kind of card is in each hidden hand; empty if the network has no belief."""
        weights = self.weights
        if "belief" not in weights:
            return np.zeros(0, dtype=np.float32)
        beliefs = self.trunk(tokens, tables)[0][0] @ weights["belief"] + weights["belief_bias"]
        by_hand = beliefs.reshape(len(beliefs), self.hands, -1).transpose(1, 0, 2)
        odds: Floats = np.exp(np.clip(by_hand, -SUREST, SUREST)).astype(np.float32).reshape(-1)
        return odds

    def trunk(self, tokens: Bytes, tables: Bytes) -> tuple[Floats, Floats]:
        """Return the activations of every token, and the mean of those in play."""
        weights = self.weights
        count, columns, size = tokens.shape
        share = (tokens[:, :, -1:] > 0).astype(np.float32)
        share /= share.sum(axis=1, keepdims=True)
        seen = tokens.reshape(count * columns, size).astype(np.float32) @ weights["token"]
        seen = seen.reshape(count, columns, -1)
        seen += (tables.astype(np.float32) @ weights["table"] + weights["bias"])[:, None]
        np.maximum(seen, 0, out=seen)
        for block in range(self.blocks):
            seen += self.block(seen, share, block)
        return seen, (seen * share).sum(axis=1)

    def block(self, seen: Floats, share: Floats, block: int) -> Floats:
        """Return what one block adds: every token sees itself and the mean of all."""
        weights = self.weights
        count, columns, width = seen.shape
        mean = (seen * share).sum(axis=1)
        inner = (seen.reshape(-1, width) @ weights[f"own{block}"]).reshape(count, columns, width)
        inner += (mean @ weights[f"mean{block}"] + weights[f"bias{block}"])[:, None]
        np.maximum(inner, 0, out=inner)
        return (inner.reshape(-1, width) @ weights[f"out{block}"]).reshape(count, columns, width)  # type: ignore[return-value]

    def value(self, mean: Floats) -> Floats:
        weights = self.weights
        inner = np.maximum(mean @ weights["value"] + weights["value_bias"], 0)
        worth: Floats = (inner @ weights["worth"] + weights["worth_bias"])[:, 0]
        return worth


def action_order(features: Features) -> NDArray[np.int64]:
    """Return, for every action, its index among the outputs of a policy."""
    return np.argsort([*chain(*features.TOKEN_ACTIONS), *features.TABLE_ACTIONS])


class NetworkFile:
    """The contents of a file: the header, and the networks by name."""

    def __init__(self, game: Game, source: Path | Traversable) -> None:
        self.game = game
        try:
            with source.open("rb") as file:
                self.header, arrays = read(file)
        except (OSError, EOFError, ValueError, KeyError, BadZipFile) as error:
            raise BadOption(Reason("bad_net_file", {"file": str(source), "why": str(error)})) from None
        self.check(str(source))
        features = features_of(game)
        names = sorted({key.partition(".")[0] for key in arrays} | set(NETWORKS))
        for name in names:
            self.check_shapes(str(source), arrays, name)
        self.networks = {name: Network(part_of(arrays, name), features) for name in names}

    def check(self, file: str) -> None:
        """Refuse a network of another game, or one trained on other inputs."""
        features = features_of(self.game)
        expected = {
            "format": FORMAT,
            "game": self.game.name,
            "observation": self.game.observation.VERSION,
            "features": features.VERSION,
        }
        for name, value in expected.items():
            found = self.header.get(name)
            if found != value:
                raise BadOption(Reason("wrong_net_file", {"file": file, "field": name, "expected": str(value), "found": str(found)}))

    def check_shapes(self, file: str, arrays: dict[str, Floats], name: str) -> None:
        """Refuse a network that lacks an array, or has one of the wrong shape or with unusable values."""
        found = {key: array.shape for key, array in arrays.items() if key.partition(".")[0] == name}
        if not found:
            raise BadOption(Reason("bad_net_file", {"file": file, "why": f"{name}: expected a network, found nothing"}))
        expected = {f"{name}.{key}": shape for key, shape in shapes(found, name, features_of(self.game)).items()}
        for key in sorted(expected | found):
            if found.get(key) != expected.get(key):
                why = f"{key}: expected {expected.get(key, 'nothing')}, found {found.get(key, 'nothing')}"
                raise BadOption(Reason("bad_net_file", {"file": file, "why": why}))


def shapes(found: dict[str, tuple[int, ...]], name: str, features: Features) -> dict[str, tuple[int, ...]]:
    """Return the shapes that a network's arrays must have, given its width, its number of blocks, and whether it has a belief."""
    width = (found.get(f"{name}.bias") or found.get(f"{name}.token") or (0,))[-1]
    blocks = max(1, sum(key.startswith(f"{name}.own") for key in found))
    wanted: dict[str, tuple[int, ...]] = {"token": (features.TOKEN, width), "table": (features.TABLE, width), "bias": (width,)}
    for block in range(blocks):
        wanted |= {f"{key}{block}": (width, width) for key in ("own", "mean", "out")} | {f"bias{block}": (width,)}
    heads = {"token_policy": len(features.TOKEN_ACTIONS[0]), "table_policy": len(features.TABLE_ACTIONS), "value": width // 2}
    if features.BELIEFS and f"{name}.belief" in found:
        heads["belief"] = features.BELIEFS
    for key, size in heads.items():
        wanted |= {key: (width, size), f"{key}_bias": (size,)}
    return wanted | {"worth": (width // 2, 1), "worth_bias": (1,)}


def read(file: IO[bytes]) -> tuple[Header, dict[str, Floats]]:
    if not is_zipfile(file):
        raise ValueError("expected an .npz file")
    file.seek(0)
    with np.load(file, allow_pickle=False) as content:
        header = json.loads(bytes(content["header"]))
        arrays = {name: content[name].astype(np.float32) for name in content.files if name != "header"}
    if not isinstance(header, dict):
        raise ValueError("the header is not an object")
    return header, arrays


def part_of(arrays: dict[str, Floats], name: str) -> dict[str, Floats]:
    """Return one network's weights. Those of the inputs are scaled to take bytes."""
    weights = {key.removeprefix(f"{name}."): array for key, array in arrays.items() if key.startswith(f"{name}.")}
    for key in ("token", "table"):
        weights[key] /= ONE
    return weights


def write(path: Path, header: Header, networks: Mapping[str, Mapping[str, Floats]]) -> None:
    """Write a file atomically."""
    arrays: dict[str, Any] = {}
    for name, weights in networks.items():
        arrays |= {f"{name}.{key}": array.astype(np.float16) for key, array in weights.items()}
    write_arrays(path, header, arrays)


def note(path: Path, news: Header) -> None:
    """Add something to the header of a file. Its networks stay the same, bit by bit."""
    with np.load(path, allow_pickle=False) as content:
        arrays = {name: content[name] for name in content.files}
    write_arrays(path, json.loads(bytes(arrays.pop("header"))) | news, arrays)


def write_arrays(path: Path, header: Header, arrays: Mapping[str, Any]) -> None:
    text = np.frombuffer(json.dumps(header, indent=1).encode(), dtype=np.uint8)
    draft = path.with_suffix(".draft.npz")
    given: dict[str, Any] = {"header": text, **arrays}  # `savez` also takes other keyword arguments
    np.savez(draft, **given)
    draft.replace(path)


def packaged(game: Game) -> Traversable:
    """Return the newest network of a game in the package."""
    folder = resources.files("lostcities.bots") / "nets"
    found = [file for file in folder.iterdir() if file.name.startswith(f"{game.name}-") and file.name.endswith(".npz")]
    if not found:
        raise BadOption(Reason("no_net", {"game": game.name}))
    return max(found, key=lambda file: int(file.name.removeprefix(f"{game.name}-").removesuffix(".npz")))


@cache
def load(game: Game, file: str | None = None) -> NetworkFile:
    """Return a game's network: the one in the package, or another file."""
    return NetworkFile(game, packaged(game) if file is None else Path(file))


class Eye:
    """Turns a view into the input of a network."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.features = features_of(game)

    def see(self, view: View) -> Seen:
        """Return the features of one position. They are read from a world made from the view; any will do, as only what is seen is used."""
        observation = bytearray(self.game.world(view, random.Random(0)).observe(view["seat"]))
        return self.arrange(observation)

    def arrange(self, observation: bytearray) -> Seen:
        features = self.features
        tokens = [bytearray(features.TOKEN) for _ in range(features.TOKENS)]
        for number, token in enumerate(tokens):
            features.token_features(observation, number, token)
        table = bytearray(features.TABLE)
        features.table_features(observation, table)
        flat = np.frombuffer(b"".join(tokens), dtype=np.uint8)
        return flat.reshape(1, features.TOKENS, features.TOKEN), np.frombuffer(table, dtype=np.uint8).reshape(1, -1)
