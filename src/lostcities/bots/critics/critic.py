"""The critic: what a position is worth to every seat, given what all players together know, if everyone plays well from now on.

It knows all hands but not the order of the deck, and no roll in advance. It judges by the lead over the best other seat that a seat can
expect in the round, and by its chance to win the match. `docs/research/luck.md` says how it was trained and how well it judges.
It can be told that other players are at the table, who play as `manners.py` describes.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NamedTuple
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from lostcities.bots.critics.kernels import describe, look
from lostcities.bots.critics.manners import TOLD
from lostcities.bots.interface import engine_of, features_of, together_of
from lostcities.bots.network import ONE, Floats, Header, read, write
from lostcities.bots.quick import QuickTrunk, in_play
from lostcities.games import forks
from lostcities.games.errors import BadOption, Reason
from lostcities.games.game import Game
from lostcities.games.head import PLAYER, PLAYERS

FORMAT = "lostcities.critic/2"
PART = "critic"
"""What the arrays of a file are named after."""
POINTS = 32.0
"""A network's 1 is this many points of lead."""
AT_ONCE = 256
"""Positions that are computed together: their activations fit into a core's cache."""

Rows = NDArray[np.uint8]


class Judged(NamedTuple):
    """What positions are worth: positions x seats each."""

    leads: Floats
    """The lead over the best other seat that a seat can expect in the round; where the round is over, the lead it has."""
    chances: Floats
    """The chance to win the match; meaningless where the round is over."""


class Critic:
    """A critic for the positions of one game."""

    def __init__(self, game: Game, name: str, header: Header, arrays: Mapping[str, Floats]) -> None:
        self.game, self.name, self.header = game, name, header
        features, together = features_of(game), together_of(game).TOGETHER
        weights = {key.removeprefix(f"{PART}."): array for key, array in arrays.items()}
        known = weights.pop("secrets", np.zeros((0, len(weights["bias"])), dtype=np.float32))
        weights["token"] = np.concatenate([known, weights["token"]])
        for key in ("token", "table"):
            weights[key] /= ONE
        engine = engine_of(game)
        self.look, self.describe, self.round_leads = (engine.kernel(kernel) for kernel in (look, describe, forks.round_leads))
        self.trunk = QuickTrunk(weights, engine, features.TOKENS, AT_ONCE)
        self.weights = weights
        self.inputs = np.zeros((AT_ONCE, features.TOKENS, together + features.TOKEN), dtype=np.uint8)
        self.known, self.tokens = self.inputs[:, :, :together], self.inputs[:, :, together:]
        self.tables = np.zeros((AT_ONCE, features.TABLE), dtype=np.uint8)
        self.observations = np.zeros((AT_ONCE, game.observation.SIZE), dtype=np.uint8)
        self.seats = np.zeros(AT_ONCE, dtype=np.uint8)
        self.manners: Floats | None = None

    def told(self, manners: Floats) -> Critic:
        """Return this critic for a table at which these players sit: seats x what `manners.told` says of each."""
        critic = copy(self)
        critic.manners = manners
        return critic

    def judge(self, rows: Rows, before: Floats) -> Judged:
        """Judge positions of one table. `before` is what its seats stood at when the round began."""
        players = int(rows[0, PLAYERS]) if len(rows) else 0
        leads, chances = (np.zeros((len(rows), players), dtype=np.float32) for _ in range(2))
        for seat, places in self.by_seat(rows, players):
            for start in range(0, len(places), AT_ONCE):
                part = places[start : start + AT_ONCE]
                leads[part], chances[part] = self.judge_some(rows[part], players, self.bias(seat, players))
        now, over = np.zeros_like(leads), np.zeros(len(rows), dtype=np.uint8)
        self.round_leads(rows, np.broadcast_to(before, leads.shape).copy(), now, over)
        return Judged(np.where(over[:, None] > 0, now, leads), chances)

    def by_seat(self, rows: Rows, players: int) -> list[tuple[int, NDArray[np.intp]]]:
        """Return where the positions are that are judged alike: all of them, or those of each deciding seat if the players differ."""
        if self.manners is None:
            return [(0, np.arange(len(rows)))]
        return [(seat, np.flatnonzero(rows[:, PLAYER] == seat)) for seat in range(players)]

    def bias(self, seat: int, players: int) -> Floats:
        """Return the bias of the first layer, in which the players are told, beginning with the seat that decides."""
        bias: Floats = self.weights["bias"]
        if self.manners is not None:
            heard = np.roll(self.manners, -seat, axis=0).ravel()
            bias = bias + heard @ self.weights["manner"][: players * TOLD]
        return bias

    def judge_some(self, rows: Rows, players: int, bias: Floats) -> Judged:
        count, weights = len(rows), self.weights
        observations, seats, inputs, tables = (array[:count] for array in (self.observations, self.seats, self.inputs, self.tables))
        self.look(rows, observations, seats)
        self.describe(rows, observations, seats, self.tokens[:count], tables, self.known[:count])
        present = in_play(inputs)
        seen, inner = self.trunk.last_block(inputs[:, :present], tables, bias)
        mean = seen.reshape(count, present, -1).mean(axis=1)
        mean += inner.reshape(count, present, -1).mean(axis=1) @ weights[f"out{self.trunk.blocks - 1}"]
        hidden = np.maximum(mean @ weights["value"] + weights["value_bias"], 0)
        found: Floats = hidden @ weights["worth"] + weights["worth_bias"]
        leads, logits = np.split(found, 2, axis=1)
        return in_order(leads[:, :players] * np.float32(POINTS), logits[:, :players], seats)


