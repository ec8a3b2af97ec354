"""How often a client may ask. A bucket fills at a steady rate; every request takes a drop, and an empty one says no."""

import time
from collections import OrderedDict
from collections.abc import Callable

Clock = Callable[[], float]
MOST = 10_000
"""Clients remembered at once; those that were quiet longest are forgotten, and may start anew."""


class Bucket:
    """`rate` drops a second, at most `size` at once."""

    __slots__ = ("drops", "filled", "rate", "size")

    def __init__(self, rate: float, size: float, now: float) -> None:
        self.rate, self.size, self.drops, self.filled = rate, size, size, now

    def take(self, now: float, drops: int = 1) -> bool:
        self.drops = min(self.size, self.drops + (now - self.filled) * self.rate)
        self.filled = now
        if self.drops < drops:
            return False
        self.drops -= drops
        return True


class Rates:
    """A bucket for every client."""

    def __init__(self, rate: float, size: float, clock: Clock = time.monotonic) -> None:
        self.rate, self.size, self.clock = rate, size, clock
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def allow(self, client: str) -> bool:
        now = self.clock()
        bucket = self.buckets.pop(client, None) or Bucket(self.rate, self.size, now)
        self.buckets[client] = bucket
        if len(self.buckets) > MOST:
            self.buckets.popitem(last=False)
        return bucket.take(now)
