"""Positions drawn as text: a drawing names the hands, the cards each seat will draw, and the tiles; real moves do the rest.

    0: Y* Y2 Y5 / B7 B8
    1: B* B3

Seat 0 is dealt three of these cards (five others complete its hand) and, if everyone draws from the deck, draws B7 and
B8. The rest is filled with cards that the drawing does not name, starting from the end of the box.
"""

import os
import random
import re
from collections import Counter
from typing import Any

import pytest

from lostcities import State, game

SOAK = os.environ.get("LOSTCITIES_SOAK") == "1"

Table = tuple[str, int, dict[str, Any]]
"""A game, its number of players, and its options."""

TABLES: list[Table] = [
    ("card", 2, {}),
    ("card", 2, {"colors": 6, "rounds": 2}),
    ("card", 2, {"size": "mini"}),
    ("card", 2, {"size": "tiny"}),
    ("card", 2, {"max_turns": 30, "rounds": 2}),
    ("board", 2, {}),
    ("board", 3, {"direction": "either", "rounds": 2}),
    ("board", 4, {"open_lowest": True, "rounds": 1}),
    ("board", 4, {"points_once": True, "direction": "either", "open_lowest": True}),
    ("board", 2, {"max_turns": 40, "rounds": 2, "points_once": True}),
    ("roll", 2, {}),
    ("roll", 3, {}),
    ("roll", 4, {}),
    ("roll", 5, {}),
]
"""Every game, number of players and option, each at least once."""


def table_name(table: Table) -> str:
    name, players, options = table
    return "-".join([name, str(players), *(f"{key}={value}" for key, value in options.items())])


every_table = pytest.mark.parametrize("table", TABLES, ids=table_name)
"""Runs a test at all tables."""


# -- the boxes, written independently from the rules --

CARD_RANKS = ("*", "*", "*", "2", "3", "4", "5", "6", "7", "8", "9", "10")
SMALL_BOXES = {
    "mini": ["Y*", "Y2", "Y3", "Y4", "B*", "B2", "B3", "B4"],
    "tiny": ["Y*", "Y*", "Y*", "Y2", "Y3", "Y4", "Y5"],
}
TILES = ("A",) * 9 + (">",) * 9 + ("5", "5", "10", "10", "10", "15", "15")
SPACES = {"Y": (3, 5, 6, 7, 9), "B": (2, 4, 6, 7, 9), "W": (2, 3, 5, 7, 9), "G": (2, 4, 5, 7, 9), "R": (3, 4, 6, 7, 9)}


def card_box(colors: int = 5, size: str = "full") -> list[str]:
    if size in SMALL_BOXES:
        return list(SMALL_BOXES[size])
    return [color + rank for color in "YBWGRP"[:colors] for rank in CARD_RANKS]


def board_box() -> list[str]:
    return [f"{color}{number}" for color in "YBWGR" for number in range(11) for _ in range(2)]


# -- drawings --


def read_drawing(drawing: str) -> dict[str, tuple[list[str], list[str]]]:
    """Return the cards that each line names before and after its slash."""
    lines = {}
    for line in filter(str.strip, drawing.splitlines()):
        name, _, cards = line.partition(":")
        before, _, after = cards.partition("/")
        lines[name.strip()] = (before.split(), after.split())
    return lines


def stack(box: list[str], drawing: str, players: int, hand: int, starter: int) -> list[str]:
    """Return a deck that deals what the drawing shows."""
    lines = read_drawing(drawing)
    seats = [lines.get(str(seat), ([], [])) for seat in range(players)]
    left = Counter(box)
    left.subtract(card for before, after in lines.values() for card in before + after)
    assert min(left.values()) >= 0, f"more cards than there are: {-left}"
    spare = [card for card in dict.fromkeys(box) for _ in range(left[card])]
    order = [(starter + i) % players for i in range(players)]
    hands = [[*before, *(spare.pop() for _ in range(hand - len(before)))] for before, _ in seats]
    draws = [after for _, after in seats]
    deck = [hands[seat][i] for i in range(hand) for seat in order]
    for i in range(max(map(len, draws))):
        deck += [draws[seat][i] if i < len(draws[seat]) else spare.pop() for seat in order]
    return deck + spare[::-1]


