"""A deal of a tournament: all that chance does in a match, from the tournament's seed and the deal's number alone.

Every pair plays the same deals, and each deal is played once with the first bot in every seat. A deal does not depend on what bots do,
or on how many random numbers they use.

>>> Deal(seed=1, number=0, players=2).starter, Deal(seed=1, number=3, players=2).starter
(0, 1)
"""

import random
from dataclasses import dataclass
from hashlib import sha256


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal, counted from 0."""

    seed: int
    number: int
    players: int

    @property
    def starter(self) -> int:
        """The seat that starts the first round, whichever bot is in it."""
        return self.generator("starter").randrange(self.players)

    def chance(self, round: int) -> random.Random:
        """Return the generator that shuffles a round and makes its rolls."""
        return self.generator(f"round {round}")

    def generator(self, purpose: str) -> random.Random:
        return random.Random(f"{self.seed}/{self.number}/{purpose}")

    def bot_seed(self, first: int, seat: int) -> str:
        """Return the seed of the bot in a seat while the pair's first bot is in seat `first`. It reveals nothing about the deal."""
        return sha256(f"{self.seed}/{self.number}/{first}/{seat}".encode()).hexdigest()
