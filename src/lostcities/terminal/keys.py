"""Single keys from the terminal, as they are pressed."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

try:
    import termios
    import tty
except ImportError:  # Windows: whole lines only
    termios = None  # type: ignore[assignment]

READ = 64
"""Bytes read at once: keys pressed faster than they are read arrive together."""


@contextmanager
def keyboard() -> Iterator[Callable[[], str]]:
    """Yield a function that waits for keys. Keys are not echoed meanwhile, and the terminal is restored afterwards."""
    if termios is None:
        yield lambda: input() or "\n"
        return
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    tty.setcbreak(terminal, termios.TCSADRAIN)
    try:
        yield lambda: read_keys(terminal)
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def read_keys(terminal: int) -> str:
    data = os.read(terminal, READ)
    if not data:
        raise EOFError
    return data.decode(errors="replace")
