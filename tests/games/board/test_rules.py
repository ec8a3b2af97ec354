"""The rules of the board game, line by line, and the rulebook's worked example."""

from typing import Any

import pytest
from support.matches import TILES, board, board_box, figures_text, lay_tiles, play_out, push, stack, turn, turns

from lostcities import BadOption, BadSetup, State, game, new

STEP_VALUES = {1: -20, 2: -15, 3: -10, 4: 5, 5: 10, 6: 15, 7: 30, 8: 35, 9: 50}
LARGE = [-50, -45, -40, -10, -5, 0, 30, 35, 40, 70, 75, 80, 110, 115, 120, 150]
SMALL = [-20, -15, 10, 15, 30, 50]

QUIET = "tiles: Y3=5 Y5=5 Y6=10 Y7=> Y9=> B2=10 B4=10 B6=15 B7=> B9=>"
"""Points on the lower half of yellow and blue, so that there are no arrows before the bridges."""


def refused(state: State, move: str) -> str:
    """Return only the code of why a move is not legal."""
    assert move not in state.legal()
    reason = state.why_not(move)
    assert reason is not None
    return reason.code


def figures(state: State) -> list[str]:
    return figures_text(state.view(None))


# -- components and set-up --


@pytest.mark.parametrize(("players", "dealt", "deck"), [(2, 80, 64), (3, 110, 86), (4, 110, 78)])
def test_the_cards_of_an_expedition(players: int, dealt: int, deck: int) -> None:
    match = new("board", players, seed=1)
    assert len(match.setup()["deck"]) == dealt
    assert match.view(0)["deck"] == deck
    assert match.view(0)["hand_sizes"] == [8] * players


def test_the_numbers_0_to_10_lie_twice_in_each_colour() -> None:
    assert sorted(new("board", 3, seed=1).setup()["deck"]) == sorted(board_box())
    assert len(board_box()) == 110


def test_two_players_remove_other_cards_in_every_expedition() -> None:
    match = new("board", 2, seed=1, max_turns=1)
    removed = []
    while not match.over:
        removed.append(sorted(match.setup()["deck"]))
        turn(match)
    assert removed[0] != removed[1] != removed[2]


def test_cards_are_dealt_one_at_a_time_starter_first() -> None:
    deck = board_box()
    setup = {"deck": deck, "tiles": lay_tiles({})}
    match = game("board").from_setup({}, 3, setup, starter=2)
    for place, seat in enumerate((2, 0, 1)):
        assert match.view(seat)["hand"] == deck[place:24:3]
    assert match.player == match.starter == 2


def test_tiles_lie_face_up_on_their_spaces() -> None:
    tiles = new("board", seed=1).view(None)["tiles"]
    assert {path: [int(step) for step in steps] for path, steps in tiles.items()} == {
        "Y": [3, 5, 6, 7, 9],
        "B": [2, 4, 6, 7, 9],
        "W": [2, 3, 5, 7, 9],
        "G": [2, 4, 5, 7, 9],
        "R": [3, 4, 6, 7, 9],
    }
    assert sorted(tile for path in tiles.values() for tile in path.values()) == sorted(TILES)


def test_tiles_are_laid_anew_in_every_expedition() -> None:
    match = new("board", seed=1, max_turns=1)
    before = match.view(None)["tiles"]
    turn(match)
    assert match.view(None)["tiles"] != before


@pytest.mark.parametrize("players", [1, 5, True])
def test_two_to_four_play(players: int) -> None:
    with pytest.raises(BadOption):
        new("board", players)


# -- opening a path --


def test_a_path_is_opened_on_step_1_by_an_explorer_or_the_scientist() -> None:
    match = board("0: Y3 B4")
    assert {"Y3:e", "Y3:s", "-Y3"} <= set(match.legal())
    assert refused(match, "Y3") == "no_path"
    turns(match, "Y3:e B4:s")
    assert figures(match) == ["Ye1 Bs1", ""]


def test_any_card_may_open() -> None:
    match = board("0: Y3 Y9 Y0 Y10")
    assert {"Y0:e", "Y3:e", "Y9:e", "Y10:e"} <= set(match.legal())


def test_open_lowest_lets_only_the_lowest_card_in_hand_open() -> None:
    match = board("0: Y3 Y9 B10 B8 W5 W5 W6 Y4", open_lowest=True)
    assert [move for move in match.legal() if move.endswith(":e")] == ["Y3:e", "B8:e", "W5:e"]
    assert refused(match, "Y9:e") == "not_lowest"
    assert refused(match, "B10:s") == "not_lowest"
    turns(match, "Y3:e")
    turn(match)
    assert {"Y4", "Y9"} <= set(match.legal())


def test_open_lowest_looks_at_the_hand_as_it_is() -> None:
    match = board("0: Y3 Y9", open_lowest=True)
    turns(match, "-Y3")
    turn(match)
    assert "Y9:e" in match.legal()


