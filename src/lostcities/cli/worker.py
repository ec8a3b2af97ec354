"""`lostcities worker`: think for the bots of servers on other machines."""

from typing import Annotated

import typer

from lostcities.cli.common import fail
from lostcities.games.errors import GameError
from lostcities.text import ENGLISH as TEXT


def worker(
    redis_url: Annotated[str, typer.Option("--redis-url", envvar="LOSTCITIES_REDIS_URL", help=TEXT("cli.worker.redis_url"))],
    workers: Annotated[int, typer.Option("--workers", min=0, max=256, help=TEXT("cli.worker.workers"))] = 0,
) -> None:
    """Take requests from Redis until told to stop."""
    from lostcities.server.thinking import run

    def waiting(address: str) -> None:
        print(TEXT("worker.waiting", address=address), flush=True)

    def ready(address: str, processes: int) -> None:
        print(TEXT("worker.ready", address=address, processes=processes), flush=True)

    try:
        run(redis_url, workers, waiting, ready)
    except GameError as error:
        fail(error)
