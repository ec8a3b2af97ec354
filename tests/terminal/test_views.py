"""The games' views: they show what the rules say, nothing hidden, and are never wider than the screen."""

import io
import random
import re
from collections.abc import Iterator
from importlib.resources import files

import pytest
from rich.cells import cell_len
from rich.console import Console, RenderableType

import lostcities
from lostcities.games.card.components import FULL, box_of
from lostcities.games.game import Outcome, State, View
from lostcities.games.registry import NAMES
from lostcities.play import Event, Match, Seeded
from lostcities.terminal import board, card, roll
from lostcities.terminal.pages import help_page, moves_page
from lostcities.terminal.result import announce
from lostcities.terminal.table import Finished
from lostcities.terminal.theme import SYMBOLS, Palette
from lostcities.terminal.views import view_of
from lostcities.text import ENGLISH

PEOPLE = ["Anna", "Ben", "Chris", "Dora", "Emil"]


def text_of(renderable: RenderableType, width: int = 80, height: int = 24) -> str:
    console = Console(file=io.StringIO(), width=width, height=height, highlight=False)
    console.print(renderable)
    output = console.file
    assert isinstance(output, io.StringIO)
    return output.getvalue()


def most_players(name: str) -> int:
    return lostcities.game(name).max_players


def positions(name: str, seed: int, count: int) -> Iterator[tuple[State, list[Event]]]:
    """Positions of random games with as many players as possible, and the last events before each."""
    rng = random.Random(seed)
    state = lostcities.new(name, most_players(name), seed=seed)
    events: list[Event] = []
    for _ in range(count):
        if state.player is None:
            return
        yield state, events[-8:]
        move = rng.choice(state.legal())
        events.append(Event(state.player, move))
        state.push(move)


def ends(name: str, seed: int) -> Iterator[Finished]:
    """Yield how the rounds of a random game ended."""
    rng = random.Random(seed)
    match = Match.new(lostcities.game(name), most_players(name), {}, Seeded(random.Random(seed)))
    while not match.state.over:
        before = match.state.view(None)
        if match.push(rng.choice(match.state.legal())).scores:
            yield Finished(before, match.state.view(None))
            if not match.state.over:
                match.deal()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("width", [80, 100])
def test_every_line_fits(name: str, width: int) -> None:
    for state, events in positions(name, 3, 120):
        shown = text_of(view_of(name).render(state.view(state.player), PEOPLE[: state.players], events), width)
        assert max(cell_len(line) for line in shown.splitlines()) <= width
        assert "…" not in shown


@pytest.mark.parametrize("name", NAMES)
def test_long_names_do_not_break_the_lines(name: str) -> None:
    names = ["Wolfeschlegelsteinhausen", "漢字漢字漢字漢字漢字漢字", "a\nb", "", "☼" * 30]
    for state, events in positions(name, 4, 60):
        shown = text_of(view_of(name).render(state.view(state.player), names[: state.players], events))
        assert max(cell_len(line) for line in shown.splitlines()) <= 80


@pytest.mark.parametrize("name", NAMES)
def test_nothing_hidden_is_shown(name: str) -> None:
    rng = random.Random(1)
    for state, events in list(positions(name, 5, 60))[::4]:
        for seat in (*range(state.players), None):
            other = state.resample(seat, rng)
            names = PEOPLE[: state.players]
            ours, theirs = (text_of(view_of(name).render(world.view(seat), names, events)) for world in (state, other))
            assert ours == theirs


@pytest.mark.parametrize("name", NAMES)
def test_all_legal_moves_are_listed_with_their_effect(name: str) -> None:
    for state, _ in positions(name, 6, 200):
        view = state.view(state.player)
        groups = view_of(name).choices(view)
        assert sorted(move for group in groups for move, _ in group.moves) == sorted(view["legal"])
        assert "{" not in text_of(moves_page(view))


def test_the_card_view_counts_as_the_rules_do() -> None:
    for state, _ in positions("card", 7, 300):
        view = state.view(0)
        worths = [sum(card.worth(cards, box_of(view["options"])) for cards in laid.values()) for laid in view["expeditions"]]
        assert worths == state.live


def test_the_rulebook_example_is_worked_out() -> None:
    hand = {"Y": "5 8 10", "B": "2 3 4 5 6", "W": "*", "G": "* 7 8", "R": "* * 2 3 4 7 9 10"}
    expeditions = {color: [f"{color}{rank}" for rank in cards.split()] for color, cards in hand.items()}
    assert [card.worked_out(cards, FULL) for cards in expeditions.values()] == [
        "23 − 20 = 3",
        "20 − 20 = 0",
        "(0 − 20) × 2 = −40",
        "(15 − 20) × 2 = −10",
        "(35 − 20) × 3 + 20 = 65",
    ]
    assert sum(card.worth(cards, FULL) for cards in expeditions.values()) == 18


