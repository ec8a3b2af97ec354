"""The server's log: one JSON object per line on stderr. Tokens, keys, names, addresses and query strings are never logged.

An exception is one line as well: its type, its text without possible secrets, and its traceback.
"""

import contextlib
import logging
import re
import sys
import traceback
from pathlib import Path
from typing import TextIO

import structlog
from structlog.typing import EventDict, FilteringBoundLogger, Processor, WrappedLogger

log: FilteringBoundLogger = structlog.get_logger("lostcities")

SECRET = re.compile(r"[\w-]{20,}|\d+(\.\d+){3}|(?<![\w:])[\da-f]{0,4}(:[\da-f]{0,4}){2,7}(\.\d+)*|\?\S+", re.IGNORECASE)
"""Tokens and keys, addresses, query strings."""
LONGEST = 500


def masked(text: str) -> str:
    """Return the text of an error or a library without possible secrets.

    >>> masked("no seat for Ab3dEf6hIjKlMnOpQrStUv at 192.0.2.7")
    'no seat for … at …'
    >>> masked("Connect call failed ('2001:db8::7', 5432, 0, 0)")
    "Connect call failed ('…', 5432, 0, 0)"
    """
    return SECRET.sub("…", text)[:LONGEST]


def told(_logger: WrappedLogger, _level: str, line: EventDict) -> EventDict:
    """Return an exception as fields of the line."""
    error = line.pop("exc_info", None)
    if error is None:
        return line
    frames = traceback.extract_tb(error.__traceback__)
    trace = [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames]
    return {**line, "error": type(error).__name__, "text": masked(str(error)), "trace": trace}


PROCESSORS: list[Processor] = [
    structlog.processors.add_log_level,
    structlog.processors.TimeStamper(fmt="iso"),
    told,
    structlog.processors.JSONRenderer(),
]


class Relay(logging.Handler):
    """Turns log records of libraries into lines like all others."""

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        log.log(record.levelno, "library", logger=record.name, said=masked(record.getMessage()), exc_info=error)


class Lines:
    """Writes lines on stderr. If that is a file on a full disk, or closed, they are lost, and the server continues."""

    def __init__(self, file: TextIO) -> None:
        self.file = file

    def msg(self, line: str) -> None:
        with contextlib.suppress(OSError, ValueError):
            print(line, file=self.file, flush=True)

    log = debug = info = warn = warning = error = critical = exception = fatal = failure = err = msg


def set_up() -> None:
    file = sys.stderr
    structlog.configure(processors=PROCESSORS, logger_factory=lambda *_: Lines(file), cache_logger_on_first_use=True)
    root = logging.getLogger()
    if not any(isinstance(handler, Relay) for handler in root.handlers):
        root.addHandler(Relay(logging.WARNING))
