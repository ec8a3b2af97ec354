"""Works on a Ray cluster: an actor a core, each doing what a process of this machine would do."""

import os
from collections.abc import Generator, Iterable, Iterator
from itertools import islice
from typing import Any, Generic

from lostcities._version import __version__
from lostcities.arena.processes import AHEAD, ONE_THREAD, Done, Hire, Processes, Task, Workplace
from lostcities.games.errors import BadOption, Reason

LOCAL = "local"
"""The address that starts a cluster of its own on this machine."""
ASIDE = "aside"
"""Where a worker hears that it should stop while it plays."""
LAST_SECONDS = 5.0
"""What workers are given to end, and to end the programs that play for them."""


def load_ray() -> Any:
    """Ray, which only those who have a cluster install."""
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # workers without a GPU keep what they see; silences a warning
    try:
        import ray
    except ImportError:
        raise BadOption(Reason("no_ray", {})) from None
    return ray


def workplace(hire: Hire[Task, Done], jobs: int | None, address: str | None) -> Workplace[Task, Done]:
    """The cores of this machine, or the cluster at an address."""
    return Processes(hire, jobs) if address is None else Cluster(hire, address, jobs)


class RemoteWorker:
    """A worker far away, which may run another version of this program."""

    def __init__(self, hire: Hire[Any, Any]) -> None:
        self.stopping = False
        self.worker = hire(lambda: self.stopping)

    def play(self, task: Any) -> Any:
        return self.worker.play(task)

    def stop(self) -> None:
        self.stopping = True

    def close(self) -> None:
        self.worker.close()

    def version(self) -> str:
        return __version__


class Cluster(Generic[Task, Done]):
    """A Ray cluster whose machines have this very version of lostcities installed."""

    def __init__(self, hire: Hire[Task, Done], address: str, jobs: int | None = None) -> None:
        self.hire = hire
        self.address = address
        self.jobs = jobs
        self.ray = load_ray()

    def play(self, tasks: Iterable[Task]) -> Generator[Done]:
        self.connect()
        actors: list[Any] = []
        try:
            self.hire_all(actors)
            yield from self.spread(actors, iter(tasks))
        except self.ray.exceptions.RayError as error:
            why = str(error).strip().partition("\n")[0]
            raise BadOption(Reason("cluster_failed", {"address": self.address, "why": why})) from None
        finally:
            self.dismiss(actors)
            self.ray.shutdown()

    def connect(self) -> None:
        settings: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR", "runtime_env": {"env_vars": ONE_THREAD}}
        if self.address == LOCAL:
            settings |= {"num_cpus": self.jobs, "include_dashboard": False}
        try:
            self.ray.init(address=self.address, **settings)
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise BadOption(Reason("no_cluster", {"address": self.address, "why": str(error)})) from None

    def hire_all(self, actors: list[Any]) -> None:
        """A worker on every core of the cluster, or as many as asked for: one without a core would never come."""
        cores = max(int(self.ray.cluster_resources().get("CPU", 1)), 1)
        remote = self.ray.remote(num_cpus=1, concurrency_groups={ASIDE: 1})(RemoteWorker)
        actors += [remote.remote(self.hire) for _ in range(min(self.jobs or cores, cores))]
        for version in self.ray.get([actor.version.remote() for actor in actors]):
            if version != __version__:
                raise BadOption(Reason("other_version", {"found": version, "expected": __version__}))

    def dismiss(self, actors: list[Any]) -> None:
        """Ends what is being played, and the programs that play it: they would not notice that the cluster is gone."""
        told = [actor.stop.options(concurrency_group=ASIDE).remote() for actor in actors]
        told += [actor.close.remote() for actor in actors]
        if told:  # who could not be hired need not be waited for
            self.ray.wait(told, num_returns=len(told), timeout=LAST_SECONDS)

    def spread(self, actors: list[Any], tasks: Iterator[Task]) -> Iterator[Done]:
        running = {actor.play.remote(task): actor for actor in actors for task in islice(tasks, AHEAD)}
        while running:
            done, _ = self.ray.wait(list(running), num_returns=1)
            for reference in done:
                actor = running.pop(reference)
                for task in islice(tasks, 1):
                    running[actor.play.remote(task)] = actor
                yield self.result(reference)

    def result(self, reference: Any) -> Done:
        """What came of a task, or what went wrong with it, as if it had been done here."""
        try:
            done: Done = self.ray.get(reference)
        except self.ray.exceptions.RayTaskError as error:
            raise error.cause from error
        return done
