"""A program that runs beside us and is talked to line by line. Calls never wait longer than their deadline, whatever it does.

Three threads serve its pipes, so a program that neither reads nor writes blocks nobody. It runs in a process group of its own, and
the whole group is killed at the end: only processes that we started, and all of them that have not left the group.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections import deque
from queue import SimpleQueue
from typing import BinaryIO, Literal

from lostcities.bots.command_line import words_of
from lostcities.bots.log import Log, read_some
from lostcities.bots.protocol import MAX_LINE

MAX_UNREAD = 2 * MAX_LINE
"""Unread bytes above which a program counts as flooding; each line counts a little extra, for its memory."""
LINE_COST = 100
END_SECONDS = 1.0
"""How long a program has to exit by itself after it was told to."""
REAP_SECONDS = 5.0

Closed = Literal["ended", "flooded"]


class Inbox:
    """The lines that have arrived and were not read yet, up to a limit."""

    def __init__(self) -> None:
        self.lines: deque[bytes] = deque()
        self.size = 0
        self.closed: Closed | None = None
        """Why no more lines will come."""
        self.limit = MAX_UNREAD
        """The limit in bytes that was exceeded, if it flooded."""
        self.changed = threading.Condition()

    def feed(self, stream: BinaryIO) -> None:
        """Read to the end, or up to the limit. Runs in a thread of its own."""
        rest = b""
        with stream:
            while chunk := read_some(stream):
                *lines, rest = (rest + chunk).split(b"\n")
                if len(rest) > MAX_LINE or any(len(line) > MAX_LINE for line in lines):
                    self.limit = MAX_LINE
                    return self.close("flooded")
                if not self.take(lines):
                    return self.close("flooded")
        return self.close("ended")

    def take(self, lines: list[bytes]) -> bool:
        """Keep lines; return False if there are too many now."""
        with self.changed:
            self.lines.extend(lines)
            self.size += sum(len(line) + LINE_COST for line in lines)
            self.changed.notify_all()
            return self.size <= MAX_UNREAD

    def close(self, why: Closed) -> None:
        with self.changed:
            self.closed = why
            self.changed.notify_all()

    def next(self, deadline: float) -> bytes | Closed | None:
        """Return the next line, or why there is none; None if nothing came by the deadline. After a flood the rest is not read."""
        with self.changed:
            self.changed.wait_for(lambda: self.lines or self.closed, max(deadline - time.monotonic(), 0))
            if self.closed == "flooded" or not self.lines:
                return self.closed
            line = self.lines.popleft()
            self.size -= len(line) + LINE_COST
            return line


class Program:
    """A running program. Raises `OSError` or `ValueError` if it cannot be started."""

    def __init__(self, command: str) -> None:
        self.inbox = Inbox()
        self.log = Log(command)
        self.outbox: SimpleQueue[bytes | None] = SimpleQueue()
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(words_of(command), bufsize=0, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True)
        stdin, stdout, stderr = self.process.stdin, self.process.stdout, self.process.stderr
        assert stdin is not None
        self.threads = [
            threading.Thread(target=self.inbox.feed, args=(stdout,), daemon=True),
            threading.Thread(target=self.log.feed, args=(stderr,), daemon=True),
            threading.Thread(target=write_lines, args=(self.outbox, stdin), daemon=True),
        ]
        for thread in self.threads:
            thread.start()
        self.finish = weakref.finalize(self, kill, self.process, self.outbox, self.threads)
        """Runs once: when called, when the object is garbage-collected, or when Python exits."""

    def send(self, line: bytes) -> None:
        """Queue a line. Never waits, and does nothing if the program has exited."""
        self.outbox.put(line)

    def receive(self, deadline: float) -> bytes | Closed | None:
        """Return the next line; `"ended"` or `"flooded"` if none will come; None if none came by the deadline (of `time.monotonic`)."""
        return self.inbox.next(deadline)

    def wait(self, seconds: float) -> None:
        """Wait at most `seconds` until it has closed its streams, as an exiting program does.

        This does not poll the process: that would free its id, and the group could no longer be killed safely.
        """
        deadline = time.monotonic() + seconds
        for thread in self.threads[:2]:
            thread.join(max(deadline - time.monotonic(), 0))

    def end(self, last: bytes | None = None) -> int | None:
        """End it and everything it started, at once or after a last line and a moment. Returns its exit status, if there is one."""
        if last is not None and self.finish.alive:
            self.outbox.put(last)
            self.outbox.put(None)
            self.wait(END_SECONDS)
        self.finish()
        return self.process.returncode


def write_lines(lines: SimpleQueue[bytes | None], stream: BinaryIO) -> None:
    """Write lines as they come, until told to stop. Runs in a thread of its own, since a program may never read."""
    with stream, contextlib.suppress(OSError):
        while (line := lines.get()) is not None:
            while line:
                line = line[os.write(stream.fileno(), line) :]


def kill(process: subprocess.Popen[bytes], outbox: SimpleQueue[bytes | None], threads: list[threading.Thread]) -> None:
    """Kill the whole group. A process that has left it cannot block us: threads on its pipes are abandoned."""
    outbox.put(None)
    with contextlib.suppress(ProcessLookupError, PermissionError):  # it has exited, and so has everything it started
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(REAP_SECONDS)
    deadline = time.monotonic() + END_SECONDS / 2
    for thread in threads:
        thread.join(max(deadline - time.monotonic(), 0))
