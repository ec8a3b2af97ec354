"""What no match at a table can exceed, for libraries that must know it in advance."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a match."""

    decisions: int
    """The most decisions, all seats together."""
    chances: int
    """The most outcomes of chance, in a match in which nothing is dealt ahead."""
    lead: int
    """No seat leads another by more points at the end."""
