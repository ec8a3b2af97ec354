"""`lostcities bots`: the list of bots; `bots serve` runs one as a program for others, `bots join` seats one at a table in the browser,
and `bots models` prints the cards of networks."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from lostcities.cli.bots_join import join
from lostcities.cli.bots_serve import serve
from lostcities.cli.common import console
from lostcities.games.registry import NAMES
from lostcities.games.registry import game as game_named
from lostcities.text import ENGLISH as TEXT
from lostcities.text import decimal

if TYPE_CHECKING:
    from lostcities.games.game import Game

LIST = "list"


class ListUnlessTold(TyperGroup):
    """Treats anything that is not a command as an argument of the list: `lostcities bots card`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        told = bool(args) and (args[0] in self.commands or args[0] == "--help")
        return super().parse_args(ctx, args if told else [LIST, *args])


bots = typer.Typer(cls=ListUnlessTold, help=TEXT("cli.bots.help"))
bots.command("serve", help=TEXT("cli.serve.help"))(serve)
bots.command("join", help=TEXT("cli.join.help"))(join)


@bots.command(help=TEXT("cli.bots.models"))
def models(files: Annotated[list[Path] | None, typer.Argument(metavar="FILE", help=TEXT("cli.bots.files"))] = None) -> None:
    """Print model cards as Markdown."""
    from lostcities.bots.model_card import model_card, packaged

    print("\n\n".join(model_card(file) for file in files or packaged()))


@bots.command(LIST, help=TEXT("cli.bots.list"))
def list_bots(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help=TEXT("cli.bots.game", games=", ".join(NAMES)))] = None,
    as_json: Annotated[bool, typer.Option("--json", help=TEXT("cli.bots.json"))] = False,
) -> None:
    """List the bots of one game or of all: opponents for people, weakest first, and then the others."""
    found = [line for name in ([game] if game else NAMES) for line in lines(game_named(name))]
    if as_json:
        print(json.dumps({"bots": found}))
    else:
        show(found)


def lines(game: "Game") -> list[dict[str, Any]]:
    """Return the bots of a game with their measured strength."""
    from lostcities.bots.registry import listings
    from lostcities.bots.strength import measured, packaged

    tables = packaged().get(game.name, [])
    found = []
    for listing in listings(game):
        settings = {name: setting.expected() for name, setting in listing.settings.items()}
        line = {"bot": listing.name, "game": game.name, "what": TEXT(f"bot.{listing.name}"), "settings": settings}
        found.append(line | measured(tables, listing)._asdict())
    return found


def show(found: list[dict[str, Any]]) -> None:
    from rich.table import Table

    table = Table(*(TEXT(f"bots.{column}") for column in ("game", "bot", "rating", "ms_per_move", "what")), box=None)
    for line in found:
        table.add_row(line["game"], line["bot"], rating(line), figure(line["ms_per_move"], 2), line["what"])
    console().print(table, TEXT("bots.note"), *rated_as(), sep="\n")


def rated_as() -> list[str]:
    """Return a sentence for each bot that was not rated with its usual settings."""
    from lostcities.bots.registry import LISTINGS

    found = []
    for listing in LISTINGS:
        if listing.ladder:
            names = ", ".join(one.name for one in LISTINGS if one.measured_as == listing.name)
            found.append(TEXT("bots.rated_as", bots=names, spec=listing.in_ladder))
    return found


def rating(line: dict[str, Any]) -> str:
    spread = line["rating_ci95"]
    return figure(line["rating"], 0) + (f" ± {spread:.0f}" if spread else "")


def figure(value: float | None, digits: int) -> str:
    return TEXT("bots.not_measured") if value is None else decimal(value, digits)
