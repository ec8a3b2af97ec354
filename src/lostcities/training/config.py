"""The configuration of a training run: one source of names, defaults and checks, for Python and for the command line.

>>> Config.of("card", decisions=1_000_000, device="cpu", width=32, keep=True).command()
'lostcities train card --decisions 1000000 --device cpu --keep --width 32'
"""

import math
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

from lostcities.bots.interface import Mix, training_of
from lostcities.games.errors import BadOption, Reason
from lostcities.games.options import shown
from lostcities.games.registry import game as game_named
from lostcities.training import tables
from lostcities.training.settings import CRITIC, FURTHER, SMALL, Changes, Settings, number

MINUTES, DISTILL_MINUTES = 8.0, 0.7
"""The budgets by default."""
DISTILL_SHARE = 10
"""The quick network has a tenth of a budget in decisions."""
DEVICES = ("cpu", "cuda")
PROGRAM = "lostcities train"


@dataclass(frozen=True, slots=True, kw_only=True)
class Config(Settings):
    """A whole run: the settings, the budget, and where its files go. Raises `BadOption` for what cannot be."""

    game: str = field(kw_only=False)
    minutes: float | None = number(None, 0.01)
    decisions: int | None = number(None, 1)
    """The budget instead of minutes: on a CPU, the run then always gives the same network."""
    distill: float | None = number(None)
    """Minutes for the quick network, in addition."""
    distill_decisions: int | None = number(None, 1)
    """The same for a budget in decisions."""
    seed: int = number(1)
    device: str | None = None
    out: Path = Path("nets")
    begin: Path | None = None
    """The file of the network to start from."""
    critic: bool = False
    """Train the critic of `lostcities analyse` instead of a network that plays."""
    keep: bool = False
    """Write the network even if it does not beat the one in the package."""
    deals: int = number(1024, 2)
    """Deals per measurement at the end; a quarter of them on the way."""
    measurements: int = number(4)
    """How often the strength is measured on the way."""
    measure_against: tuple[str, ...] = ("random", "thumb")
    """Rivals, files, or `PACKAGE`."""
    measure_all: bool = False
    """Measure at every number of players instead of the first table alone."""
    report_every: int = number(10, 1)
    """Lessons between two lines of progress."""
    tensorboard: bool = False

    def __post_init__(self) -> None:
        check(self)

    @classmethod
    def of(cls, game: str, **given: Any) -> "Config":
        """Return a configuration whose other settings fit its device, and the network it starts from."""
        return cls(game, **(fitting(given.get("device"), given.get("begin"), given.get("critic", False)) | given))

    @property
    def distill_budget(self) -> float:
        """What the quick network may take: decisions, or seconds."""
        if self.decisions is not None:
            return self.distill_decisions or self.decisions / DISTILL_SHARE
        return 60 * (DISTILL_MINUTES if self.distill is None else self.distill)

    @property
    def tables(self) -> Mix:
        """The tables to train at."""
        return self.mix or training_of(game_named(self.game)).MIX

    def command(self, program: str = PROGRAM, hidden: tuple[str, ...] = ()) -> str:
        """Return the command line of this run, without options that have their usual values."""
        usual = Config.of(self.game, device=self.device, begin=self.begin, critic=self.critic)
        usual = replace(usual, device=None, begin=None, critic=False)
        words = [self.game]
        for option in options():
            value = getattr(self, option.name)
            if option.name not in hidden and value != getattr(usual, option.name):
                words += option.words(value)
        return f"{program} {shlex.join(words)}"


def fitting(device: str | None, begin: Path | None, critic: bool) -> Changes:
    """Return the settings that differ from the usual ones: those of a critic, small on a CPU, and smaller steps from another network."""
    from lostcities.training.devices import chosen_device  # loads torch, which the command line does without

    small = device == "cpu" if device else chosen_device(None).type == "cpu"
    return (CRITIC if critic else {}) | (SMALL if small else {}) | (FURTHER if begin else {})


class Option(NamedTuple):
    """One field as an option of the command line. Its help is `cli.train.<name>` in the catalogue."""

    name: str
    kind: Any
    """What a value is: int, float, bool, str or Path."""
    many: bool
    """Whether it can be repeated."""
    default: str

    @property
    def flag(self) -> str:
        return f"--{self.name.replace('_', '-')}"

    def words(self, value: Any) -> list[str]:
        """Return the words that give this value on a command line."""
        if self.kind is bool:
            return [self.flag]
        each = value if self.many else [value]
        return [word for one in each for word in (self.flag, tables.text_of(one) if isinstance(one, tuple) else str(one))]


def options() -> Iterator[Option]:
    """Yield all options: first those of the run, then the settings."""
    types = get_type_hints(Config)
    of_learning = {found.name for found in fields(Settings)}
    for found in sorted(fields(Config), key=lambda found: found.name in of_learning):
        if found.name != "game":
            yield option_of(found.name, types[found.name], found.default)


def option_of(name: str, kind: Any, default: Any) -> Option:
    many = get_origin(kind) is not None and type(None) not in get_args(kind)
    if many:
        return Option(name, str, many, ", ".join(default))
    default = {"minutes": MINUTES, "distill": DISTILL_MINUTES}.get(name, default)
    usual = "" if default is None or default is False else str(default)
    on_cpu = f"; CPU: {SMALL[name]}" if name in SMALL else ""
    return Option(name, next(iter(get_args(kind)), kind), many, usual + on_cpu)


def given(game: str, **written: Any) -> Config:
    """Return the configuration for the options of a command line; those that were not given are None, or empty."""
    chosen = {name: value for name, value in written.items() if value not in (None, [], ())}
    for name in ("past", "measure_against"):
        if name in chosen:
            chosen[name] = tuple(chosen[name])
    if "mix" in chosen:
        chosen["mix"] = tuple(tables.table_of(game_named(game), text) for text in chosen["mix"])
    return Config.of(game, **chosen)


# -- checks --


def check(config: Config) -> None:
    """Refuse what cannot be, with a sentence that says what was expected."""
    chosen = game_named(config.game)
    if config.device not in (None, *DEVICES):
        raise BadOption(Reason("no_such_device", {"device": shown(config.device)}))
    for found in fields(config):
        if "least" in found.metadata:
            check_number(found.name, getattr(config, found.name), found.default, found.metadata["least"])
    for table in config.mix:
        tables.check(chosen, table)
    in_decisions = config.decisions is not None
    unwanted = (config.minutes, config.distill) if in_decisions else (config.distill_decisions,)
    if unwanted != (None,) * len(unwanted):
        raise BadOption(Reason("two_budgets", {}))
    if config.against_random + config.against_thumb + config.against_past > 1 + 1e-9:
        raise BadOption(Reason("too_many_rivals", {}))
    if (config.past or config.pool) and not config.against_past:
        raise BadOption(Reason("idle_pool", {}))


def check_number(name: str, value: object, default: object, least: float) -> None:
    if value is None and default is None:
        return
    whole = get_type_hints(Config)[name] in (int, int | None)
    fits = isinstance(value, int if whole else (int, float)) and not isinstance(value, bool)
    if not (fits and isinstance(value, (int, float)) and math.isfinite(value) and value >= least):
        kind = f"{'int' if whole else 'float'} ≥ {least}"
        raise BadOption(Reason("bad_training_setting", {"setting": name, "value": shown(value), "kind": kind}))
