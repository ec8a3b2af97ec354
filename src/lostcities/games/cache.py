"""The cache of machine code on disk, and the key by which a kernel's code is found.

Numba notices an edit in a kernel's own file, but not in the kernels that it calls, nor in the constants and tables it
uses. So the name under which Numba stores a kernel ends in a hash of all of these: an edited rule never runs old code.
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
    """Return a hash of everything that a converted kernel is compiled from: its code, the values of its names, the settings.

    The kernels that it calls must have been converted before: each of their names ends in its own key.
    """
    code = kernel.__code__
    parts = (sys.version, settings, code.co_code, code.co_consts, code.co_names, code.co_varnames, kernel.__defaults__)
    meanings = [(name, meaning(value)) for name, value in kernel.__globals__.items()]
    return hashlib.sha256(repr((parts, meanings)).encode()).hexdigest()[:16]


def meaning(value: object) -> object:
    """Return the value of a name in a kernel: a kernel as its name and key, a table as its numbers, a constant as it is."""
    if isinstance(value, np.ndarray):
        return value.dtype.str, value.tolist()
    called: object = getattr(value, "py_func", None)
    return called.__qualname__ if isinstance(called, FunctionType) else value


def user_cache() -> Path:
    """Return the user's cache folder, found as platformdirs does (which a bare GPU machine does not have)."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "lostcities" / "Cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "lostcities"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "lostcities"


@cache
def cache_folder() -> str:
    """Return the folder for machine code: the user's, or a temporary one if that cannot be written."""
    try:
        folder = user_cache() / "kernels"
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return str(folder)
    except (OSError, RuntimeError):
        temporary = tempfile.mkdtemp(prefix="lostcities-kernels-")
        atexit.register(shutil.rmtree, temporary, ignore_errors=True)
        return temporary
