"""Says that a bot thinks, when it does so for long."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

PATIENCE = 0.3
"""Seconds of quiet that nobody wonders about."""


@contextmanager
def notice_if_slow(say: Callable[[], None]) -> Iterator[None]:
    """Calls `say` once, from a thread of its own, if what is done here takes longer than a moment. Ctrl-C goes to who does it."""
    timer = threading.Timer(PATIENCE, say)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
