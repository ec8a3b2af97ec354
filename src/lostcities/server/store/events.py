"""What is stored of a table: its header, which never changes, and its events, which are only appended.

Events contain nothing about people: names and seats are kept separately, so that they can be deleted.
"""

from typing import Any, Literal

import msgspec

What = Literal[
    "move", "takeback", "sit", "leave", "return", "commit", "contribute", "pledge", "fix", "reveal", "deal", "end_round", "flag", "hints"
]
"""`contribute` is no longer written: it is in tables from before seats committed to their bytes."""

PERSON = "person"
OPEN = "open"
BOT = "bot:"
"""The prefix of a seat that belongs to a bot: `bot:bruno`."""


class Event(msgspec.Struct, frozen=True, gc=False):
    """One event. `at` is in milliseconds since 1970; `key` names the request that caused it; `epoch` is the lease of a duty."""

    version: int
    what: What
    at: int
    seat: int | None = None
    key: str | None = None
    body: dict[str, Any] = {}
    epoch: int | None = None


class ClockRule(msgspec.Struct, frozen=True):
    """How long people may think: seconds per turn, or for the whole match with an increment per turn."""

    kind: Literal["move", "budget"]
    seconds: int
    increment: int = 0


class Header(msgspec.Struct, frozen=True):
    """What a table is, fixed when it is opened."""

    id: str
    game: str
    options: dict[str, int | str | bool | None]
    seats: list[str]
    """The plan of each seat: `person`, `open`, or `bot:` and its name."""
    starter: int
    join: str
    """The key for taking a seat."""
    watch: str
    """The key for watching."""
    created: int
    assist: Literal["table", "counters", "open"] = "table"
    clock: ClockRule | None = None
    listed: bool = False
    takeover: int | None = None
    """Seconds after which a bot plays for a person who left."""
    hints: bool = False
    previous: str | None = None
    """The table that this is a rematch of."""
    daily: str | None = None
    """The day whose deal is played, such as `2026-11-16`."""
    ranked: bool = False
    """Whether this is a person's try at it; otherwise it is played again, for practice."""
