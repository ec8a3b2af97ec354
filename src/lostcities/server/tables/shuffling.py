"""The shuffle of the next round in progress: who has committed to bytes, and who has revealed them.

First everyone commits, then the list of commitments is fixed, then everyone reveals. So nobody, not even the host, can choose their
bytes after seeing those of the others.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from lostcities.records.fair import commitment


@dataclass(slots=True)
class Shuffling:
    """A shuffle, from the server's commitment until the round is over."""

    seed: bytes
    restarts: int = 0
    without: tuple[int, ...] = ()
    """Seats that committed and did not reveal: they are excluded from this round's shuffle."""
    commitments: dict[int, bytes] = field(default_factory=dict)
    """By seat; empty if a person has nothing to add."""
    fixed: bool = False
    shares: dict[int, bytes] = field(default_factory=dict)
    """The bytes that were revealed."""
    spoiled: bool = False
    """Whether a person who is on the fixed list has left."""
    contributions: dict[int, bytes] = field(default_factory=dict)
    """What seats added in the first form, at tables stored before there were commitments."""

    def copy(self) -> Shuffling:
        return replace(self, commitments=dict(self.commitments), shares=dict(self.shares), contributions=dict(self.contributions))

    @property
    def promised(self) -> dict[int, bytes]:
        """The commitments that are not empty."""
        return {seat: given for seat, given in self.commitments.items() if given}

    @property
    def unrevealed(self) -> list[int]:
        """The seats whose bytes are awaited."""
        return [seat for seat in self.promised if seat not in self.shares] if self.fixed else []

    @property
    def complete(self) -> bool:
        """Whether the round can be dealt: everything committed has been revealed."""
        return not self.spoiled and not self.unrevealed and (self.fixed or not self.promised)

    def fits(self, seat: int, share: bytes) -> bool:
        return commitment(share) == self.commitments[seat]

    def forget(self, seat: int, for_good: bool) -> None:
        """Remove a person who leaves before the deal, and what they gave. `for_good`: the next person in the seat is someone else.

        A person who comes back stays excluded from a shuffle they spoiled; otherwise they could restart it for ever.
        """
        spoils = self.fixed and seat in self.promised
        self.spoiled |= spoils
        if not self.fixed:  # a list that was shown stays as it is until the next attempt
            self.commitments.pop(seat, None)
        self.contributions.pop(seat, None)
        if for_good:
            self.without = tuple(other for other in self.without if other != seat)
        elif spoils:
            self.without = tuple(sorted({*self.without, seat}))

    def welcome(self) -> None:
        """Note that a new person has taken a seat, who is missing from a list already fixed."""
        self.spoiled |= self.fixed

    def anew(self, seed: bytes) -> Shuffling:
        """Return a restart with another seed. Those who did not reveal are excluded, unless someone leaving cut their time short."""
        silent = [] if self.spoiled else self.unrevealed
        return Shuffling(seed, self.restarts + 1, tuple(sorted({*self.without, *silent})))
