"""`lostcities play` as people use it: the real program, fed through a pipe or at a pseudo-terminal."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time
from pathlib import Path
from typing import Any

from support.commands import PROGRAM

from lostcities.records import read

CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
CLEAR = "\x1b[2J"


def environment(data: Path, **more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES")}
    return kept | {"LOSTCITIES_DATA": str(data), "TERM": "xterm-256color", "COLORTERM": "truecolor"} | more


def arguments(*args: str) -> list[str]:
    """Return a command line that plays against the random bot whenever a new game has a bot."""
    return ["play", *args] if {"--resume", "--humans", "--opponent"} & {*args} else ["play", *args, "--opponent", "random"]


def play(data: Path, *args: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run `lostcities play` with its input from a pipe."""
    command = [*PROGRAM, *arguments(*args)]
    return subprocess.run(command, input=typed, capture_output=True, text=True, timeout=60, env=environment(data), check=False)


def kept(data: Path) -> dict[str, Any]:
    """Return the only game in the data folder."""
    (file,) = (data / "play").glob("*.json")
    return read(file)


class Screen:
    """The program in a pseudo-terminal."""

    def __init__(self, data: Path, *args: str, rows: int = 24, columns: int = 80, asking: bool = False, **more: str) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        streams = {"stdin": slave, "stdout": slave, "stderr": slave}
        words = ["play", *args] if asking else arguments(*args)
        self.process = subprocess.Popen([*PROGRAM, *words], env=environment(data, **more), start_new_session=True, **streams)
        os.close(slave)

    def until(self, end: str) -> str:
        """Read until the program has shown this and waits; return the raw output."""
        seen = b""
        deadline = time.monotonic() + 20
        while not CODES.sub("", seen.decode(errors="replace")).rstrip().endswith(end):
            assert time.monotonic() < deadline, seen.decode(errors="replace")
            if select.select([self.master], [], [], 0.1)[0]:
                try:
                    seen += os.read(self.master, 65536)
                except OSError:  # the other side has closed
                    break
        return seen.decode()

    def type(self, line: str, end: str = ">") -> str:
        os.write(self.master, f"{line}\n".encode())
        return self.until(end)

    def close(self) -> int:
        self.process.kill()
        code = self.process.wait(10)
        os.close(self.master)
        return code


def shown(raw: str) -> str:
    """The content of the screen since it was last cleared."""
    return CODES.sub("", raw.rpartition(CLEAR)[2]).replace("\r", "")
