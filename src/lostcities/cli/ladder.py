"""`lostcities ladder`: measure a pool of bots against each other, for the table in README and docs."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lostcities.cli.common import INTERRUPTED, complain, console, parse_options
from lostcities.games.registry import NAMES
from lostcities.games.registry import game as game_named
from lostcities.records.errors import naming
from lostcities.text import ENGLISH as TEXT
from lostcities.text import decimal

if TYPE_CHECKING:
    from lostcities.arena.ladder import Rated
    from lostcities.arena.tournament import Tournament
    from lostcities.games.game import Game
    from lostcities.games.options import Options, Value

DEALS = 60
SLOW_DEALS = 12
"""A searching bot takes a hundred times as long as the others: with as many deals it would take hours."""
COLUMNS = ("bot", "rating", "points_per_round", "win_share", "ms_per_move")
LEADS = ("margin_per_round", "adjusted_margin")
"""Columns after the points, if luck was worked out."""
WIDTH = 110
"""A narrower terminal wraps lines that have them, which is better than cutting off figures."""


def ladder(
    game: Annotated[str, typer.Argument(metavar="GAME", help=TEXT("cli.arena.game", games=", ".join(NAMES)))],
    bots: Annotated[list[str] | None, typer.Option("--bots", metavar="BOT", help=TEXT("cli.ladder.bots"))] = None,
    players: Annotated[int | None, typer.Option("--players", help=TEXT("cli.ladder.players"))] = None,
    option: Annotated[list[str] | None, typer.Option("--option", metavar="KEY=VALUE", help=TEXT("cli.option"))] = None,
    ms: Annotated[int, typer.Option("--ms", help=TEXT("cli.arena.ms"))] = 1000,
    matches: Annotated[int | None, typer.Option("--matches", min=1, help=TEXT("cli.ladder.matches"))] = None,
    slow: Annotated[int | None, typer.Option("--slow", min=1, help=TEXT("cli.ladder.slow"))] = None,
    seed: Annotated[int, typer.Option("--seed", help=TEXT("cli.arena.seed"))] = 0,
    jobs: Annotated[int | None, typer.Option("--jobs", min=1, help=TEXT("cli.arena.jobs"))] = None,
    records: Annotated[Path | None, typer.Option("--records", metavar="DIR", help=TEXT("cli.arena.records"))] = None,
    ray: Annotated[str | None, typer.Option("--ray", metavar="ADDRESS", help=TEXT("cli.arena.ray"))] = None,
    device: Annotated[str, typer.Option("--device", help=TEXT("cli.arena.device"))] = "cpu",
    luck_adjusted: Annotated[bool, typer.Option("--luck-adjusted", help=TEXT("cli.arena.luck_adjusted"))] = False,
    save: Annotated[Path | None, typer.Option("--save", metavar="FILE", help=TEXT("cli.ladder.save"))] = None,
    as_json: Annotated[bool, typer.Option("--json", help=TEXT("cli.ladder.json"))] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help=TEXT("cli.ladder.markdown"))] = False,
) -> None:
    """Play every pair of a pool, at every table of a game, and print the ratings."""
    from lostcities.arena.ladder import as_json as table_of
    from lostcities.bots import strength
    from lostcities.cli.tournament import run

    if save:  # check before hours of matches
        with naming(save, "cannot_read", (OSError, ValueError)):
            strength.before(save)
    tournaments = opened_tables(game, bots or [], players, option or [], ms, matches, slow or matches, seed, luck_adjusted)
    found: list[Rated] = []
    for tournament in tournaments:
        complain(title(tournament))
        played, stopped = run(tournament, jobs, records and records / folder(tournament), ray, device)
        if stopped:
            show(tournaments, found, as_json, markdown)
            raise typer.Exit(INTERRUPTED)
        found.append(table_of(played))
    show(tournaments, found, as_json, markdown)
    if save:
        with naming(save, "cannot_write", (OSError, ValueError)):
            strength.save(save, game, found)


def opened_tables(
    name: str,
    bots: list[str],
    players: int | None,
    options: list[str],
    ms: int,
    matches: int | None,
    slow: int | None,
    seed: int,
    luck_adjusted: bool = False,
) -> "list[Tournament]":
    """Return a tournament for each table."""
    from lostcities.arena.ladder import pool
    from lostcities.arena.tournament import Tournament, opened

    game = game_named(name)
    names = tuple(dict.fromkeys(bots or pool(game)))
    found = []
    for seats, chosen in tables(game, players, options):
        usual, fewer = whole_deals(matches, DEALS, seats), whole_deals(slow, SLOW_DEALS, seats)
        found.append(opened(Tournament(name, names, usual, seats, chosen, seed, ms, fewer, both_ways=True, luck_adjusted=luck_adjusted)))
    return found


def tables(game: "Game", players: int | None, options: list[str]) -> "list[tuple[int, Options]]":
    """Return the requested tables: all those at which the game is measured, or its numbers of players with other options."""
    from lostcities.arena.ladder import tables as usual

    found = usual(game)
    if players is not None:
        found = [table for table in found if table[0] == players] or [(game.check_players(players), {})]
    if options:
        chosen = parse_options(game, options)
        found = [(seats, chosen) for seats in dict.fromkeys(seats for seats, _ in found)]
    return found


def whole_deals(matches: int | None, deals: int, players: int) -> int:
    """Return the number of matches, rounded up to whole deals; by default that of `deals` deals."""
    return deals * players if matches is None else -(-matches // players) * players


def title(tournament: "Tournament") -> str:
    """Return the table as a sentence that names the options which are not the defaults."""
    options = ", ".join(f"{name}={written(value)}" for name, value in tournament.chosen.items())
    slow = tournament.slow_matches if tournament.slow_matches != tournament.matches else 0
    told: dict[str, str | int] = {"game": tournament.game, "players": tournament.players, "options": options or "none"}
    return TEXT("ladder.title", **told, matches=tournament.matches, slow=slow)


def written(value: "Value") -> str:
    """Return an option's value as on a command line."""
    return "null" if value is None else str(value)


