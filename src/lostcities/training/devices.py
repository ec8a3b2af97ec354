"""The devices that training runs on."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

import torch

from lostcities.games.errors import BadOption, Reason

P = ParamSpec("P")
R = TypeVar("R")


def chosen_device(name: str | None) -> torch.device:
    """Return the requested device, or else a GPU if there is one."""
    if name == "cuda" and not torch.cuda.is_available():
        raise BadOption(Reason("no_gpu", {}))
    return torch.device(name or ("cuda" if torch.cuda.is_available() else "cpu"))


def device_name(device: torch.device) -> str:
    return torch.cuda.get_device_name(device) if device.type == "cuda" else "CPU"


def fast(function: Callable[P, R], device: torch.device) -> Callable[P, R]:
    """Return a function compiled for a GPU; on a CPU, as it is."""
    return torch.compile(function, dynamic=False) if device.type == "cuda" else function
