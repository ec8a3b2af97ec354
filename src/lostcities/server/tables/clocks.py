"""The time that each seat has left. The time of a decision is stored with its event, so a restart costs nobody any time."""

from __future__ import annotations

from lostcities.server.store.events import ClockRule

SECOND = 1000
"""In milliseconds."""


class Clocks:
    """The clocks of a table. They do not measure time; they only add up."""

    def __init__(self, rule: ClockRule, players: int) -> None:
        self.rule = rule
        self.left = [rule.seconds * SECOND] * players
        self.earned = [0] * players
        """The increment that each seat got for its last finished turn."""

    def copy(self) -> Clocks:
        other = Clocks(self.rule, len(self.left))
        other.left, other.earned = list(self.left), list(self.earned)
        return other

    def spend(self, seat: int, ms: int) -> None:
        """Subtract the time of a decision."""
        self.left[seat] -= ms

    def finish_turn(self, seat: int) -> None:
        """End a seat's turn and give it the time for its next one."""
        rule = self.rule
        self.earned[seat] = rule.seconds * SECOND - self.left[seat] if rule.kind == "move" else rule.increment * SECOND
        self.left[seat] += self.earned[seat]

    def resume_turn(self, seat: int) -> None:
        """Continue a seat's finished turn, and take the time for its next one away again."""
        self.left[seat] -= self.earned[seat]
