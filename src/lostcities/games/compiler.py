"""Turns kernels into machine code: one source, run interpreted, compiled, bounds-checked, or on a GPU.

`Compiler.convert(function)` returns the same function as a Numba dispatcher, and with it every kernel that it calls;
tables (tuples of integers) become constant arrays. Nothing is compiled before its first call. The machine code is kept in a
folder named by a hash of all kernels' sources: an edited rule can never meet old code.
"""

import atexit
import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lostcities.games.interface import Kernel

HERE = Path(__file__).parent


@cache
def jit_wanted() -> bool:
    """False with `LOSTCITIES_JIT=0`, or where Numba cannot be imported: kernels then run interpreted."""
    if os.environ.get("LOSTCITIES_JIT", "1") == "0":
        return False
    try:
        import numba  # noqa: F401
    except ImportError:
        return False
    return True


@cache
def source_hash() -> str:
    """One hash for everything that decides what a kernel does: the rules, and what bots have beside them."""
    digest = hashlib.sha256(sys.version.encode())
    for path in sorted([*HERE.rglob("*.py"), *HERE.parent.joinpath("bots").rglob("*.py")]):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def user_cache() -> Path:
    """The user's cache folder, found as platformdirs does (which a bare GPU machine does not have)."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "lostcities" / "Cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "lostcities"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "lostcities"


@cache
def cache_folder() -> str:
    """A folder for this version of the kernels: the user's, or a temporary one where that cannot be written."""
    name = f"kernels-{source_hash()}"
    try:
        folder = user_cache() / name
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return str(folder)
    except (OSError, RuntimeError):
        temporary = tempfile.mkdtemp(prefix=f"lostcities-{name}-")
        atexit.register(shutil.rmtree, temporary, ignore_errors=True)
        return temporary


class Compiler:
    """Compiles kernels for one game. Remembers what it has converted: a kernel is compiled once, whoever calls it."""

    def __init__(self, name: str, own: Callable[[Kernel], Kernel], boundscheck: bool = False) -> None:
        self.name = f"{name}-checked" if boundscheck else name
        self.own = own
        self.boundscheck = boundscheck
        self.done: dict[Kernel, Any] = {}

    def convert(self, function: Kernel) -> Any:
        """The kernel as a Numba dispatcher; the same one for the same kernel."""
        if function not in self.done:
            self.done[function] = self.dispatcher(rebuilt(function, self.own, self.convert, frozen))
        return self.done[function]

    def dispatcher(self, function: FunctionType) -> Any:
        import numba

        # The name is part of the cache file's: the same loop over rows is another program in every game.
        function.__qualname__ = f"{self.name}.{function.__qualname__}"
        config: Any = numba.config
        before = config.CACHE_DIR
        config.CACHE_DIR = cache_folder()
        try:
            # Inlined by force: LLVM's own judgement leaves half the speed behind (docs/decisions/0002).
            jit = numba.njit(nogil=True, cache=True, error_model="numpy", forceinline=True, boundscheck=self.boundscheck)
            return jit(function)
        finally:
            config.CACHE_DIR = before


def frozen(table: tuple[int, ...]) -> NDArray[np.int64]:
    return np.array(table, dtype=np.int64)


def rebuilt(
    function: Kernel,
    own: Callable[[Kernel], Kernel],
    convert: Callable[[Kernel], object],
    table: Callable[[tuple[int, ...]], object],
) -> FunctionType:
    """A copy of a kernel that sees other functions and tables under the names it uses.

    `own` says which function is meant, `convert` what to call instead of it, `table` what becomes of a tuple.
    """
    assert isinstance(function, FunctionType), function
    scope: dict[str, object] = {}
    for name in function.__code__.co_names:
        value = function.__globals__.get(name)
        if isinstance(value, FunctionType):
            value = convert(own(value))
        elif isinstance(value, tuple):
            value = table(value)
        if name in function.__globals__:
            scope[name] = value
    copy = FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
    copy.__module__ = function.__module__
    copy.__qualname__ = function.__qualname__
    return copy
