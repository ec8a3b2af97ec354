"""Progress of long work on stderr: bars in a terminal, otherwise a line now and then."""

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING

from lostcities.cli.common import console

if TYPE_CHECKING:
    from rich.progress import Progress as Bars

SECONDS_BETWEEN_LINES = 30
"""How often progress is printed where it cannot be drawn."""


class Progress:
    """Work of several parts, each with a name and an amount; `line` says in words how much of it is done."""

    def __init__(self, parts: Iterable[tuple[str, int]], line: Callable[[int], str]) -> None:
        self.parts = parts
        self.line = line
        self.count = 0
        self.told = time.monotonic()

    @contextmanager
    def shown(self) -> Iterator[None]:
        with bars_on_stderr() if sys.stderr.isatty() else nullcontext() as self.bars:
            self.tasks = [self.bars.add_task(name, total=amount) for name, amount in self.parts] if self.bars else []
            yield

    def tell(self, part: int, amount: int, remarks: Iterable[str]) -> None:
        """Report that `amount` more of a part is done; remarks are shown to people at once."""
        self.count += amount
        for remark in remarks:
            print(remark, file=sys.stderr, flush=True)
        if self.bars:
            self.bars.advance(self.tasks[part], amount)
        elif time.monotonic() - self.told > SECONDS_BETWEEN_LINES:
            self.told = time.monotonic()
            print(self.line(self.count), file=sys.stderr, flush=True)


def bars_on_stderr() -> "Bars":
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=console(stderr=True), transient=True)
