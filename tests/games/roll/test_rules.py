"""The rules of the roll & write game, line by line, and the rulebook's worked examples."""

from typing import Any

import pytest
from support.matches import push, roll, roll_turns

from lostcities import BadOption, BadSetup, State, game, new
from lostcities.games.roll import rules

COLORS = "ROYGBP"
ARROWS = {"R": (2, 8), "O": (6, 7), "Y": (3, 5), "G": (5, 7), "B": (3, 9), "P": (4, 6)}
ARTIFACTS = {"R": (3, 6), "O": (2, 4), "Y": (2, 7), "G": (4, 9), "B": (5, 8), "P": (8, 9)}
EXPEDITION = [0, -20, -15, -10, 5, 10, 15, 30, 35, 50]
ARTIFACT_COLUMN = [0, -40, -30, -20, 10, 20, 30, 60, 70, 100]
DICE_COLUMN = [0, -40, -30, -20, 10, 20, 30, 60, 70, 0]


def refused(state: State, move: str) -> str:
    """Return only the code of why a move is not legal."""
    assert move not in state.legal()
    reason = state.why_not(move)
    assert reason is not None
    return reason.code


def sheet(state: State, seat: int = 0) -> dict[str, Any]:
    sheet: dict[str, Any] = state.view(None)["sheets"][seat]
    return sheet


def up_to(color: str, boxes: int, number: int = 1) -> str:
    """The moves that fill this many boxes of an expedition with one number, declining every arrow."""
    return " ".join(f"{color}{number}" + (">." if box in ARROWS[color] else "") for box in range(1, boxes + 1))


# -- a turn --


def test_the_roller_may_take_any_colour_and_any_number() -> None:
    match = roll("ROR309")
    assert match.player == 0
    assert match.view(0)["roller"] == 0
    assert match.view(0)["dice"] == ["ROR", "309"]
    assert match.legal() == ["R0", "R3", "R9", "O0", "O3", "O9", "."]


def test_only_dice_that_fell_can_be_taken() -> None:
    match = roll("ROR309")
    assert refused(match, "G3") == "no_color_die"
    assert refused(match, "R5") == "no_number_die"


def test_dice_taken_are_the_rollers_alone() -> None:
    match = roll("ROG309 O3")
    assert match.player == 1
    assert match.view(1)["dice"] == ["RG", "09"]
    assert match.legal() == ["R0", "R9", "G0", "G9", "."]


def test_of_two_equal_dice_the_other_stays() -> None:
    match = roll("ROR339 R3")
    assert match.view(1)["dice"] == ["OR", "39"]
    assert {"R3", "R9", "O3"} <= set(match.legal())


@pytest.mark.parametrize(
    ("taken", "left"),
    [("R1", ["OY", "23"]), ("O2", ["RY", "13"]), ("Y3", ["RO", "12"]), ("R3", ["OY", "12"]), ("Y1", ["RO", "23"])],
)
def test_the_others_keep_their_order(taken: str, left: list[str]) -> None:
    assert roll(f"ROY123 {taken}").view(1)["dice"] == left


def test_taking_none_leaves_all_six() -> None:
    match = roll("ROG309 .")
    assert match.view(1)["dice"] == ["ROG", "309"]
    assert {"R3", "O0", "G9"} <= set(match.legal())


def test_the_others_dice_are_shared_not_used_up() -> None:
    match = roll("ROG309 O3 R9", players=3)
    assert match.player == 2
    assert match.view(2)["dice"] == ["RG", "09"]
    assert "R9" in match.legal()
    push(match, "R9")
    assert [sheet(match, seat)["boxes"] for seat in range(3)] == [{"O": [3]}, {"R": [9]}, {"R": [9]}]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("starter", [0, 1])
def test_decisions_go_clockwise_and_the_next_player_rolls(players: int, starter: int) -> None:
    match = roll("ROG309\nROG309\nROG309", players=players, starter=starter)
    for number in range(3):
        assert match.view(0)["roller"] == (starter + number) % players
        for i in range(players):
            assert match.player == (starter + number + i) % players
            match.push(".")


def test_whoever_takes_none_fills_a_dice_symbol() -> None:
    match = roll("ROG309 . O3\nROG309 . O9")
    assert [sheet(match, seat)["dice"] for seat in (0, 1)] == [1, 1]


