"""Ctrl-C for work that must not stop in the middle: the first one asks, the second one stops at once."""

import signal
import threading
from types import FrameType
from typing import Any


class Interrupt:
    """Within a `with` block, Ctrl-C sets `asked`. Where a program ignores Ctrl-C, and in other threads, nothing changes."""

    def __init__(self) -> None:
        self.asked = False
        self.before: Any = None

    def __enter__(self) -> "Interrupt":
        before = signal.getsignal(signal.SIGINT)
        if threading.current_thread() is threading.main_thread() and before not in (None, signal.SIG_IGN):
            self.before = before
            signal.signal(signal.SIGINT, self.ask)
        return self

    def ask(self, _signal: int, _frame: FrameType | None) -> None:
        self.asked = True
        signal.signal(signal.SIGINT, self.before)

    def __exit__(self, *_: object) -> None:
        if self.before is not None:
            signal.signal(signal.SIGINT, self.before)
