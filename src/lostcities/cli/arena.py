"""`lostcities arena`: bots against each other, with intervals."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lostcities.cli.common import INTERRUPTED, console, parse_options
from lostcities.games.registry import NAMES
from lostcities.games.registry import game as game_named
from lostcities.text import ENGLISH as TEXT
from lostcities.text import decimal

if TYPE_CHECKING:
    from lostcities.arena.statistics import Summary
    from lostcities.arena.tournament import Tournament


def arena(
    game: Annotated[str, typer.Argument(metavar="GAME", help=TEXT("cli.arena.game", games=", ".join(NAMES)))],
    bots: Annotated[list[str], typer.Argument(metavar="A B …", help=TEXT("cli.arena.bots"))],
    players: Annotated[int, typer.Option("--players", help=TEXT("cli.arena.players"))] = 2,
    option: Annotated[list[str] | None, typer.Option("--option", metavar="KEY=VALUE", help=TEXT("cli.option"))] = None,
    ms: Annotated[int, typer.Option("--ms", help=TEXT("cli.arena.ms"))] = 1000,
    matches: Annotated[int | None, typer.Option("--matches", help=TEXT("cli.arena.matches"))] = None,
    seed: Annotated[int, typer.Option("--seed", help=TEXT("cli.arena.seed"))] = 0,
    jobs: Annotated[int | None, typer.Option("--jobs", min=1, help=TEXT("cli.arena.jobs"))] = None,
    records: Annotated[Path | None, typer.Option("--records", metavar="DIR", help=TEXT("cli.arena.records"))] = None,
    ray: Annotated[str | None, typer.Option("--ray", metavar="ADDRESS", help=TEXT("cli.arena.ray"))] = None,
    device: Annotated[str, typer.Option("--device", help=TEXT("cli.arena.device"))] = "cpu",
    luck_adjusted: Annotated[bool, typer.Option("--luck-adjusted", help=TEXT("cli.arena.luck_adjusted"))] = False,
    as_json: Annotated[bool, typer.Option("--json", help=TEXT("cli.arena.json"))] = False,
) -> None:
    """Play every pair of some bots and print the results."""
    from lostcities.arena.tournament import Tournament, opened
    from lostcities.cli.tournament import run

    options = parse_options(game_named(game), option or [])
    count = DEALS * players if matches is None else matches
    tournament = opened(Tournament(game, tuple(bots), count, players, options, seed, ms, luck_adjusted=luck_adjusted))
    played, stopped = run(tournament, jobs, records, ray, device)
    results = played.results()
    if as_json:
        print(json.dumps({"pairs": results}))
    else:
        show(tournament, results)
    if stopped:
        raise typer.Exit(INTERRUPTED)


DEALS = 50
"""Deals per pair, by default."""
WIDTH = 120
"""A narrower terminal wraps the lines, which is better than cutting off figures."""


def show(tournament: "Tournament", pairs: "list[Summary]") -> None:
    from rich.table import Table

    columns = ["bots", "matches", "win_share", "won", "margin_per_round", "mean_score", "ms_per_move"]
    if tournament.luck_adjusted:
        columns.insert(5, "adjusted_margin")
    table = Table(*(TEXT(f"arena.{column}") for column in columns), box=None)
    for column in table.columns[1:]:
        column.no_wrap = True
    for pair in pairs:
        table.add_row(*cells(pair))
    screen = console()
    screen.width = max(screen.width, WIDTH + 16 * tournament.luck_adjusted)
    title = TEXT("arena.title", game=tournament.game, players=tournament.players, seed=str(tournament.seed))
    screen.print(title, table, *(line for pair in pairs for line in notes(pair)), sep="\n")


def cells(pair: "Summary") -> list[str]:
    """Return one pair as a row for people."""
    won = f"{pair['wins']} / {pair['draws']} / {pair['losses']}"
    margin = interval(pair["margin_per_round"], pair["ci95"])
    scores = " : ".join(figure(score, 1) for score in pair["mean_score"])
    times = " : ".join(figure(ms, 2) for ms in pair["ms_per_move"])
    adjusted = [interval(pair["adjusted"]["margin_per_round"], pair["adjusted"]["ci95"])] if "adjusted" in pair else []
    return [" – ".join(pair["bots"]), str(pair["matches"]), won_share(pair), won, margin, *adjusted, scores, times]


def won_share(pair: "Summary") -> str:
    """Return the share of the wins with its interval."""
    from lostcities.intervals import Bounds, percent

    if pair["win_share"] is None:
        return TEXT("arena.none")
    low, high = pair["win_share_low"], pair["win_share_high"]
    return percent(pair["win_share"], None if low is None else Bounds(low, high))


def interval(mean: float | None, half_width: float | None) -> str:
    """Return a mean with half the width of its interval."""
    if mean is None:
        return TEXT("arena.none")
    return decimal(mean, 1, "+") + ("" if half_width is None else f" ± {half_width:.1f}")


def figure(value: float | None, digits: int) -> str:
    return TEXT("arena.none") if value is None else decimal(value, digits)


def notes(pair: "Summary") -> list[str]:
    """Return what people should know about a pair besides its figures."""
    said = []
    for bot, count in zip(pair["bots"], pair["forfeits"], strict=True):
        if count:
            said.append(TEXT("arena.forfeits", bot=bot, count=count))
    if pair["truncated"]:
        said.append(TEXT("arena.truncated", bots=" – ".join(pair["bots"]), count=pair["truncated"]))
    return said
