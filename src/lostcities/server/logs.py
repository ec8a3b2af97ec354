"""The server's log: one JSON object a line on stderr. No token, key, name, address or query string is ever among the fields."""

import sys
from typing import Any

import structlog

log: Any = structlog.get_logger("lostcities")


def set_up() -> None:
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
