"""The board game in a terminal: five paths from left to right with everyone's figures, and the players' state below."""

from collections.abc import Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from lostcities.games.board.components import (
    BRIDGE,
    COLORS,
    CROSSINGS,
    EXPLORERS,
    LARGE_TRACK,
    SMALL_TRACK,
    STEP_VALUES,
    STEPS,
)
from lostcities.games.game import View
from lostcities.games.notation import ADVANCE, DECLINE, DISCARD, FIGURE
from lostcities.play import Event
from lostcities.terminal.parts import draws, drops, hand, heading, named, news, pile, scoreboard, stack, status, tell_card_move
from lostcities.terminal.theme import ARROW, ARTIFACT, BOLD, DIM, MARKS, Palette, fresh, signed
from lostcities.terminal.views import Choices, Fitted
from lostcities.text import ENGLISH as TEXT

PALETTE = Palette({"Y": "#F5D547", "B": "#1F5FBF", "W": "#FFFFFF", "G": "#3FA66B", "R": "#8E1F2F"})

STEP_WIDTH = 6
LABEL_WIDTH = 5
PLACE_WIDTH = 11
WIDE = 90
"""From this width on there is room for the paths' names."""
ROOM = 19
"""A screen of this height, plus two lines per player, has room for gaps between the parts."""
TILES = {"A": ARTIFACT, ">": ARROW}
EDGE = "│"
BRIDGE_EDGE = "║"


def render(view: View, names: Sequence[str], events: Sequence[Event] = ()) -> RenderableType:
    """Return the board as the view's seat sees it."""
    return Fitted(lambda width, height: lay_out(view, names, events, width, height >= ROOM + 2 * len(names)))


def lay_out(view: View, names: Sequence[str], events: Sequence[Event], width: int, gaps: bool) -> RenderableType:
    left = f"{TEXT('view.board.crossed', crossed=view['crossed'], all=CROSSINGS)} · {TEXT('view.deck', cards=view['deck'])}"
    paths = board(view, events, width >= WIDE)
    told = [*news(view, names, events, PALETTE), *status(view, names, events, PALETTE)]
    return stack([heading(view, left, width)], paths, [players(view, names)], hand(view, PALETTE, events), told, gaps=gaps)


# -- the paths --


def board(view: View, events: Sequence[Event], wide: bool) -> list[RenderableType]:
    margin = LABEL_WIDTH + 1 + PLACE_WIDTH * wide
    steps = ruler(margin, [str(step) for step in range(1, STEPS + 1)], f"  {TEXT('view.pile')}")
    values = ruler(margin, [signed(value) for value in STEP_VALUES[1:]], "")
    return [steps, values, *(path(view, letter, events, wide) for letter in COLORS)]


def ruler(margin: int, cells: Sequence[str], end: str) -> Text:
    """Return a line of numbers above the steps."""
    line = Text(" " * margin, no_wrap=True)
    for step, cell in enumerate(cells, 1):
        line.append((BRIDGE_EDGE if step == BRIDGE else " ") + f"{cell:^{STEP_WIDTH}}", DIM)
    return line.append(end, DIM)


def path(view: View, letter: str, events: Sequence[Event], wide: bool) -> Text:
    """Return one path: its steps with tiles and figures, and its discard pile."""
    name = f" {TEXT(f'view.place.{letter}')}" if wide else ""
    line = Text(no_wrap=True).append_text(PALETTE.label(letter)).append(f"{name:<{1 + PLACE_WIDTH * wide}}")
    for step in range(1, STEPS + 1):
        edge = BRIDGE_EDGE if step == BRIDGE else EDGE
        line.append_text(PALETTE.chip(letter, edge + step_text(view, letter, step, events)))
    return line.append_text(PALETTE.chip(letter, EDGE)).append(" ").append_text(pile(view, letter, events, PALETTE, " ·", "×"))


def step_text(view: View, letter: str, step: int, events: Sequence[Event]) -> str:
    """Return a step's tile and the figures on it; in brackets if one of them has just arrived, as far as there is room."""
    tile = view["tiles"].get(letter, {}).get(str(step), "")
    seats = [seat for seat, figures in enumerate(view["figures"]) if figures.get(letter, {}).get("step") == step]
    here = "".join(MARKS[seat][view["figures"][seat][letter]["kind"] == "s"] for seat in seats)
    if len(here) <= 2 and any(moved(event, seat, letter) for event in events for seat in seats):
        here = fresh(here)
    return f"{TILES.get(tile, tile):<2}{here:<{STEP_WIDTH - 2}}"


def moved(event: Event, seat: int, letter: str) -> bool:
    """Whether this decision moved the seat's figure on that path, or played a card there."""
    return event.seat == seat and event.move.lstrip(ADVANCE)[0] == letter


# -- the players --


