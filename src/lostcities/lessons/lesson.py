"""What a lesson consists of. Sentences are keys of the catalogues: `lesson.<game>.<name>`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from lostcities.games.game import Setup

LEARNER = 0
"""The seat of the person who learns; an opponent has the other."""


@dataclass(frozen=True)
class Position:
    """A position of a real game of two, reached by moves after a deal. Seat 0 started."""

    setup: Setup
    moves: tuple[str, ...]
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Ask:
    """One decision that the learner is asked for.

    Moves are matched by shell patterns: `-*` is any discard. A move that matches nothing in `right` is answered with the sentence of the
    first pattern in `others` that it matches.
    """

    name: str
    """Asks with `<name>`, and answers the right moves with `<name>.right`."""
    right: tuple[str, ...]
    lit: tuple[str, ...]
    """What the sentence is about: the beginnings of the names that places have on the page (`data-place`)."""
    others: Mapping[str, str] = field(default_factory=dict)
    replies: tuple[str, ...] = ()
    """What the opponent does after a right move, before the next ask."""


@dataclass(frozen=True)
class Step:
    """A prepared position, and what is asked from there on: the next ask follows the right answer to the one before."""

    name: str
    position: Position
    asks: tuple[Ask, ...]


@dataclass(frozen=True)
class Lesson:
    game: str
    steps: tuple[Step, ...]
    others: Mapping[str, str]
    """The answers to moves that an ask has no sentence for."""