def test_one_path_per_colour_and_player() -> None:
    match = board("0: Y3 Y4 Y3")
    turns(match, "Y3:e")
    turn(match)
    assert refused(match, "Y4:e") == "path_open"
    assert refused(match, "Y3:s") == "path_open"


def test_any_number_of_players_may_be_on_a_path() -> None:
    match = board("0: Y3\n1: Y3\n2: Y0", players=3)
    turns(match, "Y3:e", "Y3:s", "Y0:e")
    assert figures(match) == ["Ye1", "Ys1", "Ye1"]


@pytest.mark.parametrize("card", ["Y0", "B4", "R10"])
def test_there_is_one_scientist(card: str) -> None:
    match = board(f"0: W3 {card}")
    turns(match, "W3:s")
    turn(match)
    assert refused(match, f"{card}:s") == "scientist_used"
    assert f"{card}:e" in match.legal()


@pytest.mark.parametrize("card", ["Y0", "R10"])
def test_there_are_four_explorers(card: str) -> None:
    others = [color for color in "YBWGR" if color != card[0]]
    match = board(f"0: {' '.join(f'{color}3' for color in others)} {card}")
    turns(match, " ".join(f"{color}3:e" for color in others))
    turn(match)
    assert refused(match, f"{card}:e") == "no_explorer"
    assert f"{card}:s" in match.legal()


@pytest.mark.parametrize("direction", ["up", "either"])
@pytest.mark.parametrize("card", ["Y0:e", "Y0:s", "R10:e", "R10:s"])
def test_the_lowest_and_the_highest_card_open_like_any_other(card: str, direction: str) -> None:
    match = turns(board(f"0: {card[:-2]}", direction=direction), card)
    assert match.view(0)["figures"][0] == {card[0]: {"step": 1, "kind": card[-1]}}
    assert match.view(0)["expeditions"][0] == {card[0]: [card[:-2]]}


def test_there_are_four_explorers_and_the_scientist_opens_the_fifth_path() -> None:
    match = board("0: Y3 B4 W5 G6 R7")
    turns(match, "Y3:e B4:e W5:e G6:e")
    turn(match)
    assert refused(match, "R7:e") == "no_explorer"
    turn(match, "R7:s")
    assert figures(match)[0] == "Ye1 Be1 We1 Ge1 Rs1"


def test_no_tile_lies_on_the_first_step() -> None:
    match = board("0: Y3")
    push(match, "Y3:e")
    assert match.phase == "draw"
    assert match.view(0)["points"] == [0, 0]


# -- continuing a path --


def test_equal_or_higher_goes_on() -> None:
    match = board("0: Y3 Y3 Y2 Y7")
    turns(match, "Y3:e")
    turn(match)
    assert {"Y3", "Y7"} <= set(match.legal())
    assert refused(match, "Y2") == "path_too_low"
    turn(match, "Y3")
    assert figures(match)[0] == "Ye2"


def test_the_same_number_twice_then_nothing_lower() -> None:
    match = board("0: Y3 Y7 Y7 Y6")
    turns(match, "Y3:e Y7 Y7")
    turn(match)
    assert refused(match, "Y6") == "path_too_low"


def test_each_player_goes_by_their_own_cards() -> None:
    match = board("0: Y9\n1: Y3 Y4")
    turns(match, "Y9:e", "Y3:e Y4")
    assert match.view(None)["expeditions"] == [{"Y": ["Y9"]}, {"Y": ["Y3", "Y4"]}]


# -- discarding and drawing --


def test_a_discard_is_always_allowed() -> None:
    match = board("0: Y5 Y4 B3")
    assert {f"-{name}" for name in match.view(0)["hand"]} <= set(match.legal())
    turns(match, "Y5:e")
    turn(match)
    assert {"-Y4", "-B3"} <= set(match.legal())


def test_a_card_must_be_in_the_hand() -> None:
    match = board("0: Y4\n1: Y5")
    assert {refused(match, move) for move in ("Y5", "Y5:e", "Y5:s", "-Y5")} == {"not_in_hand"}


def test_play_then_draw_both_compulsory() -> None:
    match = board("0: Y5")
    assert refused(match, "+") == "play_first"
    push(match, "-Y5")
    assert match.legal() == ["+"]
    assert refused(match, "-Y5") == "draw_first"


def test_only_the_card_just_discarded_is_barred() -> None:
    match = board("0: Y5 B6\n1: B7 W1")
    turns(match, "-Y5", "-B7")
    push(match, "-B6")
    assert refused(match, "+B") == "just_discarded"
    assert refused(match, "+W") == "pile_empty"
    assert match.legal() == ["+", "+Y"]


def test_own_discards_of_earlier_turns_may_be_taken_back() -> None:
    match = board("0: Y5 B6")
    turns(match, "-Y5")
    turn(match)
    turn(match, "B6:e+Y")
    assert "Y5" in match.view(0)["hand"]
    assert match.view(1)["known"] == [["Y5"], []]


