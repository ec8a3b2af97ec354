"""The roll & write game in a terminal: the dice, your own sheet, and a summary of the others beside it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from lostcities.games.game import View
from lostcities.games.notation import ADVANCE, DECLINE, PASS
from lostcities.games.roll.components import ARROW as ARROW_BOX
from lostcities.games.roll.components import ARTIFACT as ARTIFACT_BOX
from lostcities.games.roll.components import (
    ARTIFACT_BRIDGE,
    ARTIFACT_VALUES,
    BOXES,
    BRIDGE,
    BRIDGE_NAMES,
    BRIDGE_POINTS,
    COLORS,
    EXPEDITION_VALUES,
    ONLY_A_CIRCLE,
    PLACES,
    SPECIAL_BOXES,
    SYMBOL_VALUES,
)
from lostcities.play import Event
from lostcities.terminal.parts import heading, named, scoreboard, stack, status
from lostcities.terminal.theme import ARROW, ARTIFACT, BOLD, DIE, DIM, SYMBOLS, Palette, fresh, mark, signed
from lostcities.terminal.views import MAX_WIDTH, Choices, Fitted
from lostcities.text import ENGLISH as TEXT
from lostcities.text import decimal

PALETTE = Palette({"R": "#8E1F2F", "O": "#E8742C", "Y": "#F5E663", "G": "#2E9E77", "B": "#2A6FDB", "P": "#5B2A86"})

PRINTED = {0: "·", ARROW_BOX: ARROW, ARTIFACT_BOX: ARTIFACT}
CELL = 4
WIDE_CELL = 6
MARGIN = 5
CROSS = "x"
FIRST_TRACK = BRIDGE_NAMES[ARTIFACT_BRIDGE]
TEN = 10
"""What a 0 counts in an expedition that has been started."""

Sheet = dict[str, Any]


def render(view: View, names: Sequence[str], events: Sequence[Event] = ()) -> RenderableType:
    """Return the dice and the sheets."""
    return Fitted(lambda width, _height: lay_out(view, names, events, width))


def lay_out(view: View, names: Sequence[str], events: Sequence[Event], width: int) -> RenderableType:
    own = view["seat"] if view["seat"] is not None else view["to_move"] or 0
    top = heading(view, TEXT("view.roll.roller", name=named(names, view["roller"])), width)
    title = Text.assemble((named(names, own), BOLD), f"  {TEXT('view.roll.live', points=signed(view['live'][own]))}", no_wrap=True)
    drawing = Drawing(view, own, touched_by(own, events), WIDE_CELL if width >= MAX_WIDTH else CELL)
    both = Table.grid(padding=(0, 3, 0, 0))
    both.add_row(Group(title, *drawing.lines()), others(view, names, own, events))
    return stack([top], [*dice(view), both], status(view, names, events, PALETTE))


def dice(view: View) -> list[RenderableType]:
    """Return the dice that can be taken."""
    colors, numbers = view["dice"]
    if not colors:
        return []
    line = Text.assemble((TEXT("view.roll.on_table"), DIM), " ", no_wrap=True)
    for color in colors:
        line.append(" ").append_text(PALETTE.chip(color, f"[{SYMBOLS[color]}{color}]"))
    line.append("  ")
    for number in numbers:
        line.append(f" [{number}]", BOLD)
    return [line, ""]


# -- the viewer's own sheet --


@dataclass(frozen=True)
class Drawing:
    """A whole sheet, drawn as printed: the first boxes at the bottom."""

    view: View
    seat: int
    touched: str
    """The columns that the seat's last decisions changed."""
    cell: int

    @property
    def page(self) -> Sheet:
        return self.view["sheets"][self.seat]  # type: ignore[no-any-return]

    def lines(self) -> list[Text]:
        heads = [(color, f"{SYMBOLS[color]}{color}") for color in COLORS]
        lines = [self.row("", heads, [f"{ARTIFACT}A", f"{DIE}D"]), self.tops()]
        for place in range(BOXES, 0, -1):
            lines.append(self.places(place))
            if place == BRIDGE:
                lines.append(self.bridges())
        return [*lines, self.circles()]

    def row(self, value: str, cells: Sequence[tuple[str, str]], end: Sequence[str] = ()) -> Text:
        """Return a line of the sheet: what its places are worth, then the columns."""
        line = Text(no_wrap=True).append(f"{value:>{MARGIN - 1}} ", DIM)
        for color, cell in cells:
            line.append_text(PALETTE.chip(color, f"{cell:^{self.cell}}"))
        line.append(" ")
        for cell in end:
            line.append(f"{cell:^{self.cell}}", BOLD)
        return line

    def tops(self) -> Text:
        """Return the small artefacts, marked or not."""
        marks = [(color, CROSS if color in self.page["tops"] else ARTIFACT) for color in COLORS]
        return self.row("", marks).append(TEXT("view.roll.top"), DIM)

    def circles(self) -> Text:
        """Return the doubling circles: open, marked, or lost because the expedition has been started."""
        page = self.page
        marks = [(color, "×2" if color in page["circles"] else "-" if color in page["boxes"] else "○") for color in COLORS]
        return self.row("", marks).append(TEXT("view.roll.circles"), DIM)

    def places(self, place: int) -> Text:
        """Return the places of one height."""
        line = self.row(signed(EXPEDITION_VALUES[place]), [(color, self.box(color, place)) for color in COLORS])
        for filled, symbol, values in ((self.page["artifacts"], ARTIFACT, ARTIFACT_VALUES), (self.page["dice"], DIE, SYMBOL_VALUES)):
            cell = symbol if place <= filled else f"{decimal(values[place]):>3}"
            line.append(f"{cell:^{self.cell}}", BOLD if place <= filled else DIM)
        return line

    def box(self, color: str, place: int) -> str:
        """Return the number in a box, or else what is printed there."""
        numbers = self.page["boxes"].get(color, [])
        if place > len(numbers):
            return PRINTED[SPECIAL_BOXES[COLORS.index(color) * BOXES + place - 1]]
        number = str(numbers[place - 1])
        return fresh(number) if color in self.touched and place == len(numbers) else number

    def bridges(self) -> Text:
        """Return each column's bridge: its points until it is crossed, then the marks of those who got them."""
        line = Text(" " * MARGIN, no_wrap=True)
        for name in BRIDGE_NAMES:
            winners = self.view["bridges"].get(name)
            owners = str(BRIDGE_POINTS) if winners is None else "".join(map(mark, winners))[: self.cell]
            gap = " " * (name == FIRST_TRACK)
            line.append(f"{gap}{owners:═^{self.cell}}", BOLD if winners is None else DIM)
        return line


