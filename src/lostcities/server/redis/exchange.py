"""Limits that count over all servers: each one tells what clients have spent there, and hears what they have left over all of them.

A message never waits for this. Every server has its own buckets and corrects them four times per second by common ones, which Redis keeps.
So a client that spreads over N servers can burst N times until they have heard of each other, which takes a quarter of a second. What it
has spent too much it must then wait for: over any longer time it gets what one server would give it.

Redis never sees an address: a client's name there is a hash with a key. The key is made of random bytes that Redis keeps for all servers
and of the password in the URL, so that with a password, what Redis stores doesn't suffice to guess addresses.
"""

import asyncio
import secrets
from hashlib import blake2b

from lostcities.server.rates import Rates, Sockets
from lostcities.server.redis.connection import Away, Command, Connection
from lostcities.server.redis.roll import Roll

PAUSE = 0.25
"""Seconds between two exchanges."""
AT_ONCE = 200
"""Clients per exchange and limit; the others follow in the next one."""
SALT = "lostcities:salt"
SOCKETS_MS = 3_000
"""How long a server's sockets count after its last sign of life."""

SPEND = """
local time = redis.call('TIME')
local now = time[1] + time[2] / 1000000
local rate, size = tonumber(ARGV[1]), tonumber(ARGV[2])
local left = {}
for place, key in ipairs(KEYS) do
  local kept = redis.call('HMGET', key, 'drops', 'at')
  local drops = size
  if kept[1] then
    drops = math.min(size, kept[1] + math.max(now - kept[2], 0) * rate)
  end
  drops = drops - ARGV[place + 2]
  redis.call('HSET', key, 'drops', tostring(drops), 'at', string.format('%.6f', now))
  redis.call('PEXPIRE', key, math.ceil((size - drops) / rate * 1000) + 1000)
  left[place] = tostring(drops)
end
return left
"""
"""Takes what clients have spent out of their common buckets, and returns what is left in each: less than nothing if they spent too much."""


class Exchange:
    """What this server and the others tell each other about clients."""

    def __init__(self, connection: Connection, rates: dict[str, Rates], sockets: Sockets, servers: Roll, server: str) -> None:
        self.connection, self.rates, self.sockets = connection, rates, sockets
        self.servers, self.server = servers, server
        self.salt, self.secret = "", b""
        self.task: asyncio.Task[None] | None = None
        self.begin()

    def start(self) -> None:
        self.task = asyncio.create_task(self.run())

    async def close(self) -> None:
        if self.task:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)

    async def run(self) -> None:
        while True:
            await asyncio.sleep(PAUSE)
            try:
                await self.meet()
                await self.tell_sockets()
                for name, rates in self.rates.items():
                    await self.tell(name, rates)
            except Away:
                self.sockets.elsewhere.clear()
                self.begin()

    async def meet(self) -> None:
        """Agree with the other servers on the key of the hashes: the first one chooses it, and any reminds a Redis that has lost it."""
        _, self.salt = await self.connection.all([("SET", SALT, self.salt or secrets.token_hex(32), "NX"), ("GET", SALT)])
        self.secret = blake2b(f"{self.salt} {self.connection.password}".encode()).digest()

    def common(self) -> bytes:
        """Return the key that all servers share, while Redis is away too; nothing before it was first reached."""
        return self.secret

    def begin(self) -> None:
        """Start again: the others have heard of no socket here, and what was spent before counts here alone."""
        self.sockets.share()
        for rates in self.rates.values():
            rates.share()

    def hashed(self, client: str) -> str:
        return blake2b(client.encode(), key=self.secret, digest_size=12).hexdigest()

    # -- what is spent --

    async def tell(self, name: str, rates: Rates) -> None:
        """Tell what was spent since the last time, and take over what is left."""
        if not (spent := rates.untold(AT_ONCE)):
            return
        keys = [f"lostcities:spent:{name}:{self.hashed(client)}" for client in spent]
        left = await self.connection.do("EVAL", SPEND, len(keys), *keys, rates.rate, rates.size, *spent.values())
        for client, drops in zip(spent, left, strict=True):
            rates.hear(client, float(drops))

    # -- what is open --

    async def tell_sockets(self) -> None:
        """Tell whose sockets have changed in number here, and hear how many they have elsewhere."""
        clients = {client: self.hashed(client) for client in self.sockets.untold(AT_ONCE)}
        told: list[Command] = [self.told(name, self.sockets.here[client]) for client, name in clients.items()]
        *_, kept = await self.connection.all([*told, ("PEXPIRE", place_of(self.server), SOCKETS_MS)])
        if not kept:  # Redis has lost what it was told, or nobody is here
            self.sockets.share()
        await self.hear_sockets(clients)

    async def hear_sockets(self, clients: dict[str, str]) -> None:
        others = [server for server in await self.servers.read() if server != self.server]
        if clients and others:
            counts = await self.connection.all([("HMGET", place_of(other), *clients.values()) for other in others])
            for client, found in zip(clients, zip(*counts, strict=True), strict=True):
                self.sockets.hear(client, sum(int(count or 0) for count in found))

    def told(self, name: str, count: int) -> Command:
        place = place_of(self.server)
        return ("HSET", place, name, count) if count else ("HDEL", place, name)


def place_of(server: str) -> str:
    """Return where the sockets of a server are counted."""
    return f"lostcities:sockets:{server}"
