"""One entry in the list of bots: its name, its settings, and how it is made. The entries themselves are in `registry.py`."""

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
"""Milliseconds per move of a bot that thinks by the clock, by default."""


@dataclass(frozen=True, slots=True)
class Setting:
    """The values that one setting of a bot may have."""

    kind: Literal["number", "flag", "file"]
    low: int = 1
    high: int = 1_000_000

    def parse(self, name: str, text: str) -> Value:
        """Return the value written on a command line. Raises `BadOption`, which says what was expected."""
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
    """A bot that has a name. Its description is in the catalogue as `bot.<name>`."""

    name: str
    factory: Factory
    settings: Mapping[str, Setting] = field(default_factory=dict)
    games: tuple[str, ...] = ()
    """The games it plays; empty: all of them."""
    ladder: str = ""
    """Its settings in the ladder, chosen so that results do not depend on how busy the machine is."""
    instead: tuple[str, ...] = ()
    """Settings that exclude each other."""
    same_as: str = ""
    """The bot that this is another name for, if any."""
    hears: bool = False
    """Whether it is a `Bot`, which follows its match; otherwise it is a `Policy`."""

    def plays(self, game: Game) -> bool:
        return not self.games or game.name in self.games

    @property
    def in_ladder(self) -> str:
        """The bot with its settings, as the ladder names it."""
        return f"{self.name}:{self.ladder}" if self.ladder else self.name

    @property
    def ms(self) -> int | None:
        """Its default milliseconds per move, if it thinks by the clock."""
        return MS if "ms" in self.settings else None

    @property
    def measured_as(self) -> str:
        """The bot whose measured strength applies to this one."""
        return self.same_as or self.name

    def parse(self, texts: list[str]) -> dict[str, Value]:
        """Return the settings of a command line, each written `key=value`."""
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
