"""A network's input says the same as the view: every field of every layout, decoded."""

import random
from collections import Counter
from itertools import chain
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.matches import TABLES, new_match, play_randomly, table_name

from lostcities import GAMES, State, game

Fields = dict[str, list[int]]
View = dict[str, Any]

CARD_KINDS = [color + rank for color in "YBWGRP" for rank in ("*", "2", "3", "4", "5", "6", "7", "8", "9", "10")]
BOARD_KINDS = [f"{color}{number}" for color in "YBWGR" for number in range(11)]
TILES = ["", "A", ">", "5", "10", "15"]


@pytest.mark.parametrize("name", GAMES)
def test_the_fields_add_up(name: str) -> None:
    observation = game(name).observation
    names = [field for field, _, _ in observation.SPEC]
    assert sum(size for _, size, _ in observation.SPEC) == observation.SIZE
    assert len(set(names)) == len(names)
    assert all(text for _, _, text in observation.SPEC)


def fields(state: State, seat: int) -> Fields:
    """The seat's observation, field by field."""
    seen = state.observe(seat).tolist()
    assert len(seen) == state.game.observation.SIZE
    parts, at = {}, 0
    for name, size, _ in state.game.observation.SPEC:
        parts[name] = seen[at : at + size]
        at += size
    return parts


def counts(cards: list[str], kinds: list[str]) -> list[int]:
    counted = Counter(cards)
    return [counted[kind] for kind in kinds]


