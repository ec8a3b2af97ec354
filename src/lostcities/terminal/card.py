"""The card game in a terminal: a row for each expedition, the opponent's on the left, your own on the right."""

from collections.abc import Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from lostcities.games.card.components import COLORS, Box, box_of
from lostcities.games.game import View
from lostcities.games.notation import DISCARD
from lostcities.play import Event
from lostcities.terminal.parts import draws, drops, hand, heading, named, news, pile, scoreboard, stack, status, tell_card_move
from lostcities.terminal.theme import BOLD, DIM, Palette, fresh, signed
from lostcities.terminal.views import Choices, Fitted
from lostcities.text import ENGLISH as TEXT
from lostcities.text import MINUS, decimal

PALETTE = Palette({"Y": "#F5D547", "B": "#1F5FBF", "W": "#FFFFFF", "G": "#3FA66B", "R": "#8E1F2F", "P": "#5B2A86"})

PILE_WIDTH = 10
WORTH_WIDTH = 5
PLACE_WIDTH = 11
GAPS = 6
STRIP_WIDTH = 17
"""Room for eight cards; a longer expedition takes as much as it needs."""


def render(view: View, names: Sequence[str], events: Sequence[Event] = ()) -> RenderableType:
    """Return the table as the view's seat sees it."""
    return Fitted(lambda width, _height: lay_out(view, names, events, width))


def lay_out(view: View, names: Sequence[str], events: Sequence[Event], width: int) -> RenderableType:
    top = heading(view, TEXT("view.deck", cards=view["deck"]), width)
    table = expeditions(view, names, events, width)
    told = [*news(view, names, events, PALETTE), *status(view, names, events, PALETTE)]
    return stack([top], [table], hand(view, PALETTE, events), told)


def letters(view: View) -> str:
    return COLORS[: box_of(view["options"]).colors]


def sides(view: View) -> tuple[int, int]:
    """Return the seats on the left and on the right: the viewer's own is on the right."""
    own = view["seat"] if view["seat"] is not None else 0
    return 1 - own, own


# -- the expeditions --


def expeditions(view: View, names: Sequence[str], events: Sequence[Event], width: int) -> Table:
    left, right = sides(view)
    grid = Table.grid(padding=(0, 1, 0, 0))
    grid.width = width
    side = strip_width(view)
    places = 5 + PLACE_WIDTH + 2 * (side + WORTH_WIDTH) + PILE_WIDTH + GAPS <= width
    grid.add_column(width=5 + PLACE_WIDTH * places)
    grid.add_column(ratio=1, min_width=side, no_wrap=True)
    grid.add_column(width=WORTH_WIDTH, justify="right")
    grid.add_column(width=PILE_WIDTH, justify="center")
    grid.add_column(ratio=1, min_width=side, no_wrap=True)
    grid.add_column(width=WORTH_WIDTH, justify="right")
    grid.add_row("", Text(named(names, left), BOLD), "", Text(TEXT("view.pile"), DIM), Text(named(names, right), BOLD), "")
    for letter in letters(view):
        label = Text.assemble(PALETTE.label(letter), f" {TEXT(f'view.place.{letter}')}" if places else "")
        grid.add_row(
            label, *half(view, left, letter, events), pile(view, letter, events, PALETTE, "·", " ×"), *half(view, right, letter, events)
        )
    add_sums(grid, view, left, right)
    return grid


def strip_width(view: View) -> int:
    longest = max((len(strip(cards)) for laid in view["expeditions"] for cards in laid.values()), default=0)
    return max(longest, STRIP_WIDTH)


def half(view: View, seat: int, letter: str, events: Sequence[Event]) -> tuple[Text, Text]:
    """Return one seat's expedition of a colour, and its current score."""
    cards = view["expeditions"][seat].get(letter, [])
    if not cards:
        return Text(" ·", DIM), Text("")
    just_laid = any(event.seat == seat and event.move == cards[-1] for event in events)
    return PALETTE.chip(letter, strip(cards, just_laid)), Text(signed(worth(cards, box_of(view["options"]))))


