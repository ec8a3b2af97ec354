"""The other servers that share a Redis with this one."""

import secrets

from lostcities.server.rates import Rates, Sockets
from lostcities.server.redis.connection import Connection
from lostcities.server.redis.exchange import Exchange
from lostcities.server.redis.hints import Hints
from lostcities.server.redis.roll import servers_of


class Neighbours:
    """Everything that this server and the others tell each other. Whoever subscribes to hints does so before `start`."""

    def __init__(self, url: str, rates: dict[str, Rates], sockets: Sockets) -> None:
        self.name = secrets.token_hex(8)
        self.connection = Connection(url)
        self.roll = servers_of(self.connection)
        self.hints = Hints(self.connection)
        self.exchange = Exchange(self.connection, rates, sockets, self.roll, self.name)

    def start(self) -> None:
        self.connection.start()
        self.hints.start()
        self.exchange.start()

    async def close(self) -> None:
        await self.exchange.close()
        await self.hints.close()
        await self.connection.close()
