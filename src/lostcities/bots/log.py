"""What a bot's program writes to stderr, or what a bot's class raises: the beginning is kept in a file, the last line in memory."""

import contextlib
import os
import re
import time
from pathlib import Path
from typing import BinaryIO

from lostcities.folders import data_folder
from lostcities.games.options import printable

MAX_FILE = 1024 * 1024
TAIL = 4096
CHUNK = 65536
PAUSE = 0.01
"""Seconds between reads once the file is full: a program that floods its log gets 6 MB per second and costs next to nothing."""


def file_of(command: str) -> Path:
    """Return the log file of a program, named after its command line.

    >>> file_of("python3 bots/mine.py").name
    'python3-bots-mine.py.log'
    """
    return data_folder("logs") / (re.sub(r"[^A-Za-z0-9._-]+", "-", command).strip("-.")[-80:] + ".log")


class Log:
    """The log of one process or class. The file is created when there is something to write; an earlier file that is full is renamed."""

    def __init__(self, command: str) -> None:
        self.command = command
        self.file: Path | None = None
        """Where it is kept; None if nothing was written, or writing failed."""
        self.tail = b""
        self.taken = 0

    def feed(self, stream: BinaryIO) -> None:
        """Read to the end. Runs in a thread of its own, so that the program never waits for us."""
        with stream, contextlib.ExitStack() as files:
            target: BinaryIO | None = None
            while chunk := read_some(stream):
                if not self.taken:
                    target = self.open(files)
                if target:
                    self.write(target, chunk)
                self.tail = (self.tail + chunk)[-TAIL:]
                self.taken += len(chunk)
                if self.taken > MAX_FILE:
                    time.sleep(PAUSE)

    def add(self, text: bytes) -> None:
        """Write a text."""
        with contextlib.ExitStack() as files:
            target = self.open(files)
            if target:
                self.write(target, text)

    def open(self, files: contextlib.ExitStack) -> BinaryIO | None:
        """Return the file to append to; None if it cannot be written, which must not end a game."""
        path = file_of(self.command)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.exists() and path.stat().st_size > MAX_FILE:
                path.replace(path.with_suffix(".old.log"))
            stream = files.enter_context(path.open("ab", buffering=0))
            stream.write(f"--- {time.strftime('%Y-%m-%d %H:%M:%S')} {printable(self.command)}\n".encode())
        except OSError:
            return None
        self.file = path
        return stream

    def write(self, target: BinaryIO, chunk: bytes) -> None:
        with contextlib.suppress(OSError):  # a full disk
            target.write(chunk[: max(MAX_FILE - self.taken, 0)])

    def last_line(self) -> str:
        """Return the last line it wrote, safe to print in a terminal; empty if it wrote nothing."""
        lines = self.tail.decode(errors="replace").split("\n")
        said = [line.strip() for line in lines if line.strip()]
        return printable(said[-1])[:200] if said else ""


def read_some(stream: BinaryIO) -> bytes:
    """Return what has arrived, at most a chunk; empty at the end. Waits only for the first byte."""
    try:
        return os.read(stream.fileno(), CHUNK)
    except OSError:
        return b""
