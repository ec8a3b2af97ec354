"""Rate limits for clients. A token bucket fills at a steady rate; every request takes a token, and an empty bucket refuses."""

import time
from collections import Counter, OrderedDict
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
        self.spent: Counter[str] | None = None
        """What clients have spent here and other servers haven't heard yet; None if there are no others."""

    def allow(self, client: str) -> bool:
        now = self.clock()
        bucket = self.buckets.pop(client, None) or Bucket(self.rate, self.size, now)
        self.buckets[client] = bucket
        if len(self.buckets) > MOST:
            self.buckets.popitem(last=False)
        allowed = bucket.take(now)
        if allowed and self.spent is not None:
            self.spent[client] += 1
        return allowed

    def share(self) -> None:
        """From now on, keep what clients spend for the other servers."""
        self.spent = Counter()

    def untold(self, most: int) -> dict[str, int]:
        """Return what clients have spent, to tell the other servers, and forget it."""
        assert self.spent is not None
        return {client: self.spent.pop(client) for client in list(self.spent)[:most]}

    def hear(self, client: str, drops: float) -> None:
        """Take over how much a client has left over all servers, less what it has spent here since that was counted."""
        bucket, now = self.buckets.get(client), self.clock()
        if bucket and self.spent is not None:
            bucket.take(now, 0)
            bucket.drops = min(bucket.drops, drops - self.spent[client])


class Sockets:
    """How many sockets each client has open, here and at other servers."""

    def __init__(self) -> None:
        self.here: Counter[str] = Counter()
        self.elsewhere: dict[str, int] = {}
        self.changed: set[str] | None = None
        """Clients whose number the other servers haven't heard yet; None if there are no others."""

    def __getitem__(self, client: str) -> int:
        return self.here[client] + self.elsewhere.get(client, 0)

    def change(self, client: str, by: int) -> None:
        self.here[client] += by
        if not self.here[client]:
            del self.here[client]
        if self.changed is not None:
            self.changed.add(client)

    def share(self) -> None:
        """From now on, keep what changes for the other servers, who haven't heard of anyone here."""
        self.changed = set(self.here)

    def untold(self, most: int) -> list[str]:
        """Return clients whose number has changed, to tell the other servers, and forget that."""
        assert self.changed is not None
        found = list(self.changed)[:most]
        self.changed.difference_update(found)
        return found

    def hear(self, client: str, elsewhere: int) -> None:
        """Note how many a client has at other servers; what is no longer open anywhere is forgotten."""
        if elsewhere and client in self.here:
            self.elsewhere[client] = elsewhere
        else:
            self.elsewhere.pop(client, None)


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
