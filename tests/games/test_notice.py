"""What is said on stderr while kernels are compiled: one line, and only if they are."""

import os
import subprocess
import sys
from pathlib import Path

import lostcities

PROGRAM = """
import numpy as np
import lostcities
from lostcities.games import notice
from lostcities.games.compiler import Compiler
from lostcities.games.kernel import get16, put16

notice.PATIENCE = 0.0
compiler, row = Compiler("tested", lambda kernel: kernel), np.zeros(4, dtype=np.uint8)
compiler.convert(put16)(row, 0, 300)
print(compiler.convert(get16)(row, 0))
"""


def stderr(cache: Path, **more: str) -> str:
    settings = os.environ | {"XDG_CACHE_HOME": str(cache), "LOSTCITIES_QUIET": "0", "PYTHONPATH": str(Path(lostcities.__file__).parents[1])}
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True, env=settings | more)
    assert done.stdout == "300\n"
    return done.stderr


def test_it_is_said_once_and_not_if_the_code_is_in_the_cache(tmp_path: Path) -> None:
    said = stderr(tmp_path)
    assert said.startswith("compiling the rules for this computer")
    assert said.count("\n") == 1
    assert stderr(tmp_path) == ""


def test_it_can_be_silenced(tmp_path: Path) -> None:
    assert stderr(tmp_path, LOSTCITIES_QUIET="1") == ""
