"""Runs self-play: shards that are in the folder are kept, the others are made, on this machine or on a cluster."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Protocol

from lostcities.arena.processes import Processes
from lostcities.data.folder import Folder
from lostcities.data.parquet import load_duckdb
from lostcities.data.plan import SelfPlay, opened
from lostcities.data.worker import Shard, ShardWorker


class Makers(Protocol):
    """Makes shards somewhere, in any order; closing the iterator stops it."""

    def play(self, tasks: Iterable[int], /) -> Iterator[Shard]: ...


Watcher = Callable[[Shard], None]
"""Told of every shard: first those kept from before, without their files, then each one when it is in its place."""


def run(play: SelfPlay, path: Path, makers: Makers, watch: Watcher = lambda _: None) -> None:
    """Makes all that is missing in a folder."""
    load_duckdb()
    folder = Folder(path, play)
    try:
        missing = []
        for number in range(play.shards):
            if folder.has(number):
                watch(Shard(number, len(play.games_of(number)), {}, [], []))
            else:
                missing.append(number)
        if missing:
            with closing(makers.play(missing)) as shards:  # type: ignore[type-var]
                for shard in shards:
                    folder.add(shard)
                    watch(shard)
    finally:
        folder.close()


def selfplay(play: SelfPlay, path: str | Path, jobs: int | None = None) -> None:
    """Plays on the cores of this machine, and keeps it in a folder; the same again goes on after what is there."""
    play = opened(play)
    run(play, Path(path), Processes(partial(ShardWorker, play), jobs))
