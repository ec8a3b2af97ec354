"""How much time each seat has left. What a decision took is stored with its event, so that a restart costs nobody any time."""

from __future__ import annotations

from lostcities.server.store.events import ClockRule

SECOND = 1000
"""In milliseconds."""


class Clocks:
    """The clocks of a table; they only add up what they are told."""

    def __init__(self, rule: ClockRule, players: int) -> None:
        self.rule = rule
        self.left = [rule.seconds * SECOND] * players
        self.earned = [0] * players
        """What each seat got for the last turn that it finished."""

    def copy(self) -> Clocks:
        other = Clocks(self.rule, len(self.left))
        other.left, other.earned = list(self.left), list(self.earned)
        return other

    def spend(self, seat: int, ms: int) -> None:
        """A decision took so long."""
        self.left[seat] -= ms

    def finish_turn(self, seat: int) -> None:
        """A seat's turn is over: it gets the time for its next one."""
        rule = self.rule
        self.earned[seat] = rule.seconds * SECOND - self.left[seat] if rule.kind == "move" else rule.increment * SECOND
        self.left[seat] += self.earned[seat]

    def resume_turn(self, seat: int) -> None:
        """A seat goes on with the turn that it had finished: the time for the next one is not its own yet."""
        self.left[seat] -= self.earned[seat]
