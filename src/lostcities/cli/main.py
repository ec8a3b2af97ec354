"""`lostcities`: the commands, and what they have in common. A command's module imports what it needs when it runs."""

import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from lostcities._version import __version__
from lostcities.cli.analyse import analyse
from lostcities.cli.arena import arena
from lostcities.cli.bench import bench
from lostcities.cli.bots import bots
from lostcities.cli.common import INTERRUPTED, fail
from lostcities.cli.exploit import exploit
from lostcities.cli.ladder import ladder
from lostcities.cli.play import play
from lostcities.cli.puzzle import puzzle
from lostcities.cli.puzzles import puzzles
from lostcities.cli.replay import replay
from lostcities.cli.rules import rules
from lostcities.cli.selfplay import selfplay
from lostcities.cli.serve import serve
from lostcities.cli.stats import stats
from lostcities.cli.train import train
from lostcities.cli.verify import verify
from lostcities.cli.worker import worker
from lostcities.games.errors import BadOption
from lostcities.records import RecordError
from lostcities.text import ENGLISH as TEXT


class Commands(TyperGroup):
    """The commands. Wrong usage and bad input end each of them with a sentence."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except (BadOption, RecordError) as error:
            fail(error)


app = typer.Typer(cls=Commands, help=TEXT("cli.help"), no_args_is_help=True, pretty_exceptions_enable=False, add_completion=False)


def show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"lostcities {__version__}")
        raise typer.Exit


@app.callback()
def main(
    version: Annotated[bool, typer.Option("--version", callback=show_version, is_eager=True, help=TEXT("cli.version.help"))] = False,
) -> None:
    """Take the options before any command."""


for command in (play, replay, analyse, verify, rules, arena, ladder, exploit, train, selfplay, stats, worker, bench, puzzle):
    app.command(help=TEXT(f"cli.{command.__name__}.help"))(command)

app.command(help=TEXT("cli.server.help"))(serve)
app.add_typer(bots, name="bots")
app.add_typer(puzzles, name="puzzles")


def run() -> None:
    """Run the program. A reader that closes the pipe (`| head`) and Ctrl-C end it quietly."""
    try:
        app()
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
