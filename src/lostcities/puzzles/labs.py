"""Where moves are tried: what positions are worth according to the critic, and when they are played out, on a CPU or on a GPU."""

from __future__ import annotations

from functools import cache
from typing import Protocol

import numpy as np

from lostcities.analysis.playouts import Playouts
from lostcities.bots.batches import CPU
from lostcities.bots.critics.critic import Rows, critic_of
from lostcities.bots.network import Floats
from lostcities.games.game import Game

OTHERS = 2
"""Other outcomes that are looked at per chance event: with thousands of worlds, playing faster pays more than playing with less luck."""


TURNS = 16
"""Turns of all players together that are played out before the critic judges."""


class Lab(Protocol):
    """Says what positions of first rounds are worth to every seat: positions x seats, in points of the final lead."""

    def judge(self, rows: Rows) -> Floats:
        """Return what the critic says."""
        ...

    def play(self, rows: Rows, seed: int) -> Floats:
        """Return what comes of it as the network plays, without the luck on the way."""
        ...

    def play_otherwise(self, rows: Rows, seed: int) -> Floats:
        """Return what comes of it as a network of another seed plays."""
        ...


class CpuLab:
    """Works with numpy alone."""

    def __init__(self, game: Game, turns: int, other: str) -> None:
        """`turns` of all players together are played out; `other` is another network, as a bot is named."""
        self.critic = critic_of(game)
        self.playouts = Playouts(game, self.critic, turns=turns, others=OTHERS)
        self.other = Playouts(game, self.critic, other, turns, OTHERS)

    def judge(self, rows: Rows) -> Floats:
        return self.critic.judge(rows, nothing(rows)).leads

    def play(self, rows: Rows, seed: int) -> Floats:
        return self.playouts(rows, nothing(rows), seed)

    def play_otherwise(self, rows: Rows, seed: int) -> Floats:
        return self.other(rows, nothing(rows), seed)


def nothing(_rows: Rows) -> Floats:
    """Return what the seats had before a first round."""
    return np.zeros(2, dtype=np.float32)


@cache
def lab_of(game: Game, turns: int, other: str, device: str = CPU) -> Lab:
    """Return the lab on a device."""
    if device == CPU:
        return CpuLab(game, turns, other)
    from lostcities.puzzles.torch_lab import TorchLab

    lab: Lab = TorchLab(game, turns, OTHERS, other, device)
    return lab