def test_taking_none_is_always_legal_even_alone() -> None:
    """The only number that the roller can enter is taken; the other seat can only pass, and still decides."""
    match = roll_turns("R9", "R8 R9>.", then="RRR111")
    assert match.player == 0
    assert match.legal() == ["."]


def test_with_all_nine_symbols_filled_taking_none_has_no_effect() -> None:
    match = roll_turns(up_to("R", 7) + " " + up_to("O", 4), "")
    assert sheet(match, 1)["dice"] == 9


def test_dice_that_cannot_be_entered_cannot_be_taken() -> None:
    match = roll_turns("R5", "", then="RRR444")
    push(match, ".")
    assert refused(match, "R4") == "column_too_low"


def test_before_the_roll_nobody_decides() -> None:
    match = roll("ROG309 . .")
    assert match.player is None
    assert match.legal() == []
    assert match.why_not(".") is not None
    assert match.view(0)["dice"] == ["", ""]


@pytest.mark.parametrize("players", [1, 6])
def test_two_to_five_play(players: int) -> None:
    with pytest.raises(BadOption):
        new("roll", players)


# -- circles and numbers --


def test_zero_marks_the_circle_of_an_expedition_without_numbers() -> None:
    match = roll("RRO001 R0")
    assert sheet(match)["circles"] == ["R"]
    assert sheet(match)["boxes"] == {}


def test_a_circle_is_marked_once() -> None:
    match = roll_turns("R0", "", then="RRR000")
    push(match, ".")
    assert refused(match, "R0") == "circle_marked"


def test_a_marked_circle_does_not_keep_numbers_out() -> None:
    match = roll_turns("R0 R1", "")
    assert sheet(match)["circles"] == ["R"]
    assert sheet(match)["boxes"] == {"R": [1]}


def test_after_the_first_number_the_circle_cannot_be_marked() -> None:
    match = roll_turns("R1 R0>.", "")
    assert sheet(match)["circles"] == []
    assert sheet(match)["boxes"] == {"R": [1, 10]}


@pytest.mark.parametrize("number", range(1, 10))
def test_an_expedition_begins_with_any_number_from_1_to_9(number: int) -> None:
    assert sheet(roll_turns(f"G{number}", ""))["boxes"] == {"G": [number]}


@pytest.mark.parametrize("last", range(1, 10))
def test_equal_or_higher_goes_on_and_zero_counts_as_ten(last: int) -> None:
    for number in range(10):
        match = roll_turns(f"G{last}", "", then=f"GGG{number}{number}{number}")
        push(match, ".")
        assert (f"G{number}" in match.legal()) == (number >= last or number == 0)


def test_after_a_ten_only_another_ten() -> None:
    for number in range(10):
        match = roll_turns("G1 G0", "", then=f"GGG{number}{number}{number}")
        assert (f"G{number}" in match.legal()) == (number == 0)


def test_a_refusal_names_the_colour_and_what_it_shows() -> None:
    match = roll_turns("", "G5 R0", then="GRR040")
    assert match.player == 0
    push(match, ".")
    assert match.why_not("G4") == ("column_too_low", {"color": "G", "number": 4, "shown": 5})
    assert match.why_not("R0") == ("circle_marked", {"color": "R", "number": 0})


def test_numbers_go_from_the_bottom_up() -> None:
    match = roll_turns("G1 G4 G4 G0", "")
    assert sheet(match)["boxes"] == {"G": [1, 4, 4, 10]}


# -- the top of an expedition --


def test_a_full_expedition_takes_a_number_that_fits_as_its_top_artifact() -> None:
    match = roll_turns(up_to("R", 9, 5), "", then="RRR504")
    push(match, ".")
    assert sheet(match)["boxes"]["R"] == [5] * 9
    assert sheet(match)["tops"] == []
    assert refused(match, "R4") == "column_too_low"
    assert {"R5", "R0"} <= set(match.legal())
    push(match, "R5")
    assert sheet(match)["tops"] == ["R"]
    assert sheet(match)["artifacts"] == 3
    assert sheet(match)["boxes"]["R"] == [5] * 9


def test_the_top_is_marked_once() -> None:
    match = roll_turns(up_to("R", 9) + " R1", "", then="RRR111")
    assert refused(match, "R1") == "top_marked"
    assert refused(match, "R0") == "no_number_die"


