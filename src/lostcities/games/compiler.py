"""Turn kernels into machine code: one source, run interpreted, compiled, bounds-checked, or on a GPU.

`Compiler.convert(function)` returns the same function as a Numba dispatcher, after converting every kernel that it calls;
tables (tuples of integers) become constant arrays. Nothing is compiled before its first call. The machine code is cached on
disk (`cache`).
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from types import FunctionType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lostcities.games.cache import cache_folder, key
from lostcities.games.interface import Kernel
from lostcities.games.notice import watch


@cache
def jit_wanted() -> bool:
    """Return False with `LOSTCITIES_JIT=0`, or if Numba cannot be imported: kernels then run interpreted."""
    if os.environ.get("LOSTCITIES_JIT", "1") == "0":
        return False
    try:
        import numba  # noqa: F401
    except ImportError:
        return False
    return True


class Compiler:
    """Compiles kernels for one game. It remembers what it has converted, so a kernel is compiled once, whoever calls it."""

    def __init__(self, name: str, own: Callable[[Kernel], Kernel], boundscheck: bool = False) -> None:
        self.name = f"{name}-checked" if boundscheck else name
        self.own = own
        self.boundscheck = boundscheck
        self.done: dict[Kernel, Any] = {}

    def convert(self, function: Kernel) -> Any:
        """Return the kernel as a Numba dispatcher; the same one for the same kernel."""
        if function not in self.done:
            self.done[function] = self.dispatcher(rebuilt(function, self.own, self.convert, frozen))
        return self.done[function]

    def dispatcher(self, function: FunctionType) -> Any:
        import numba

        watch()
        # Inlining is forced: LLVM's own heuristics lose half the speed (docs/decisions/0002).
        settings: dict[str, Any] = {"nogil": True, "error_model": "numpy", "forceinline": True, "boundscheck": self.boundscheck}
        with stored(function, self.name, settings, numba.config):
            return numba.njit(cache=True, **settings)(function)


@contextmanager
def stored(function: FunctionType, name: str, settings: dict[str, Any], config: Any) -> Iterator[None]:
    """Let Numba keep what it compiles from a function in our own folder; `config` is that of its compiler.

    The function's name is part of the file's name: the same loop over rows is a different program in every game.
    """
    import numba

    function.__qualname__ = f"{name}.{function.__qualname__}.{key(function, (numba.__version__, settings))}"
    before = config.CACHE_DIR
    config.CACHE_DIR = cache_folder()
    try:
        yield
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
    """Return a copy of a kernel that sees other functions and tables under the names it uses.

    `own` returns which function is meant, `convert` what to call instead of it, `table` what replaces a tuple.
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
