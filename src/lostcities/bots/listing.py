"""One entry of the list of bots: its name, what can be set, and how it is made. The entries themselves are in `registry.py`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from lostcities.bots.bot import Policy
from lostcities.games.errors import BadOption, Reason
from lostcities.games.game import Game
from lostcities.games.options import printable, shown

Seed = int | str | None
Value = int | bool | str
MS = 1000
"""What a bot that thinks by the clock takes for a move, unless told otherwise."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What one setting of a bot may be."""

    kind: Literal["number", "flag", "file"]
    low: int = 1
    high: int = 1_000_000

    def parse(self, name: str, text: str) -> Value:
        """The value written on a command line; `BadOption` says what was expected."""
        if self.kind == "file" and text:
            return text
        if self.kind == "flag" and text in ("true", "false"):
            return text == "true"
        if self.kind == "number" and text.isascii() and text.isdigit() and len(text) < 10 and self.low <= int(text) <= self.high:
            return int(text)
        raise BadOption(Reason("bad_setting", {"setting": printable(name), "value": shown(text), "expected": self.expected()}))

    def expected(self) -> str:
        return {"number": f"{self.low}..{self.high}", "flag": "true / false", "file": "FILE"}[self.kind]


Factory = Callable[..., Policy]
"""Called as `factory(game, seed, **settings)`; it imports what it needs."""


@dataclass(frozen=True, slots=True)
class Listing:
    """A bot that has a name. What it is stands in the catalogue as `bot.<name>`."""

    name: str
    factory: Factory
    settings: Mapping[str, Setting] = field(default_factory=dict)
    games: tuple[str, ...] = ()
    """The games it plays; none listed: every one."""
    ladder: str = ""
    """Its settings in the ladder, whose results must not depend on how busy a machine is."""
    instead: tuple[str, ...] = ()
    """Settings of which only one can be given."""
    same_as: str = ""
    """The bot that it is, where it is only another name for one."""
    hears: bool = False
    """Whether it is a `Bot`, which follows its match; else it is a `Policy`."""

    def plays(self, game: Game) -> bool:
        return not self.games or game.name in self.games

    @property
    def in_ladder(self) -> str:
        """The bot as the ladder names it."""
        return f"{self.name}:{self.ladder}" if self.ladder else self.name

    @property
    def ms(self) -> int | None:
        """The time that it takes for a move unless told otherwise, if it thinks by the clock."""
        return MS if "ms" in self.settings else None

    @property
    def measured_as(self) -> str:
        """The bot whose strength it has."""
        return self.same_as or self.name

    def parse(self, texts: list[str]) -> dict[str, Value]:
        """The settings of a command line, each `key=value`."""
        given: dict[str, Value] = {}
        for text in texts:
            name, equals, value = text.partition("=")
            if not equals:
                raise BadOption(Reason("setting_form", {"bot": self.name, "text": shown(text)}))
            if name not in self.settings:
                known = ", ".join(self.settings) or "-"
                raise BadOption(Reason("unknown_setting", {"bot": self.name, "setting": shown(name), "known": known}))
            if name in given:
                raise BadOption(Reason("setting_twice", {"bot": self.name, "setting": name}))
            given[name] = self.settings[name].parse(name, value)
        if len(given.keys() & set(self.instead)) > 1:
            raise BadOption(Reason("settings_exclude", {"bot": self.name, "settings": ", ".join(self.instead)}))
        return given

    def make(self, game: Game, seed: Seed, settings: Mapping[str, Value]) -> Policy:
        return self.factory(game, seed, **settings)