# -- arrows --


@pytest.mark.parametrize("color", COLORS)
@pytest.mark.parametrize("box", range(1, 10))
def test_what_is_printed_in_each_box(color: str, box: int) -> None:
    match = roll_turns(up_to(color, box - 1) or ".", "", then=f"{color * 3}111")
    if match.player == 1:
        push(match, ".")
    before = sheet(match)["artifacts"]
    push(match, f"{color}1")
    assert (match.phase == "advance") == (box in ARROWS[color])
    assert sheet(match)["artifacts"] - before == (box in ARTIFACTS[color])


def test_an_arrow_may_advance_any_expedition_this_one_too() -> None:
    match = roll_turns("R2", "", then="RRR222")
    push(match, ".", "R2")
    assert match.player == 0
    assert match.phase == "advance"
    assert match.legal() == [">R", ">O", ">Y", ">G", ">B", ">P", ">."]
    assert refused(match, "R2") == "advance_first"
    assert refused(match, ".") == "advance_first"


def test_without_an_arrow_nothing_advances() -> None:
    match = roll("ROG309")
    assert refused(match, ">R") == "take_first"
    assert refused(match, ">.") == "take_first"


def test_an_advanced_expedition_gets_its_last_number_again() -> None:
    match = roll_turns("R2 R6>R", "")
    assert sheet(match)["boxes"] == {"R": [2, 6, 6]}


def test_a_ten_too() -> None:
    match = roll_turns("R2 R0>R", "")
    assert sheet(match)["boxes"] == {"R": [2, 10, 10]}


def test_one_without_numbers_begins_with_a_one() -> None:
    match = roll_turns("R2 R6>G", "")
    assert sheet(match)["boxes"] == {"R": [2, 6], "G": [1]}
    assert sheet(match)["circles"] == []


def test_one_with_a_circle_begins_with_a_one_too() -> None:
    match = roll_turns("G0 R2 R6>G", "")
    assert sheet(match)["boxes"] == {"R": [2, 6], "G": [1]}
    assert sheet(match)["circles"] == ["G"]


def test_a_full_one_gets_its_top_artifact() -> None:
    match = roll_turns(up_to("R", 9) + " Y1 Y1 Y1>R", "")
    assert sheet(match)["tops"] == ["R"]
    assert sheet(match)["artifacts"] == 2 + 1 + 1


def test_a_complete_one_cannot_be_advanced() -> None:
    match = roll_turns(up_to("R", 9) + " R1 Y1 Y1", "", then="YYY111")
    if match.player == 1:
        push(match, ".")
    push(match, "Y1")
    assert refused(match, ">R") == "top_marked"
    assert ">Y" in match.legal()


def test_an_arrow_may_be_declined() -> None:
    match = roll_turns("R2 R6>.", "")
    assert sheet(match)["boxes"] == {"R": [2, 6]}


def test_arrows_chain() -> None:
    """Red's second box carries yellow to its third, yellow's arrow to its fourth, then green is started from the fifth."""
    match = roll_turns("Y4 Y4 Y4>Y R2 R6>Y>G", "")
    assert sheet(match)["boxes"] == {"R": [2, 6], "Y": [4, 4, 4, 4, 4], "G": [1]}


def test_an_advance_fills_what_is_printed() -> None:
    match = roll_turns("R2 R6>R", "")
    assert sheet(match)["artifacts"] == 1


def test_arrow_on_the_last_box_can_mark_its_own_top() -> None:
    match = roll_turns(up_to("B", 8) + " B1>B", "")
    assert sheet(match)["tops"] == ["B"]
    assert sheet(match)["artifacts"] == 3


def test_where_no_expedition_can_be_advanced_none_is() -> None:
    """Unreachable in play: the expedition whose arrow box was written always has a box or its top left."""
    row = bytearray(rules.ROW)
    row[rules.PLAYERS] = 2
    assert rules.can_advance(row, 0)
    for color in range(6):
        row[rules.FILLED + color] = 9
    row[rules.TOPS] = 0b111111
    assert not rules.can_advance(row, 0)
    assert rules.can_advance(row, 1)


# -- artefacts --

NINE_ARTIFACTS = f"{up_to('R', 6)} {up_to('O', 4)} {up_to('Y', 7)} {up_to('G', 9)} {up_to('B', 5)}"


