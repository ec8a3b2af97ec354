"""Run self-play: shards in the folder are kept, the others are made, on this machine or on a cluster."""

from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

from lostcities.arena.processes import Processes, Workplace, do_all
from lostcities.bots.batches import CPU, check_device
from lostcities.data.folder import Folder
from lostcities.data.parquet import load_pyarrow
from lostcities.data.plan import SelfPlay, opened
from lostcities.data.worker import Shard, ShardWorker

Watcher = Callable[[Shard], None]
"""Called for every shard: first those found in the folder, without their files, then each one when it has been written."""


def run(play: SelfPlay, path: Path, makers: Workplace[int, Shard], watch: Watcher = lambda _: None) -> None:
    """Make all missing shards of a folder."""
    load_pyarrow()
    with closing(Folder(path, play)) as folder:

        def keep(shard: Shard) -> None:
            folder.add(shard)
            watch(shard)

        missing = []
        for number in range(play.shards):
            if folder.has(number):
                watch(Shard(number, len(play.games_of(number)), {}, [], []))
            else:
                missing.append(number)
        do_all(makers, missing, keep)


def selfplay(play: SelfPlay, path: str | Path, jobs: int | None = None, device: str = CPU) -> None:
    """Play on the cores of this machine and write a folder. Called again with the same arguments, it resumes.

    With `device="cuda"` networks are computed on a GPU, which all processes share; the files are the same.
    """
    check_device(device)
    play = opened(play)
    run(play, Path(path), Processes(partial(ShardWorker, play, device=device), jobs))
