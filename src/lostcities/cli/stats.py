"""`lostcities stats`: answer players' questions from many rounds."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lostcities.cli.common import console
from lostcities.records.errors import naming
from lostcities.text import ENGLISH as TEXT

if TYPE_CHECKING:
    from lostcities.data.stats import Figures

BAR = 32
"""The longest bar, in characters."""


def stats(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help=TEXT("cli.stats.folder"))],
    svg: Annotated[Path | None, typer.Option("--svg", metavar="FILE", help=TEXT("cli.stats.svg"))] = None,
    as_json: Annotated[bool, typer.Option("--json", help=TEXT("cli.stats.json"))] = False,
) -> None:
    """Answer every question about the rounds of a folder."""
    from lostcities.data.stats import answers

    told = answers(folder)
    if svg is not None:
        draw(told, svg)
    if as_json:
        print(json.dumps(told))
    else:
        show(told)


def title(told: "Figures") -> str:
    return TEXT("stats.title", game=told["game"], bots=" – ".join(told["bots"]), rounds=told["rounds"])


def asked(name: str) -> str:
    return TEXT(f"stats.{name}")


def draw(told: "Figures", file: Path) -> None:
    from lostcities.data.drawing import svg

    with naming(file, "cannot_write"):
        file.write_text(svg(told, title(told), asked), encoding="utf-8")


def show(told: "Figures") -> None:
    from rich.table import Table

    from lostcities.data.drawing import figure, size, span

    screen = console()
    screen.print(title(told))
    for question in told["questions"]:
        screen.print(f"\n{asked(question['name'])}")
        table = Table("", "", "", "", box=None, show_header=False)
        for column, justify in zip(table.columns, ("right", "right", "right", "left"), strict=True):
            column.justify = justify  # type: ignore[assignment]
        for group in question["groups"]:
            shown = bar(group["mean"], *span(question["groups"]))
            table.add_row(group["group"], figure(group, question["unit"]), size(group), shown)
        screen.print(table)


def bar(mean: float, low: float, high: float) -> str:
    """Return a bar from zero to a mean, to the left of zero if the mean is negative."""
    zero, end = (round(BAR * (value - low) / (high - low)) for value in (0, mean))
    return " " * min(zero, end) + "█" * abs(end - zero)