def test_an_equal_card_played_uses_up_the_known_one() -> None:
    match = board("0: Y5 Y5 B6")
    turns(match, "-Y5")
    turn(match)
    turn(match, "B6:e+Y")
    turn(match)
    push(match, "Y5:e")
    assert match.view(1)["known"] == [[], []]
    assert match.view(0)["hand"].count("Y5") == 1


def test_a_whole_colour_fits_on_its_pile() -> None:
    """All 22 cards of a colour discarded, one by one."""
    yellow = [f"Y{number}" for number in range(11) for _ in range(2)]
    match = board(f"0: {' '.join(yellow[:8])} / {' '.join(yellow[8:])}")
    turns(match, " ".join(f"-{name}" for name in yellow))
    assert match.view(1)["discards"]["Y"] == yellow


# -- direction --


def test_by_default_paths_only_rise() -> None:
    match = board("0: Y5 Y4")
    turns(match, "Y5:e")
    turn(match)
    assert refused(match, "Y4") == "path_too_low"


def test_either_way_the_first_different_card_fixes_the_direction() -> None:
    match = board("0: Y5 Y4 Y6 Y3 / Y7", direction="either")
    turns(match, "Y5:e")
    turn(match)
    assert {"Y4", "Y6", "Y3"} <= set(match.legal())
    turn(match, "Y4")
    turn(match)
    assert refused(match, "Y6") == "path_too_high"
    assert "Y3" in match.legal()


def test_either_way_a_risen_path_does_not_fall() -> None:
    match = board("0: Y5 Y6 Y5 Y4", direction="either")
    turns(match, "Y5:e Y6")
    turn(match)
    assert refused(match, "Y5") == "path_too_low"
    assert refused(match, "Y4") == "path_too_low"


def test_either_way_equal_cards_are_always_allowed_and_fix_nothing() -> None:
    match = board("0: Y5 Y5 Y4 Y4 Y6", direction="either")
    turns(match, "Y5:e Y5")
    turn(match)
    assert {"Y4", "Y6"} <= set(match.legal())
    turn(match, "Y4")
    turn(match)
    assert "Y4" in match.legal()
    turn(match, "Y4")
    turn(match)
    assert refused(match, "Y6") == "path_too_high"


def test_either_way_each_path_of_each_player_has_its_own_direction() -> None:
    match = board("0: Y5 Y4 B5 B6 B4 Y6\n1: Y5 Y6 Y7", direction="either")
    turns(match, "Y5:e Y4 B5:e B6", "Y5:e Y6 Y7")
    assert match.view(None)["expeditions"] == [{"Y": ["Y5", "Y4"], "B": ["B5", "B6"]}, {"Y": ["Y5", "Y6", "Y7"]}]


def test_a_falling_path_is_shown_in_the_order_in_which_it_was_laid() -> None:
    match = board("0: Y5 Y5 Y3 Y1 Y1", direction="either")
    turns(match, "Y5:e Y5 Y3 Y1 Y1")
    assert match.view(1)["expeditions"][0] == {"Y": ["Y5", "Y5", "Y3", "Y1", "Y1"]}


def test_either_way_open_lowest_means_the_lowest_too() -> None:
    match = board("0: Y3 Y9", direction="either", open_lowest=True)
    assert "Y3:e" in match.legal()
    assert refused(match, "Y9:e") == "not_lowest"


def test_a_refusal_names_the_number_or_the_lowest_card() -> None:
    match = turns(board("1: Y7 Y6 B2 B1", open_lowest=True), "", "-Y6 Y7:e")
    turn(match)
    assert match.why_not("B2:e") == ("not_lowest", {"color": "B", "lowest": "B1"})
    match = turns(board("1: Y7 Y6"), "", "Y7:e")
    turn(match)
    assert match.why_not("Y6") == ("path_too_low", {"color": "Y", "shown": 7})
    match = turns(board("1: Y7 Y6 Y8", direction="either"), "", "Y7:e Y6")
    turn(match)
    assert match.why_not("Y8") == ("path_too_high", {"color": "Y", "shown": 6})


# -- the last step --

NINE_ON_YELLOW = "Y0:e Y0 Y1 Y1 Y2 Y2 Y3>. Y4 Y5"
"""Nine cards that bring yellow's explorer to its last step; the arrow on step 7 is declined, the one on 9 can move nobody."""


def on_the_last_step(direction: str = "up", **options: Any) -> State:
    match = board(f"0: Y0 Y0 Y1 Y1 Y2 Y2 Y3 Y4 / Y5 Y6 B0 Y3 B1\n{QUIET}", direction=direction, **options)
    return turns(match, NINE_ON_YELLOW)


def test_a_figure_walks_a_step_a_card() -> None:
    match = on_the_last_step()
    assert figures(match)[0] == "Ye9"
    assert len(match.view(0)["expeditions"][0]["Y"]) == 9


