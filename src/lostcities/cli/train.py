"""`lostcities train`: train a network by self-play."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from lostcities.cli.common import fail
from lostcities.games.errors import BadOption
from lostcities.games.registry import NAMES
from lostcities.games.registry import game as game_named
from lostcities.text import ENGLISH as TEXT


def train(
    game: Annotated[str, typer.Argument(metavar="GAME", help=TEXT("cli.train.game", games=", ".join(NAMES)))],
    minutes: Annotated[float, typer.Option("--minutes", min=0.01, help=TEXT("cli.train.minutes"))] = 8.0,
    distill: Annotated[float, typer.Option("--distill", min=0.01, help=TEXT("cli.train.distill"))] = 0.7,
    seed: Annotated[int, typer.Option("--seed", help=TEXT("cli.train.seed"))] = 1,
    device: Annotated[str | None, typer.Option("--device", metavar="cpu|cuda", help=TEXT("cli.train.device"))] = None,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help=TEXT("cli.train.out"))] = Path("nets"),
    resume: Annotated[bool, typer.Option("--resume", help=TEXT("cli.train.resume"))] = False,
    deals: Annotated[int, typer.Option("--deals", min=2, help=TEXT("cli.train.deals"))] = 1024,
    begin: Annotated[Path | None, typer.Option("--begin", metavar="FILE", help=TEXT("cli.train.begin"))] = None,
    keep: Annotated[bool, typer.Option("--keep", help=TEXT("cli.train.keep"))] = False,
    setting: Annotated[list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help=TEXT("cli.train.set"))] = None,
) -> None:
    """Train a network by self-play and keep it if it beats the one in the package.

    Example: lostcities train card --minutes 8 --seed 2 --out nets
    """
    try:
        from lostcities.training.command import as_typed
        from lostcities.training.command import train as run
    except ImportError:
        fail(TEXT("cli.train.no_torch"))
    try:
        path = run(
            game_named(game),
            minutes=minutes,
            distill_minutes=distill,
            seed=seed,
            device=device,
            out=out,
            resume=resume,
            deals=deals,
            begin=begin,
            keep=keep,
            settings=setting or [],
            command=as_typed(sys.argv[2:]),
            say=lambda line: typer.echo(line, err=True),
        )
    except (BadOption, OSError) as error:
        fail(error)
    typer.echo(TEXT("cli.train.kept", file=str(path)) if path else TEXT("cli.train.not_kept"))
