"""What a server can be told: by the command line, by the environment, and by tests."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path

from lostcities.games.options import shown
from lostcities.server.errors import BAD_REQUEST, refused

HOST = "127.0.0.1"
PORT = 8765
DAY = 86400


@dataclass(frozen=True, slots=True)
class Limits:
    """What one client may use: by its address, and by socket where that is said."""

    tables: int = 60
    """Tables opened in an hour."""
    listed: int = 3
    """Listed tables that wait for players at once."""
    people: int = 120
    """Visitors without a cookie who get one in an hour."""
    requests: int = 20
    """HTTP requests a second; ten times as many at once."""
    connections: int = 100
    """At once, sockets included; not counted behind a proxy, where all come from the same address."""
    sockets: int = 40
    """At once."""
    messages: int = 15
    """Of a socket in a second; three times as many at once."""
    frames: int = 60
    """Of a socket in a second, pings and parts of messages among them; three times as many at once."""
    bytes: int = 64 * 1024
    """Of a socket in a second; three times as many at once."""
    hints: int = 1
    """Of a socket in a second; ten at once."""
    all_messages: int = 60
    """Of all sockets together in a second; three times as many at once."""
    heavy: int = 10
    """Of all sockets together in a second those that cost most, and replays; six times as many at once, so that all may come back."""


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings, complete."""

    data: Path
    host: str = HOST
    port: int = PORT
    database_url: str | None = None
    """Where tables are kept; a file in `data` if not told."""
    public_url: str | None = None
    """The address that people see, where it is another one."""
    allow_hosts: tuple[str, ...] = ()
    trust_proxy: bool = False
    public_metrics: bool = False
    """Whether the figures are shown to others than programs on this computer."""
    keep_days: float = 90
    keep_abandoned_days: float = 14
    grace_days: float = 3
    """Days that the server must run after something was found to be old before it is removed."""
    workers: int = 0
    """Processes for bots; 0: a core for each, but one that is left to the server."""
    pace: float = 0.7
    """Seconds after the last event before which no bot's move appears ..."""
    undo_wait: float = 2.0
    """... and after a decision that a person can take back only until the bot's."""
    first_wait: float = 2.0
    """Seconds in which clients can commit to bytes for the first shuffle of a match ..."""
    next_wait: float = 30.0
    """... and for a later one: as long as people look at the scores of the round before."""
    reveal_wait: float = 5.0
    """Seconds in which they can reveal them."""
    sleep_after: float = 600.0
    """Seconds without anybody connected after which nothing happens at a table until somebody comes back."""
    live_tables: int = 500
    """Tables kept in memory."""
    limits: Limits = field(default_factory=Limits)

    @property
    def url(self) -> str:
        return self.database_url or f"sqlite+aiosqlite:///{self.data / 'tables.db'}"

    @property
    def loopback(self) -> bool:
        """Whether only this computer can reach the server."""
        return self.host in ("127.0.0.1", "::1", "localhost")


def limits_from(environment: Mapping[str, str]) -> Limits:
    """The limits, each as `LOSTCITIES_LIMIT_<NAME>` says: a whole number, more than 0."""
    found = {}
    for name in fields(Limits):
        text = environment.get(f"LOSTCITIES_LIMIT_{name.name.upper()}")
        if text is not None:
            if not (text.isascii() and text.isdigit() and int(text) > 0):
                raise refused("bad_limit", BAD_REQUEST, name=name.name.upper(), value=shown(text))
            found[name.name] = int(text)
    return Limits(**found)
