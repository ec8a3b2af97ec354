"""`lostcities train`: train a network by self-play. Its options are the fields of a training configuration."""

import inspect
from typing import Annotated, Any

import typer

from lostcities.cli.common import fail
from lostcities.games.errors import BadOption
from lostcities.games.registry import NAMES
from lostcities.text import ENGLISH as TEXT
from lostcities.training.config import PROGRAM, Option, given, options


def train(**written: Any) -> None:
    """Train a network by self-play and keep it if it beats the one in the package.

    Example: lostcities train card --minutes 8 --seed 2 --out nets
    """
    try:
        from lostcities.training.command import train as run
        from lostcities.training.critic.run import train_critic
    except ImportError:
        fail(TEXT("cli.train.no_torch"))
    resume = written.pop("resume")

    def say(line: str) -> None:
        typer.echo(line, err=True)

    try:
        config = given(**written)
        if config.critic:
            typer.echo(TEXT("cli.train.kept", file=str(train_critic(config, say, resume))))
            return
        trained = run(config, resume=resume, say=say, program=PROGRAM)
    except (BadOption, OSError) as error:
        fail(error)
    typer.echo(TEXT("cli.train.kept", file=str(trained.file)) if trained.file else TEXT("cli.train.not_kept"))


def parameter(option: Option) -> inspect.Parameter:
    """Return a field of the configuration as an option of this command."""
    kind = bool if option.kind is bool else list[str] | None if option.many else option.kind | None
    shown = typer.Option(option.flag, help=TEXT(f"cli.train.{option.name}"), show_default=option.default or False)
    default = False if option.kind is bool else None
    return inspect.Parameter(option.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, shown])


def signature() -> inspect.Signature:
    game = typer.Argument(metavar="GAME", help=TEXT("cli.train.game", games=", ".join(NAMES)))
    resume = typer.Option("--resume", help=TEXT("cli.train.resume"))
    first = [
        inspect.Parameter("game", inspect.Parameter.KEYWORD_ONLY, annotation=Annotated[str, game]),
        inspect.Parameter("resume", inspect.Parameter.KEYWORD_ONLY, default=False, annotation=Annotated[bool, resume]),
    ]
    return inspect.Signature([*first, *map(parameter, options())])


train.__signature__ = signature()  # type: ignore[attr-defined]
