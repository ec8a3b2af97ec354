"""`lostcities bots serve`: a bot as a program for other people's arenas."""

import sys
from typing import Annotated

import typer

from lostcities.cli.common import complain
from lostcities.text import ENGLISH as TEXT


def serve(
    name: Annotated[str, typer.Argument(metavar="NAME", help=TEXT("cli.serve.name"))],
    seed: Annotated[int | None, typer.Option("--seed", help=TEXT("cli.serve.seed"))] = None,
) -> None:
    """Speak the bot protocol on stdin and stdout.

    Example: lostcities bots serve best:ms=200
    """
    from lostcities.bots.serving import serve_named

    serve_named(name, seed, sys.stdin.buffer, sys.stdout.buffer, complain)