def test_behind_the_last_step_nothing_is_asked_if_no_other_figure_can_move() -> None:
    match = on_the_last_step()
    turn(match)
    push(match, "Y6")
    assert match.phase == "draw"
    assert figures(match)[0] == "Ye9"


def test_a_card_behind_the_last_step_moves_another_figure() -> None:
    match = on_the_last_step()
    turns(match, "B0:e")
    turn(match)
    push(match, "Y6")
    assert match.phase == "advance"
    assert match.player == 0
    assert match.legal() == [">B", ">."]
    assert refused(match, ">Y") == "at_the_end"
    assert refused(match, ">W") == "no_figure"
    assert refused(match, "+") == "advance_first"
    assert refused(match, "-B1") == "advance_first"
    push(match, ">B")
    assert figures(match)[0] == "Ye9 Be2"
    assert match.phase == "draw"


def test_or_no_figure() -> None:
    match = on_the_last_step()
    turns(match, "B0:e")
    turn(match)
    push(match, "Y6", ">.")
    assert figures(match)[0] == "Ye9 Be1"
    assert match.phase == "draw"


def test_behind_the_last_step_cards_still_must_rise() -> None:
    match = on_the_last_step()
    turn(match)
    assert refused(match, "Y3") == "path_too_low"


def test_the_figure_moved_instead_meets_its_tile() -> None:
    match = on_the_last_step()
    points = match.view(0)["points"][0]
    turns(match, "B0:e Y6>B")
    assert match.view(0)["points"][0] == points + 10


def test_either_way_the_direction_binds_on_the_last_step() -> None:
    match = on_the_last_step(direction="either")
    turn(match)
    assert refused(match, "Y3") == "path_too_low"
    assert "Y6" in match.legal()


def test_either_way_a_direction_can_still_be_free_on_the_last_step() -> None:
    """Arrows on white and blue carry white's figure to its last step over two equal cards; only then does the path go down."""
    match = board(
        """
        0: W5 W5 B0 B0 B1 B1 B2 B2 / W4 W6 W3 W4
        tiles: W2=> W3=> W5=> W7=> W9=A B2=> B4=> B6=>
        """,
        direction="either",
    )
    turns(match, "W5:e W5>W>W B0:e B0>W>W B1 B1>W>W B2 B2>W")
    assert figures(match)[0] == "Be6 We9"
    turn(match)
    assert {"W4", "W6", "W3"} <= set(match.legal())
    turn(match, "W4>.")
    turn(match)
    assert refused(match, "W6") == "path_too_high"
    assert {"W4", "W3"} <= set(match.legal())


# -- event tiles --


def test_the_rulebooks_example() -> None:
    """An arrow on step 3 carries the explorer to step 4; the fourth card then brings it to the 15 points on step 5."""
    match = board(
        """
        0: Y1 Y2 Y3 Y4
        tiles: Y3=> Y5=15
        """
    )
    turns(match, "Y1:e Y2")
    turn(match)
    push(match, "Y3")
    assert match.phase == "advance"
    assert match.legal() == [">Y", ">."]
    push(match, ">Y", "+")
    assert figures(match)[0] == "Ye4"
    turns(match, "Y4")
    assert figures(match)[0] == "Ye5"
    assert match.view(0)["points"] == [15, 0]


def test_an_arrow_may_move_another_figure() -> None:
    match = board("0: Y1 Y2 Y3 B4\ntiles: Y3=> B2=10")
    turns(match, "B4:e Y1:e Y2 Y3>B")
    assert figures(match)[0] == "Ye3 Be2"
    assert match.view(0)["points"] == [10, 0]


def test_an_arrow_may_be_declined() -> None:
    match = board("0: Y1 Y2 Y3\ntiles: Y3=>")
    turns(match, "Y1:e Y2 Y3>.")
    assert figures(match)[0] == "Ye3"


def test_an_arrow_never_opens_a_path_nor_moves_others_figures() -> None:
    match = board("0: Y1 Y2 Y3\n1: B1\ntiles: Y3=>")
    turns(match, "Y1:e Y2", "B1:e")
    turn(match)
    push(match, "Y3")
    assert match.legal() == [">Y", ">."]
    assert refused(match, ">B") == "no_figure"


def test_arrows_chain() -> None:
    match = board("0: W1 W2 Y5\ntiles: W2=> W3=> W5=15")
    turns(match, "Y5:e W1:e")
    turn(match)
    push(match, "W2", ">W")
    assert match.legal() == [">Y", ">W", ">."]
    push(match, ">W")
    assert figures(match)[0] == "Ye1 We4"
    assert match.phase == "draw"


def test_an_arrow_stays_for_the_next() -> None:
    match = board("0: W1 W2\n1: W1 W2\ntiles: W2=>")
    turns(match, "W1:e W2>.", "W1:e W2>.")
    assert match.view(0)["tiles"]["W"]["2"] == ">"


def test_an_arrow_where_no_figure_can_move_asks_nothing() -> None:
    match = on_the_last_step()
    assert match.view(0)["tiles"]["Y"]["9"] == ">"
    assert figures(match)[0] == "Ye9"
    assert match.player == 1