def card(drawing: str = "", starter: int = 0, **options: Any) -> State:
    """Return a match of the card game whose first round is dealt as drawn."""
    size = options.get("size", "full")
    box = card_box(options.get("colors", 5), size)
    return game("card").from_setup(options, 2, {"deck": stack(box, drawing, 2, 2 if size in SMALL_BOXES else 8, starter)}, starter)


def board(drawing: str = "", players: int = 2, starter: int = 0, **options: Any) -> State:
    """Return a match of the board game. A line `tiles: Y3=> Y5=15 B2=A` says what lies where."""
    lines = read_drawing(drawing)
    tiles = dict(tile.split("=") for tile in lines.get("tiles", ([], []))[0])
    cards = "\n".join(line for line in drawing.splitlines() if not line.strip().startswith("tiles:"))
    deck = stack(board_box(), cards, players, 8, starter)[: 80 if players == 2 else 110]
    return game("board").from_setup(options, players, {"deck": deck, "tiles": lay_tiles(tiles)}, starter)


def lay_tiles(wanted: dict[str, str]) -> dict[str, list[str]]:
    """Return all 25 tiles: the wanted ones in their places, the others from the end of the box."""
    left = Counter(TILES)
    left.subtract(wanted.values())
    assert min(left.values()) >= 0, f"more tiles than there are: {-left}"
    spare = [tile for tile in dict.fromkeys(TILES) for _ in range(left[tile])]
    tiles = {path: [wanted.pop(f"{path}{step}", "") or spare.pop() for step in steps] for path, steps in SPACES.items()}
    assert not wanted, f"no tile space at {list(wanted)}"
    return tiles


def roll(turns: str, players: int = 2, starter: int = 0) -> State:
    """Return a game of roll & write, played: each line is a roll and the moves of its turn, `ROR309 R3 O0 >G`."""
    lines = [line.split() for line in filter(str.strip, turns.splitlines())]
    state = game("roll").from_setup({}, players, {"rolls": [[line[0][:3], line[0][3:]] for line in lines]}, starter)
    for line in lines:
        push(state, *line[1:])
    return state


def roll_turns(*plays: str, then: str = "") -> State:
    """Return a game of roll & write in which every seat gets the dice it asks for, turn by turn: `"R1 R1>G ."`.

    A seat with an empty list passes. `then` is one more roll that nobody has chosen from yet.
    """
    left = [[TOKEN.findall(play) for play in seat.split()] for seat in plays]
    players, count = len(plays), max(map(len, left))
    for seat in left:
        seat += [["."]] * (count - len(seat))
    rolls = [dice_for([left[(number + i) % players][number][0] for i in range(players)]) for number in range(count)]
    state = game("roll").from_setup({}, players, {"rolls": rolls + ([[then[:3], then[3:]]] if then else [])})
    for number in range(count):
        for i in range(players):
            push(state, *left[(number + i) % players][number])
    return state


def dice_for(wanted: list[str]) -> list[str]:
    """Return a roll from which the roller, then the other players, can take what they want."""
    taken = [play for play in wanted if play != "."] or ["R0"]
    roller = taken[:1] if wanted[0] != "." else []
    dice = []
    for sort in (0, 1):
        faces = [play[sort] for play in roller] + list(dict.fromkeys(play[sort] for play in taken[len(roller) :]))
        assert len(faces) <= 3, f"too many dice wanted: {wanted}"
        dice.append("".join(faces + [faces[-1]] * (3 - len(faces))))
    return dice


# -- playing --

TOKEN = re.compile(r"-?[A-Z](?:\d+|\*)(?::[es])?|\+[A-Z]?|>[A-Z.]|\.")


def push(state: State, *moves: str) -> State:
    for move in moves:
        state.push(move)
    return state


