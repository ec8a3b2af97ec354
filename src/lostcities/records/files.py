"""Records as files: JSON read strictly and within limits, written atomically."""

import json
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

from lostcities.games.options import shown
from lostcities.records.errors import RecordError, naming, wrong

Json = dict[str, object]
"""A JSON object whose values have not been checked."""
Record = dict[str, Any]
"""A record made from a match; docs/records.md describes its fields."""

MAX_BYTES = 16 * 1024 * 1024
"""The longest record that is read. 99 rounds of the board game with four players take under 1 MB."""


def refuse_number(text: str) -> NoReturn:
    raise wrong("not_json_number", number=text)


def refuse_repeated(pairs: list[tuple[str, object]]) -> Json:
    found: Json = {}
    for name, value in pairs:
        if name in found:
            raise wrong("field_twice", field=shown(name))
        found[name] = value
    return found


def decode(data: bytes) -> object:
    """Return JSON as Python values. Duplicate fields, NaN, invalid UTF-8 and excessive nesting are refused."""
    if len(data) > MAX_BYTES:
        raise wrong("too_long", limit=MAX_BYTES // 1024 // 1024)
    try:
        value: object = json.loads(data.decode("utf-8-sig"), object_pairs_hook=refuse_repeated, parse_constant=refuse_number)
        if b"\\ud" in data.lower():  # an escaped lone surrogate is valid JSON but not valid text
            json.dumps(value, ensure_ascii=False).encode()
        return value
    except UnicodeEncodeError:
        raise wrong("half_character") from None
    except UnicodeDecodeError as error:
        raise wrong("not_utf8", place=str(error.start)) from None
    except json.JSONDecodeError as error:
        raise wrong("not_json", row=str(error.lineno), column=str(error.colno), why=error.msg) from None
    except RecursionError:
        raise wrong("too_deep") from None
    except RecordError:
        raise
    except ValueError as error:  # an integer of thousands of digits
        raise wrong("not_json_number", number=str(error)[:60]) from None


def encode(record: Json) -> str:
    """Return the record as one line of JSON."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))


def records_in(stream: BinaryIO) -> Iterator[tuple[int | None, bytes]]:
    """Return the records of a file, each with its line. If the first line is a whole JSON object, every line is a record."""
    number = 1
    line = stream.readline(MAX_BYTES + 1)
    while line and not line.strip():
        line = stream.readline(MAX_BYTES + 1)
        number += 1
    if not is_object(line):
        yield None, line + stream.read(max(MAX_BYTES + 1 - len(line), 0))
        return
    while line:
        if line.strip():
            yield number, line
        if len(line) > MAX_BYTES:
            skip_line(stream, line)
        line = stream.readline(MAX_BYTES + 1)
        number += 1


def skip_line(stream: BinaryIO, line: bytes) -> None:
    """Skip the rest of a line that is too long, piece by piece."""
    while line and not line.endswith(b"\n"):
        line = stream.readline(MAX_BYTES)


def is_object(line: bytes) -> bool:
    """Whether a line is one complete JSON object, even one that is not a valid record."""
    try:
        return isinstance(json.loads(line.decode("utf-8-sig", "replace"), parse_int=float), dict)
    except RecursionError:
        return line.rstrip().endswith(b"}")
    except ValueError:
        return len(line) > MAX_BYTES and line.lstrip().startswith(b"{")


def read(path: str | Path) -> Json:
    """Return the only record in a file."""
    with naming(path, "cannot_read"), Path(path).open("rb") as stream:
        data = stream.read(MAX_BYTES + 1)
    record = decode(data)
    if not isinstance(record, dict):
        raise wrong("not_a_record")
    return record


def write(record: Json, path: str | Path) -> None:
    """Write a record atomically: to a temporary file first, which then replaces the target."""
    target = Path(path)
    with naming(path, "cannot_write"):
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as stream:
                stream.write(encode(record) + "\n")
                stream.flush()
                os.fsync(stream.fileno())
            Path(name).replace(target)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
