"""What is stored of a table: its header, which never changes, and its events, which are only ever added to.

No event holds anything about a person: names and who sits where are kept beside them, so that they can be forgotten.
"""

from typing import Any, Literal

import msgspec

What = Literal[
    "move", "takeback", "sit", "leave", "return", "commit", "contribute", "pledge", "fix", "reveal", "deal", "end_round", "flag", "hints"
]
"""`contribute` is no longer written: tables that were stored before seats committed to their bytes have it."""

PERSON = "person"
OPEN = "open"
BOT = "bot:"
"""How a seat's plan begins that belongs to a bot: `bot:bruno`."""


class Event(msgspec.Struct, frozen=True, gc=False):
    """One thing that happened. `at` is in milliseconds since 1970; `key` names the request that caused it."""

    version: int
    what: What
    at: int
    seat: int | None = None
    key: str | None = None
    body: dict[str, Any] = {}


class ClockRule(msgspec.Struct, frozen=True):
    """How long people may think: so many seconds for each turn, or for the whole match with an increment a turn."""

    kind: Literal["move", "budget"]
    seconds: int
    increment: int = 0


class Header(msgspec.Struct, frozen=True):
    """What a table is, from the moment it is opened."""

    id: str
    game: str
    options: dict[str, int | str | bool | None]
    seats: list[str]
    """A plan for each seat: `person`, `open`, or `bot:` and its name."""
    starter: int
    join: str
    """The key that lets somebody sit down."""
    watch: str
    """The key that lets somebody watch."""
    created: int
    assist: Literal["table", "counters", "open"] = "table"
    clock: ClockRule | None = None
    listed: bool = False
    takeover: int | None = None
    """Seconds after which a bot plays on for a person who left."""
    hints: bool = False
    previous: str | None = None
    """The table of which this is a rematch."""