def turns(state: State, *plays: str) -> State:
    """Play whole turns, `Y3:e` or `Y4>B+W`; each seat has its own list, and discards when it is empty.

    A turn without a draw draws from the deck. It ends when all lists are empty.
    """
    left = [play.split() for play in plays] + [[] for _ in range(state.players - len(plays))]
    rounds = len(state.scores)
    while any(left) and len(state.scores) == rounds:
        seat = state.player
        assert seat is not None
        turn(state, left[seat].pop(0) if left[seat] else "")
    return state


def turn(state: State, text: str = "") -> None:
    """Play one whole turn of a card or board game; an empty one discards the first card and draws from the deck."""
    moves = TOKEN.findall(text) or [next(move for move in state.legal() if move.startswith("-"))]
    assert "".join(moves) == text or not text, text
    rounds = len(state.scores)
    push(state, *moves)
    if len(state.scores) == rounds and not moves[-1].startswith("+"):
        state.push("+")


def play_out(state: State) -> State:
    """Discard and draw from the deck to the end of the round."""
    rounds = len(state.scores)
    while len(state.scores) == rounds:
        turn(state)
    return state


def random_move(state: State, rng: random.Random, eager: float) -> str:
    """Return a random legal move; with probability `eager` one that makes progress: no discard, no pile, no declined arrow."""
    moves = state.legal()
    wanted = [move for move in moves if not re.match(r"-|\+.|>?\.$", move)]
    return rng.choice(wanted if wanted and rng.random() < eager else moves)


def play_randomly(state: State, rng: random.Random, eager: float = 0.5, decisions: int = 10**9) -> State:
    """Push random moves until nobody decides, or this many have been made."""
    for _ in range(decisions):
        if state.player is None:
            break
        state.push(random_move(state, rng, eager))
    return state


def new_match(table: Table, seed: int) -> State:
    name, players, options = table
    return game(name).deal(options, random.Random(seed), players)


def replay(state: State) -> State:
    """Return the same match again, only from its setups and moves."""
    again = state.game.table(state.players, state.options)
    for i, past in enumerate(state.rounds):
        again.begin(state.setup_of(past), past.starter if i == 0 else None)
        push(again, *past.moves)
    return again


# -- comparing --


def seats_and_spectator(state: State) -> list[int | None]:
    return [*range(state.players), None]


def everything(state: State) -> dict[str, Any]:
    """Everything that can be asked of a state."""
    return {
        "row": bytes(state.row),
        "views": [state.view(seat) for seat in seats_and_spectator(state)],
        "observations": [state.observe(seat).tobytes() for seat in range(state.players)],
        "setup": state.setup(),
        "rounds": [past.copy() for past in state.rounds],
        "scores": [list(scores) for scores in state.scores],
        "outcome": state.outcome(),
    }


# -- pictures --


def lay_out_text(view: dict[str, Any]) -> str:
    """The face-up cards of a card or board game, one line per seat, the piles last."""
    lines = []
    for seat, laid in enumerate(view["expeditions"]):
        lines.append(" ".join([f"{seat}:", *(",".join(cards) for cards in laid.values())]))
    piles = (",".join(cards) for cards in view["discards"].values())
    return "\n".join([*lines, " ".join(["piles:", *piles])])


def same_picture(view: dict[str, Any], drawing: str) -> bool:
    return lay_out_text(view).split("\n") == [line.strip() for line in drawing.strip().splitlines()]


def figures_text(view: dict[str, Any]) -> list[str]:
    """Where the figures stand, one word per figure: `Ye3` is the explorer on yellow's third step."""
    return [" ".join(f"{path}{at['kind']}{at['step']}" for path, at in seat.items()) for seat in view["figures"]]


# -- statistics --


def chi_square_is_likely(observed: dict[Any, int], expected: dict[Any, float]) -> bool:
    """Return whether counts fit, by the Wilson-Hilferty approximation, within four standard deviations."""
    assert set(observed) <= set(expected)
    chi = sum((observed.get(cell, 0) - count) ** 2 / count for cell, count in expected.items())
    free = len(expected) - 1
    return abs((chi / free) ** (1 / 3) - (1 - 2 / (9 * free))) < 4 * (2 / (9 * free)) ** 0.5
