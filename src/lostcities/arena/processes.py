"""Work on the cores of this machine: one process per core, each with a single thread for numerics."""

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import closing, contextmanager
from itertools import islice
from multiprocessing.synchronize import Event
from multiprocessing.util import Finalize
from typing import Any, Generic, Protocol, TypeVar

from lostcities.arena.contest import Stop

Task = TypeVar("Task", contravariant=True)
Done = TypeVar("Done", covariant=True)


class Worker(Protocol[Task, Done]):
    """Does one task after another: plays a match, or makes a file of them."""

    def play(self, task: Task, /) -> Done: ...

    def close(self) -> None: ...


Hire = Callable[[Stop], Worker[Task, Done]]
"""Makes a worker in the process where it works; the argument tells it whether to stop. It is pickled, so it cannot be a lambda."""


class Workplace(Protocol[Task, Done]):
    """Where tasks are done: on this machine or on a cluster."""

    @property
    def jobs(self) -> int | None:
        """How many are done at the same time; None: as many as the cluster has cores."""
        ...

    def play(self, tasks: Iterable[Task]) -> Generator[Done]:
        """Yield the results of the tasks, each as soon as it is done. Closing the generator early abandons the tasks in progress."""
        ...


def do_all(workplace: Workplace[Task, Done], tasks: Sequence[Task], keep: Callable[[Done], None]) -> None:
    """Do all tasks, in any order, and keep each result. Without tasks no workers are started."""
    if tasks:
        with closing(workplace.play(tasks)) as done:
            for one in done:
                keep(one)


LIBRARIES = ("OMP", "OPENBLAS", "MKL", "NUMBA")
ONE_THREAD = {f"{library}_NUM_THREADS": "1" for library in LIBRARIES}
"""Read by numpy, numba and their libraries when they are loaded, so these must be set before a process starts."""
AHEAD = 2
"""Tasks queued per process, so that none ever waits."""

LAST_SECONDS = 1.5
"""How long a running match has to end after the parent process was killed, or has told it to stop."""


@contextmanager
def environment(settings: dict[str, str]) -> Iterator[None]:
    """Set variables for the processes that start in this context."""
    before = {name: os.environ.get(name) for name in settings}
    os.environ.update(settings)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


@contextmanager
def deaf() -> Iterator[None]:
    """Delay Ctrl-C. Processes that start in this context never receive it, not even before they can ignore it themselves."""
    if not hasattr(signal, "pthread_sigmask"):  # not available on every system
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Processes(Generic[Task, Done]):
    """All cores of this machine, or as many as requested."""

    def __init__(self, hire: Hire[Task, Done], jobs: int | None = None) -> None:
        self.hire = hire
        self.jobs = jobs or available_cores()

    def play(self, tasks: Iterable[Task]) -> Generator[Done]:
        with self.opened() as pool:
            yield from self.spread(pool, iter(tasks))

    @contextmanager
    def opened(self) -> Iterator[ProcessPoolExecutor]:
        """Start processes that stay for several calls of `spread`."""
        context = multiprocessing.get_context("spawn")
        stop = context.Event()
        with (
            environment(ONE_THREAD),
            ProcessPoolExecutor(self.jobs, context, initializer=open_worker, initargs=(self.hire, stop)) as pool,
        ):
            try:
                yield pool
            finally:
                stop.set()
                pool.shutdown(wait=True, cancel_futures=True)

    def spread(self, pool: ProcessPoolExecutor, tasks: Iterator[Task]) -> Iterator[Done]:
        running: set[Future[Done]] = set()
        while True:
            with deaf():
                for task in islice(tasks, AHEAD * self.jobs - len(running)):
                    running.add(pool.submit(play_one, task))
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()


def available_cores() -> int:
    """Return how many cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not available on every system
        return os.cpu_count() or 1


# -- in each process --

worker: Worker[Any, Any] | None = None


def open_worker(hire: Hire[Any, Any], stop: Event) -> None:
    """Set up a process. Ctrl-C reaches every process of a terminal: only the parent handles it, and tells the others to stop.

    What a bot prints goes to stderr, because stdout is for results alone.
    """
    global worker
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdout = sys.stderr
    worker = hire(stop.is_set)
    Finalize(None, worker.close, exitpriority=10)
    threading.Thread(target=end_with_parent, args=(stop,), daemon=True).start()
    threading.Thread(target=end_when_told, args=(worker, stop), daemon=True).start()


def end_with_parent(stop: Event) -> None:
    """Stop when the parent is gone. A pool does not notice that its parent was killed, and its processes would wait for ever."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    stop.set()


def end_when_told(worker: Worker[Any, Any], stop: Event) -> None:
    """Exit a moment after being told to stop, even if a bot never decides."""
    stop.wait()
    time.sleep(LAST_SECONDS)
    worker.close()
    os._exit(1)


def play_one(task: Any) -> Any:
    assert worker is not None
    return worker.play(task)
