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

from lostcities.bots.bot import Bot
from lostcities.games.errors import Reason
from lostcities.games.options import shown
from lostcities.records import RecordError, decode

PROTOCOL = "lostcities.bot/1"
MAX_LINE = 1024 * 1024
HELLO_MS = 20_000
GRACE_MS = 250
"""Milliseconds that a decision may take beyond its time, for the way there and back."""

Message = dict[str, Any]
"""A JSON object; `arguments` checks its fields."""


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
"""The fields that a bot needs of each message it receives."""
OPTIONAL: dict[Kind, Fields] = {Kind.EVENT: {"card": str}, Kind.DECIDE: {"ms": int | float}}
"""Optional fields; None if absent."""


class Junk(ValueError):
    """A line that is not a message; `reason` says why."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason


def message(kind: Kind, **fields: object) -> bytes:
    """Return a message as a line."""
    return json.dumps({"type": kind, **fields}).encode() + b"\n"


def read_message(line: bytes) -> Message:
    """Return the message on a line, of a known type or not. Raises `Junk` if it is not a message. Only its type is checked."""
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
    """Return the fields of a message that a bot needs. Raises `Junk` if one is missing or of the wrong type; other fields are dropped."""
    picked: Message = {}
    for name, wanted in (FIELDS[kind] | OPTIONAL.get(kind, {})).items():
        value = found.get(name)
        if (isinstance(value, bool) or not isinstance(value, wanted)) and (value is not None or name in FIELDS[kind]):
            raise Junk(Reason("bad_field", {"field": name, "value": shown(value)}))
        picked[name] = value
    return picked


def tell(bot: Bot, kind: Kind, told: Message) -> None:
    """Tell a bot what a message says, which is neither a greeting nor a question."""
    listen = bot.round_over if kind == Kind.ROUND else getattr(bot, kind)
    listen(**told)
