"""Say on stderr that kernels are being compiled, because nothing else would be seen for seconds.

It is said once in a program, and only if it takes long: machine code that is found in the cache is loaded in a moment.
`LOSTCITIES_QUIET=1` silences it.
"""

import os
import sys
import threading
from collections.abc import Callable
from functools import cache
from multiprocessing import current_process, parent_process
from typing import Any

from lostcities.games.errors import Reason, words

PATIENCE = 1.0
"""Seconds of compiling after which it is said."""
OURS = "lostcities."


@cache
def watch() -> None:
    """Begin to watch what Numba compiles."""
    if os.environ.get("LOSTCITIES_QUIET", "0") == "1" or not speaker():
        return
    from numba.core import event

    class Watch(event.Listener):
        """Hears when Numba begins and ends to compile a kernel, and those that it calls within it."""

        depth = 0
        timer: threading.Timer | None = None

        def on_start(self, event: Any) -> None:
            self.depth += 1
            if not self.timer and event.data["dispatcher"].py_func.__module__.startswith(OURS):
                self.timer = threading.Timer(PATIENCE, say)
                self.timer.daemon = True
                self.timer.start()

        def on_end(self, event: Any) -> None:
            self.depth -= 1
            if self.depth == 0 and self.timer:
                self.timer.cancel()
                self.timer = None

    register: Callable[[str, object], None] = event.register
    register("numba:compile", Watch())


def speaker() -> bool:
    """Return whether this process is the one of several that says it: the main one, or the first that it started."""
    return parent_process() is None or current_process().name.endswith("-1")


@cache
def say() -> None:
    """Say it, the first time."""
    if sys.stderr:  # a program without a console has none
        print(words.explain(Reason("compiling", {})), file=sys.stderr, flush=True)
