"""The shuffle of the next round while it is being made: who has committed to bytes, and who has revealed them.

First all commit, then the list of commitments is fixed, then all reveal. So nobody, the host included, can choose their bytes after
seeing those of the others.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from lostcities.records.fair import commitment


@dataclass(slots=True)
class Shuffling:
    """A shuffle from the server's commitment on; it is kept until the round is over."""

    seed: bytes
    restarts: int = 0
    without: tuple[int, ...] = ()
    """Seats that committed and did not reveal: they have no part in this round's shuffle any more."""
    commitments: dict[int, bytes] = field(default_factory=dict)
    """By seat; empty where somebody has nothing to add."""
    fixed: bool = False
    shares: dict[int, bytes] = field(default_factory=dict)
    """The bytes that were revealed."""
    spoiled: bool = False
    """Whether somebody left who had a part in the fixed list."""
    contributions: dict[int, bytes] = field(default_factory=dict)
    """What seats added in the first form, at tables that were stored before there were commitments."""

    def copy(self) -> Shuffling:
        return replace(self, commitments=dict(self.commitments), shares=dict(self.shares), contributions=dict(self.contributions))

    @property
    def promised(self) -> dict[int, bytes]:
        """The commitments that stand for bytes."""
        return {seat: given for seat, given in self.commitments.items() if given}

    @property
    def unrevealed(self) -> list[int]:
        """The seats whose bytes are awaited."""
        return [seat for seat in self.promised if seat not in self.shares] if self.fixed else []

    @property
    def complete(self) -> bool:
        """Whether the round can be dealt: all that was promised is there."""
        return not self.spoiled and not self.unrevealed and (self.fixed or not self.promised)

    def fits(self, seat: int, share: bytes) -> bool:
        return commitment(share) == self.commitments[seat]

    def forget(self, seat: int, for_good: bool) -> None:
        """Somebody leaves before the deal, and with them what they gave; `for_good`: whoever sits there next is somebody else.

        Whoever comes back has lost the part that they spoiled, else one could have a shuffle begun anew for ever.
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
        """Somebody new sits down: a list that is fixed already lacks them."""
        self.spoiled |= self.fixed

    def anew(self, seed: bytes) -> Shuffling:
        """The same with another seed, without those who did not reveal; where somebody left, the others had no time to."""
        silent = [] if self.spoiled else self.unrevealed
        return Shuffling(seed, self.restarts + 1, tuple(sorted({*self.without, *silent})))