def folder(tournament: "Tournament") -> str:
    """Return the folder for a table's records."""
    options = [f"{name}-{written(value)}" for name, value in tournament.chosen.items()]
    return "-".join([tournament.game, str(tournament.players), *options])


# -- output --


def show(tournaments: "list[Tournament]", found: "list[Rated]", as_json: bool, markdown: bool) -> None:
    """Show the finished tables, which may be fewer than the tournaments."""
    if as_json:
        print(json.dumps({"tables": found}))
        return
    for tournament, table in zip(tournaments, found, strict=False):
        (print_markdown if markdown else print_table)(title(tournament), table)


def cells(line: dict[str, Any]) -> list[str]:
    """Return one bot as a row for people."""
    from lostcities.cli.arena import figure, interval

    share = TEXT("arena.none") if line["win_share"] is None else f"{100 * line['win_share']:.1f}%"
    rating = f"{decimal(line['rating'])} ± {line['rating_ci95']:.0f}"
    leads = [interval(line[f"{kind}margin_per_round"], line[f"{kind}ci95"]) for kind in ("", "adjusted_") if "adjusted_ci95" in line]
    return [line["bot"], rating, figure(line["points_per_round"], 1), *leads, share, figure(line["ms_per_move"], 2)]


def headings(table: "Rated") -> list[str]:
    first, rest = COLUMNS[:3], COLUMNS[3:]
    leads = [TEXT(f"arena.{lead}") for lead in LEADS if "adjusted_ci95" in table["bots"][0]]
    return [*(TEXT(f"ladder.{column}") for column in first), *leads, *(TEXT(f"ladder.{column}") for column in rest)]


def print_table(title: str, table: "Rated") -> None:
    from rich.table import Table

    shown = Table(*headings(table), box=None)
    for line in table["bots"]:
        shown.add_row(*cells(line))
    screen = console()
    screen.width = max(screen.width, WIDTH if len(shown.columns) > len(COLUMNS) else 0)
    screen.print(title, shown, sep="\n")


def print_markdown(title: str, table: "Rated") -> None:
    rows = [headings(table), ["---"] * len(headings(table)), *([f"`{first}`", *rest] for first, *rest in map(cells, table["bots"]))]
    print(title, "", *(f"| {' | '.join(row)} |" for row in rows), "", sep="\n")