def strip(cards: Sequence[str], is_fresh: bool = False) -> str:
    """Return cards side by side: ` * * 2 5 7 `, the last one in brackets if it has just been played.

    >>> strip(["Y*", "Y2", "Y10"], is_fresh=True)
    ' * 2‹10›'
    """
    before = "".join(f" {card[1:]}" for card in cards[:-1])
    return before + fresh(cards[-1][1:], is_fresh)


def add_sums(grid: Table, view: View, left: int, right: int) -> None:
    grid.add_row()
    for title, points in ((TEXT("view.live"), view["live"]), (TEXT("view.earlier"), earlier_points(view))):
        one, two = ((Text(title, DIM), Text(signed(points[seat]), BOLD)) for seat in (left, right))
        grid.add_row("", *one, "", *two)
        if view["options"]["rounds"] == 1:
            break


def earlier_points(view: View) -> list[int]:
    """Return the points of the previous rounds. A round that is over is already included in the totals."""
    counted = view["live"] if view["to_move"] is None else [0, 0]
    return [total - points for total, points in zip(view["totals"], counted, strict=True)]


def worth(cards: Sequence[str], box: Box) -> int:
    """Return the score of an expedition."""
    if not cards:
        return 0
    wagers = sum(card.endswith("*") for card in cards)
    return (sum_of(cards) - box.cost) * (1 + wagers) + box.bonus * (len(cards) >= box.long)


def sum_of(cards: Sequence[str]) -> int:
    return sum(int(card[1:]) for card in cards if not card.endswith("*"))


# -- the moves in words --

tell = tell_card_move


def choices(view: View) -> list[Choices]:
    """Return the moves that are possible now."""
    if view["phase"] == "draw":
        return draws(view)
    laid = [(move, laying(view, move)) for move in view["legal"] if move[0] != DISCARD]
    return [Choices(TEXT("view.lay"), laid), drops(view)]


def laying(view: View, move: str) -> str:
    cards = view["expeditions"][view["seat"]].get(move[0], [])
    before, after = (signed(worth(laid, box_of(view["options"]))) for laid in (cards, [*cards, move]))
    return TEXT("view.card.lay_effect", color=TEXT(f"color.{move[0]}"), before=before, after=after)


# -- the score --


def tally(view: View, earlier: View, names: Sequence[str]) -> RenderableType:
    """Return each expedition's score as the rules work it out: the sum of its numbers, minus the cost, times its wagers, plus the bonus."""
    laid = [[view["expeditions"][seat].get(letter, []) for seat in range(len(names))] for letter in letters(earlier)]
    box = box_of(view["options"])
    rows = [(PALETTE.label(letter), [worked_out(cards, box) for cards in seats]) for letter, seats in zip(letters(view), laid, strict=True)]
    sums = [(TEXT("score.round"), [signed(points) for points in view["scores"][-1]])]
    if view["options"]["rounds"] > 1:
        sums.append((TEXT("score.total"), [signed(points) for points in view["totals"]]))
    return scoreboard(names, "", rows, sums)


def worked_out(cards: Sequence[str], box: Box) -> str:
    """Return the calculation of an expedition's score.

    >>> worked_out(["Y*", "Y7", "Y8"], box_of({"size": "full"}))
    '(15 − 20) × 2 = −10'
    """
    if not cards:
        return "0"
    factor = 1 + sum(card.endswith("*") for card in cards)
    bonus = f" + {box.bonus}" if len(cards) >= box.long else ""
    paid = f"{sum_of(cards)} {MINUS} {box.cost}"
    bracket = f"({paid}) × {factor}" if factor > 1 else paid
    return f"{bracket}{bonus} = {decimal(worth(cards, box))}"
