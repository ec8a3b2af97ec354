"""Environments for research: thousands of matches in compiled code, and adapters to common libraries.

`BatchEnv` needs only numpy and numba. `lostcities.rl.gymnasium`, `.pettingzoo` and `.openspiel` are the adapters:
`pip install "lostcities[rl]"`; `.sb3` needs `"lostcities[sb3]"`. Importing this package registers the environments with
Gymnasium if that is installed.

>>> env = BatchEnv("card", 4, seed=1)
>>> step = env.step(env.random_actions())
>>> step.observations.shape, step.masks.shape, step.rewards.shape
((4, 426), (4, 127), (4, 2))
>>> spec("card").actions[:3]
('Y*', 'Y2', 'Y3')
"""

from contextlib import suppress
from importlib import import_module
from types import ModuleType

from lostcities.rl.batch import BatchEnv, Step
from lostcities.rl.layout import VERSION, Field, Spec, spec
from lostcities.rl.registration import register

__all__ = ["VERSION", "BatchEnv", "Field", "Spec", "Step", "spec"]

ADAPTERS = ("gymnasium", "openspiel", "pettingzoo", "sb3")


def __getattr__(name: str) -> ModuleType:
    """Import an adapter when it is first used."""
    if name not in ADAPTERS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module(f"{__name__}.{name}")


with suppress(ImportError):  # Gymnasium 1 no longer loads entry points by itself; it may not be installed
    register()
