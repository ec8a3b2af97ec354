"""`lostcities play`: a game in the terminal."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lostcities.cli.common import fail, parse_options
from lostcities.games.errors import BadOption
from lostcities.games.registry import NAMES
from lostcities.games.registry import game as game_named
from lostcities.text import ENGLISH as TEXT

if TYPE_CHECKING:
    from lostcities.terminal.table import Table


def play(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help=TEXT("cli.play.game", games=", ".join(NAMES)))] = None,
    players: Annotated[int | None, typer.Option("--players", help=TEXT("cli.play.players"))] = None,
    option: Annotated[list[str] | None, typer.Option("--option", metavar="KEY=VALUE", help=TEXT("cli.option"))] = None,
    seed: Annotated[int | None, typer.Option("--seed", help=TEXT("cli.play.seed"))] = None,
    humans: Annotated[int | None, typer.Option("--humans", help=TEXT("cli.play.humans"))] = None,
    name: Annotated[list[str] | None, typer.Option("--name", metavar="NAME", help=TEXT("cli.play.name"))] = None,
    resume: Annotated[bool, typer.Option("--resume", help=TEXT("cli.play.resume"))] = False,
) -> None:
    """Plays a game in the terminal, with people at one keyboard and bots.

    Example: lostcities play board --players 3 --name Anna
    """
    from rich.console import Console

    from lostcities.records import RecordError
    from lostcities.terminal.play import Session

    for stream in (sys.stdin, sys.stdout, sys.stderr):  # what cannot be read or shown becomes a ?, not a traceback
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    try:
        if resume:
            if players is not None or option or name:
                fail(TEXT("cli.play.resume_alone"))
            table = resumed(game, seed, humans)
        else:
            table = opened(game, players, option or [], seed, 1 if humans is None else humans, name or [])
    except (BadOption, RecordError) as error:
        fail(error)
    Session(table, Console(highlight=False)).run()


def opened(name: str | None, players: int | None, options: list[str], seed: int | None, people: int, names: list[str]) -> "Table":
    """A new game as the command line asks for it."""
    from lostcities.terminal.opening import new_table

    if name is None:
        fail(TEXT("cli.play.which", games=", ".join(NAMES)))
    game = game_named(name)
    seats = game.check_players(max(game.min_players, people) if players is None else players)
    return new_table(game, seats, parse_options(game, options), seed, people, names)


def resumed(name: str | None, seed: int | None, people: int | None) -> "Table":
    """The last game that was left, of one kind or of any; or the one in a file."""
    from lostcities.records import read
    from lostcities.terminal.opening import resumed_table
    from lostcities.terminal.storage import last_unfinished

    if name is not None and name not in NAMES:
        record, file = read(Path(name)), None
    else:
        found = last_unfinished(name)
        if found is None:
            fail(TEXT("cli.play.nothing_left"))
        file, record = found
    return resumed_table(record, file, seed, people)
