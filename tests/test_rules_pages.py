"""The worked examples of the rules pages, played out: every number in them agrees with the games."""

import re
from collections.abc import Iterator
from itertools import zip_longest

import pytest
from support.markdown import section, table
from support.matches import board_box, card_box

import lostcities
from lostcities import GAMES
from lostcities.games.board.components import HAND, LARGE_TRACK, SMALL_TRACK, SPACES, STEP_VALUES
from lostcities.games.game import State
from lostcities.games.roll.components import ARROW, ARTIFACT, ARTIFACT_VALUES, BOXES, EXPEDITION_VALUES, SPECIAL_BOXES, SYMBOL_VALUES
from lostcities.terminal.board import figures_worth

COLORS = {"red": "R", "orange": "O", "yellow": "Y", "green": "G", "blue": "B", "purple": "P", "white": "W"}
COUNTS = {"one wager": 1, "two wagers": 2}
HEADING = {
    "card": "expedition cards calculation points",
    "board": "path figure calculation points",
    "roll": "column filled in calculation points",
}


def page(name: str) -> str:
    return f"src/lostcities/locales/rules/{name}.en.md"


def example(name: str) -> dict[str, list[str]]:
    """The rows of the worked example by subject: the cards or places, the calculation, and the points."""
    return {row[0]: row[1:] for row in table(page(name), "Scoring", HEADING[name])}


def value(calculation: str) -> int:
    """Return the result of `(15 − 20) × 2`."""
    plain = calculation.replace("−", "-").replace("×", "*").replace("not started", "0")
    assert re.fullmatch(r"[-+*() \d]+", plain), calculation
    result: int = eval(plain)
    return result


def sum_of(name: str) -> tuple[list[int], int]:
    """The terms of the example's sum, and the page's result."""
    (line,) = (line for line in section(page(name), "Scoring").splitlines() if " + 0 " in line)
    ((terms, total),) = re.findall(r": ([^=]+) = \**(−?\d+)", line)
    return [value(term.replace(" ", "")) for term in re.findall(r"(?:[+−] )?\d+", terms)], value(total)


@pytest.mark.parametrize("name", GAMES)
def test_every_line_is_worked_out_right_and_they_add_up(name: str) -> None:
    rows = example(name)
    for _, calculation, points in rows.values():
        assert value(calculation) == value(points)
    terms, total = sum_of(name)
    assert terms == [value(points) for *_, points in rows.values()]
    assert sum(terms) == total


@pytest.mark.parametrize("name", GAMES)
def test_what_was_not_started_costs_nothing(name: str) -> None:
    assert [points for _, calculation, points in example(name).values() if calculation == "not started"] == ["0"]


# -- matches in which the first seat gets what it needs, and the second does not matter --


def settle(match: State, chances: Iterator[str]) -> None:
    while match.chances():
        match.push_chance(next(chances))


def dealt(name: str, wanted: list[str], tiles: str = "") -> tuple[State, Iterator[str]]:
    """Return a match of two in which the first seat draws these cards in this order, and what chance does next."""
    match = lostcities.game(name).table(2, {})
    for tile in tiles.split():
        match.push_chance(tile)
    colors = {card[0] for card in wanted}
    box = list(dict.fromkeys(card_box() if name == "card" else board_box()))
    junk = sorted((card for card in box if card not in wanted), key=lambda card: card[0] in colors)
    own = wanted + [junk.pop(0) for _ in range(HAND)]
    hands = [card for hand in (own[:HAND], junk[:HAND]) for card in sorted(hand, key=box.index)]
    chances = iter([*hands, *(card for pair in zip_longest(own[HAND:], junk[HAND:]) for card in pair if card)])
    settle(match, chances)
    return match, chances


def play(match: State, chances: Iterator[str], *moves: str) -> None:
    """Play a turn of the first seat, and one in which the second discards."""
    for move in (*moves, "+"):
        match.push(move)
        settle(match, chances)
    match.push(next(move for move in match.legal() if move.startswith("-")))
    match.push("+")
    settle(match, chances)