def test_an_arrow_moves_the_figures_of_whoever_met_it() -> None:
    """Seat 1 is on yellow's last step and on white; seat 0 is nowhere."""
    match = board(f"1: Y0 Y0 Y1 Y1 Y2 Y2 Y3 Y4 / Y5 W1 W2\n{QUIET} W2=>")
    turns(match, "", f"{NINE_ON_YELLOW} W1:e")
    turn(match)
    push(match, "W2")
    assert match.legal() == [">W", ">."]
    assert refused(match, ">Y") == "at_the_end"
    assert refused(match, ">B") == "no_figure"


def test_outside_its_phase_no_figure_moves() -> None:
    match = board("0: Y1")
    assert refused(match, ">Y") == "nothing_to_advance"
    assert refused(match, ">.") == "nothing_to_advance"
    push(match, "Y1:e")
    assert refused(match, ">Y") == "nothing_to_advance"


def test_an_artifact_is_taken_and_its_space_stays_empty() -> None:
    match = board("0: W1 W2\n1: W1 W2\ntiles: W2=A")
    turns(match, "W1:e W2", "W1:e W2")
    assert match.view(0)["artifacts"] == [1, 0]
    assert "2" not in match.view(0)["tiles"]["W"]


def test_points_are_gained_by_everyone_who_comes() -> None:
    match = board("0: W1 W2\n1: W1 W2\ntiles: W2=15")
    turns(match, "W1:e W2", "W1:e W2")
    assert match.view(0)["points"] == [15, 15]
    assert match.view(0)["tiles"]["W"]["2"] == "15"


def test_points_once_only_the_first_gains() -> None:
    match = board("0: W1 W2\n1: W1 W2\ntiles: W2=15", points_once=True)
    turns(match, "W1:e W2", "W1:e W2")
    assert match.view(0)["points"] == [15, 0]
    assert "2" not in match.view(0)["tiles"]["W"]


def test_points_once_leaves_an_empty_space() -> None:
    match = turns(board("0: W1 W2\ntiles: W2=15", points_once=True), "W1:e W2")
    assert "2" not in match.view(0)["tiles"]["W"]
    assert match.view(0)["artifacts"] == [0, 0]


def test_points_once_leaves_arrows_lying() -> None:
    match = board("0: W1 W2\ntiles: W2=>", points_once=True)
    turns(match, "W1:e W2>.")
    assert match.view(0)["tiles"]["W"]["2"] == ">"


def test_points_are_never_doubled() -> None:
    match = board("0: W1 W2\ntiles: W2=10")
    turns(match, "W1:s W2")
    assert match.view(0)["points"] == [10, 0]


# -- the end of an expedition --


def test_the_expedition_ends_at_once_when_the_last_card_is_drawn() -> None:
    match = board(rounds=1)
    for _ in range(63):
        turn(match)
    assert match.view(0)["deck"] == 1
    assert not match.over
    turn(match)
    assert match.over
    assert match.turn == 64
    assert match.view(0)["hand_sizes"] == [8, 8]


CROSSERS = """
    0: Y0 Y0 Y1 Y1 Y2 Y2 Y3 W0 / W0 W1 W1 W2 W2 W3 G0 G0 G1 G1 G2 G2 G3
    1: B0 B0 B1 B1 B2 B2 B3 R0 / R0 R1 R1 R2 R2 R3 W4
    tiles: Y3=5 Y5=5 Y6=10 Y7=A B2=10 B4=10 B6=15 B7=A W2=A W3=A W5=A W7=A G2=A G4=A G5=> G7=15 R3=> R4=> R6=> R7=A
"""
YELLOW = "Y0:e Y0 Y1 Y1 Y2 Y2 Y3"
WHITE = "W0:e W0 W1 W1 W2 W2 W3"
BLUE = "B0:e B0 B1 B1 B2 B2 B3"
RED = "R0:e R0 R1>. R1>. R2 R2>. R3"
GREEN = "G0:s G0 G1 G1 G2>. G2"


def four_crossed(**options: Any) -> State:
    """Two figures of each seat are beyond their bridges, and seat 0's scientist is right before its own."""
    match = board(CROSSERS, **options)
    return turns(match, f"{YELLOW} {WHITE} {GREEN}", f"{BLUE} {RED}")


def test_a_figure_has_crossed_on_step_7() -> None:
    match = four_crossed()
    assert figures(match) == ["Ye7 We7 Gs6", "Be7 Re7"]
    assert match.view(0)["crossed"] == 4


def test_going_on_beyond_the_bridge_is_no_new_crossing() -> None:
    match = on_the_last_step()
    assert match.view(0)["crossed"] == 1