def two_bytes(number: int) -> list[int]:
    return [number % 256, number // 256]


def pile_fields(view: View, colors: str, kinds: list[str]) -> Fields:
    """Top and second cards of the discard piles, and their contents."""
    ranks = len(kinds) // len(colors)

    def place(color: str, depth: int) -> int:
        pile = view["discards"].get(color, [])
        return kinds.index(pile[-depth]) % ranks + 1 if len(pile) >= depth else 0

    return {
        "discards": counts([name for pile in view["discards"].values() for name in pile], kinds),
        "top": [place(color, 1) for color in colors],
        "second": [place(color, 2) for color in colors],
        "barred": [int(view["barred"] == color) for color in colors],
        "hand": counts(view["hand"], kinds),
        "left": [view["deck"]],
        "round": [len(view["scores"])],
        "rounds": [view["options"]["rounds"]],
        "turn": two_bytes(view["turn"]),
        "max_turns": two_bytes(view["options"]["max_turns"] or 0),
        "draw": [int(view["phase"] == "draw")],
    }


# -- card --


def card_side(view: View, seat: int) -> list[int]:
    laid = view["expeditions"][seat]
    numbers = {color: [int(name[1:]) for name in laid.get(color, []) if name[1:] != "*"] for color in "YBWGRP"}
    return [
        *counts([name for cards in laid.values() for name in cards], CARD_KINDS),
        *counts(view["known"][seat], CARD_KINDS),
        *(max(numbers[color], default=0) for color in "YBWGRP"),
        *(sum(numbers[color]) for color in "YBWGRP"),
        *(len(laid.get(color, [])) for color in "YBWGRP"),
    ]


def card_fields(view: View) -> Fields:
    seat = view["seat"]
    return pile_fields(view, "YBWGRP", CARD_KINDS) | {
        "sides": card_side(view, seat) + card_side(view, 1 - seat),
        "to_move": [int(view["to_move"] == seat)],
        "colors": [{"mini": 2, "tiny": 1}.get(view["options"]["size"], view["options"]["colors"])],
        "margin": two_bytes(32768 + view["totals"][seat] - view["totals"][1 - seat]),
    }


# -- board --


def board_side(view: View, seat: int) -> list[int]:
    laid, figures = view["expeditions"][seat], view["figures"][seat]
    numbers = {color: [int(name[1:]) for name in laid.get(color, [])] for color in "YBWGR"}
    scientist = [place for place, color in enumerate("YBWGR", 1) if figures.get(color, {}).get("kind") == "s"]
    return [
        *counts([name for cards in laid.values() for name in cards], BOARD_KINDS),
        *counts(view["known"][seat], BOARD_KINDS),
        *(figures.get(color, {}).get("step", 0) for color in "YBWGR"),
        *(numbers[color][-1] if numbers[color] else 0 for color in "YBWGR"),
        *(trend(numbers[color], view["options"]["direction"]) for color in "YBWGR"),
        *(scientist or [0]),
        *two_bytes(view["points"][seat]),
        *two_bytes(sum(scores[seat] for scores in view["scores"])),
        *two_bytes(view["artifacts"][seat]),
    ]


def trend(numbers: list[int], direction: str) -> int:
    """1: the path goes up, 2: down, 0: not known yet, or not started."""
    if not numbers:
        return 0
    if direction == "up" or numbers[-1] > numbers[0]:
        return 1
    return 2 if numbers[-1] < numbers[0] else 0


def board_fields(view: View) -> Fields:
    seat, players = view["seat"], len(view["totals"])
    sides = [board_side(view, (seat + i) % players) for i in range(players)]
    empty = [0] * len(sides[0])
    return pile_fields(view, "YBWGR", BOARD_KINDS) | {
        "tiles": [TILES.index(view["tiles"].get(color, {}).get(str(step), "")) for color in "YBWGR" for step in range(10)],
        "to_move": [0 if view["to_move"] is None else (view["to_move"] - seat) % players],
        "advance": [int(view["phase"] == "advance")],
        "crossed": [view["crossed"]],
        "players": [players],
        "either": [int(view["options"]["direction"] == "either")],
        "open_lowest": [int(view["options"]["open_lowest"])],
        "points_once": [int(view["options"]["points_once"])],
        "seats": [*chain(*sides), *empty * (4 - players)],
    }


# -- roll --


def roll_side(view: View, seat: int) -> list[int]:
    sheet = view["sheets"][seat]
    return [
        *(int(color in sheet["circles"]) for color in "ROYGBP"),
        *(int(color in sheet["tops"]) for color in "ROYGBP"),
        *(len(sheet["boxes"].get(color, [])) for color in "ROYGBP"),
        *(sheet["boxes"].get(color, [0])[-1] for color in "ROYGBP"),
        sheet["artifacts"],
        sheet["dice"],
        *(int(seat in view["bridges"].get(bridge, [])) for bridge in "ROYGBPAD"),
    ]


def roll_fields(view: View) -> Fields:
    seat, players = view["seat"], len(view["totals"])
    colors, numbers = view["dice"]
    sides = [roll_side(view, (seat + i) % players) for i in range(players)]
    deciding = view["roller"] if view["to_move"] is None else view["to_move"]
    return {
        "colors": [colors.count(color) for color in "ROYGBP"],
        "numbers": [numbers.count(str(number)) for number in range(10)],
        "crossed": [int(bridge in view["bridges"]) for bridge in "ROYGBPAD"],
        "fresh": [int(bridge in view["fresh"]) for bridge in "ROYGBPAD"],
        "to_move": [(deciding - seat) % players],
        "roller": [(view["roller"] - seat) % players],
        "advance": [int(view["phase"] == "advance")],
        "players": [players],
        "turn": two_bytes(view["turn"]),
        "seats": [*chain(*sides), *[0] * 34 * (5 - players)],
    }


DECODED = {"card": card_fields, "board": board_fields, "roll": roll_fields}


@pytest.mark.parametrize("table", TABLES, ids=map(table_name, TABLES))
@given(seed=st.integers(0, 2**32))
def test_every_field_says_what_the_view_says(table: tuple[str, int, dict[str, Any]], seed: int) -> None:
    rng = random.Random(seed)
    state = new_match(table, seed)
    while True:
        for seat in range(state.players):
            seen, expected = fields(state, seat), DECODED[table[0]](state.view(seat))
            assert set(seen) == set(expected)
            for name in seen:
                assert seen[name] == expected[name], name
        if state.over:
            break
        play_randomly(state, rng, 0.8, rng.randrange(1, 60))


def test_a_lead_beyond_two_bytes_is_held() -> None:
    """No match of 99 rounds comes close; the layout says what would be shown."""
    state = new_match(("card", 2, {}), 1)
    observation, rules = state.game.observation, state.game.rules
    for lead, shown in ((40000, 65535), (-40000, 0), (32767, 65535), (-32768, 0)):
        row, out = bytearray(state.row), bytearray(observation.SIZE)
        raised = lead + (1 << 23)
        row[rules.TOTALS : rules.TOTALS + 3] = raised.to_bytes(3, "little")
        observation.observe(row, 0, out)
        assert out[-2:] == bytes(two_bytes(shown))
