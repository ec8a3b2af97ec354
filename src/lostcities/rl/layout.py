"""What the numbers mean: the action ids and the layout of an observation, as tables. They never change within a `VERSION`."""

from typing import NamedTuple

from lostcities.games.registry import game

VERSION = 1
"""The version in the names of environments: `lostcities/...-v1`."""


class Field(NamedTuple):
    """One part of an observation: `size` bytes from an offset."""

    name: str
    offset: int
    size: int
    what: str


class Spec(NamedTuple):
    """A game as environments show it."""

    game: str
    version: int
    actions: tuple[str, ...]
    """The notation of every action; its id is its index here."""
    observation: tuple[Field, ...]

    @property
    def observation_size(self) -> int:
        """The size of an observation in bytes."""
        return sum(field.size for field in self.observation)


def spec(name: object) -> Spec:
    """Return the tables of a game. Raises `BadOption` if there is no game of that name."""
    chosen = game(name)
    fields: list[Field] = []
    offset = 0
    for field, size, what in chosen.observation.SPEC:
        fields.append(Field(field, offset, size, what))
        offset += size
    return Spec(chosen.name, VERSION, chosen.tokens, tuple(fields))