def test_the_fifth_crossing_ends_the_expedition_at_once() -> None:
    """The tile under that figure has no effect, and no card is drawn."""
    match = four_crossed(rounds=1)
    turn(match)
    before = match.view(0)
    push(match, "G3")
    after = match.view(0)
    assert match.over
    assert after["crossed"] == 5
    assert figures(match)[0] == "Ye7 We7 Gs7"
    assert after["tiles"]["G"]["7"] == "15"
    assert after["deck"] == before["deck"]
    assert after["hand_sizes"] == [7, 8]
    assert len(after["hand"]) == 7
    assert after["artifacts"] == before["artifacts"]
    assert match.rounds[0].scores == [20 + 30 + 30 + 60, 35 + 30 + 30]


def test_the_fifth_crossing_may_come_by_an_arrow() -> None:
    """White's crossing is the fourth and reaches an arrow, which carries green over as the fifth."""
    match = board(CROSSERS.replace("W7=A", "W7=>"), rounds=1)
    turns(match, f"{YELLOW} {GREEN} W0:e W0 W1 W1 W2 W2", f"{BLUE} {RED}")
    turn(match)
    push(match, "W3")
    assert match.view(0)["crossed"] == 4
    assert match.legal() == [">Y", ">W", ">G", ">."]
    push(match, ">G")
    assert match.over
    assert match.view(0)["points"][0] == match.scores[0][0] == 20 + 30 + 30 + 60
    assert match.view(0)["hand_sizes"] == [7, 8]


def test_a_fifth_crossing_on_the_last_turn_allowed_is_not_truncated() -> None:
    turns_needed = four_crossed().turn + 2
    match = four_crossed(rounds=1, max_turns=turns_needed)
    turn(match)
    push(match, "G3")
    assert match.over
    assert match.turn == turns_needed
    assert match.rounds[0].truncated is False


@pytest.mark.parametrize(("cap", "truncated"), [(63, True), (64, False)])
def test_max_turns(cap: int, truncated: bool) -> None:
    match = play_out(board(rounds=1, max_turns=cap))
    assert match.rounds[0].truncated is truncated
    assert match.turn == cap


def test_max_turns_counts_all_players_together() -> None:
    match = play_out(board(players=4, rounds=1, max_turns=6))
    assert match.turn == 6
    assert match.rounds[0].truncated is True


# -- the score of an expedition --


@pytest.mark.parametrize("step", range(1, 10))
@pytest.mark.parametrize("kind", ["e", "s"])
def test_a_figure_is_worth_its_step_the_scientist_double(step: int, kind: str) -> None:
    """With points in reserve, the effect of a loss is visible: the tiles below give 50 first."""
    match = board(
        """
        0: B0 B0 B1 B1 B2 B2 B3 W0 / W1 W0 W2 W3 W4 W5 W6 W7 W8 W9
        tiles: B2=15 B4=15 B6=10 B7=A W2=5 W3=5 W5=10 W7=10 W9=A
        """
    )
    turns(match, "B0:e B0 B1 B1 B2 B2")
    cards = ["W0", "W0", "W1", "W2", "W3", "W4", "W5", "W6", "W7"][:step]
    turns(match, " ".join([f"W0:{kind}", *cards[1:]]))
    tiles = 40 + 5 * (step >= 2) + 5 * (step >= 3) + 10 * (step >= 5) + 10 * (step >= 7)
    worth = STEP_VALUES[step] * (2 if kind == "s" else 1)
    assert figures(match)[0] == f"Be6 W{kind}{step}"
    assert match.view(0)["points"][0] == tiles
    assert match.live[0] == tiles + STEP_VALUES[6] + worth


def test_points_never_fall_below_zero() -> None:
    match = board("0: Y1\n1: Y1", rounds=1)
    turns(match, "Y1:e", "Y1:s")
    assert match.live == [0, 0]
    play_out(match)
    assert match.scores == [[0, 0]]


def test_a_loss_eats_points_of_tiles_gained_before() -> None:
    match = board("0: W1 W2 B0\ntiles: W2=15 W3=5")
    turns(match, "W1:e W2")
    assert match.view(0)["points"] == [15, 0]
    assert match.live[0] == max(15 - 15, 0)
    turns(match, "B0:e")
    assert match.live[0] == 0


def test_gains_and_losses_are_summed_before_the_floor_is_applied() -> None:
    """-20 and +5 on two paths: added up first, the 5 is lost; path by path it would be kept."""
    match = board("0: Y0 Y1 Y2 Y3 B0\ntiles: Y3=5 Y5=5 B2=10")
    turns(match, "Y0:e Y1 Y2 Y3 B0:e")
    assert figures(match)[0] == "Ye4 Be1"
    assert match.view(0)["points"] == [5, 0]
    assert match.live[0] == 0


def next_expedition(match: State, drawing: str = "", wanted: dict[str, str] | None = None) -> State:
    deck = stack(board_box(), drawing, match.players, 8, match.starter)[: 80 if match.players == 2 else 110]
    match.begin({"deck": deck, "tiles": lay_tiles(wanted or {})})
    return match