def in_order(leads: Floats, logits: Floats, seats: NDArray[np.uint8]) -> Judged:
    """Return opinions that begin with the deciding seat in the order of the seats."""
    players = leads.shape[1]
    if players == 2:  # what one of two leads by, the other trails by
        half = (leads[:, 0] - leads[:, 1]) / 2
        leads = np.stack([half, -half], axis=1)
    chances = np.exp(logits - logits.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    place = (np.arange(players) - seats[:, None].astype(np.int64)) % players
    return Judged(np.take_along_axis(leads, place, axis=1), np.take_along_axis(chances, place, axis=1))


# -- files --


def expected(game: Game) -> Header:
    """Return what the header of a game's critic must say."""
    versions = {"observation": game.observation.VERSION, "features": features_of(game).VERSION, "together": together_of(game).VERSION}
    return {"format": FORMAT, "game": game.name, **versions}


def open_file(game: Game, source: Path | Traversable) -> Critic:
    """Return the critic in a file. Raises `BadOption` for any other file."""
    try:
        with source.open("rb") as file:
            header, arrays = read(file)
        for field, value in expected(game).items():
            if header.get(field) != value:
                found: dict[str, str | int] = {"file": str(source), "field": field, "expected": str(value), "found": str(header.get(field))}
                raise BadOption(Reason("wrong_net_file", found))
        return Critic(game, Path(source.name).stem, header, arrays)
    except (OSError, EOFError, ValueError, KeyError, BadZipFile) as error:
        if isinstance(error, BadOption):
            raise
        raise BadOption(Reason("bad_net_file", {"file": str(source), "why": str(error)})) from None


def save(path: Path, game: Game, about: Header, weights: Mapping[str, Floats]) -> None:
    """Write a critic, atomically."""
    write(path, expected(game) | about, {PART: weights})


def packaged(game: Game) -> Traversable:
    """Return a game's newest critic in the package."""
    folder = resources.files("lostcities.bots.critics") / "nets"
    first, last = f"{game.name}-critic-", ".npz"
    found = [file for file in folder.iterdir() if file.name.startswith(first) and file.name.endswith(last)]
    if not found:
        raise BadOption(Reason("no_net", {"game": game.name}))
    return max(found, key=lambda file: int(file.name.removeprefix(first).removesuffix(last)))


def critic_name(game: Game) -> str:
    """Return the name of a game's critic, without loading it: a server must not wait for that."""
    return Path(packaged(game).name).stem


@cache
def critic_of(game: Game) -> Critic:
    """Return a game's critic in the package."""
    return open_file(game, packaged(game))