def touched_by(seat: int, events: Sequence[Event]) -> str:
    return "".join(event.move.lstrip(ADVANCE)[0] for event in events if event.seat == seat)


# -- the other sheets --


def others(view: View, names: Sequence[str], own: int, events: Sequence[Event]) -> RenderableType:
    """Return the other sheets: for each column, how many places are filled and the lowest number that still fits."""
    lines: list[RenderableType] = []
    for seat in range(len(names)):
        if seat != own:
            lines += other(view, names, seat, events)
    return stack([Text(TEXT("view.roll.others"), DIM, no_wrap=True), small_labels(), *lines])


def small_labels() -> Text:
    line = Text(no_wrap=True)
    for color in COLORS:
        line.append_text(PALETTE.chip(color, f"{SYMBOLS[color]}{color}")).append("  ")
    return line.append(f"{ARTIFACT}A  {DIE}D", BOLD)


def other(view: View, names: Sequence[str], seat: int, events: Sequence[Event]) -> list[Text]:
    page = view["sheets"][seat]
    moves = " ".join(event.move for event in events if event.seat == seat)
    title = Text.assemble((named(names, seat), BOLD), f" {signed(view['live'][seat])}  ", (moves, DIM), no_wrap=True)
    counts = [count(page, color) for color in COLORS] + [str(page["artifacts"]), str(page["dice"])]
    least = [f"≥{page['boxes'][color][-1]}" if color in page["boxes"] else "" for color in COLORS]
    return [title, Text("".join(f"{cell:<{CELL}}" for cell in counts)), Text("".join(f"{cell:<{CELL}}" for cell in least), DIM)]


