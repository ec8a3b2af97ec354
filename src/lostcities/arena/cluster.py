"""Plays matches on a Ray cluster: an actor a core, each doing what a process of this machine would do."""

import os
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from lostcities._version import __version__
from lostcities.arena.processes import AHEAD, ONE_THREAD
from lostcities.arena.statistics import Played
from lostcities.arena.tournament import Pairing, Tournament
from lostcities.arena.worker import Worker
from lostcities.games.errors import BadOption, Reason

LOCAL = "local"
"""The address that starts a cluster of its own on this machine."""


def load_ray() -> Any:
    """Ray, which only those who have a cluster install."""
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # workers without a GPU keep what they see; silences a warning
    try:
        import ray
    except ImportError:
        raise BadOption(Reason("no_ray", {})) from None
    return ray


class RemoteWorker(Worker):
    """A worker far away, which may run another version of this program."""

    def version(self) -> str:
        return __version__


class Cluster:
    """A Ray cluster whose machines have this very version of lostcities installed."""

    def __init__(self, tournament: Tournament, address: str, jobs: int | None = None, keep_records: bool = False) -> None:
        self.tournament = tournament
        self.address = address
        self.jobs = jobs
        self.keep_records = keep_records
        self.ray = load_ray()

    def play(self, pairings: Iterable[Pairing]) -> Iterator[Played]:
        """The matches, each as soon as it is over. When it is closed early, matches being played are dropped."""
        self.connect()
        try:
            actors = self.actors()
            yield from self.spread(actors, iter(pairings))
            self.ray.get([actor.close.remote() for actor in actors])
        finally:
            self.ray.shutdown()

    def connect(self) -> None:
        settings: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR", "runtime_env": {"env_vars": ONE_THREAD}}
        if self.address == LOCAL:
            settings |= {"num_cpus": self.jobs, "include_dashboard": False}
        try:
            self.ray.init(address=self.address, **settings)
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise BadOption(Reason("no_cluster", {"address": self.address, "why": str(error)})) from None

    def actors(self) -> list[Any]:
        """A worker on every core of the cluster, or as many as asked for."""
        count = self.jobs or int(self.ray.cluster_resources().get("CPU", 1))
        remote = self.ray.remote(num_cpus=1)(RemoteWorker)
        actors = [remote.remote(self.tournament, self.keep_records) for _ in range(count)]
        for version in self.ray.get([actor.version.remote() for actor in actors]):
            if version != __version__:
                raise BadOption(Reason("other_version", {"found": version, "expected": __version__}))
        return actors

    def spread(self, actors: list[Any], pairings: Iterator[Pairing]) -> Iterator[Played]:
        running = {actor.play.remote(pairing): actor for actor in actors for pairing in islice(pairings, AHEAD)}
        while running:
            done, _ = self.ray.wait(list(running), num_returns=1)
            for reference in done:
                actor = running.pop(reference)
                for pairing in islice(pairings, 1):
                    running[actor.play.remote(pairing)] = actor
                yield self.result(reference)

    def result(self, reference: Any) -> Played:
        """A match, or what went wrong with it, as if it had been played here."""
        try:
            played: Played = self.ray.get(reference)
        except self.ray.exceptions.RayTaskError as error:
            raise error.cause from error
        return played