def test_artifacts_fill_up_to_nine_and_no_further() -> None:
    match = roll_turns(NINE_ARTIFACTS, "")
    assert sheet(match)["artifacts"] == 9
    match = roll_turns(f"{NINE_ARTIFACTS} {' '.join(['B1'] * 3)}", "")
    assert sheet(match)["artifacts"] == 9
    assert sheet(match)["boxes"]["B"] == [1] * 8


def test_a_top_may_be_marked_though_all_nine_artifacts_are_filled() -> None:
    by_dice = roll_turns(f"{NINE_ARTIFACTS} G1", "")
    assert sheet(by_dice)["tops"] == ["G"]
    assert sheet(by_dice)["artifacts"] == 9
    by_arrow = roll_turns(f"{NINE_ARTIFACTS} R1 R1>G", "")
    assert sheet(by_arrow)["tops"] == ["G"]
    assert sheet(by_arrow)["artifacts"] == 9


# -- bridges --


@pytest.mark.parametrize("color", COLORS)
def test_the_seventh_box_crosses_its_bridge(color: str) -> None:
    before = roll_turns(up_to(color, 6), "")
    assert color not in before.view(0)["bridges"]
    after = roll_turns(up_to(color, 7), "")
    assert after.view(0)["bridges"][color] == [0]
    assert sheet(after)["bonus"] == 20


def test_an_arrow_can_cross_a_bridge() -> None:
    match = roll_turns(up_to("G", 6) + " R1 R1>G>.", "")
    assert match.view(0)["bridges"]["G"] == [0]


def test_the_seventh_artifact_crosses_its_bridge() -> None:
    plays = f"{up_to('R', 6)} {up_to('O', 4)} {up_to('Y', 7)}"
    assert "A" not in roll_turns(plays, "").view(0)["bridges"]
    assert roll_turns(f"{plays} {up_to('G', 4)}", "").view(0)["bridges"]["A"] == [0]


def test_the_seventh_dice_symbol_crosses_its_bridge() -> None:
    assert "D" not in roll_turns(". . . . . .", "R1 R1>.").view(0)["bridges"]
    assert roll_turns(". . . . . . .", "R1 R1>. O1 O1").view(0)["bridges"]["D"] == [0]


def test_all_who_cross_in_the_same_turn_are_rewarded() -> None:
    match = roll_turns(up_to("R", 7), up_to("R", 7), up_to("O", 7))
    assert match.view(0)["bridges"] == {"R": [0, 1], "O": [2]}
    assert [sheet(match, seat)["bonus"] for seat in range(3)] == [20, 20, 20]


def test_also_when_a_higher_seat_rolls_and_crosses_first() -> None:
    match = roll_turns(". " + up_to("R", 7), ". " + up_to("R", 7))
    assert match.view(0)["bridges"]["R"] == [0, 1]


def test_later_crossers_get_none() -> None:
    match = roll_turns(up_to("R", 7), ". " + up_to("R", 7))
    assert match.view(0)["bridges"]["R"] == [0]
    assert [sheet(match, seat)["bonus"] for seat in (0, 1)] == [20, 0]


def test_several_bridges_in_one_turn() -> None:
    """Yellow's seventh box holds the seventh artefact: both bridges in one decision."""
    plays = f"{up_to('R', 6)} {up_to('O', 4)} {up_to('G', 4)} {up_to('B', 5)} Y1 Y1 Y1>. Y1 Y1>. Y1 Y1"
    match = roll_turns(plays, "")
    assert match.view(0)["bridges"] == {"D": [1], "Y": [0], "A": [0]}
    assert sheet(match)["bonus"] == 40


# -- the end --


def test_all_exhausted_ends_the_game() -> None:
    match = roll_turns(". . . . . . . . .", ". . . . . . . . .")
    assert match.over
    assert match.view(0)["turn"] == 9
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.totals == [20, 20]
    assert outcome.winners == [0, 1]


def test_one_exhausted_player_plays_on() -> None:
    match = roll_turns(". . . . . . . . .", up_to("R", 9), then="RRR333")
    assert sheet(match, 0)["dice"] == 9
    assert not match.over
    push(match, ".")
    assert "R3" in match.legal()
    push(match, "R3")
    assert not match.over


