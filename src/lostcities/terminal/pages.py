"""Pages of text in a terminal: the rules, the help, and the list of legal moves."""

import re
from importlib.resources import files

from rich.console import Group, RenderableType
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from lostcities.games.game import View
from lostcities.terminal.reading import short
from lostcities.terminal.theme import BOLD, DIM
from lostcities.terminal.views import Choices, view_of
from lostcities.text import ENGLISH as TEXT


def rules_page(game: str) -> Markdown:
    """Return the rules of a game with its options and notation, without comments and without the browser's pictures."""
    page = files("lostcities.locales").joinpath("rules", f"{game}.{TEXT.language}.md")
    return Markdown(re.sub(r"<!-- .* -->\n\n", "", page.read_text("utf-8")))


def help_page(game: str) -> RenderableType:
    """Return the help: what can be typed."""
    table = Table.grid(padding=(0, 3, 0, 1))
    for line in [*TEXT(f"help.{game}").splitlines(), *TEXT("help.commands").splitlines()]:
        keys, _, meaning = line.partition(" = ")
        table.add_row(Text(keys, BOLD), meaning)
    return Group("", table, Text(f"\n {TEXT(f'help.marks.{game}')}", DIM))


def moves_page(view: View) -> RenderableType:
    """Return the legal moves in groups, with what each does and the shortest way to type it."""
    return Group(*(line for group in view_of(view["game"]).choices(view) if group.moves for line in group_lines(group, view)))


def group_lines(group: Choices, view: View) -> list[RenderableType]:
    title = Text(f"\n {group.title}", BOLD)
    if not any(meaning for _, meaning in group.moves):
        return [title, Text("   " + "   ".join(f"{short(move, view)} {move}" for move, _ in group.moves))]
    table = Table.grid(padding=(0, 2, 0, 1))
    for move, meaning in group.moves:
        typed = short(move, view)
        table.add_row(Text(f"{typed if typed != move else '':>2}", DIM), Text(move, BOLD), meaning)
    return [title, table]
