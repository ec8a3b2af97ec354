"""The settings of a server, from the command line, the environment, or tests."""

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
    """What one client may use, by address, or per socket where it says so."""

    tables: int = 60
    """Tables opened per hour."""
    listed: int = 3
    """Listed tables that wait for players at the same time."""
    people: int = 120
    """New visitors, who get a cookie, per hour."""
    requests: int = 20
    """HTTP requests per second; bursts of ten times as many."""
    connections: int = 100
    """Open connections, sockets included; not counted behind a proxy, where all have the same address."""
    sockets: int = 40
    """Open sockets."""
    messages: int = 15
    """Per socket and second; bursts of three times as many."""
    frames: int = 60
    """Per socket and second, including pings and fragments of messages; bursts of three times as many."""
    bytes: int = 64 * 1024
    """Per socket and second; bursts of three times as many."""
    hints: int = 1
    """Per socket and second; bursts of ten."""
    all_messages: int = 60
    """Per second over all sockets; bursts of three times as many."""
    heavy: int = 10
    """The most expensive messages, and replays, per second over all sockets; bursts of six times as many, so that all can reconnect."""


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings, complete."""

    data: Path
    host: str = HOST
    port: int = PORT
    database_url: str | None = None
    """Where tables are kept; by default a file in `data`."""
    redis_url: str | None = None
    """The Redis or Valkey that servers and workers share; by default this server is alone."""
    public_url: str | None = None
    """The address that people use, if it differs."""
    allow_hosts: tuple[str, ...] = ()
    trust_proxy: bool = False
    public_metrics: bool = False
    """Whether the metrics are shown to anyone but programs on this computer."""
    daily_names: bool = False
    """Whether the results of a day's deal list the players who gave a name."""
    keep_days: float = 90
    keep_abandoned_days: float = 14
    grace_days: float = 3
    """Days that the server must run after something was found to be old before it is removed."""
    workers: int = 0
    """Processes for bots; 0: one per core, except one core for the server."""
    prepare: bool = True
    """Whether to compile what analyses need soon after the start, so that the first journal does not wait for it."""
    pace: float = 0.7
    """Seconds between the last event and a bot's move, at least ..."""
    undo_wait: float = 2.0
    """... and after a decision that a person can undo only until the bot moves."""
    first_wait: float = 2.0
    """Seconds in which clients can commit to bytes for the first shuffle of a match ..."""
    next_wait: float = 30.0
    """... and for a later one, while people look at the scores of the previous round."""
    reveal_wait: float = 5.0
    """Seconds in which they can reveal the bytes."""
    sleep_after: float = 600.0
    """Seconds with nobody connected after which a table pauses until someone comes back."""
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
    """Return the limits from `LOSTCITIES_LIMIT_<NAME>`: integers greater than 0."""
    found = {}
    for name in fields(Limits):
        text = environment.get(f"LOSTCITIES_LIMIT_{name.name.upper()}")
        if text is not None:
            if not (text.isascii() and text.isdigit() and int(text) > 0):
                raise refused("bad_limit", BAD_REQUEST, name=name.name.upper(), value=shown(text))
            found[name.name] = int(text)
    return Limits(**found)