def test_the_game_ends_at_the_end_of_the_turn() -> None:
    """Seat 1 is already exhausted; the roller fills the last symbol, and seat 1 still decides."""
    match = roll_turns("G1 G1 . . . . . . . .", ". . . . . . . . . .", then="RRR111")
    assert match.player == 0
    push(match, ".")
    assert [sheet(match, seat)["dice"] for seat in (0, 1)] == [9, 9]
    assert match.player == 1
    push(match, "R1")
    assert match.over
    assert sheet(match, 1)["boxes"] == {"R": [1]}


def test_all_exhausted_counts_every_player() -> None:
    match = roll_turns(". . . . . . . . .", ". . . . . . . . .", "G1 . . . . . . . .")
    assert not match.over
    assert roll_turns(". . . . . . . . .", ". . . . . . . . .", ". . . . . . . . .").over


ALL_BRIDGES = (
    f"{up_to('R', 7)} {up_to('O', 7)} {up_to('Y', 7)} {up_to('G', 4)} . . .",
    f"{up_to('G', 7)} {up_to('B', 7)} {up_to('P', 7)} . . . . . . .",
)


def test_all_bridges_crossed_ends_the_game_whoever_crossed_them() -> None:
    match = roll_turns(*ALL_BRIDGES)
    assert match.over
    assert match.view(0)["bridges"] == {"R": [0], "O": [0], "Y": [0], "G": [1], "B": [1], "P": [1], "A": [0], "D": [1]}
    assert match.totals == [30 + 30 + 30 + 5 + 60 - 20 + 80, 30 + 30 + 30 - 30 + 60 + 80]


def test_seven_bridges_do_not() -> None:
    match = roll_turns(ALL_BRIDGES[0], ALL_BRIDGES[1].removesuffix(" .") + " P1")
    assert not match.over


def test_when_the_last_bridge_is_crossed_the_others_still_decide() -> None:
    """One turn before the end, seat 1 crosses the last bridge as the roller; seat 0 takes dice after it."""
    first = f"{up_to('R', 7)} {up_to('O', 7)} {up_to('Y', 7)} {up_to('G', 4)} . ."
    match = roll_turns(first, ALL_BRIDGES[1].removesuffix(" ."), then="GGG222")
    assert match.player == 1
    push(match, ".")
    assert len(match.view(0)["bridges"]) == 8
    assert match.player == 0
    push(match, "G2", ">G")
    assert match.over
    assert sheet(match)["boxes"]["G"] == [1, 1, 1, 1, 2, 2]


def test_nothing_follows_the_end() -> None:
    match = roll_turns(". . . . . . . . .", "")
    assert match.view(0)["to_move"] is None
    assert match.why_not(".") is not None
    with pytest.raises(BadSetup):
        match.push_chance("RRR111")
    assert match.chances() == []


# -- the score --


@pytest.mark.parametrize("boxes", range(10))
@pytest.mark.parametrize("circle", [False, True])
def test_the_value_of_an_expedition(boxes: int, circle: bool) -> None:
    plays = ("G0 " if circle else ". ") + up_to("G", boxes)
    match = roll_turns(plays, "")
    artifacts = ARTIFACT_COLUMN[(boxes >= 4) + (boxes >= 9)]
    symbols = 0 if circle else DICE_COLUMN[1]
    bridge = 20 if boxes >= 7 else 0
    value = -100 if circle and boxes == 0 else EXPEDITION[boxes] * (2 if circle else 1)
    assert match.live[0] == value + artifacts + symbols + bridge


def test_a_doubled_empty_expedition_costs_100() -> None:
    match = roll_turns("R0 . . . . . . . . .", ". . . . . . . . . .")
    assert match.over
    assert match.totals == [-100, 20]
    assert match.outcome() is not None


def test_no_circle_and_no_number_is_worth_nothing() -> None:
    assert new("roll", seed=1).live == [0, 0]


@pytest.mark.parametrize("symbols", range(1, 10))
def test_the_dice_column(symbols: int) -> None:
    match = roll_turns(". " * symbols, ". " * symbols)
    assert match.live == [DICE_COLUMN[symbols] + (20 if symbols >= 7 else 0)] * 2


