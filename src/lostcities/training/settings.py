"""The settings of learning and their defaults: what must be the same for a run to continue."""

from dataclasses import dataclass, field
from typing import Any

from lostcities.bots.interface import Mix

Changes = dict[str, Any]
"""Some of the settings by name, each of its own type."""


def number(default: float | None, least: float = 0) -> Any:
    """Return the field of a number that must not be smaller than `least`."""
    return field(default=default, metadata={"least": least})


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How a network learns. `docs/bots/training.md` and `lostcities train --help` say what each setting does.

    The defaults are for a GPU; `SMALL` has those for a CPU.
    """

    matches: int = number(16384, 1)
    """Matches played in parallel."""
    steps: int = number(128, 1)
    """Decisions in each of them before the network learns."""
    epochs: int = number(2, 1)
    batch: int = number(65536, 1)
    """Decisions per gradient."""
    rate: float = number(6e-4)
    last_rate: float = number(0.02)
    """The share of the learning rate that is left at the end."""
    norm: float = number(0.5)
    """Longer gradients are shortened to this length."""
    decay: float = number(0.96)
    """Lambda: how far an advantage looks beyond the next decision of the same seat."""
    clip: float = number(0.2)
    entropy: float = number(0.03)
    last_entropy: float = number(0.002)
    width: int = number(256, 2)
    blocks: int = number(3, 1)
    critic_width: int = number(128, 2)
    critic_blocks: int = number(2, 1)
    critic_first: int = number(0)
    """Lessons in which only the critic learns: an untrained critic would spoil a policy that is good from the start."""
    mix: Mix = ()
    """The tables to train at; empty: those of the game."""
    point: float | None = number(None, 0.01)
    """Points of lead that are worth 1; by default what the game says."""
    win: float | None = number(None)
    """What winning a match is worth beside them; by default what the game says."""
    against_random: float = number(0.04)
    """The share of matches with a random player in one seat."""
    against_thumb: float = number(0.06)
    against_past: float = number(0.0)
    """The share with a network of the pool: those of `past`, and `pool` earlier states of the one that learns."""
    past: tuple[str, ...] = ()
    """Files, bots that are networks, or `PACKAGE`; if there is no other pool, it is the network in the package."""
    pool: int = number(0)
    pool_every: int = number(100_000_000, 1)
    """Decisions after which the oldest of these states is replaced."""
    alone: float = number(0.0)
    """The share of the budget in which the network plays itself, before its rivals come."""


PACKAGE = "package"
"""Names the network in the package, where a file could be named."""

SMALL: Changes = {"matches": 256, "steps": 64, "batch": 4096, "rate": 1e-3, "width": 64, "blocks": 2}
SMALL |= {"critic_width": 32, "critic_blocks": 1, "pool_every": 1_000_000}
"""What differs on a CPU."""

CRITIC: Changes = {"critic_width": 256, "critic_blocks": 3, "steps": 64, "batch": 8192, "rate": 1e-3, "decay": 0.95}
"""What differs where a critic is trained by itself."""

FURTHER: Changes = {"rate": 4e-4, "entropy": 0.008, "critic_first": 12}
"""What differs for a network that starts from another one: smaller steps."""
