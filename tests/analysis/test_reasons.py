"""Why a decision cost something: positions that people know, and random ones in which nothing may go wrong."""

import random
from typing import Any

import pytest
from support.matches import Table, every_table, new_match, play_randomly, table_name

from lostcities import game
from lostcities.analysis.reasons import why
from lostcities.games.errors import Reason
from lostcities.text import catalogue

CARD: dict[str, Any] = {
    "seat": 0,
    "options": {"size": "full", "colors": 5},
    "phase": "play",
    "hand": ["Y2", "Y5", "Y8", "B*", "W9", "G4", "R3"],
    "expeditions": [{"R": ["R2"]}, {"W": ["W*", "W6"], "G": ["G2"]}],
    "discards": {"R": ["R4"], "W": ["W7"], "B": ["B3"]},
    "deck": 30,
}


def card(played: str, best: str, **changed: Any) -> list[Reason]:
    return why(game("card"), CARD | changed, played, best)


@pytest.mark.parametrize(
    ("played", "best", "changed", "code", "arguments"),
    [
        ("Y5", "R3", {"deck": 14}, "opened_late", {"color": "Y", "left": 14}),
        ("Y5", "R3", {"deck": 4, "options": {"size": "mini"}}, "skipped", {"color": "Y", "card": "Y2", "played": "Y5"}),
        ("Y2", "R3", {"deck": 2, "options": {"size": "mini"}}, "opened_late", {"color": "Y", "left": 2}),
        ("W9", "Y2", {"deck": 14}, "opened_thin", {"color": "W", "cards": 1}),
        ("B*", "R3", {}, "wager_alone", {"color": "B", "cards": 0}),
        ("W9", "R3", {}, "opened_thin", {"color": "W", "cards": 1}),
        ("Y8", "Y2", {}, "skipped", {"color": "Y", "card": "Y2", "played": "Y8"}),
        ("-W9", "-B*", {}, "fed", {"color": "W", "card": "W9", "shown": 6}),
        ("-G4", "-B*", {}, "fed", {"color": "G", "card": "G4", "shown": 2}),
        ("-R3", "-B*", {}, "threw_away", {"color": "R", "card": "R3"}),
        ("-B*", "R3", {}, "waited", {"color": "R", "card": "R3"}),
        ("G4", "-W9", {"expeditions": [{"G": ["G3"], "W": ["W10"]}, {}]}, "dead_card", {"color": "W", "card": "W9"}),
        ("R8", "-B*", {"hand": ["R8", "B*"]}, "jumped", {"color": "R", "number": 8, "last": 2}),
        ("+", "+R", {"phase": "draw"}, "left_card", {"color": "R", "card": "R4"}),
        ("+", "+W", {"phase": "draw"}, "left_to_other", {"color": "W", "card": "W7"}),
        ("+B", "+", {"phase": "draw"}, "took_idle", {"color": "B", "card": "B3"}),
        ("+R", "+", {"phase": "draw", "deck": 5}, "slowed_down", {"left": 5}),
        ("+Y", "+", {"phase": "draw", "discards": {"Y": ["Y9"]}}, "slowed_down", {"left": 30}),
        ("+W", "+", {"phase": "draw"}, "slowed_down", {"left": 30}),
        ("+", "+B", {"phase": "draw", "deck": 3}, "hurried", {"left": 3}),
    ],
)
def test_what_people_would_say_of_the_card_game(
    played: str, best: str, changed: dict[str, Any], code: str, arguments: dict[str, Any]
) -> None:
    assert card(played, best, **changed)[0] == Reason(code, arguments)


def test_a_wager_is_not_wasted_on_an_expedition_with_numbers() -> None:
    """Nor is one that the other side cannot use fed to it."""
    assert card("-B*", "Y2", expeditions=[{}, {"B": ["B*", "B2"]}]) == []


def figures(yellow: int, blue: int, kind: str) -> list[dict[str, Any]]:
    """The steps of two figures of the first seat: an explorer, and another of some kind."""
    return [{"Y": {"step": yellow, "kind": "e"}, "B": {"step": blue, "kind": kind}}, {}, {}]


BOARD: dict[str, Any] = {
    "seat": 0,
    "phase": "play",
    "options": {"direction": "up"},
    "totals": [0, 0, 0],
    "hand": ["Y2", "Y6", "B4", "G9"],
    "expeditions": [{"Y": ["Y1"], "B": ["B3"]}, {"G": ["G7"]}, {}],
    "figures": [{"Y": {"step": 1, "kind": "e"}, "B": {"step": 6, "kind": "s"}}, {}, {}],
    "tiles": {"Y": {"2": "A"}, "B": {}},
    "discards": {"B": ["B5"], "W": ["W1"]},
    "crossed": 1,
    "deck": 40,
}