def test_points_and_artifacts_stay_figures_and_tiles_go_back() -> None:
    match = board("0: W1 W2 W3 W4 W5 W6\ntiles: W2=15 W3=A W5=A W7=10", rounds=2)
    turns(match, "W1:e W2 W3 W4 W5 W6")
    play_out(match)
    assert match.scores == [[30, 0]]
    next_expedition(match, wanted={"W2": "15", "W3": "A", "W5": "A"})
    view = match.view(0)
    assert view["points"] == [30, 0]
    assert view["artifacts"] == [2, 0]
    assert view["totals"] == [30, 0]
    assert view["figures"] == [{}, {}]
    assert view["expeditions"] == [{}, {}]
    assert view["crossed"] == 0
    assert sum(len(path) for path in view["tiles"].values()) == 25
    assert view["live"] == [0, 0]


def test_the_score_of_an_expedition_is_the_change_of_points() -> None:
    match = board("0: W1 W2 W3 W4 W5 W6\ntiles: W2=15 W3=A W5=A W7=10", rounds=2)
    turns(match, "W1:e W2 W3 W4 W5 W6")
    play_out(match)
    drawing = "0: Y1 B1"
    next_expedition(match, drawing)
    turns(match, "Y1:e", "") if match.player == 0 else turns(match, "Y1:e")
    assert match.live[0] == -20
    turns(match, "B1:e")
    assert match.live[0] == -30
    play_out(match)
    assert match.scores == [[30, 0], [-30, 0]]


# -- the next starter --


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("cap", [1, 2, 3, 4, 5])
def test_left_of_the_one_who_played_last_starts(players: int, cap: int) -> None:
    match = play_out(board(players=players, starter=1, rounds=2, max_turns=cap))
    last = (1 + cap - 1) % players
    assert next_expedition(match).player == (last + 1) % players


def test_left_of_the_one_who_drew_the_last_card_starts() -> None:
    match = play_out(board(players=3, starter=0, rounds=2))
    assert match.turn == 86
    assert next_expedition(match).player == 86 % 3


def test_left_of_the_one_who_crossed_fifth_starts() -> None:
    match = four_crossed(rounds=2)
    turn(match)
    push(match, "G3")
    assert next_expedition(match).player == 1


# -- the end of the game --


def with_artifacts(count: int, rounds: int) -> State:
    """Play a match of this many expeditions in which seat 0 takes `count` artefacts, at most five in each."""
    match = board("", rounds=rounds, starter=0)
    for number in range(rounds):
        taken = min(count, 5)
        count -= taken
        if number:
            next_expedition(match, CLIMB, climbing(taken))
        else:
            match = board(f"{CLIMB}\ntiles: {' '.join(f'{at}={tile}' for at, tile in climbing(taken).items())}", rounds=rounds)
        plays = "W0:e W0 W1 W1 W2 W2 W3 W3 W4"
        turns(match, plays)
        play_out(match)
    return match


CLIMB = "0: W0 W0 W1 W1 W2 W2 W3 W3 / W4"


def climbing(artifacts: int) -> dict[str, str]:
    """White's five tiles: this many artefacts, then points."""
    return dict(zip(["W2", "W3", "W5", "W7", "W9"], ["A"] * artifacts + ["5", "5", "10", "10", "10"], strict=False))


@pytest.mark.parametrize("artifacts", range(16))
def test_the_large_track(artifacts: int) -> None:
    match = with_artifacts(artifacts, rounds=3)
    outcome = match.outcome()
    assert outcome is not None
    assert match.view(0)["artifacts"][0] == artifacts
    gained = sum(scores[0] for scores in match.scores)
    assert gained >= 150
    assert outcome.totals == [gained + LARGE[artifacts], 0]


def test_sixteen_artifacts_count_as_fifteen() -> None:
    match = with_artifacts(20, rounds=4)
    outcome = match.outcome()
    assert outcome is not None
    assert match.view(0)["artifacts"][0] == 20
    assert outcome.totals[0] == sum(scores[0] for scores in match.scores) + 150


@pytest.mark.parametrize("artifacts", range(6))
def test_the_small_track_of_the_short_game(artifacts: int) -> None:
    match = with_artifacts(artifacts, rounds=1)
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.totals[0] == match.scores[0][0] + SMALL[artifacts]
    assert match.scores[0][0] >= 50


def test_two_expeditions_use_the_large_track() -> None:
    match = with_artifacts(3, rounds=2)
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.totals[0] == sum(scores[0] for scores in match.scores) + LARGE[3]


def test_more_than_five_in_the_short_game_count_as_five() -> None:
    match = board(
        """
        0: W0 W0 W1 W1 W2 W2 W3 W3 / W4 G0 G0
        tiles: W2=A W3=A W5=A W7=A W9=A G2=A
        """,
        rounds=1,
    )
    turns(match, "W0:e W0 W1 W1 W2 W2 W3 W3 W4 G0:e G0")
    play_out(match)
    assert match.view(0)["artifacts"] == [6, 0]
    assert match.totals == [50 - 15 + 50, 0]