# -- the card game --


def cards_of(color: str, words: str) -> list[str]:
    wagers = sum(count for name, count in COUNTS.items() if name in words)
    return [f"{color}*"] * wagers + [f"{color}{number}" for number in re.findall(r"\d+", words)]


def test_the_card_games_scores() -> None:
    held = [card for name, (words, _, _) in example("card").items() for card in cards_of(COLORS[name], words)]
    match, chances = dealt("card", held)
    for card in held:
        play(match, chances, card)
    assert set(match.view(0)["expeditions"][0]) == set("YWGR")
    assert match.live[0] == sum_of("card")[1]
    assert "eight cards or more" in section(page("card"), "Scoring")


def test_the_card_games_turn() -> None:
    match, chances = dealt("card", ["Y*", "Y3", "Y6", "Y8", "Y4", "Y*"])
    for card in ("Y*", "Y3", "Y6"):
        play(match, chances, card)
    yellow = {move for move in match.legal() if "Y" in move}
    assert yellow == {"Y8", "-Y8", "-Y4", "-Y*"}
    assert "a wager, a 3 and a 6" in section(page("card"), "An example")


# -- the board game --

TILES = {
    "Y": "A A > > >",
    "B": "A > > > >",
    "W": "A 5 10 A >",
    "G": "10 10 > 5 15",
    "R": "A A 15 A A",
}


def path_of(words: str) -> tuple[int, str]:
    """How many cards take a figure there, and which figure it is."""
    step = re.search(r"\d", words)
    return (int(step[0]) if step else 0), "s" if "scientist" in words else "e"


def test_the_board_games_scores() -> None:
    paths = {COLORS[name]: path_of(words) for name, (words, _, _) in example("board").items()}
    held = [f"{color}{number}" for color, (steps, _) in paths.items() for number in range(steps)]
    match, chances = dealt("board", held, " ".join(TILES.values()))
    for color, (steps, figure) in paths.items():
        for number in range(steps):
            play(match, chances, f"{color}{number}" + (f":{figure}" if number == 0 else ""))
    view = match.view(0)
    assert {color: figure["step"] for color, figure in view["figures"][0].items()} == {"Y": 5, "B": 2, "W": 7, "R": 4}
    assert view["points"][0] == 15
    assert figures_worth(view, 0) == sum_of("board")[1] == 35
    assert match.live[0] == 50
    assert "15 + 35 = **50** points" in section(page("board"), "Scoring")


def test_four_figures_on_the_first_step_are_worth_minus_100() -> None:
    match, chances = dealt("board", ["Y0", "B0", "W0", "R0"], " ".join(TILES.values()))
    for card in ("Y0:e", "B0:e", "W0:e", "R0:s"):
        play(match, chances, card)
    assert figures_worth(match.view(0), 0) == -100
    assert match.live[0] == 0


def test_the_board_games_turn() -> None:
    match, chances = dealt("board", ["G1", "G3", "G3", "G6", "G8", "G6", "G5"], " ".join(TILES.values()))
    for card in ("G1:e", "G3", "G3", "G6"):
        play(match, chances, card)
    assert match.view(0)["figures"][0]["G"]["step"] == 4
    assert {move for move in match.legal() if move.startswith("G")} == {"G6", "G8"}
    match.push("G8")
    assert match.view(0)["figures"][0]["G"]["step"] == 5
    assert match.view(0)["tiles"]["G"]["5"] == ">"
    assert match.legal() == [">G", ">."]
    match.push(">G")
    assert match.view(0)["figures"][0]["G"]["step"] == 6


def points(heading: str, title: str = "Scoring") -> list[int]:
    ((_, *cells),) = table(page("board"), title, heading)
    return [value(cell) for cell in cells]


