"""The parts of the games' views: heading, hand, recent events, whose turn it is, the scores worked out."""

from collections.abc import Sequence
from itertools import groupby

from rich.cells import cell_len, set_cell_size
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from lostcities.games.game import View
from lostcities.games.notation import DECLINE, DISCARD, DRAW, FIGURE
from lostcities.play import Event
from lostcities.terminal.theme import BOLD, DIM, SYMBOLS, TURN, Palette, fresh, mark
from lostcities.terminal.views import Choices
from lostcities.text import ENGLISH as TEXT

NAME_WIDTH = 14
NEWS_LINES = 4
"""As many as a table of four has seats; older lines have scrolled away."""


def tidy(name: str) -> str:
    """Return a name that cannot disturb the screen: without control characters, and not too long."""
    clean = "".join(letter for letter in name if letter.isprintable()).strip()
    return clean if cell_len(clean) <= NAME_WIDTH else set_cell_size(clean, NAME_WIDTH - 1).rstrip() + "…"


def named(names: Sequence[str], seat: int) -> str:
    return f"{mark(seat)} {tidy(names[seat])}"


def heading(view: View, right: str, width: int) -> Table:
    """Return the first line: the game, its progress, and what is left."""
    rounds = int(view["options"].get("rounds", 1))
    over = view["to_move"] is None
    left = Text.assemble((TEXT(f"view.{view['game']}.title"), BOLD), "  ")
    if rounds > 1:
        left.append(TEXT("view.round", game=view["game"], number=len(view["scores"]) if over else view["round"], rounds=rounds) + " · ")
    left.append(TEXT("view.turn", number=view["turn"] + (not over)))
    line = Table.grid(expand=True)
    line.width = width
    line.add_column()
    line.add_column(justify="right")
    line.add_row(left, right)
    return line


# -- the hand --


def hand(view: View, palette: Palette, events: Sequence[Event]) -> list[Text]:
    """Return the cards of the view's own seat, numbered for typing; a card just drawn is marked."""
    cards: list[str] = view.get("hand", [])
    if not cards:
        return []
    newest = drawn_by(view, events)
    lines = [Text(" ", no_wrap=True) for _ in range(3)]
    for number, card in enumerate(cards, 1):
        for line, drawn in zip(lines, card_lines(card, number, card == newest), strict=True):
            line.append_text(palette.chip(card[0], drawn)).append(" ")
    return lines


def card_lines(card: str, number: int, is_fresh: bool) -> tuple[str, str, str]:
    key = fresh(str(number)) if is_fresh else str(number)
    face = f"{SYMBOLS[card[0]]} {card}"
    return "╭─────╮", f"│{face:^5}│", f"╰{key:─^5}╯"


def drawn_by(view: View, events: Sequence[Event]) -> str | None:
    """Return the card that the view's own seat drew, if it has not decided anything since."""
    own = [event.card for event in events if event.seat == view["seat"]]
    return own[-1] if own else None


# -- discard piles and the deck --


def pile(view: View, letter: str, events: Sequence[Event], palette: Palette, empty: str, times: str) -> Text:
    """Return the top card of a discard pile, in brackets if it has just been put there, and the height of the pile."""
    cards = view["discards"].get(letter, [])
    if not cards:
        return Text(empty, DIM)
    top = fresh(cards[-1][1:], any(event.move == f"{DISCARD}{cards[-1]}" for event in events))
    return Text.assemble(palette.chip(letter, top), (f"{times}{len(cards)}", DIM))


def draws(view: View) -> list[Choices]:
    """Return where a card can be drawn from."""
    return [Choices(TEXT("view.draw"), [(move, drawing(view, move)) for move in view["legal"]])]


def drawing(view: View, move: str) -> str:
    if move == DRAW:
        return TEXT("view.from_deck", game=view["game"], cards=view["deck"])
    return TEXT("view.from_pile", card=view["discards"][move[1]][-1])


def drops(view: View) -> Choices:
    """Return what can be discarded."""
    return Choices(TEXT("view.discard"), [(move, "") for move in view["legal"] if move[0] == DISCARD])


# -- what happened --


def tell_card_move(event: Event) -> str:
    """Return a decision in words, in the games that are played with cards."""
    move = event.move
    if move == DRAW:
        return TEXT("view.drew_card", card=shown(event.card)) if event.card else TEXT("view.drew")
    if move == DECLINE:
        return TEXT("view.declined")
    if move[0] == DRAW and event.card:
        return TEXT("view.took_card", card=shown(event.card))
    if move[0] in "+>":
        return TEXT("view.took" if move[0] == DRAW else "view.moved", color=TEXT(f"color.{move[1]}"))
    if move[0] == DISCARD:
        return TEXT("view.discarded", card=shown(move[1:]))
    card, _, figure = move.partition(FIGURE)
    return TEXT(f"view.opened_{figure}" if figure else "view.laid", card=shown(card))


def shown(card: str) -> str:
    return f"{SYMBOLS[card[0]]} {card}"


def news(view: View, names: Sequence[str], events: Sequence[Event], palette: Palette) -> list[Text]:
    """Return what happened, one line per turn. The viewer's own draw is shown at their next decision instead."""
    lines = []
    told_here = [event for event in events if event.seat != view["seat"] or event.move[0] != DRAW]
    for seat, turn in groupby(told_here, key=lambda event: event.seat):
        told = ", ".join(tell_card_move(event) for event in turn)
        line = Text.assemble((named(names, seat), BOLD), f" {told}")
        lines.append(in_color(line, palette))
    return lines[-NEWS_LINES:]


def in_color(line: Text, palette: Palette) -> Text:
    """Return a line with its cards on their colours."""
    for letter, style in palette.styles.items():
        line.highlight_regex(rf"{SYMBOLS[letter]} {letter}[0-9*]+", style)
    return line


def status(view: View, names: Sequence[str], events: Sequence[Event], palette: Palette) -> list[Text]:
    """Return who decides, what kind of decision it is, and the last card drawn."""
    seat = view["to_move"]
    if seat is None:
        return []
    if seat != view["seat"]:
        return [Text(TEXT("view.waiting", name=named(names, seat)), DIM)]
    due = TEXT(f"view.{view['game']}.{view['phase']}")
    drawn = drawn_by(view, events)
    new = f"  {TEXT('view.new_card', card=shown(drawn))}" if drawn else ""
    return [in_color(Text.assemble((f" {named(names, seat)} ", TURN), f" {due}{new}", no_wrap=True, overflow="ellipsis"), palette)]


def stack(*parts: Sequence[RenderableType], gaps: bool = True) -> Group:
    """Return parts below one another, with a blank line between those that are not empty if there is room."""
    lines: list[RenderableType] = []
    for part in parts:
        if part and lines and gaps:
            lines.append("")
        lines.extend(part)
    return Group(*lines)


# -- the scores worked out --

Row = tuple[Text, Sequence[str]]


def scoreboard(names: Sequence[str], corner: str, rows: Sequence[Row], sums: Sequence[tuple[str, Sequence[str]]]) -> Padding:
    """Return a column for each seat: the score of every expedition, and the sums below a line."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style=BOLD)
    table.add_column(Text(corner, DIM))
    for seat in range(len(names)):
        table.add_column(Text(named(names, seat)), justify="right", no_wrap=True)
    for label, cells in rows:
        table.add_row(label, *cells)
    table.add_row()
    for title, cells in sums:
        table.add_row(Text(title), *cells, style=BOLD)
    return Padding(table, (0, 1))
