"""`lostcities bench`: how fast random play is, compared with a C program if there is a compiler."""

import json
from typing import TYPE_CHECKING, Annotated

import typer

from lostcities.cli.common import complain
from lostcities.text import ENGLISH as TEXT

if TYPE_CHECKING:
    from lostcities.benchmark import Figures

ALIAS = "readable_rounds_per_s"
"""`rounds_per_s` under its old name, for programs that read the JSON."""


def bench(
    game: Annotated[str, typer.Argument(metavar="GAME", help=TEXT("cli.bench.game"))] = "",
    players: Annotated[int, typer.Option(help=TEXT("cli.bench.players"))] = 2,
    as_json: Annotated[bool, typer.Option("--json", help=TEXT("cli.bench.json"))] = False,
) -> None:
    """Measure one game or all; every figure is the best of five."""
    from lostcities import GAMES
    from lostcities import game as named
    from lostcities.benchmark import measure

    figures: dict[str, Figures] = {}
    for name in [game] if game else GAMES:
        complain(TEXT("bench.measuring", game=named(name).name))
        figures[name] = measure(named(name), players)
    if as_json:
        print(json.dumps({"games": [{"game": name} | figures[name] for name in figures]}))
    else:
        show(figures)


def show(figures: "dict[str, Figures]") -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("", *figures, box=None)
    columns = list(figures.values())
    for key in columns[0]:
        if key != ALIAS:
            table.add_row(TEXT(f"bench.{key}"), *(shown(column[key]) for column in columns))
    Console().print(table)


def shown(value: float | None) -> str:
    if value is None:
        return TEXT("bench.none")
    return f"{value:,}" if isinstance(value, int) else f"{value:.2f}"
