"""Draw the pictures of games in progress in this folder: `python docs/img/make.py`. The same code gives the same pictures."""

import io
import random
from pathlib import Path
from typing import Any

from rich.console import Console

import lostcities
from lostcities.play import Match, Seeded
from lostcities.terminal.table import Table
from lostcities.terminal.theme import SYMBOLS
from lostcities.terminal.views import view_of

HERE = Path(__file__).parent
NAMES = ["Anna", "Ben", "Chris", "Dora"]
PICTURES = (("card", 2, 44, 15), ("board", 3, 80, 3), ("roll", 4, 64, 18))
"""For each game: its players, how many decisions have been made, and the seed."""

FORMAT = """<svg viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg" role="img">
<style>
.{unique_id}-matrix {{ font-family: "DejaVu Sans Mono", Menlo, Consolas, monospace; }}
.{unique_id}-matrix {{ font-size: {char_height}px; line-height: {line_height}px; }}
.{unique_id}-title {{ font-family: sans-serif; font-size: 18px; font-weight: bold; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal"><rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" /></clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""
"""A drawing that needs no font and no external file."""


class Neat:
    """A player that makes a picture worth looking at: small steps, few expeditions."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def decide(self, view: dict[str, Any]) -> str:
        moves: list[str] = view["legal"]
        return min(moves, key=lambda move: (self.gap(view, move), self.rng.random()))

    def gap(self, view: dict[str, Any], move: str) -> int:
        """Return how far a move jumps. The deck comes before the piles, and playing a small step before a discard."""
        if move[0] not in SYMBOLS:
            return {"-": 5, ".": 5, "+": len(move)}.get(move[0], 1) + (move == ">.")
        number = int(move[1:].partition(":")[0].replace("*", "0"))
        shown = self.shown(view, move[0])
        return number + 2 if shown is None else number - shown - 1

    def shown(self, view: dict[str, Any], letter: str) -> int | None:
        """Return the last number this seat has played in a colour."""
        if "sheets" in view:
            boxes = view["sheets"][view["seat"]]["boxes"].get(letter)
            return boxes[-1] if boxes else None
        cards = view["expeditions"][view["seat"]].get(letter)
        return int(cards[-1][1:].replace("*", "0")) if cards else None


def position(game: str, players: int, decisions: int, seed: int) -> Table:
    """Return a game in progress in which the first seat decides."""
    bots = {seat: Neat(seed + seat) for seat in range(players)}
    match = Match.new(lostcities.game(game), players, {}, Seeded(random.Random(seed)))
    table = Table(match, NAMES[:players], {}, Path())
    while decisions > 0 or table.state.player != 0 or table.state.phase not in ("play", "dice"):
        assert table.state.player is not None
        table.play(bots[table.state.player].decide(table.state.view(table.state.player)))
        decisions -= 1
    return table


def draw(game: str, players: int, decisions: int, seed: int) -> None:
    table = position(game, players, decisions, seed)
    console = Console(record=True, width=88, height=40, file=io.StringIO(), force_terminal=True, color_system="truecolor", highlight=False)
    console.print(view_of(game).render(table.state.view(0), table.names, table.events(0)))
    console.save_svg(str(HERE / f"{game}.svg"), title="lostcities", code_format=FORMAT, unique_id=game)


if __name__ == "__main__":
    for picture in PICTURES:
        draw(*picture)
