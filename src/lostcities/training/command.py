"""A whole training run, for `lostcities train` and for `python -m lostcities.training`."""

import math
from collections.abc import Sequence
from dataclasses import fields, replace
from pathlib import Path

import torch

from lostcities.games.errors import BadOption, Reason
from lostcities.games.game import Game
from lostcities.games.options import shown
from lostcities.training.finish import finish
from lostcities.training.run import Plan, Run, Say
from lostcities.training.settings import FURTHER, LEAST, SMALL, Changes, Settings


def train(
    game: Game,
    *,
    minutes: float,
    seed: int,
    out: Path,
    say: Say,
    device: str | None = None,
    resume: bool = False,
    settings: Sequence[str] = (),
    distill_minutes: float = 0.7,
    deals: int = 1024,
    begin: Path | None = None,
    keep: bool = False,
    command: str = "",
) -> Path | None:
    """Run a whole training; return the file of a network that passed the gate."""
    place = chosen_device(device)
    chosen = parse_settings(starting_point(place, begin), settings)
    out.mkdir(parents=True, exist_ok=True)
    run = Run(Plan(game, minutes, seed, place, out, chosen, distill_minutes, deals, command, begin, keep), say)
    if resume:
        run.resume()
    run.train()
    return finish(run)


def as_typed(arguments: Sequence[str]) -> str:
    """Return the command for the model card: all arguments except local file names.

    >>> as_typed(["card", "--out", "nets", "--minutes", "8"])
    'lostcities train card --minutes 8'
    """
    kept = list(arguments)
    while "--out" in kept:
        place = kept.index("--out")
        del kept[place : place + 2]
    kept = [argument for argument in kept if not argument.startswith("--out=")]
    return " ".join(["lostcities", "train", *kept])


def starting_point(device: torch.device, begin: Path | None) -> Settings:
    """Return the default settings: large batches for a GPU, small ones for a CPU; smaller steps when starting from another network."""
    settings = Settings() if device.type == "cuda" else SMALL
    return replace(settings, **FURTHER) if begin else settings


def chosen_device(name: str | None) -> torch.device:
    """Return the requested device, or else a GPU if there is one."""
    if name not in (None, "cpu", "cuda"):
        raise BadOption(Reason("no_such_device", {"device": shown(name)}))
    if name == "cuda" and not torch.cuda.is_available():
        raise BadOption(Reason("no_gpu", {}))
    return torch.device(name or ("cuda" if torch.cuda.is_available() else "cpu"))


def parse_settings(settings: Settings, given: Sequence[str]) -> Settings:
    """Return the settings, updated with those written `key=value`."""
    known = {field.name: type(getattr(settings, field.name)) for field in fields(settings)}
    for text in given:
        name, _, value = text.partition("=")
        if name not in known:
            raise BadOption(Reason("no_such_training_setting", {"setting": shown(name), "known": ", ".join(known)}))
        change: Changes = {name: number(name, value, known[name])}
        settings = replace(settings, **change)
    return settings


def number(name: str, text: str, kind: type[int] | type[float]) -> float:
    """Return the value of a setting. Raises `BadOption`, which says what was expected."""
    least = LEAST.get(name, kind(0))
    try:
        found = kind(text)
        if math.isfinite(found) and found >= least:
            return found
    except ValueError:
        pass
    raise BadOption(Reason("bad_training_setting", {"setting": name, "value": shown(text), "kind": f"{kind.__name__} ≥ {least}"}))
