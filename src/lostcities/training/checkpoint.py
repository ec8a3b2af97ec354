"""Checkpoints: everything that a run needs to continue as if it had not stopped."""

import pickle
from dataclasses import fields
from pathlib import Path
from typing import Any

import torch

from lostcities.games.errors import BadOption, Reason
from lostcities.training.config import Config
from lostcities.training.learner import Learner
from lostcities.training.settings import Settings

BROKEN = (OSError, EOFError, RuntimeError, ValueError, LookupError, TypeError, AttributeError, pickle.UnpicklingError)
"""What reading a file that is not one of our checkpoints can raise."""

Content = dict[str, Any]


def identity(config: Config) -> Content:
    """Return what must be equal for a run to continue."""
    settings = {found.name: getattr(config, found.name) for found in fields(Settings)}
    return {"game": config.game, "seed": config.seed, "settings": settings}


def save(file: Path, learner: Learner, elapsed: float) -> None:
    """Write a checkpoint, atomically."""
    content = identity(learner.config) | {
        "elapsed": elapsed,
        "decisions": learner.decisions,
        "lessons": learner.lessons,
        "weights": learner.weights,
        "critic": learner.critic,
        "mean": learner.mean,
        "pool": learner.pool.states,
        "optimizer": learner.descent.optimizer.state_dict(),
        "matches": learner.simulator.state(),
        "chance": torch.get_rng_state(),
    }
    draft = file.with_suffix(".draft")
    torch.save(content, draft)
    draft.replace(file)


def load(file: Path, learner: Learner) -> float:
    """Continue from a checkpoint; return the seconds that its run had lasted."""
    try:
        return restore(torch.load(file, map_location=learner.device, weights_only=True), learner)
    except FileNotFoundError:
        raise BadOption(Reason("no_checkpoint", {"file": str(file)})) from None
    except BROKEN:
        raise BadOption(Reason("other_checkpoint", {"file": str(file)})) from None


def restore(content: Content, learner: Learner) -> float:
    expected = identity(learner.config)
    if {name: content[name] for name in expected} != expected:
        raise ValueError
    for name in ("weights", "critic", "mean"):
        put_back(content[name], getattr(learner, name))
    for found, state in zip(content["pool"], learner.pool.states, strict=True):
        put_back(found, state)
    learner.descent.optimizer.load_state_dict(content["optimizer"])
    learner.simulator.restore(content["matches"])
    learner.decisions, learner.lessons = content["decisions"], content["lessons"]
    if learner.device.type == "cpu":
        torch.set_rng_state(content["chance"].cpu())
    else:  # a GPU draws otherwise in every run, but should not draw the same again
        torch.manual_seed(learner.config.seed + learner.lessons)
    return float(content["elapsed"])


def put_back(found: dict[str, torch.Tensor], places: dict[str, torch.Tensor]) -> None:
    if found.keys() != places.keys():
        raise ValueError
    for name, tensor in places.items():
        tensor.data.copy_(found[name])