@pytest.mark.parametrize("name", NAMES)
def test_the_tally_comes_to_the_score(name: str) -> None:
    for end in ends(name, 9):
        shown = text_of(view_of(name).tally(end.view, end.earlier, PEOPLE[: len(end.view["totals"])]), 120)
        sums = shown.splitlines()[-1]
        totals = [int(number.replace("−", "-").replace("+", "")) for number in re.findall(r"[−+]?\d+", sums)]
        over = len(end.view["scores"]) == end.view["options"].get("rounds", 1)
        assert totals[-len(end.view["totals"]) :] == (end.view["totals"] if over or name == "card" else end.view["points"])


def test_the_board_tally_adds_up() -> None:
    for end in ends("board", 10):
        for seat, points in enumerate(end.view["points"]):
            assert points == max(end.earlier["points"][seat] + board.figures_worth(end.view, seat), 0)


def test_the_roll_tally_adds_up() -> None:
    (end,) = ends("roll", 10)
    for seat, page in enumerate(end.view["sheets"]):
        columns = [roll.column_worth(page, color) for color in roll.COLORS]
        tracks = roll.ARTIFACT_VALUES[page["artifacts"]] + roll.SYMBOL_VALUES[page["dice"]] + page["bonus"]
        worths = [int(column.split()[1].replace("−", "-")) * (2 if "× 2" in column else 1) for column in columns]
        assert sum(worths) + tracks == end.view["totals"][seat]


def test_the_tally_of_the_most_players_fits() -> None:
    for name in NAMES:
        for end in ends(name, 12):
            shown = text_of(view_of(name).tally(end.view, end.earlier, PEOPLE[: most_players(name)]))
            assert max(cell_len(line) for line in shown.splitlines()) <= 80
            assert "…" not in shown


def test_a_board_drawn() -> None:
    state = lostcities.new("board", 2, seed=3, starter=0)
    for move in ("G1:e", "+"):
        state.push(move)
    shown = text_of(board.render(state.view(1), PEOPLE[:2], [Event(0, "G1:e"), Event(0, "+")]))
    assert " ❧ G  │  ‹○› │10    │" in shown
    assert "○ Anna opened a path with ❧ G1 and an explorer, drew from the deck" in shown
    assert "○ Anna       0          0  0  ○○○●" in shown


def test_a_sheet_drawn() -> None:
    state = lostcities.game("roll").from_setup({}, 2, {"rolls": [["RRY", "305"]]})
    state.push("R0")
    state.push("R3")
    view: View = state.view(0)
    shown = text_of(roll.render(view, PEOPLE[:2], [Event(0, "R0"), Event(1, "R3")])).splitlines()
    assert shown[-1].split()[:6] == ["×2", "○", "○", "○", "○", "○"]
    assert any(line.startswith("     ═20══20══20══20══20══20═ ═20══20═") for line in shown)
    assert any("□ Ben −20  R3" in line for line in shown)


@pytest.mark.parametrize("name", NAMES)
def test_pages_are_complete(name: str) -> None:
    assert "show the table again" in text_of(help_page(name))
    page = files("lostcities.locales").joinpath("rules", f"{name}.en.md").read_text("utf-8")
    assert page.startswith("# ")
    assert page.endswith("not affiliated with or endorsed by him or any publisher.\n")


def test_symbols_are_one_cell_wide_and_tell_colors_apart() -> None:
    assert all(cell_len(symbol) == 1 for symbol in SYMBOLS.values())
    for palette in (card.PALETTE, board.PALETTE, roll.PALETTE):
        assert isinstance(palette, Palette)
        symbols = [SYMBOLS[letter] for letter in palette.styles]
        assert len(set(symbols)) == len(symbols)


def test_every_message_has_the_words_it_needs() -> None:
    for key in ENGLISH.patterns:
        if key.startswith(("play.keys.", "help.", "view.place.")):
            assert ENGLISH(key)


@pytest.mark.parametrize(("total", "said"), [(1, "1 point."), (18, "18 points."), (-1, "−1 point."), (-40, "−40 points.")])
def test_points_are_counted_right_when_the_winner_is_announced(total: int, said: str) -> None:
    state = lostcities.game("card").table(2, {"rounds": 1})
    console = Console(file=io.StringIO(), width=80)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(state), "outcome", lambda _: Outcome([total, total - 5], [0]))
        announce(console, state, ["Anna", "Ben"])
    assert isinstance(console.file, io.StringIO)
    assert console.file.getvalue().strip() == f"○ Anna won with {said}"
