"""`lostcities bench`: how fast random play is, beside a C program where a compiler is at hand."""

import json
from typing import Annotated, Any

import typer

from lostcities.cli.common import complain
from lostcities.text import ENGLISH as TEXT


def bench(
    game: Annotated[str, typer.Argument(metavar="GAME", help=TEXT("cli.bench.game"))] = "",
    players: Annotated[int, typer.Option(help=TEXT("cli.bench.players"))] = 2,
    as_json: Annotated[bool, typer.Option("--json", help=TEXT("cli.bench.json"))] = False,
) -> None:
    """Measures one game or all; best of five."""
    from lostcities import GAMES
    from lostcities import game as named
    from lostcities.benchmark import measure

    figures: list[dict[str, Any]] = []
    for name in [game] if game else GAMES:
        complain(TEXT("bench.measuring", game=named(name).name))
        figures.append(measure(named(name), players))
    if as_json:
        print(json.dumps({"games": figures}))
    else:
        show(figures)


def show(figures: list[dict[str, Any]]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("", *(str(figure["game"]) for figure in figures), box=None)
    for key in figures[0]:
        if key != "game":
            table.add_row(TEXT(f"bench.{key}"), *(shown(figure[key]) for figure in figures))
    Console().print(table)


def shown(value: float | int | None) -> str:
    if value is None:
        return TEXT("bench.none")
    return f"{value:,}" if isinstance(value, int) else f"{value:.2f}"
