"""Guests for tests: bots at tables of real servers, in threads of this process."""

import json
import random
import threading
from pathlib import Path
from typing import Any

from support.serving import Client, Message, Socket
from support.waiting import PATIENCE

from lostcities.bots.random_bot import RandomBot
from lostcities.guest.connection import Connection
from lostcities.guest.guest import Guest, visit
from lostcities.guest.invitation import Invitation
from lostcities.guest.story import Story

GAMES: dict[str, Message] = {"card": {"size": "mini", "rounds": 2}, "board": {"rounds": 1}, "roll": {}}
"""With options for short matches."""


class Visit:
    """A guest in a thread of this process."""

    def __init__(self, link: str, spec: str, name: str | None = None, ms: int = 1000, pace: float = 0.0) -> None:
        self.said: list[str] = []
        self.error: Exception | None = None
        self.thread = threading.Thread(target=self.run, args=(Invitation.read(link), spec, name, ms, pace), daemon=True)
        self.thread.start()

    def run(self, *arguments: Any) -> None:
        try:
            visit(*arguments, 7, self.said.append)
        except Exception as error:
            self.error = error

    def end(self) -> Exception | None:
        self.thread.join(2 * PATIENCE)
        assert not self.thread.is_alive()
        return self.error


def opened(anna: Client, name: str = "card", **fields: Any) -> Message:
    options = fields.pop("options", GAMES[name])
    return anna.open(name, **{"seats": ["me", "open"], "options": options, "name": "Anna", **fields})


def played_out(anna: Client, table: Message) -> Socket:
    return anna.join(table, generous=True).play_out(random.Random(3))


def record_of(anna: Client, table: Message) -> Message:
    found: Message = anna.http.get(f"/api/tables/{table['id']}/record").json()
    return found


def messages(log: Path) -> list[Message]:
    """What a recorder has heard."""
    return [json.loads(line) for line in log.read_text().splitlines()]


def guest_on(line: Connection) -> Guest:
    return Guest(RandomBot(), Story("card", {}, 0), line, 0.0, lambda _: None)