def players(view: View, names: Sequence[str]) -> Table:
    """Return a line for each seat: points, artefacts, unused figures, and the last card on each path."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="")
    table.add_column("", no_wrap=True)
    for title in ("points", "over", "artifacts", "figures"):
        table.add_column(Text(TEXT(f"view.board.{title}"), DIM), justify="left" if title == "figures" else "right", no_wrap=True)
    for letter in COLORS:
        table.add_column(PALETTE.label(letter), no_wrap=True)
    for seat in range(len(names)):
        table.add_row(*player(view, names, seat))
    return table


def player(view: View, names: Sequence[str], seat: int) -> list[Text]:
    own = [last_card(view, seat, letter) for letter in COLORS]
    name = Text(named(names, seat), BOLD if seat == view["to_move"] else "")
    over = sum(scores[seat] for scores in view["scores"]) + view["live"][seat]
    points = [str(view["points"][seat]), str(over), str(view["artifacts"][seat])]
    return [name, *map(Text, points), Text(at_hand(view, seat)), *own]


def at_hand(view: View, seat: int) -> str:
    """Return the figures that are not on a path yet."""
    kinds = [figure["kind"] for figure in view["figures"][seat].values()]
    explorer, scientist = MARKS[seat]
    return explorer * (EXPLORERS - kinds.count("e")) + scientist * (1 - kinds.count("s"))


def last_card(view: View, seat: int, letter: str) -> Text:
    numbers = [int(card[1:]) for card in view["expeditions"][seat].get(letter, [])]
    if not numbers:
        return Text("·".center(LABEL_WIDTH), DIM)
    trend = "" if view["options"]["direction"] == "up" or numbers[0] == numbers[-1] else "↑" if numbers[0] < numbers[-1] else "↓"
    return PALETTE.chip(letter, f"{numbers[-1]}{trend}".center(LABEL_WIDTH))


# -- the moves in words --

tell = tell_card_move


def choices(view: View) -> list[Choices]:
    """Return the moves that are possible now."""
    moves: list[str] = view["legal"]
    if view["phase"] == "draw":
        return draws(view)
    if view["phase"] == "advance":
        return [Choices(TEXT("view.board.advance"), [(move, advancing(view, move)) for move in moves])]
    opened = [(move, opening(view, move)) for move in moves if FIGURE in move]
    laid = [(move, going_on(view, move[0])) for move in moves if FIGURE not in move and move[0] != DISCARD]
    kinds = (Choices(TEXT("view.board.open"), opened), Choices(TEXT("view.board.go_on"), laid), drops(view))
    return [kind for kind in kinds if kind.moves]


def advancing(view: View, move: str) -> str:
    return TEXT("view.decline") if move == DECLINE else going_on(view, move[1])


def opening(view: View, move: str) -> str:
    figure = TEXT(f"view.board.{move[-1]}")
    return TEXT("view.board.open_effect", figure=figure, color=TEXT(f"color.{move[0]}")) + tile_effect(view, move[0], 1)


def going_on(view: View, letter: str) -> str:
    """Return what moving the figure on this path by one step does."""
    step = view["figures"][view["seat"]][letter]["step"] + 1
    if step > STEPS:
        return TEXT("view.board.beyond", color=TEXT(f"color.{letter}"))
    effect = TEXT("view.board.step_effect", color=TEXT(f"color.{letter}"), step=step, value=signed(STEP_VALUES[step]))
    return effect + (TEXT("view.board.crosses") if step == BRIDGE else "") + tile_effect(view, letter, step)


def tile_effect(view: View, letter: str, step: int) -> str:
    tile = view["tiles"].get(letter, {}).get(str(step))
    if tile is None:
        return ""
    names = {"A": "artifact", ">": "arrow"}
    return TEXT(f"view.board.tile_{names.get(tile, 'points')}", points=tile)


# -- the score --


def tally(view: View, earlier: View, names: Sequence[str]) -> RenderableType:
    """Return the scores figure by figure and each player's points; after the last expedition the artefacts too."""
    seats = range(len(names))
    rows = [(PALETTE.label(letter), [figure_worth(view, seat, letter) for seat in seats]) for letter in COLORS]
    sums = [
        (TEXT("score.figures"), [signed(figures_worth(view, seat)) for seat in seats]),
        (TEXT("score.before"), [str(earlier["points"][seat]) for seat in seats]),
        (TEXT("score.points"), [str(view["points"][seat]) for seat in seats]),
    ]
    if len(view["scores"]) == view["options"]["rounds"]:
        sums.append((TEXT("score.artifacts"), [artifacts_worth(view, seat) for seat in seats]))
        sums.append((TEXT("score.total"), [str(view["totals"][seat]) for seat in seats]))
    return scoreboard(names, TEXT("score.steps"), rows, sums)


def figure_worth(view: View, seat: int, letter: str) -> str:
    figure = view["figures"][seat].get(letter)
    if figure is None:
        return "·"
    value = STEP_VALUES[figure["step"]]
    return f"{figure['step']}: {signed(value)}" + (" × 2" if figure["kind"] == "s" else "")


def figures_worth(view: View, seat: int) -> int:
    return sum(STEP_VALUES[figure["step"]] * (1 + (figure["kind"] == "s")) for figure in view["figures"][seat].values())


def artifacts_worth(view: View, seat: int) -> str:
    track = SMALL_TRACK if view["options"]["rounds"] == 1 else LARGE_TRACK
    count = view["artifacts"][seat]
    return f"{count} {ARTIFACT}: {signed(track[min(count, len(track) - 1)])}"
