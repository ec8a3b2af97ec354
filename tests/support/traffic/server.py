"""A reproducible server: its tokens, seeds and times are the same in every run.

Run as `python -m support.traffic.server --data FOLDER`.

Only the standard library is changed, before the server is imported, so this works whatever the server's modules are called.
"""

import hashlib
import mmap
import secrets
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

Number = TypeVar("Number", int, float)
LONG = 600.0
"""Seconds that nobody waits for here: time passes only when the scenario says so."""
EPOCH_MS = 1_800_000_000_000
STARTED = 1000.0
"""The computer's uptime in seconds."""


class Clock:
    """A number of milliseconds in a file, which the server reads and the scenario advances."""

    def __init__(self, folder: Path) -> None:
        path = folder.with_suffix(".clock")
        if not path.exists():
            path.write_bytes(bytes(8))
        with path.open("r+b") as file:
            self.ms = memoryview(mmap.mmap(file.fileno(), 8)).cast("q")

    def advance(self, seconds: float) -> None:
        self.ms[0] += int(seconds * 1000)


def hold_time(clock: Clock) -> None:
    """Give the server's own modules the clock's time; all others, including the event loop, get the real one."""

    def held(real: Callable[[], Number], seen: Callable[[], Number]) -> Callable[[], Number]:
        def read() -> Number:
            ours = sys._getframe(1).f_globals.get("__name__", "").startswith("lostcities.")
            return seen() if ours else real()

        return read

    time.time_ns = held(time.time_ns, lambda: (EPOCH_MS + clock.ms[0]) * 1_000_000)
    time.time = held(time.time, lambda: (EPOCH_MS + clock.ms[0]) / 1000)
    time.monotonic = held(time.monotonic, lambda: STARTED + clock.ms[0] / 1000)


def hold_chance() -> None:
    """Give each kind of secret of each module a separate series, so that drawing one more somewhere does not change the others."""
    drawn: Counter[str] = Counter()

    def number(kind: str) -> int:
        drawn[kind] += 1
        return drawn[kind]

    def token_bytes(size: int) -> bytes:
        module = sys._getframe(1).f_globals.get("__name__", "")
        return hashlib.shake_256(f"{size} {number(f'bytes {size} {module}')}".encode()).digest(size)

    def token_urlsafe(size: int) -> str:
        return "secret-" + str(number("text")).zfill((4 * size + 2) // 3 - len("secret-"))

    def randbelow(limit: int) -> int:
        return hashlib.sha256(f"{limit} {number(f'below {limit}')}".encode()).digest()[0] % limit

    secrets.token_bytes, secrets.token_urlsafe, secrets.randbelow = token_bytes, token_urlsafe, randbelow  # type: ignore[assignment]


def main() -> None:
    folder = Path(sys.argv[sys.argv.index("--data") + 1])
    hold_time(Clock(folder))
    hold_chance()
    from support.serving import quick

    from lostcities.server.running import run

    settings = quick(folder, first_wait=LONG, next_wait=LONG, reveal_wait=LONG)
    run(settings, any_port=False, ready=lambda address: print(address, flush=True))


if __name__ == "__main__":
    main()
