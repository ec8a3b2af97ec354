"""What a push returns: a decision and everything that followed from it, or an outcome of chance."""

from __future__ import annotations

from typing import NamedTuple

from lostcities.games.notation import DRAW

Roll = list[str]
"""The dice as they are written in a record: `["ROR", "309"]`."""


class Event(NamedTuple):
    """A decision. It may hold what only one seat knows: use `seen_by` before showing it to others."""

    seat: int
    move: str
    card: str | None = None
    """The card drawn from the deck or taken from a discard pile."""
    roll: Roll | None = None
    """The roll that starts the next turn."""
    scores: list[int] | None = None
    """The scores of the round, if this ended it."""

    def seen_by(self, seat: int | None) -> Event:
        """Return the event as a seat may know it: a card from the deck is known only to the seat that drew it."""
        return self._replace(card=None) if self.move == DRAW and seat != self.seat else self


class Act(NamedTuple):
    """An outcome of chance that was pushed from outside."""

    outcome: str
    seat: int | None
    """The only seat that sees it; None: everyone does."""
    scores: list[int] | None = None
    """The scores of the round, if this ended it."""
