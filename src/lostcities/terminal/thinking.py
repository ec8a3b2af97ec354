"""Say that a bot is thinking, if it takes long."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

PATIENCE = 0.3
"""Seconds before anything is said."""


@contextmanager
def notice_if_slow(say: Callable[[], None]) -> Iterator[None]:
    """Call `say` once, from another thread, if the block takes longer than a moment. Ctrl-C goes to the thread of the block."""
    timer = threading.Timer(PATIENCE, say)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
