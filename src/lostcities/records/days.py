"""Check what a server says of a day's deals: whether the secret that it tells is the one to which it had committed."""

from dataclasses import dataclass
from typing import Literal

from lostcities.games.options import shown
from lostcities.records.daily import is_day
from lostcities.records.errors import wrong
from lostcities.records.fair import COMMITMENT_BYTES, SEED_BYTES, commitment
from lostcities.records.proof import Verdict, read_bytes

NEEDED = ("day", "commitment", "secret")


@dataclass(frozen=True, slots=True)
class DayVerdict:
    """The result of checking a day. `missing`: its secret is not told yet."""

    proof: Literal["right", "wrong", "missing"]
    day: str
    commitment: str


def says_a_day(document: object) -> bool:
    """Whether this is what `GET /api/daily/DAY` answers, rather than a record."""
    return isinstance(document, dict) and document.keys() >= {*NEEDED}


def verify_day(document: object) -> DayVerdict:
    """Return a verdict on a day. Raises `RecordError` if it cannot be read. Whose commitment it is, and since when, is not checked."""
    if not isinstance(document, dict):
        raise wrong("not_an_object", field="day")
    for name in NEEDED:
        if name not in document:
            raise wrong("missing_field", field=name)
    day, promised = document["day"], read_bytes(document["commitment"], "commitment", COMMITMENT_BYTES, 1)
    if not is_day(day):
        raise wrong("not_a_day", round=1, value=shown(day))
    if document["secret"] is None:
        return DayVerdict("missing", day, promised.hex())
    right = commitment(read_bytes(document["secret"], "secret", SEED_BYTES, 1)) == promised
    return DayVerdict("right" if right else "wrong", day, promised.hex())


def is_published(found: Verdict | DayVerdict, published: DayVerdict) -> bool:
    """Whether a deal or a secret belongs to the day and the commitment that a server has published."""
    return (found.day, found.commitment) == (published.day, published.commitment)
