"""Self-play that trains the networks in `bots/nets`, as a library. Needs torch, which is in the extra `train`, numba and numpy.

    from lostcities.training import Config, train

    trained = train(Config.of("card", decisions=2_000_000, seed=2))

`docs/bots/training.md` has the settings, and how to replace the network or the loss. The names are loaded when they are used:
the command line reads the options of a configuration without torch.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lostcities.training.command import main, train
    from lostcities.training.config import Config
    from lostcities.training.finish import Trained
    from lostcities.training.loss import Batch, Found, Proximal
    from lostcities.training.metrics import lines
    from lostcities.training.parts import Parts
    from lostcities.training.run import Run

__all__ = ["Batch", "Config", "Found", "Parts", "Proximal", "Run", "Trained", "lines", "main", "train"]

_PLACES = {"command": ("main", "train"), "config": ("Config",), "finish": ("Trained",)}
_PLACES |= {"loss": ("Batch", "Found", "Proximal"), "metrics": ("lines",), "parts": ("Parts",), "run": ("Run",)}


def __getattr__(name: str) -> Any:
    for place, names in _PLACES.items():
        if name in names:
            return getattr(import_module(f"lostcities.training.{place}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
