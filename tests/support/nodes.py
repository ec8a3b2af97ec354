"""Several servers with one database, and people at any of them."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from support.databases import DATABASES
from support.serving import Client, Message, Running, Serving, Socket, quick


@contextmanager
def nodes(folder: Path, count: int = 2, folders: str = "node", **changes: Any) -> Iterator[list[Running]]:
    """Servers with one database."""
    url = DATABASES.url_of(folder)
    servers: list[Running] = []
    try:
        for number in range(count):
            own = folder / f"{folders}{number}"
            own.mkdir()
            servers.append(Running(quick(own, **({"database_url": url} | changes))))
        yield servers
    finally:
        for server in servers:
            server.stop()


class Visitors:
    """People, each at a server of their own choice."""

    def __init__(self, stack: ExitStack) -> None:
        self.stack = stack
        self.people: list[Client] = []

    def at(self, server: Running | Serving, like: Client | None = None) -> Client:
        """Return somebody at a server: a new person, or one who has been at another server before."""
        client = Client(server.url)
        if like:
            client.http.cookies.update(like.http.cookies)
        self.stack.callback(client.close)
        self.people.append(client)
        return client


def two_people(visitors: Visitors, one: Running, other: Running, game: str = "card") -> tuple[Message, Socket, Socket]:
    """Seat a person at each of two servers, at the same table."""
    anna, boris = visitors.at(one), visitors.at(other)
    table = anna.open(game, seats=["me", "open"])
    assert boris.sit(table).status_code == 200
    return table, anna.join(table), boris.join(table)


def catch_up(sockets: list[Socket], version: int) -> None:
    """Read until everybody has seen a version."""
    for socket in sockets:
        if socket.version < version:
            socket.until(lambda message: message.get("version", 0) >= version)
