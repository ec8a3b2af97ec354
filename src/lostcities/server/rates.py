"""Rate limits for clients. A token bucket fills at a steady rate; every request takes a token, and an empty bucket refuses."""

import time
from collections import OrderedDict
from collections.abc import Callable

from lostcities.server.settings import Limits

Clock = Callable[[], float]
MOST = 10_000
"""Clients remembered at once; those that were quiet longest are forgotten, and start again with a full bucket."""


class Bucket:
    """`rate` tokens per second, at most `size` at once."""

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


class SocketRates:
    """How often one socket may ask: by itself, and together with all other sockets of its client."""

    def __init__(self, client: str, limits: Limits, all_messages: Rates, all_heavy: Rates) -> None:
        self.client, self.all_messages, self.all_heavy = client, all_messages, all_heavy
        now = time.monotonic()
        self.messages = Bucket(limits.messages, 3 * limits.messages, now)
        self.hints = Bucket(limits.hints, 10 * limits.hints, now)

    def allow_message(self) -> bool:
        return self.messages.take(time.monotonic()) and self.all_messages.allow(self.client)

    def allow_hint(self) -> bool:
        return self.hints.take(time.monotonic())

    def allow_heavy(self) -> bool:
        """Whether a message of the most expensive kinds is allowed now."""
        return self.all_heavy.allow(self.client)
