"""The options of a game: their names, allowed values and defaults."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from lostcities.games.errors import BadOption, Reason

Value = int | str | bool | None
Options = dict[str, Value]


@dataclass(frozen=True, slots=True)
class Option:
    """One option. `check` returns a valid value, or refuses it."""

    name: str
    default: Value
    choices: tuple[Value, ...] = ()
    """Every allowed value; empty: an integer from `low` to `high`."""
    low: int = 1
    high: int = 1

    def check(self, value: object) -> Value:
        if value is None and self.default is None:
            return None
        if self.choices:
            for choice in self.choices:
                if value == choice and type(value) is type(choice):
                    return choice
        elif type(value) is int and self.low <= value <= self.high:
            return value
        raise BadOption(Reason("bad_option", {"option": self.name, "value": shown(value), "expected": self.expected()}))

    def parse(self, text: str) -> Value:
        """Return the value written on a command line."""
        if self.default is None and text == shown(None):
            return None
        for choice in self.choices:
            if shown(choice) in (text, f'"{text}"'):
                return choice
        digits = text.isascii() and text.isdigit() and len(text) < 10
        return self.check(int(text) if digits and not self.choices else text)

    def expected(self) -> str:
        if self.choices:
            return " / ".join(shown(choice) for choice in self.choices)
        return f"{self.low}..{self.high}" + (f" / {shown(None)}" if self.default is None else "")


MAX_TURNS = Option("max_turns", None, low=1, high=65535)
ROUNDS = Option("rounds", 3, low=1, high=99)


def number(value: Value) -> int:
    """Return the value of an option that is a number."""
    assert isinstance(value, int), value
    return value


def shown(value: object) -> str:
    """Return a value as JSON for a message, shortened if it is long, and safe to print in a terminal."""
    if value is None or isinstance(value, bool):
        return {True: "true", False: "false", None: "null"}[value]
    if not isinstance(value, str | int | float):
        return type(value).__name__
    text = printable(f'"{value}"' if isinstance(value, str) else str(value))
    return text if len(text) <= 40 else f"{text[:37]}..."


def printable(text: str) -> str:
    """Return the text with control characters, and what is not valid Unicode, written as escapes."""
    return "".join(char if char.isprintable() else f"\\u{ord(char):04x}" for char in text)


def complete(known: tuple[Option, ...], given: Mapping[str, object]) -> Options:
    """Return all options with their values: the given ones, checked, and the defaults of the rest."""
    names = {option.name for option in known}
    for name in given:
        if name not in names:
            listed = ", ".join(sorted(names))
            raise BadOption(Reason("unknown_option", {"option": shown(name), "known": listed}))
    return {option.name: option.check(given.get(option.name, option.default)) for option in known}


def parse(known: tuple[Option, ...], texts: Iterable[str]) -> Options:
    """Return the options written `key=value`, checked, and only those. Refuses one that is given twice."""
    by_name = {option.name: option for option in known}
    given: Options = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadOption(Reason("option_form", {"text": shown(text)}))
        if name in given:
            raise BadOption(Reason("option_twice", {"option": shown(name)}))
        given[name] = by_name[name].parse(value) if name in by_name else value
    chosen = complete(known, given)
    return {name: chosen[name] for name in given}
