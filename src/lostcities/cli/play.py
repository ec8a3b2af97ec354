"""`lostcities play`: a game in the terminal."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lostcities.cli.common import fail, parse_options
from lostcities.games.registry import NAMES
from lostcities.games.registry import game as game_named
from lostcities.records import read
from lostcities.text import ENGLISH as TEXT

if TYPE_CHECKING:
    from lostcities.games.game import Game
    from lostcities.terminal.table import Table


def play(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help=TEXT("cli.play.game", games=", ".join(NAMES)))] = None,
    players: Annotated[int | None, typer.Option("--players", help=TEXT("cli.play.players"))] = None,
    option: Annotated[list[str] | None, typer.Option("--option", metavar="KEY=VALUE", help=TEXT("cli.option"))] = None,
    seed: Annotated[int | None, typer.Option("--seed", help=TEXT("cli.play.seed"))] = None,
    humans: Annotated[int | None, typer.Option("--humans", help=TEXT("cli.play.humans"))] = None,
    name: Annotated[list[str] | None, typer.Option("--name", metavar="NAME", help=TEXT("cli.play.name"))] = None,
    opponent: Annotated[list[str] | None, typer.Option("--opponent", metavar="BOT", help=TEXT("cli.play.opponent"))] = None,
    resume: Annotated[bool, typer.Option("--resume", help=TEXT("cli.play.resume"))] = False,
) -> None:
    """Play a game in the terminal, with bots and people at one keyboard.

    Example: lostcities play board --players 3 --name Anna
    """
    from rich.console import Console

    from lostcities.terminal.play import Session

    for stream in (sys.stdin, sys.stdout, sys.stderr):  # characters that cannot be read or shown become a ?, not a traceback
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    try:
        if resume:
            if players is not None or option or name:
                fail(TEXT("cli.play.resume_alone"))
            table = resumed(game, seed, humans, opponent or [])
        else:
            table = opened(game, players, option or [], seed, 1 if humans is None else humans, name or [], opponent)
    except EOFError:  # no opponent was chosen
        return
    Session(table, Console(highlight=False)).run()


def opened(
    name: str | None, players: int | None, options: list[str], seed: int | None, people: int, names: list[str], opponents: list[str] | None
) -> "Table":
    """Return a new game with the settings of the command line."""
    from lostcities.terminal.opening import check_people, new_table
    from lostcities.terminal.opponents import assign
    from lostcities.terminal.thinking import notice_if_slow

    if name is None:
        fail(TEXT("cli.play.which", games=", ".join(NAMES)))
    game = game_named(name)
    chosen = parse_options(game, options)
    count = game.check_players(max(game.min_players, people) if players is None else players)
    check_people(people, count)
    seats = list(range(people, count))
    bots = assign(opponents or asked(game, seats), seats)
    with notice_if_slow(say_preparing):
        return new_table(game, chosen, seed, people, names, bots)


def asked(game: "Game", seats: list[int]) -> list[str]:
    """Ask the person at the keyboard for the opponents; return none if nobody can be asked."""
    from rich.console import Console

    from lostcities.terminal.menu import choose_opponents

    if not seats or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return []
    return choose_opponents(game, seats, Console(highlight=False), input)


def resumed(name: str | None, seed: int | None, people: int | None, opponents: list[str]) -> "Table":
    """Return the last unfinished game, of one kind or of any, or the one in a file."""
    from lostcities.terminal.opening import resumed_table
    from lostcities.terminal.storage import last_unfinished
    from lostcities.terminal.thinking import notice_if_slow

    if name is not None and name not in NAMES:
        record, file = read(Path(name)), None
    else:
        found = last_unfinished(name)
        if found is None:
            fail(TEXT("cli.play.nothing_left"))
        file, record = found
    with notice_if_slow(say_preparing):
        return resumed_table(record, file, seed, people, opponents)


def say_preparing() -> None:
    """Say that a searching bot is being compiled, which takes a while the first time."""
    if sys.stderr.isatty():
        print(TEXT("play.preparing"), file=sys.stderr)
