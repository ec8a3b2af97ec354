"""The command line as people use it: `lostcities` in a separate process."""

import os
import subprocess
import sys
from pathlib import Path

PROGRAM = [sys.executable, "-c", "from lostcities.cli.main import run; run()"]


def run(*arguments: str | Path, typed: str | bytes | None = None, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, with optional input and environment. It must not print a traceback."""
    command, data = [*PROGRAM, *map(str, arguments)], typed.encode() if isinstance(typed, str) else typed
    done = subprocess.run(command, input=data, capture_output=True, timeout=240, env=os.environ | more, check=False)
    found = subprocess.CompletedProcess(command, done.returncode, done.stdout.decode(), done.stderr.decode())
    assert "Traceback" not in found.stderr, found.stderr
    return found
