"""Work on a Ray cluster: one actor per core, each doing the work of a local process."""

import os
from collections.abc import Generator, Iterable, Iterator
from itertools import islice
from typing import Any, Generic

from lostcities._version import __version__
from lostcities.arena.processes import AHEAD, ONE_THREAD, Done, Hire, Processes, Task, Workplace
from lostcities.games.errors import BadOption, Reason

LOCAL = "local"
"""The address that starts a local cluster."""
ASIDE = "aside"
"""The concurrency group in which a worker can be told to stop while it plays."""
LAST_SECONDS = 5.0
"""How long workers have to stop, and to stop the programs that play for them."""


def load_ray() -> Any:
    """Return Ray, which is an optional dependency."""
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # workers without a GPU keep their environment; silences a warning
    try:
        import ray
    except ImportError:
        raise BadOption(Reason("no_ray", {})) from None
    return ray


def workplace(hire: Hire[Task, Done], jobs: int | None, address: str | None) -> Workplace[Task, Done]:
    """Return the cores of this machine, or the cluster at an address."""
    return Processes(hire, jobs) if address is None else Cluster(hire, address, jobs)


class RemoteWorker:
    """A worker on another machine, which may have a different version of this package."""

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
    """A Ray cluster whose machines have exactly this version of lostcities installed."""

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
        """Start a worker on every core of the cluster, or as many as requested: Ray would never start one without a core."""
        cores = max(int(self.ray.cluster_resources().get("CPU", 1)), 1)
        remote = self.ray.remote(num_cpus=1, concurrency_groups={ASIDE: 1})(RemoteWorker)
        actors += [remote.remote(self.hire) for _ in range(min(self.jobs or cores, cores))]
        for version in self.ray.get([actor.version.remote() for actor in actors]):
            if version != __version__:
                raise BadOption(Reason("other_version", {"found": version, "expected": __version__}))

    def dismiss(self, actors: list[Any]) -> None:
        """Stop the matches being played and the programs that play them: they would not notice that the cluster is gone."""
        told = [actor.stop.options(concurrency_group=ASIDE).remote() for actor in actors]
        told += [actor.close.remote() for actor in actors]
        if told:  # a worker that never started need not be waited for
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
        """Return the result of a task, or raise its error, as if it had run here."""
        try:
            done: Done = self.ray.get(reference)
        except self.ray.exceptions.RayTaskError as error:
            raise error.cause from error
        return done