def test_the_artifact_column() -> None:
    """Artefacts one by one, each with the boxes that gave it."""
    steps = [
        "R1 R1>. R1",
        "R1 R1 R1",
        "O1 O1",
        "O1 O1",
        "Y1 Y1",
        "Y1>. Y1 Y1>. Y1 Y1",
        "G1 G1 G1 G1",
        "G1>. G1 G1>. G1 G1",
        "B1 B1 B1>. B1 B1",
    ]
    for count in range(1, 10):
        match = roll_turns(" ".join(steps[:count]), "")
        assert sheet(match)["artifacts"] == count
        expeditions = sum(EXPEDITION[len(boxes)] for boxes in sheet(match)["boxes"].values())
        assert match.live[0] == ARTIFACT_COLUMN[count] + expeditions + sheet(match)["bonus"]


def test_the_bridge_points_of_the_dice_column_stay_when_exhausted() -> None:
    match = roll_turns(". . . . . . . . .", up_to("R", 9))
    assert sheet(match)["dice"] == 9
    assert match.live[0] == 0 + 20


def test_bridge_points_are_never_doubled() -> None:
    match = roll_turns("O0 " + up_to("O", 7), "")
    assert match.live[0] == 2 * 30 + ARTIFACT_COLUMN[2] + 20


def test_equal_points_share_the_win() -> None:
    outcome = roll_turns(*[". . . . . . . . ."] * 5).outcome()
    assert outcome is not None
    assert outcome.winners == [0, 1, 2, 3, 4]


def test_most_points_win() -> None:
    outcome = roll_turns("R0 . . . . . . . . .", "").outcome()
    assert outcome is not None
    assert outcome.winners == [1]


# -- the view --


def test_the_view_of_a_position() -> None:
    match = roll_turns("O0 R2 R6>R", ". G1 G4", then="ROG309")
    push(match, "G9")
    view = match.view(0)
    assert {key: view[key] for key in ("game", "seat", "to_move", "phase", "round", "turn", "starter", "roller")} == {
        "game": "roll",
        "seat": 0,
        "to_move": 0,
        "phase": "dice",
        "round": 1,
        "turn": 3,
        "starter": 0,
        "roller": 1,
    }
    assert view["options"] == {"layout": "1"}
    assert view["dice"] == ["RO", "30"]
    assert view["sheets"] == [
        {"circles": ["O"], "boxes": {"R": [2, 6, 6]}, "tops": [], "artifacts": 1, "dice": 0, "bonus": 0},
        {"circles": [], "boxes": {"G": [1, 4, 9]}, "tops": [], "artifacts": 0, "dice": 1, "bonus": 0},
    ]
    assert view["bridges"] == {}
    assert view["live"] == [-100 - 10 - 40, -10 - 40]
    assert (view["scores"], view["totals"]) == ([], [0, 0])
    assert view["legal"] == ["R0", "O3", "."]


def test_a_bridge_that_somebody_crossed_is_in_the_view() -> None:
    assert roll_turns(up_to("R", 7), up_to("R", 7)).view(None)["bridges"] == {"R": [0, 1]}


# -- impossible rolls --


@pytest.mark.parametrize(
    ("setup", "code"),
    [
        ({}, "missing_field"),
        ({"rolls": [], "deck": []}, "unknown_field"),
        ({"rolls": "RRR"}, "not_a_list"),
        ({"rolls": [["RRR"]]}, "bad_roll"),
        ({"rolls": [["RRR", "12"]]}, "bad_roll"),
        ({"rolls": [["RRW", "123"]]}, "bad_roll"),
        ({"rolls": [["RRR", "12a"]]}, "bad_roll"),
        ({"rolls": [["RRR", 123]]}, "bad_roll"),
        ({"rolls": ["RRR123"]}, "bad_roll"),
    ],
)
def test_a_roll_that_cannot_be(setup: Any, code: str) -> None:
    with pytest.raises(BadSetup) as refusal:
        game("roll").from_setup({}, 2, setup)
    assert refusal.value.reason.code == code
    assert str(refusal.value)


@pytest.mark.parametrize("outcome", ["", "RRR", "RRR12", "RRR1234", "WRR123", "123RRR"])
def test_a_chance_that_cannot_be(outcome: str) -> None:
    with pytest.raises(BadSetup):
        game("roll").table(2, {}).push_chance(outcome)