def count(page: Sheet, color: str) -> str:
    """Return how many boxes are filled, and whether the column is doubled."""
    filled = len(page["boxes"].get(color, []))
    doubled = "×2" if color in page["circles"] else ""
    return f"{filled or '·' if not doubled else filled}{doubled}"


# -- the moves in words --


def tell(event: Event) -> str:
    """Return what a player did, in words."""
    move = event.move
    if move in (PASS, DECLINE):
        return TEXT("view.declined" if move == DECLINE else "view.roll.took_none")
    if move[0] == ADVANCE:
        return TEXT("view.roll.advanced", color=TEXT(f"color.{move[1]}"))
    return TEXT("view.roll.took", color=TEXT(f"color.{move[0]}"), number=move[1])


def choices(view: View) -> list[Choices]:
    """Return the moves that are possible now."""
    moves: list[str] = view["legal"]
    if view["phase"] == "advance":
        return [Choices(TEXT("view.roll.advance"), [(move, advancing(view, move)) for move in moves])]
    return [Choices(TEXT("view.roll.take"), [(move, taking(view, move)) for move in moves])]


def advancing(view: View, move: str) -> str:
    if move == DECLINE:
        return TEXT("view.decline")
    numbers = view["sheets"][view["seat"]]["boxes"].get(move[1], [])
    return entering(view, move[1], numbers[-1] if numbers else 1)


def taking(view: View, move: str) -> str:
    page = view["sheets"][view["seat"]]
    if move == PASS:
        full = page["dice"] == PLACES
        return TEXT("view.roll.idle") if full else TEXT("view.roll.symbol", place=page["dice"] + 1)
    if move[1] == "0" and move[0] not in page["boxes"]:
        return TEXT("view.roll.circle", color=TEXT(f"color.{move[0]}"))
    return entering(view, move[0], int(move[1]) or TEN)


def entering(view: View, color: str, number: int) -> str:
    """Return what writing a number into the next box of a column does."""
    place = len(view["sheets"][view["seat"]]["boxes"].get(color, [])) + 1
    name = TEXT(f"color.{color}")
    if place > BOXES:
        return TEXT("view.roll.mark_top", color=name)
    special = SPECIAL_BOXES[COLORS.index(color) * BOXES + place - 1]
    gain = {0: "", ARROW_BOX: TEXT("view.roll.gain_arrow"), ARTIFACT_BOX: TEXT("view.roll.gain_artifact")}[special]
    crossing = place == BRIDGE and (color not in view["bridges"] or color in view["fresh"])
    points = TEXT("view.roll.gain_bridge", points=BRIDGE_POINTS) if crossing else ""
    return TEXT("view.roll.write", number=number, color=name, place=place) + gain + points


# -- the score --


def tally(view: View, earlier: View, names: Sequence[str]) -> RenderableType:
    """Return the score column by column, then the bridges."""
    pages: list[Sheet] = view["sheets"][: len(earlier["sheets"])]
    rows = [(PALETTE.label(color), [column_worth(page, color) for page in pages]) for color in COLORS]
    rows.append((Text(TEXT("score.artifacts")), [f"{page['artifacts']}: {signed(ARTIFACT_VALUES[page['artifacts']])}" for page in pages]))
    rows.append((Text(TEXT("score.dice")), [f"{page['dice']}: {signed(SYMBOL_VALUES[page['dice']])}" for page in pages]))
    rows.append((Text(TEXT("score.bridges")), [signed(page["bonus"]) for page in pages]))
    return scoreboard(names, TEXT("score.places"), rows, [(TEXT("score.total"), [signed(points) for points in view["totals"]])])


def column_worth(page: Sheet, color: str) -> str:
    filled = len(page["boxes"].get(color, []))
    doubled = color in page["circles"]
    value = EXPEDITION_VALUES[filled] if filled or not doubled else ONLY_A_CIRCLE
    return f"{filled}: {signed(value)}" + (" × 2" if doubled else "")
