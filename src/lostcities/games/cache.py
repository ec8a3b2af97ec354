"""Where machine code is kept between programs, and the key that a kernel's is found by.

Numba notices an edit in a kernel's own file, but not in the kernels that it calls, nor in the constants and tables it
uses. So the name under which Numba files a kernel ends in a key of all of these: an edited rule can never meet old code.
"""

import atexit
import hashlib
import os
import shutil
import sys
import tempfile
from functools import cache
from pathlib import Path
from types import FunctionType

import numpy as np


def key(kernel: FunctionType, settings: object) -> str:
    """Return a hash of everything that a converted kernel is compiled from: its code, what its names stand for, the settings.

    The kernels that it calls must have been converted before: each of their names ends in its own key.
    """
    code = kernel.__code__
    parts = (sys.version, settings, code.co_code, code.co_consts, code.co_names, code.co_varnames, kernel.__defaults__)
    meanings = [(name, meaning(value)) for name, value in kernel.__globals__.items()]
    return hashlib.sha256(repr((parts, meanings)).encode()).hexdigest()[:16]


def meaning(value: object) -> object:
    """What a name in a kernel stands for: a kernel by its name and key, a table by its numbers, a constant as it is."""
    if isinstance(value, np.ndarray):
        return value.dtype.str, value.tolist()
    called: object = getattr(value, "py_func", None)
    return called.__qualname__ if isinstance(called, FunctionType) else value


def user_cache() -> Path:
    """The user's cache folder, found as platformdirs does (which a bare GPU machine does not have)."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "lostcities" / "Cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "lostcities"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "lostcities"


@cache
def cache_folder() -> str:
    """The folder for machine code: the user's, or a temporary one where that cannot be written."""
    try:
        folder = user_cache() / "kernels"
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return str(folder)
    except (OSError, RuntimeError):
        temporary = tempfile.mkdtemp(prefix="lostcities-kernels-")
        atexit.register(shutil.rmtree, temporary, ignore_errors=True)
        return temporary
