"""What a push has done: a decision and all that followed from it, or what chance did."""

from __future__ import annotations

from typing import NamedTuple

from lostcities.games.notation import DRAW

Roll = list[str]
"""The dice as a record writes them: `["ROR", "309"]`."""


class Event(NamedTuple):
    """A decision. It holds what only one seat may know: `seen_by` is for showing it to others."""

    seat: int
    move: str
    card: str | None = None
    """What was drawn from the deck, or taken from a discard pile."""
    roll: Roll | None = None
    """The roll with which the next turn has begun."""
    scores: list[int] | None = None
    """Those of the round, if this was its end."""

    def seen_by(self, seat: int | None) -> Event:
        """The same as a seat may know it: a card drawn from the deck is known to whoever drew it."""
        return self._replace(card=None) if self.move == DRAW and seat != self.seat else self


class Act(NamedTuple):
    """What chance did where it was pushed from outside."""

    outcome: str
    seat: int | None
    """The only one to see it; None: all do."""
    scores: list[int] | None = None
    """Those of the round, if this was its end."""