def test_the_board_games_tables() -> None:
    assert points("step 1 2 3 4 5 6 7 8 9", "The board game") == list(STEP_VALUES[1:])
    assert points("artefacts 0 1 2 3 4 5 6 7") + points("artefacts 8 9 10 11 12 13 14 15 or more") == list(LARGE_TRACK)
    assert points("artefacts 0 1 2 3 4 5 or more", "Fine print") == list(SMALL_TRACK)
    rows = table(page("board"), "Fine print", "path steps")
    assert [int(step) for _, steps in rows for step in steps.split()] == list(SPACES)


# -- the roll & write game --


def roll(match: State, colors: str, numbers: str) -> None:
    match.push_chance("".join(sorted(colors, key="ROYGBP".index)) + "".join(sorted(numbers)))


CHRIS = {"R": "1224577", "Y": "2335689", "G": "3488", "B": "69"}


def test_the_roll_games_scores() -> None:
    match = lostcities.game("roll").table(2, {})
    entries = ["R0", "P0", *(color + number for color, written in CHRIS.items() for number in written), ".", ".", "."]
    for entry in entries:
        roll(match, entry[0] * 3 if entry != "." else "OOO", entry[1:] * 3 or "999")
        for _ in range(2):
            match.push(entry if match.player == 0 else ".")
            while match.phase == "advance":
                match.push(">.")
    view = match.view(None)
    sheet = view["sheets"][0]
    words = {name: row[0] for name, row in example("roll").items()}
    for name, color in COLORS.items():
        if color != "W":
            filled = len(sheet["boxes"].get(color, []))
            assert ("circle" in words[name]) == (color in sheet["circles"])
            assert re.findall(r"\d", words[name]) == ([str(filled)] if filled else [])
    assert (sheet["artifacts"], sheet["dice"], sheet["bonus"]) == (5, 3, 40)
    assert [words[name][0] for name in ("artefacts", "dice symbols", "bridges")] == ["5", "3", "2"]
    assert match.live[0] == sum_of("roll")[1]


def test_the_roll_games_turn() -> None:
    anna, ben, clara, dana = range(4)
    match = lostcities.game("roll").table(4, {})
    for colors, numbers, wishes in (
        ("GGO", "338", ("G3", "O8")),
        ("GGO", "559", ("G5", "O9")),
        ("GGO", "669", ("G6", ".")),
        ("RRR", "111", (".", ".")),
    ):
        roll(match, colors, numbers)
        for _ in range(4):
            match.push(wishes[(anna, clara).index(match.player)] if match.player in (anna, clara) else ".")
    roll(match, "GPO", "703")
    for seat, move in ((anna, "G7"), (ben, "P0"), (clara, "O0"), (dana, ".")):
        assert match.player == seat
        match.push(move)
    sheets = match.view(None)["sheets"]
    assert (sheets[anna]["boxes"]["G"], sheets[anna]["artifacts"]) == ([3, 5, 6, 7], 1)
    assert sheets[ben]["circles"] == ["P"]
    assert sheets[clara]["boxes"]["O"] == [8, 9, 10]
    assert sheets[dana]["dice"] == 5


def printed(column: int, kind: int) -> list[int]:
    """The boxes of a column with this sign printed in them."""
    return [box + 1 for box in range(BOXES) if SPECIAL_BOXES[column * BOXES + box] == kind]


def test_the_roll_games_tables() -> None:
    rows = table(page("roll"), "Scoring", "places filled 0 1 2 3 4 5 6 7 8 9")
    assert [[value(cell) for cell in cells] for _, *cells in rows] == [list(EXPEDITION_VALUES), list(ARTIFACT_VALUES), list(SYMBOL_VALUES)]
    sheet = {}
    for name, *cells in table(page("roll"), "Fine print", "column arrows artefacts"):
        sheet[COLORS[name]] = [[int(box) for box in cell.split(", ")] for cell in cells]
    assert sheet == {color: [printed(column, ARROW), printed(column, ARTIFACT)] for column, color in enumerate("ROYGBP")}
