"""The settings of a training run and their defaults."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a run."""

    matches: int = 16384
    """Matches played in parallel."""
    steps: int = 128
    """Decisions in each of them before the network learns."""
    epochs: int = 2
    batch: int = 65536
    """Decisions per gradient."""
    rate: float = 6e-4
    decay: float = 0.96
    """Lambda: how far an advantage looks beyond the next decision of the same seat."""
    clip: float = 0.2
    entropy: float = 0.03
    last_entropy: float = 0.002
    width: int = 256
    blocks: int = 3
    critic_width: int = 128
    critic_blocks: int = 2
    critic_first: int = 0
    """Lessons in which only the critic learns: an untrained critic would spoil a policy that is good from the start."""
    against_random: float = 0.04
    """The share of matches with a random player in one seat."""
    against_thumb: float = 0.06
    against_past: float = 0.0
    """The share with the network in the package."""


Changes = dict[str, Any]
"""Some of the settings by name, each of its own type."""

SMALL = Settings(matches=256, steps=64, batch=4096, rate=1e-3, width=64, blocks=2, critic_width=32, critic_blocks=1)
"""For a CPU."""

FURTHER: Changes = {"rate": 4e-4, "entropy": 0.008, "critic_first": 12}
"""What differs for a network that starts from another one: smaller steps."""

LEAST = {"matches": 1, "steps": 1, "epochs": 1, "batch": 1, "width": 2, "blocks": 1, "critic_width": 2, "critic_blocks": 1}
"""Lower limits of settings; the others cannot be negative."""
