"""The parts of a catalogue's messages, and the rules pages beside them."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import lostcities

LOCALES = Path(lostcities.__file__).parent / "locales"


class Argument(NamedTuple):
    """`{cards, plural, one {…} other {…}}` is `Argument("cards", "plural", ("one", "other"))`."""

    name: str
    kind: str
    selectors: tuple[str, ...] = ()


def braced(text: str) -> list[str]:
    """Return the contents of the outermost braces. No message quotes a brace: a test forbids the apostrophes for it."""
    found: list[str] = []
    depth = start = 0
    for at, letter in enumerate(text):
        if letter == "{":
            start = start if depth else at + 1
            depth += 1
        elif letter == "}":
            depth -= 1
            if not depth:
                found.append(text[start:at])
    return found


def outside(text: str) -> str:
    for inner in braced(text):
        text = text.replace(f"{{{inner}}}", " ", 1)
    return text


def opened(body: str) -> tuple[Argument, list[str]]:
    """Return the argument in braces, and the messages of its forms."""
    name, kind, rest = (*(part.strip() for part in body.split(",", 2)), "", "")[:3]
    choice = kind in ("plural", "select")
    return Argument(name, kind, tuple(outside(rest).split()) if choice else ()), braced(rest) if choice else []


def arguments(pattern: str) -> Iterator[Argument]:
    """Every argument of a message, including those within its forms."""
    for argument, forms in map(opened, braced(pattern)):
        yield argument
        for form in forms:
            yield from arguments(form)


def words(pattern: str) -> str:
    """Return a message without its arguments."""
    forms = [form for body in braced(pattern) for form in opened(body)[1]]
    return " ".join([outside(pattern), *map(words, forms)])


def page(game: str, language: str) -> str:
    """Return the rules page of a game."""
    return (LOCALES / "rules" / f"{game}.{language}.md").read_text("utf-8")