def test_the_floor_holds_at_the_end_too() -> None:
    match = play_out(board(rounds=1))
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.totals == [0, 0]


def test_artifacts_do_not_count_before_the_end() -> None:
    match = board("0: W1 W2\ntiles: W2=A", rounds=2)
    turns(match, "W1:e W2")
    play_out(match)
    assert match.totals == [0, 0]


def test_on_a_tie_more_artifacts_win() -> None:
    match = board("0: W1 W2\ntiles: W2=A", rounds=1)
    turns(match, "W1:e W2")
    play_out(match)
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.totals == [0, 0]
    assert outcome.winners == [0]


def test_still_tied_is_shared() -> None:
    outcome = play_out(board(players=3, rounds=1)).outcome()
    assert outcome is not None
    assert outcome.winners == [0, 1, 2]


def test_points_come_before_artifacts() -> None:
    match = board("0: W1 W2\n1: Y0 Y0 Y1 Y1 Y2 Y2\ntiles: W2=A Y3=15 Y5=15 Y6=10", rounds=1)
    turns(match, "W1:e W2", "Y0:e Y0 Y1 Y1 Y2 Y2")
    play_out(match)
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.totals == [0, 40 + 15 - 20]
    assert outcome.winners == [1]


def test_three_expeditions_by_default() -> None:
    match = new("board", seed=3, max_turns=4)
    while not match.over:
        turn(match)
    assert len(match.scores) == 3


# -- the view --


def test_the_view_of_a_position() -> None:
    match = board("0: Y1 Y2 Y3 B4\n1: W1 G7\ntiles: Y3=> Y5=15 W2=A", rounds=2, max_turns=90)
    turns(match, "Y1:s Y2", "W1:e -G7")
    push(match, "Y3")
    view = match.view(0)
    assert {key: view[key] for key in ("game", "seat", "to_move", "phase", "round", "turn", "starter", "barred")} == {
        "game": "board",
        "seat": 0,
        "to_move": 0,
        "phase": "advance",
        "round": 1,
        "turn": 4,
        "starter": 0,
        "barred": None,
    }
    assert view["options"] == {
        "rounds": 2,
        "direction": "up",
        "open_lowest": False,
        "points_once": False,
        "layout": "1",
        "max_turns": 90,
    }
    assert view["figures"] == [{"Y": {"step": 3, "kind": "s"}}, {"W": {"step": 1, "kind": "e"}}]
    assert view["expeditions"] == [{"Y": ["Y1", "Y2", "Y3"]}, {"W": ["W1"]}]
    assert view["tiles"]["Y"]["5"] == "15"
    assert view["hand_sizes"] == [7, 8]
    assert view["discards"] == {"G": ["G7"]}
    assert (view["artifacts"], view["points"], view["crossed"]) == ([0, 0], [0, 0], 0)
    assert (view["live"], view["scores"], view["totals"]) == ([0, 0], [], [0, 0])
    assert view["legal"] == [">Y", ">."]


def test_the_view_at_the_end_names_who_started_the_last_expedition() -> None:
    match = play_out(board(players=3, starter=1, rounds=1, max_turns=4))
    assert match.view(0)["round"] == 1
    assert match.view(0)["starter"] == 1


# -- impossible deals --


def setup(**changes: Any) -> dict[str, Any]:
    return {"deck": board_box()[:80], "tiles": lay_tiles({})} | changes


@pytest.mark.parametrize(
    ("deal", "code"),
    [
        ({"deck": board_box()[:80]}, "missing_field"),
        (setup(rolls=[]), "unknown_field"),
        (setup(deck=board_box()), "deck_size"),
        (setup(deck=[*board_box()[:79], "Y0"]), "card_too_often"),
        (setup(deck=[*board_box()[:79], "Y*"]), "unknown_card"),
        (setup(tiles=[]), "bad_tiles"),
        (setup(tiles={**lay_tiles({}), "P": []}), "bad_tiles"),
        (setup(tiles={**lay_tiles({}), "Y": ["A"] * 4}), "bad_tile_path"),
        (setup(tiles={**lay_tiles({}), "Y": "AAAAA"}), "bad_tile_path"),
        (setup(tiles={**lay_tiles({}), "Y": ["20"] * 5}), "bad_tile_path"),
        (setup(tiles={letter: ["A"] * 5 for letter in "YBWGR"}), "tile_too_often"),
    ],
)
def test_a_deal_that_cannot_be(deal: dict[str, Any], code: str) -> None:
    with pytest.raises(BadSetup) as refusal:
        game("board").from_setup({}, 2, deal)
    assert refusal.value.reason.code == code
    assert str(refusal.value)


@pytest.mark.parametrize("options", [{"direction": "down"}, {"open_lowest": 1}, {"points_once": "true"}, {"layout": "2"}, {"colors": 5}])
def test_options_that_cannot_be(options: dict[str, Any]) -> None:
    with pytest.raises(BadOption):
        new("board", **options)
