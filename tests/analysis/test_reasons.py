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
        ("B*", "R3", {}, "wager_alone", {"color": "B", "cards": 0}),
        ("W9", "R3", {}, "opened_thin", {"color": "W", "cards": 1}),
        ("Y8", "Y2", {}, "skipped", {"color": "Y", "card": "Y2", "played": "Y8"}),
        ("-W9", "-B*", {}, "fed", {"color": "W", "card": "W9", "shown": 6}),
        ("-G4", "-B*", {}, "fed", {"color": "G", "card": "G4", "shown": 2}),
        ("-R3", "-B*", {}, "threw_away", {"color": "R", "card": "R3"}),
        ("-B*", "R3", {}, "waited", {"color": "R", "card": "R3"}),
        ("+", "+R", {"phase": "draw"}, "left_card", {"color": "R", "card": "R4"}),
        ("+", "+W", {"phase": "draw"}, "left_to_other", {"color": "W", "card": "W7"}),
        ("+B", "+", {"phase": "draw"}, "took_idle", {"color": "B", "card": "B3"}),
        ("+R", "+", {"phase": "draw", "deck": 5}, "slowed_down", {"left": 5}),
    ],
)
def test_what_people_would_say_of_the_card_game(
    played: str, best: str, changed: dict[str, Any], code: str, arguments: dict[str, Any]
) -> None:
    assert card(played, best, **changed)[0] == Reason(code, arguments)


def test_a_wager_is_not_wasted_on_an_expedition_with_numbers() -> None:
    """Nor is one that the other side cannot use fed to it."""
    assert card("-B*", "Y2", expeditions=[{}, {"B": ["B*", "B2"]}]) == []


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
        ("G9:e", "B4", {"deck": 10}, ["opened_late"]),
        ("G9:e", "B4", {"crossed": 4}, ["opened_before_end"]),
        ("G9:s", "G9:e", {}, ["wrong_figure"]),
        ("-G9", "B4", {}, ["fed"]),
        ("-B4", "-G9", {}, ["threw_away"]),
        ("-Y6", "B4", {"expeditions": [{}, {}, {}]}, ["missed_bridge"]),
        ("B4", "Y2", {}, ["missed_tile"]),
        ("+", "+B", {"phase": "draw"}, ["left_card"]),
        ("+W", "+", {"phase": "draw"}, ["took_idle"]),
        (">B", ">Y", {"phase": "advance"}, ["missed_tile"]),
        (">.", ">B", {"phase": "advance"}, ["missed_bridge"]),
    ],
)
def test_what_people_would_say_of_the_board_game(played: str, best: str, changed: dict[str, Any], codes: list[str]) -> None:
    assert [reason.code for reason in why(game("board"), BOARD | changed, played, best)] == codes


ROLL: dict[str, Any] = {
    "seat": 0,
    "phase": "dice",
    "sheets": [{"boxes": {"R": [1, 2], "O": [1, 1, 2, 2, 3, 3]}}, {"boxes": {}}],
    "bridges": {},
}


@pytest.mark.parametrize(
    ("played", "best", "changed", "codes"),
    [
        (".", "R3", {}, ["passed", "missed_box"]),
        ("R9", ".", {}, ["jumped"]),
        ("G1", "O4", {"bridges": {key: [0] for key in "RYGBP"}}, ["opened_before_end", "missed_bridge", "missed_box"]),
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
