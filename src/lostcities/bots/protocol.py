"""The bot protocol, `lostcities.bot/1`: its messages as lines of JSON, read strictly, and the times that it allows.

>>> message(Kind.MOVE, move="Y7")
b'{"type": "move", "move": "Y7"}\\n'
>>> read_message(b'{"type": "move", "move": "Y7"}')["move"]
'Y7'
"""

import json
from enum import StrEnum, auto
from types import UnionType
from typing import Any

from lostcities.games.errors import Reason
from lostcities.games.options import shown
from lostcities.records import RecordError, decode

PROTOCOL = "lostcities.bot/1"
MAX_LINE = 1024 * 1024
HELLO_MS = 20_000
GRACE_MS = 250
"""What a decision may take beyond its time: the way there and back."""

Message = dict[str, Any]
"""JSON; what is in its fields is checked by `arguments`."""


class Kind(StrEnum):
    """The types of messages."""

    HELLO = auto()
    START = auto()
    DEAL = auto()
    ROLL = auto()
    EVENT = auto()
    DECIDE = auto()
    MOVE = auto()
    ROUND = auto()
    END = auto()
    QUIT = auto()


Fields = dict[str, type | UnionType]

FIELDS: dict[Kind, Fields] = {
    Kind.HELLO: {},
    Kind.START: {"game": str, "options": dict, "seat": int, "players": list},
    Kind.DEAL: {"round": int, "starter": int, "view": dict},
    Kind.ROLL: {"dice": list},
    Kind.EVENT: {"seat": int, "move": str},
    Kind.DECIDE: {"view": dict},
    Kind.ROUND: {"scores": list},
    Kind.END: {"totals": list, "winners": list},
    Kind.QUIT: {},
}
"""What a bot needs of each message that it is sent."""
OPTIONAL: dict[Kind, Fields] = {Kind.EVENT: {"card": str}, Kind.DECIDE: {"ms": int | float}}
"""What it can do without; None if it is not there."""


class Junk(ValueError):
    """A line that is no message; `reason` says why."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason


def message(kind: Kind, **fields: object) -> bytes:
    """A message as its line."""
    return json.dumps({"type": kind, **fields}).encode() + b"\n"


def read_message(line: bytes) -> Message:
    """The message on a line, of a known type or not; `Junk` if it is none. Other fields than its type are not looked at."""
    if len(line) > MAX_LINE:
        raise Junk(Reason("line_too_long", {"limit": str(MAX_LINE)}))
    try:
        found = decode(line)
    except RecordError as error:
        raise Junk(error.reason) from None
    if not isinstance(found, dict) or not isinstance(found.get("type"), str):
        raise Junk(Reason("not_a_message", {}))
    return found


def arguments(kind: Kind, found: Message) -> Message:
    """What a bot needs of a message, by name; `Junk` if something is missing or of another type. What else is there is left out."""
    picked: Message = {}
    for name, wanted in (FIELDS[kind] | OPTIONAL.get(kind, {})).items():
        value = found.get(name)
        if (isinstance(value, bool) or not isinstance(value, wanted)) and (value is not None or name in FIELDS[kind]):
            raise Junk(Reason("bad_field", {"field": name, "value": shown(value)}))
        picked[name] = value
    return picked
