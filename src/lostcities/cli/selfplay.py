"""`lostcities selfplay`: bots play, and what they play is kept as data."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lostcities.cli.common import complain, fail, parse_options
from lostcities.cli.tournament import INTERRUPTED, SECONDS_BETWEEN_LINES, bars_on_stderr, workplace
from lostcities.games.errors import BadOption
from lostcities.games.registry import NAMES
from lostcities.games.registry import game as game_named
from lostcities.text import ENGLISH as TEXT

if TYPE_CHECKING:
    from lostcities.data.plan import SelfPlay
    from lostcities.data.running import Watcher
    from lostcities.data.worker import Forfeit, Shard


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
) -> None:
    """Plays games and writes a folder of files."""
    from lostcities.data.plan import SelfPlay, opened
    from lostcities.data.running import run
    from lostcities.data.worker import ShardWorker
    from lostcities.records import RecordError

    try:
        options = parse_options(game_named(game), option or [])
        play = opened(SelfPlay(game, tuple(bots), games, players, options, seed, ms, shard, positions, views, records))
    except BadOption as error:
        fail(error)
    progress = Progress(play)
    try:
        with progress.shown() as watch:
            run(play, out, workplace(partial(ShardWorker, play), jobs, ray), watch)
    except (BadOption, RecordError) as error:
        fail(error)
    except KeyboardInterrupt:
        complain(TEXT("selfplay.stopped", played=progress.count, games=games))
        raise typer.Exit(INTERRUPTED) from None
    complain(TEXT("selfplay.done", games=games, shards=play.shards, folder=str(out)))


class Progress:
    """How far it is, on stderr: a bar where that is a terminal, else a line now and then; forfeits and capped rounds as they happen."""

    def __init__(self, play: "SelfPlay") -> None:
        self.play = play
        self.count = 0
        self.told = time.monotonic()

    @contextmanager
    def shown(self) -> "Iterator[Watcher]":
        if not sys.stderr.isatty():
            yield self.tell
            return
        with bars_on_stderr() as bars:
            task = bars.add_task(" – ".join(self.play.bots), total=self.play.games)

            def tell(shard: "Shard") -> None:
                self.note(shard)
                bars.update(task, completed=self.count)

            yield tell

    def tell(self, shard: "Shard") -> None:
        self.note(shard)
        if time.monotonic() - self.told > SECONDS_BETWEEN_LINES:
            self.told = time.monotonic()
            print(TEXT("selfplay.progress", played=self.count, games=self.play.games), file=sys.stderr, flush=True)

    def note(self, shard: "Shard") -> None:
        self.count += shard.games
        for forfeit in shard.forfeits:
            print(self.sentence(forfeit), file=sys.stderr)
        if shard.truncated:
            told = TEXT("selfplay.truncated", count=len(shard.truncated), game=shard.truncated[0])
            print(told, file=sys.stderr, flush=True)

    def sentence(self, forfeit: "Forfeit") -> str:
        """Who lost which game by what."""
        bot = self.play.seats(forfeit.game)[forfeit.seat]
        return TEXT("arena.forfeit", bot=bot, deal=forfeit.game, seat=forfeit.seat, why=TEXT.explain(forfeit.reason))
