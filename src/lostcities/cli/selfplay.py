"""`lostcities selfplay`: let bots play, and keep their games as data."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lostcities.cli.common import INTERRUPTED, complain, parse_options
from lostcities.cli.progress import Progress
from lostcities.cli.tournament import forfeit
from lostcities.games.registry import NAMES
from lostcities.games.registry import game as game_named
from lostcities.text import ENGLISH as TEXT

if TYPE_CHECKING:
    from lostcities.data.plan import SelfPlay
    from lostcities.data.worker import Shard


def selfplay(
    game: Annotated[str, typer.Argument(metavar="GAME", help=TEXT("cli.arena.game", games=", ".join(NAMES)))],
    bots: Annotated[list[str], typer.Option("--bots", help=TEXT("cli.selfplay.bots"))],
    games: Annotated[int, typer.Option("--games", help=TEXT("cli.selfplay.games"))],
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help=TEXT("cli.selfplay.out"))],
    positions: Annotated[bool, typer.Option("--positions", help=TEXT("cli.selfplay.positions"))] = False,
    views: Annotated[bool, typer.Option("--views", help=TEXT("cli.selfplay.views"))] = False,
    records: Annotated[bool, typer.Option("--records", help=TEXT("cli.selfplay.records"))] = False,
    players: Annotated[int, typer.Option("--players", help=TEXT("cli.arena.players"))] = 2,
    option: Annotated[list[str] | None, typer.Option("--option", metavar="KEY=VALUE", help=TEXT("cli.option"))] = None,
    ms: Annotated[int, typer.Option("--ms", help=TEXT("cli.arena.ms"))] = 1000,
    seed: Annotated[int, typer.Option("--seed", help=TEXT("cli.selfplay.seed"))] = 0,
    shard: Annotated[int | None, typer.Option("--shard", help=TEXT("cli.selfplay.shard"))] = None,
    jobs: Annotated[int | None, typer.Option("--jobs", min=1, help=TEXT("cli.arena.jobs"))] = None,
    ray: Annotated[str | None, typer.Option("--ray", metavar="ADDRESS", help=TEXT("cli.arena.ray"))] = None,
    device: Annotated[str, typer.Option("--device", help=TEXT("cli.arena.device"))] = "cpu",
) -> None:
    """Play games and write a folder of files."""
    from lostcities.arena.cluster import workplace
    from lostcities.bots.batches import check_device
    from lostcities.data.plan import SelfPlay, opened
    from lostcities.data.running import run
    from lostcities.data.worker import ShardWorker

    check_device(device)
    options = parse_options(game_named(game), option or [])
    play = opened(SelfPlay(game, tuple(bots), games, players, options, seed, ms, shard, positions, views, records))
    progress = Progress([(" – ".join(bots), games)], lambda count: TEXT("selfplay.progress", played=count, games=games))
    try:
        with progress.shown():
            makers = workplace(partial(ShardWorker, play, device=device), jobs, ray)
            run(play, out, makers, lambda made: progress.tell(0, made.games, remarks(play, made)))
    except KeyboardInterrupt:
        complain(TEXT("selfplay.stopped", played=progress.count, games=games))
        raise typer.Exit(INTERRUPTED) from None
    complain(TEXT("selfplay.done", games=games, shards=play.shards, folder=str(out)))


def remarks(play: "SelfPlay", shard: "Shard") -> Iterator[str]:
    """Return what people should be told about a shard at once."""
    for game, seat, reason in shard.forfeits:
        yield forfeit(play.seats(game)[seat], game, seat, reason)
    if shard.truncated:
        yield TEXT("selfplay.truncated", count=len(shard.truncated), game=shard.truncated[0])
