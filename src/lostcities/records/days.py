"""Check what a server says of a day's deals: whether the secret that it tells is the one to which it had committed."""

from dataclasses import dataclass
from typing import Literal

from lostcities.games.options import shown
from lostcities.records.errors import wrong
from lostcities.records.fair import COMMITMENT_BYTES, SEED_BYTES, commitment
from lostcities.records.files import Json
from lostcities.records.proof import DAY, read_bytes


@dataclass(frozen=True, slots=True)
class DayVerdict:
    """The result of checking a day. `missing`: its secret is not told yet."""

    proof: Literal["right", "wrong", "missing"]
    day: str
    commitment: str


def is_day(document: object) -> bool:
    """Whether this is what `GET /api/daily/DAY` answers, rather than a record."""
    return isinstance(document, dict) and {"day", "commitment", "secret"} <= document.keys()


def verify_day(document: Json) -> DayVerdict:
    """Return a verdict on a day. Raises `RecordError` if it cannot be read. Whether the commitment was public in time is not checked."""
    day, promised = document["day"], read_bytes(document["commitment"], "commitment", COMMITMENT_BYTES, 1)
    if not isinstance(day, str) or not DAY.fullmatch(day):
        raise wrong("not_a_day", round=1, value=shown(day))
    if document["secret"] is None:
        return DayVerdict("missing", day, promised.hex())
    right = commitment(read_bytes(document["secret"], "secret", SEED_BYTES, 1)) == promised
    return DayVerdict("right" if right else "wrong", day, promised.hex())
