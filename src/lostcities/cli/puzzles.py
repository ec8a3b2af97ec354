"""`lostcities puzzles`: mine puzzles, and list those in the package.

`python -m lostcities.cli.puzzles mine …` does the same where only numpy, numba, torch and typer are installed.
"""

import json
import time
from pathlib import Path
from typing import Annotated

import typer

from lostcities.cli.common import INTERRUPTED
from lostcities.games.registry import game as game_named
from lostcities.text import ENGLISH as TEXT

SECONDS_BETWEEN_LINES = 10

puzzles = typer.Typer(help=TEXT("cli.puzzles.help"), no_args_is_help=True)
GAME = typer.Argument(metavar="GAME", help=TEXT("cli.puzzles.game"))


@puzzles.command("list", help=TEXT("cli.puzzles.list.help"))
def list_puzzles(game: Annotated[str, GAME]) -> None:
    """Print the puzzles in the package, a line of JSON each.

    Example: lostcities puzzles list card
    """
    from lostcities.puzzles.puzzle import load

    for puzzle in load(game_named(game)):
        print(json.dumps(puzzle.as_json()))


@puzzles.command(help=TEXT("cli.puzzles.add.help"))
def add(
    found: Annotated[Path, typer.Argument(metavar="FILE", help=TEXT("cli.puzzles.add.file"), exists=True, dir_okay=False)],
    to: Annotated[Path, typer.Option("--to", metavar="SET", help=TEXT("cli.puzzles.add.to"))],
) -> None:
    """Add mined puzzles to a set.

    Example: lostcities puzzles add card.jsonl.gz --to src/lostcities/puzzles/sets/card.jsonl.gz
    """
    from lostcities.puzzles.puzzle import grown, save, unpacked

    known = list(unpacked(to.read_bytes())) if to.exists() else []
    together = grown(known, unpacked(found.read_bytes()))
    save(to, together)
    typer.echo(TEXT("cli.puzzles.add.told", more=len(together) - len(known), count=len(together)))


@puzzles.command(help=TEXT("cli.puzzles.mine.help"))
def mine(
    game: Annotated[str, GAME],
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help=TEXT("cli.puzzles.mine.out"))],
    other: Annotated[Path, typer.Option("--other", metavar="FILE", help=TEXT("cli.puzzles.mine.other"), exists=True, dir_okay=False)],
    count: Annotated[int, typer.Option("--count", min=1, help=TEXT("cli.puzzles.mine.count"))] = 100,
    seed: Annotated[int, typer.Option("--seed", min=0, help=TEXT("cli.puzzles.mine.seed"))] = 0,
    jobs: Annotated[int | None, typer.Option("--jobs", min=1, help=TEXT("cli.arena.jobs"))] = None,
    device: Annotated[str, typer.Option("--device", metavar="cpu|cuda", help=TEXT("cli.puzzles.mine.device"))] = "cpu",
    minutes: Annotated[float | None, typer.Option("--minutes", min=0, help=TEXT("cli.puzzles.mine.minutes"))] = None,
) -> None:
    """Mine puzzles in self-play, until there are enough. Run again, it goes on where it was stopped.

    Example: lostcities puzzles mine card --count 100 --other research/nets/card-2.npz --out card.jsonl.gz
    """
    from lostcities.bots.batches import check_device
    from lostcities.puzzles.journal import Plan
    from lostcities.puzzles.labs import TURNS
    from lostcities.puzzles.mining import mine as run

    check_device(device)
    plan = Plan(game_named(game).name, seed, TURNS, f"net:file={other}", device)
    begin = told = time.monotonic()

    def tell(kept: int, looked: int) -> None:
        nonlocal told
        if time.monotonic() - told > SECONDS_BETWEEN_LINES:
            told = time.monotonic()
            line(kept, looked)

    def line(kept: int, looked: int) -> None:
        spent = time.strftime("%H:%M:%S", time.gmtime(time.monotonic() - begin))
        typer.echo(f"{spent}  {TEXT('cli.puzzles.kept')} {kept}  {TEXT('cli.puzzles.looked')} {looked}", err=True)

    try:
        kept, looked = run(plan, out, count, jobs, tell, minutes)
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    line(kept, looked)


if __name__ == "__main__":
    puzzles()