@pytest.mark.parametrize(
    ("played", "best", "changed", "codes"),
    [
        ("Y6", "Y2", {}, ["skipped"]),
        ("G9:e", "B4", {"deck": 10}, ["opened_late", "jumped"]),
        ("G9:e", "B4", {"crossed": 4}, ["opened_before_end", "jumped"]),
        ("G9:e", "W3:e", {"deck": 10}, ["jumped"]),
        ("G3:s", "G3:e", {"hand": ["G3"], "crossed": 4}, ["wrong_figure"]),
        ("-G9", "B4", {}, ["fed"]),
        ("-B4", "-G9", {}, ["threw_away"]),
        ("-W2", "B4", {}, ["missed_bridge", "waited"]),
        ("-W2", "W1:e", {}, ["missed_start"]),
        ("B4", "Y2", {}, ["missed_tile", "waited"]),
        ("B4", "-Y0", {}, ["dead_card"]),
        ("-W2", "B4", {"figures": [{"B": {"step": 9, "kind": "s"}}, {}, {}], "tiles": {"B": {"9": "A"}}}, ["waited"]),
        ("+", "+B", {"phase": "draw"}, ["left_card", "hurried"]),
        ("+", "+G", {"phase": "draw", "discards": {"G": ["G8"]}}, ["left_to_other", "hurried"]),
        ("+W", "+", {"phase": "draw"}, ["took_idle"]),
        ("+Y", "+", {"phase": "draw", "discards": {"Y": ["Y0"]}}, ["took_idle"]),
        ("+Y", "+", {"phase": "draw", "discards": {"Y": ["Y10"]}}, ["slowed_down"]),
        ("+G", "+", {"phase": "draw", "discards": {"G": ["G1"]}}, ["slowed_down"]),
        (">B", ">Y", {"phase": "advance"}, ["missed_tile"]),
        (">Y", ">B", {"phase": "advance", "figures": figures(1, 5, "e")}, []),
        (">Y", ">B", {"phase": "advance", "figures": figures(1, 3, "s")}, ["missed_gain"]),
        (">.", ">B", {"phase": "advance"}, ["missed_bridge"]),
    ],
)
def test_what_people_would_say_of_the_board_game(played: str, best: str, changed: dict[str, Any], codes: list[str]) -> None:
    assert [reason.code for reason in why(game("board"), BOARD | changed, played, best)] == codes


ROLL: dict[str, Any] = {
    "seat": 0,
    "phase": "dice",
    "sheets": [{"boxes": {"R": [1, 2], "O": [1, 1, 2, 2, 3, 3], "P": [3, 3, 6]}, "circles": ["P"], "dice": 2}, {"boxes": {}}],
    "bridges": {},
}
FIVE_BRIDGES = {"bridges": {key: [0] for key in "RYGBP"}}


@pytest.mark.parametrize(
    ("played", "best", "changed", "codes"),
    [
        (".", "R3", {}, ["passed", "missed_box"]),
        (".", "G0", {}, ["missed_double"]),
        ("R9", ".", {}, ["jumped", "better_passed"]),
        ("R0", "R3", {}, ["jumped", "lower_fits"]),
        ("P9", "P6", {}, ["lower_fits"]),
        ("G0", "P6", {}, ["missed_box"]),
        ("G1", "O4", FIVE_BRIDGES, ["opened_before_end", "missed_bridge", "missed_box"]),
        ("G1", "B1", FIVE_BRIDGES, []),
        ("G1", "P6", {}, ["opened_costly", "missed_box", "missed_double"]),
        ("O3", "R2", {}, ["missed_box"]),
        ("R3", "O3", {"bridges": {"O": [1]}}, ["missed_box", "missed_gain"]),
        ("R2", "P6", {}, ["missed_box", "missed_gain"]),
        ("R2", "P6", {"sheets": [{"boxes": {"R": [1, 2], "P": [3, 3, 6, 6]}, "circles": [], "dice": 2}]}, ["bridge_nearer"]),
        ("O3", "P6", {}, ["missed_box", "missed_gain"]),
        ("R3", "G1", {}, []),
    ],
)
def test_what_people_would_say_of_the_dice_game(played: str, best: str, changed: dict[str, Any], codes: list[str]) -> None:
    assert [reason.code for reason in why(game("roll"), ROLL | changed, played, best)] == codes


@every_table
def test_any_two_moves_can_be_compared_in_every_language(table: Table) -> None:
    rng = random.Random(table_name(table))
    state = new_match(table, 2)
    while state.player is not None and state.turn < 60:
        view = state.view(state.player)
        played, best = rng.choice(view["legal"]), rng.choice(view["legal"])
        for reason in why(state.game, view, played, best) if played != best else []:
            for language in ("en", "de", "fr", "pl", "ru", "fa"):
                assert catalogue(language).explain(reason, "why")
        play_randomly(state, rng, 0.5, 1)
