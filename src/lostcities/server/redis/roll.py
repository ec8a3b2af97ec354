"""Who is there: every member signs twice per second, and is forgotten a few seconds after its last sign. All times are Redis's own."""

from lostcities.server.redis.connection import Command, Connection, Reply

BEAT = 0.5
"""Seconds between two signs."""
GONE = 3.0
"""Seconds after which a silent member counts as dead."""
KEPT_MS = 60_000


class Roll:
    """A sorted set of members, each with the time of its last sign."""

    def __init__(self, connection: Connection, name: str) -> None:
        self.connection, self.key = connection, f"lostcities:{name}"
        self.new = False
        """Whether the member that signed last was not there: it comes, or was silent for too long."""

    async def sign(self, member: str, before: str = "") -> list[str]:
        """Sign, in place of what the member was called before, and return all members that are there."""
        forgotten = [("ZREM", self.key, before)] if before not in ("", member) else []
        signs = (*forgotten, ("ZADD", self.key, await self.now(), member), ("PEXPIRE", self.key, KEPT_MS))
        *_, new, _, _, members = await self.kept(*signs)
        self.new = bool(new)
        return list(members)

    async def read(self) -> list[str]:
        *_, members = await self.kept()
        return list(members)

    async def kept(self, *commands: Command) -> list[Reply]:
        """Carry out commands and forget who is gone; return the replies, of which the last one is who is there."""
        oldest = await self.now() - int(GONE * 1000)
        return await self.connection.all([*commands, ("ZREMRANGEBYSCORE", self.key, "-inf", oldest), ("ZRANGE", self.key, 0, -1)])

    async def now(self) -> int:
        """Return Redis's time in milliseconds: the clocks of several machines may differ."""
        seconds, micros = await self.connection.do("TIME")
        return int(seconds) * 1000 + int(micros) // 1000

    async def leave(self, member: str) -> None:
        await self.connection.do("ZREM", self.key, member)


def servers_of(connection: Connection) -> Roll:
    """Return the servers that are there."""
    return Roll(connection, "servers")
