"""Waits for something observable instead of sleeping."""

import time
from collections.abc import Callable
from typing import Any

PATIENCE = 60.0
"""Seconds after which to give up: more than a busy machine needs for a bot's first move."""


def wait_for(holds: Callable[[], Any], seconds: float = PATIENCE) -> None:
    """Wait until a condition holds; fail if it does not in time."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.005)
