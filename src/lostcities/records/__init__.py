"""Game records, `lostcities.record/1`: read, write, check and replay whole matches, including chance."""

from lostcities.records.errors import RecordError
from lostcities.records.files import decode, encode, read, records_in, write
from lostcities.records.record import FORMAT, Replay, check, record_of, steps

__all__ = [
    "FORMAT",
    "RecordError",
    "Replay",
    "check",
    "decode",
    "encode",
    "read",
    "record_of",
    "records_in",
    "steps",
    "write",
]
