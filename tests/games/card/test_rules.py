"""The rules of the card game, line by line, and the rulebooks' worked examples."""

import random

import pytest
from support.matches import card, card_box, play_out, push, same_picture, turn, turns

from lostcities import BadOption, BadSetup, IllegalMove, State, game, new


def refused(state: State, move: str) -> str:
    """Return only the code of why a move is not legal."""
    assert move not in state.legal()
    reason = state.why_not(move)
    assert reason is not None
    return reason.code


# -- components --


def test_the_box_holds_sixty_cards() -> None:
    deck = new("card", seed=1).setup()["deck"]
    assert sorted(deck) == sorted(card_box())
    assert len(deck) == 60
    assert deck.count("Y*") == 3
    assert deck.count("R10") == 1


def test_the_sixth_colour_makes_it_seventy_two() -> None:
    deck = new("card", seed=1, colors=6).setup()["deck"]
    assert sorted(deck) == sorted(card_box(colors=6))
    assert len(deck) == 72


def test_without_the_sixth_colour_there_is_no_purple() -> None:
    match = new("card", seed=1)
    assert refused(match, "P7") == "not_in_hand"
    push(match, match.legal()[-1])
    assert refused(match, "+P") == "pile_empty"


def test_the_sixth_colour_plays_like_the_others() -> None:
    match = card("0: P* P5 P4", colors=6)
    turns(match, "P* P5")
    turn(match)
    assert refused(match, "P4") == "too_low"
    turn(match, "-P4")
    assert match.view(0)["expeditions"][0] == {"P": ["P*", "P5"]}
    assert match.view(0)["discards"]["P"] == ["P4"]
    assert match.live[0] == (5 - 20) * 2


def test_the_mini_box() -> None:
    match = new("card", seed=1, size="mini")
    assert sorted(match.setup()["deck"]) == sorted(["Y*", "Y2", "Y3", "Y4", "B*", "B2", "B3", "B4"])
    assert match.view(0)["hand_sizes"] == [2, 2]
    assert match.view(0)["deck"] == 4
    assert match.options["max_turns"] == 12


def test_the_mini_box_keeps_a_cap_that_was_given() -> None:
    assert new("card", size="mini", max_turns=3).options["max_turns"] == 3


def test_the_mini_box_has_two_colours_and_no_others() -> None:
    with pytest.raises(BadOption):
        new("card", size="mini", colors=6)


def test_a_complete_mini_expedition_has_no_bonus() -> None:
    match = card("0: Y* Y2 / Y3 Y4\n1: B* B2", size="mini")
    turns(match, "Y* Y2", "B* B2")
    assert match.live == [(2 - 20) * 2, (2 - 20) * 2]


def test_the_mini_deck_ends_the_round() -> None:
    match = card("0: Y* Y2 / Y3 Y4\n1: B* B2 / B3 B4", size="mini", rounds=1)
    turns(match, "Y* Y2", "B* B2")
    assert match.over
    assert match.rounds[0].truncated is False


def test_the_tiny_box() -> None:
    match = new("card", seed=1, size="tiny")
    assert sorted(match.setup()["deck"]) == sorted(["Y*", "Y*", "Y*", "Y2", "Y3", "Y4", "Y5"])
    assert match.view(0)["hand_sizes"] == [2, 2]
    assert match.view(0)["deck"] == 3
    assert match.options["max_turns"] == 5


def test_a_tiny_expedition_costs_5() -> None:
    match = card("0: Y* Y4 / Y5\n1: Y2 Y3", size="tiny")
    turns(match, "Y* Y4", "Y2")
    assert match.live == [(4 - 5) * 2, 2 - 5]


def test_the_tiny_box_has_one_colour_and_no_others() -> None:
    with pytest.raises(BadOption, match="the size tiny always has 1 colour; do not give colors with it"):
        new("card", size="tiny", colors=6)


def test_the_longest_tiny_round_is_not_cut_short() -> None:
    """Three draws from the deck, and two cards laid that bring the two discarded before."""
    match = card("0: Y2 Y4 / Y*\n1: Y* Y5 / Y3", size="tiny", rounds=1)
    turns(match, "-Y4 Y*+Y -Y5", "-Y5 Y*+Y")
    assert match.over
    assert match.turn == match.options["max_turns"]
    assert match.rounds[0].truncated is False


# -- set-up --


def test_cards_are_dealt_one_at_a_time_starter_first() -> None:
    deck = card_box()
    match = game("card").from_setup({}, 2, {"deck": deck}, starter=1)
    assert match.player == match.starter == 1
    assert match.view(1)["hand"] == sorted(deck[0:16:2], key=card_box().index)
    assert match.view(0)["hand"] == sorted(deck[1:16:2], key=card_box().index)
    assert match.view(0)["deck"] == 44


def test_a_hand_is_shown_in_the_order_of_the_rules() -> None:
    match = card("0: R2 Y10 Y9 Y* B* W3 G4 Y*")
    assert match.view(0)["hand"] == ["Y*", "Y*", "Y9", "Y10", "B*", "W3", "G4", "R2"]


@pytest.mark.parametrize("starter", [0, 1])
def test_the_caller_may_name_the_starter(starter: int) -> None:
    assert new("card", seed=3, starter=starter).player == starter


def test_otherwise_lots_decide() -> None:
    assert {new("card", seed=seed).player for seed in range(20)} == {0, 1}


@pytest.mark.parametrize("starter", [2, -1, True, "0"])
def test_a_starter_is_a_seat(starter: object) -> None:
    with pytest.raises(BadSetup):
        new("card", starter=starter)  # type: ignore[arg-type]


@pytest.mark.parametrize("players", [1, 3])
def test_two_play(players: int) -> None:
    with pytest.raises(BadOption):
        new("card", players)


# -- playing cards --


def test_an_expedition_may_begin_with_any_number() -> None:
    match = card("0: Y2 B7 W10")
    assert {"Y2", "B7", "W10"} <= set(match.legal())


def test_a_number_must_be_strictly_higher_than_the_last() -> None:
    match = card("0: Y5 Y6 Y4 Y9")
    turns(match, "Y5")
    turn(match)
    assert refused(match, "Y4") == "too_low"
    assert {"Y6", "Y9"} <= set(match.legal())


def test_numbers_need_not_follow_on() -> None:
    match = card("0: Y2 Y6 Y10")
    turns(match, "Y2 Y6 Y10")
    assert match.view(0)["expeditions"][0] == {"Y": ["Y2", "Y6", "Y10"]}


def test_nothing_follows_a_ten() -> None:
    match = card("0: Y10 Y9 Y* Y2")
    turns(match, "Y10")
    turn(match)
    assert [refused(match, move) for move in ("Y9", "Y2", "Y*")] == ["too_low", "too_low", "wager_too_late"]


def test_up_to_three_wagers_come_before_the_numbers() -> None:
    match = card("0: Y* Y* Y* Y2")
    turns(match, "Y* Y* Y* Y2")
    assert match.view(0)["expeditions"][0] == {"Y": ["Y*", "Y*", "Y*", "Y2"]}


@pytest.mark.parametrize("number", ["Y2", "Y7", "Y10"])
def test_no_wager_after_a_number(number: str) -> None:
    match = card(f"0: {number} Y*")
    turns(match, number)
    turn(match)
    assert refused(match, "Y*") == "wager_too_late"
    assert "-Y*" in match.legal()


def test_a_refusal_names_the_colour_and_what_it_shows() -> None:
    match = turns(card("1: Y5 Y4 Y* B2"), "", "Y5")
    turn(match)
    assert match.why_not("Y4") == ("too_low", {"color": "Y", "shown": 5})
    assert match.why_not("Y*") == ("wager_too_late", {"color": "Y", "shown": 5})
    push(match, "-B2")
    assert match.why_not("+B") == ("just_discarded", {"color": "B"})
    assert match.why_not("+W") == ("pile_empty", {"color": "W"})


def test_each_colour_is_its_own_expedition() -> None:
    match = card("0: Y10 B2 B* W*")
    turns(match, "Y10")
    turn(match)
    assert {"B2", "B*", "W*"} <= set(match.legal())


def test_each_player_has_expeditions_of_their_own() -> None:
    match = card("0: Y9\n1: Y2 Y*")
    turn(match, "Y9")
    assert {"Y2", "Y*"} <= set(match.legal())
    turn(match, "Y*")
    assert match.view(0)["expeditions"] == [{"Y": ["Y9"]}, {"Y": ["Y*"]}]


def test_every_card_laid_is_open_to_both() -> None:
    match = card("0: Y* Y4\n1: B8 B9")
    turns(match, "Y* Y4", "B8 B9")
    drawing = """
        0: Y*,Y4
        1: B8,B9
        piles:
    """
    assert same_picture(match.view(0), drawing)
    assert same_picture(match.view(1), drawing)
    assert same_picture(match.view(None), drawing)


def test_a_card_must_be_in_the_hand() -> None:
    match = card("0: Y4\n1: Y5")
    assert refused(match, "Y5") == "not_in_hand"
    assert refused(match, "-Y5") == "not_in_hand"


def test_a_played_card_is_gone_from_the_hand() -> None:
    match = card("0: Y4")
    turns(match, "Y4")
    turn(match)
    assert refused(match, "-Y4") == "not_in_hand"


def test_one_of_three_wagers_leaves_the_others() -> None:
    match = card("0: Y* Y* Y*")
    push(match, "-Y*")
    assert match.view(0)["hand"].count("Y*") == 2


# -- discarding and drawing --


def test_a_discard_is_always_allowed() -> None:
    match = card("0: Y5 Y4 B* W10")
    assert {f"-{name}" for name in match.view(0)["hand"]} <= set(match.legal())
    turns(match, "Y5")
    turn(match)
    assert {"-Y4", "-B*", "-W10"} <= set(match.legal())


def test_discards_lie_in_piles_by_colour_the_last_on_top() -> None:
    match = card("0: Y5 B2\n1: Y9 Y*")
    turns(match, "-Y5 -B2", "-Y9 -Y*")
    assert same_picture(
        match.view(0),
        """
        0:
        1:
        piles: Y5,Y9,Y* B2
        """,
    )


def test_play_then_draw_both_compulsory() -> None:
    match = card("0: Y5")
    assert match.phase == "play"
    assert refused(match, "+") == "play_first"
    assert refused(match, "+Y") == "play_first"
    push(match, "Y5")
    assert match.phase == "draw"
    assert match.player == 0
    assert match.legal() == ["+"]
    assert refused(match, "-Y5") == "draw_first"
    push(match, "+")
    assert match.player == 1
    assert match.phase == "play"


def test_a_lone_draw_is_still_asked() -> None:
    match = card("0: Y5")
    push(match, "Y5")
    assert match.legal() == ["+"]


def test_the_deck_gives_its_top_card() -> None:
    match = card("0: Y5 / B7\n1: / W4")
    turn(match, "Y5")
    assert "B7" in match.view(0)["hand"]
    assert match.view(0)["deck"] == 43
    turn(match)
    assert "W4" in match.view(1)["hand"]


def test_the_card_just_discarded_cannot_be_taken() -> None:
    match = card("0: Y5")
    push(match, "-Y5")
    assert match.view(0)["barred"] == "Y"
    assert refused(match, "+Y") == "just_discarded"
    assert match.legal() == ["+"]


def test_nor_can_the_card_below_it() -> None:
    match = card("0: Y5\n1: Y6")
    turn(match, "-Y5")
    push(match, "-Y6")
    assert refused(match, "+Y") == "just_discarded"


def test_other_piles_may_be_taken_after_a_discard() -> None:
    match = card("0: Y5\n1: B6")
    turn(match, "-Y5")
    push(match, "-B6")
    assert match.legal() == ["+", "+Y"]


def test_who_laid_a_card_may_take_any_top() -> None:
    match = card("0: Y5 B3\n1: B6 Y6 W2")
    turns(match, "-Y5 -B3", "-B6")
    push(match, "Y6")
    assert match.legal() == ["+", "+Y", "+B"]


def test_own_discards_of_earlier_turns_may_be_taken_back() -> None:
    match = card("0: Y5 Y6")
    turns(match, "-Y5")
    turn(match)
    turn(match, "Y6+Y")
    assert "Y5" in match.view(0)["hand"]


def test_the_bar_is_lifted_with_the_turn() -> None:
    match = card("0: Y5\n1: B6")
    turn(match, "-Y5")
    assert match.view(0)["barred"] is None
    push(match, "B6")
    assert "+Y" in match.legal()


def test_only_the_top_of_a_pile_is_taken() -> None:
    match = card("0: Y5\n1: Y6")
    turns(match, "-Y5 ", "-Y6")
    turn(match, "-" + match.view(0)["hand"][-1] + "+Y")
    assert "Y6" in match.view(0)["hand"]
    assert match.view(0)["discards"]["Y"] == ["Y5"]


def test_an_emptied_pile_cannot_be_taken_from() -> None:
    match = card("0: Y5\n1: B6 B7")
    turn(match, "-Y5")
    turn(match, "B6+Y")
    turn(match)
    push(match, "B7")
    assert refused(match, "+Y") == "pile_empty"


# -- what is known --


def test_a_card_taken_from_a_pile_is_known_to_all() -> None:
    match = card("0: Y5\n1: B6")
    turn(match, "-Y5")
    turn(match, "B6+Y")
    assert match.view(0)["known"] == [[], ["Y5"]]
    assert match.view(None)["known"] == [[], ["Y5"]]


@pytest.mark.parametrize("play", ["Y5", "-Y5"])
def test_it_is_known_until_played(play: str) -> None:
    match = card("0: Y5\n1: B6")
    turn(match, "-Y5")
    turn(match, "B6+Y")
    turn(match)
    push(match, play)
    assert match.view(0)["known"] == [[], []]


def test_a_card_from_the_deck_is_not_known() -> None:
    match = card("0: Y5 / B7")
    turn(match, "Y5")
    assert match.view(1)["known"] == [[], []]


def test_playing_an_equal_card_uses_up_the_known_one() -> None:
    match = card("0: Y*\n1: Y* Y* B6")
    turn(match, "-Y*")
    turn(match, "B6+Y")
    assert match.view(0)["known"][1] == ["Y*"]
    turn(match)
    push(match, "Y*")
    assert match.view(0)["known"][1] == []
    assert match.view(1)["hand"].count("Y*") == 2


def test_two_equal_cards_can_be_known() -> None:
    match = card("0: Y* Y*\n1: B6 B7")
    turns(match, "-Y* -Y*", "B6+Y B7+Y")
    assert match.view(0)["known"][1] == ["Y*", "Y*"]


# -- the end of a round, and its score --


def test_the_round_ends_at_once_when_the_last_card_is_drawn() -> None:
    match = card(rounds=1)
    for _ in range(43):
        turn(match)
    assert match.view(0)["deck"] == 1
    assert not match.over
    turn(match)
    assert match.over
    assert match.view(0)["deck"] == 0
    assert match.view(0)["hand_sizes"] == [8, 8]
    assert match.view(0)["to_move"] is None
    assert match.legal() == []


def test_the_last_card_may_be_left_alone() -> None:
    match = card("0: Y5\n1: B6", rounds=1)
    for _ in range(43):
        turn(match)
    while not match.over and match.turn < 60:
        push(match, match.legal()[-1])
        push(match, match.legal()[-1])
    assert match.turn == 60
    assert match.view(0)["deck"] == 1


def drawn_in_order(cards: str) -> str:
    """Return a drawing in which seat 0 is dealt the first eight cards and draws the others."""
    names = cards.split()
    return f"0: {' '.join(names[:8])} / {' '.join(names[8:])}"


def scored(cards: str) -> int:
    """Return a seat's score for having played these cards."""
    return turns(card(drawn_in_order(cards)), cards).live[0]


def test_the_rulebooks_example() -> None:
    yellow = "Y6 Y8 Y9"
    white = "W*"
    green = "G* G4 G5 G6"
    red = "R* R* R2 R4 R5 R6 R8 R10"
    assert scored(yellow) == 23 - 20 == 3
    assert scored(white) == -40
    assert scored(green) == -10
    assert scored(red) == 45 + 20
    assert scored(f"{yellow} {white} {green} {red}") == 18


def test_the_rulebooks_example_played_to_the_end() -> None:
    cards = "Y6 Y8 Y9 W* G* G4 G5 G6 R* R* R2 R4 R5 R6 R8 R10"
    match = turns(card(drawn_in_order(cards), rounds=1), cards)
    play_out(match)
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.totals == [18, 0]
    assert outcome.winners == [0]
    assert match.rounds[0].scores == [18, 0]


def test_no_card_costs_nothing() -> None:
    assert card().live == [0, 0]


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("Y2", -18),
        ("Y10", -10),
        ("Y*", -40),
        ("Y* Y*", -60),
        ("Y* Y* Y*", -80),
        ("Y* Y* Y* Y2", -72),
        ("Y2 Y3 Y4 Y5 Y6", 0),
        ("Y* Y2 Y3 Y4 Y5 Y6", 0),
        ("Y2 Y3 Y4 Y5 Y6 Y7 Y8", 15),
        ("Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9", 24 + 20),
        ("Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9 Y10", 34 + 20),
        ("Y* Y2 Y3 Y4 Y5 Y6 Y7 Y8", 15 * 2 + 20),
        ("Y* Y* Y* Y2 Y3 Y4 Y5 Y6", 0 + 20),
        ("Y* Y* Y* Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9 Y10", 34 * 4 + 20),
    ],
)
def test_the_value_of_an_expedition(cards: str, points: int) -> None:
    assert scored(cards) == points


def test_the_bonus_comes_after_the_multiplication_even_of_a_loss() -> None:
    assert scored("Y* Y* Y* Y2 Y3 Y4 Y5") == (14 - 20) * 4
    assert scored("Y* Y* Y* Y2 Y3 Y4 Y5 Y6") == (20 - 20) * 4 + 20


def test_the_bonus_counts_wagers_as_cards() -> None:
    assert scored("Y* Y* Y2 Y3 Y4 Y5 Y6 Y7") == (27 - 20) * 3 + 20


def test_cards_in_hand_count_nothing() -> None:
    match = card("0: Y10 Y9 Y8 Y7 Y6 Y5 Y4 Y3", rounds=1)
    play_out(match)
    assert match.scores == [[0, 0]]


# -- max_turns --


def test_max_turns_ends_a_round_as_if_the_deck_had_run_out() -> None:
    match = card("0: Y10\n1: B9", max_turns=3, rounds=1)
    turns(match, "Y10", "B9")
    assert not match.over
    turn(match)
    assert match.over
    assert match.rounds[0].truncated is True
    assert match.scores == [[-10, -11]]
    assert match.view(0)["deck"] == 41


def test_max_turns_counts_both_players_and_anew_in_each_round() -> None:
    match = new("card", seed=4, max_turns=5, rounds=3)
    while not match.over:
        turn(match)
    assert [len(past.moves) for past in match.rounds] == [10, 10, 10]
    assert [past.truncated for past in match.rounds] == [True, True, True]


@pytest.mark.parametrize(("cap", "truncated"), [(43, True), (44, False), (45, False)])
def test_a_round_that_ends_by_its_own_rule_on_that_very_turn_is_not_truncated(cap: int, truncated: bool) -> None:
    match = card(max_turns=cap, rounds=1)
    play_out(match)
    assert match.rounds[0].truncated is truncated
    assert match.turn == min(cap, 44)


def test_after_a_truncated_round_the_match_goes_on() -> None:
    match = new("card", seed=4, max_turns=1, rounds=2, starter=0)
    move = next(move for move in match.legal() if not move.startswith("-"))
    push(match, move, "+")
    assert len(match.scores) == 1
    assert match.player == 1
    assert match.view(0)["round"] == 2
    assert match.turn == 0


@pytest.mark.parametrize("cap", [0, 65536, -1, True, "3", 2.0])
def test_a_cap_is_a_number_from_1_to_65535(cap: object) -> None:
    with pytest.raises(BadOption):
        new("card", max_turns=cap)  # type: ignore[arg-type]


LIVING_OFF_THE_PILES = """
    0: Y5 B5
    1: W8 G8
"""
FOREVER = ["-Y5", "+B", "-W8", "+Y", "-B5", "+W", "-Y5", "+B", "-W8", "+Y", "-B5", "+W"]
"""Six turns in which three cards change hands through their piles and end up where they started."""


def test_without_a_cap_a_round_can_go_on_for_ever() -> None:
    match = turns(card(LIVING_OFF_THE_PILES), "-B5", "-G8")
    before = match.view(0)
    push(match, *FOREVER)
    assert match.view(0) == before | {"turn": 8, "known": [["Y5"], ["W8"]]}
    while match.turn < 65500:
        push(match, *FOREVER)
    for _ in range(20):
        push(match, *FOREVER)
    assert match.player == 0
    assert match.view(0)["deck"] == 42


def test_the_highest_cap_is_reached() -> None:
    match = turns(card(LIVING_OFF_THE_PILES, max_turns=65535, rounds=1), "-B5", "-G8")
    while match.turn < 65530:
        push(match, *FOREVER)
    push(match, *FOREVER[: 2 * (65535 - match.turn)])
    assert match.over
    assert match.turn == 65535
    assert match.rounds[0].truncated


# -- a match --


def lead(winner: int, points: str, starter: int) -> State:
    """A first round of two that `winner` wins, or nobody if `points` is empty."""
    match = card(f"{winner}: {points}", starter=starter, rounds=2)
    if points:
        plays = ["", ""]
        plays[winner] = points
        turns(match, *plays)
    play_out(match)
    match.begin({"deck": card_box()})
    return match


WORTH = "Y5 Y6 Y7 Y8 Y9 Y10"


@pytest.mark.parametrize("winner", [0, 1])
@pytest.mark.parametrize("starter", [0, 1])
def test_the_better_of_a_round_starts_the_next(winner: int, starter: int) -> None:
    match = lead(winner, WORTH, starter)
    assert match.player == winner


@pytest.mark.parametrize("starter", [0, 1])
def test_after_a_tied_round_the_other_one_starts(starter: int) -> None:
    assert lead(0, "", starter).player == 1 - starter


def test_the_round_just_scored_decides_not_the_total() -> None:
    match = card(f"0: {WORTH}", rounds=3)
    turns(match, WORTH)
    play_out(match)
    match.begin({"deck": card_deck("1: B9 B10 B8")})
    turns(match, "", "B8 B9 B10")
    play_out(match)
    assert match.scores == [[25, 0], [0, 7]]
    match.begin({"deck": card_box()})
    assert match.player == 1


def card_deck(drawing: str) -> list[str]:
    deck: list[str] = card(drawing).setup()["deck"]
    return deck


def test_a_later_starter_cannot_be_chosen() -> None:
    match = play_out(card(f"0: {WORTH}", rounds=2))
    with pytest.raises(BadSetup):
        match.begin({"deck": card_box()}, starter=match.starter ^ 1)
    match.begin({"deck": card_box()}, starter=match.starter)
    assert len(match.rounds) == 2


def test_three_rounds_by_default() -> None:
    match = new("card", seed=9)
    while not match.over:
        turn(match)
    assert len(match.scores) == 3
    assert match.outcome() is not None


def test_the_highest_total_wins() -> None:
    match = card(f"1: {WORTH}", rounds=1)
    turns(match, "", WORTH)
    play_out(match)
    outcome = match.outcome()
    assert outcome is not None
    assert (outcome.totals, outcome.winners) == ([0, 25], [1])


def test_equal_totals_are_a_shared_win() -> None:
    outcome = play_out(card(rounds=1)).outcome()
    assert outcome is not None
    assert (outcome.totals, outcome.winners) == ([0, 0], [0, 1])


def test_totals_add_up_over_ninety_nine_rounds() -> None:
    match = new("card", seed=5, rounds=99, max_turns=20)
    rng = random.Random(5)
    while not match.over:
        lays = [move for move in match.legal() if move[0] not in "-+"]
        push(match, rng.choice(lays or match.legal()))
    assert len(match.scores) == 99
    assert match.totals == [sum(seat) for seat in zip(*match.scores, strict=True)]
    assert match.view(0)["round"] == 99


@pytest.mark.parametrize("rounds", [0, 100, None, True, "3"])
def test_a_match_has_1_to_99_rounds(rounds: object) -> None:
    with pytest.raises(BadOption):
        new("card", rounds=rounds)  # type: ignore[arg-type]


def test_nothing_follows_the_end() -> None:
    match = play_out(card(rounds=1))
    with pytest.raises(IllegalMove, match="the match is over"):
        match.push("+")
    with pytest.raises(BadSetup):
        match.begin()


# -- the view --


def test_the_view_of_a_position() -> None:
    match = card("0: Y* Y2 Y9 / B7\n1: Y3 B* B4", starter=0)
    turns(match, "Y* -Y9", "-Y3 B*+Y")
    push(match, "Y2")
    view = match.view(0)
    assert {key: view[key] for key in ("game", "seat", "to_move", "phase", "round", "turn", "starter", "barred")} == {
        "game": "card",
        "seat": 0,
        "to_move": 0,
        "phase": "draw",
        "round": 1,
        "turn": 4,
        "starter": 0,
        "barred": None,
    }
    assert view["options"] == {"colors": 5, "size": "full", "rounds": 3, "max_turns": None}
    assert view["hand_sizes"] == [7, 8]
    assert len(view["hand"]) == 7
    assert view["known"] == [[], ["Y9"]]
    assert view["expeditions"] == [{"Y": ["Y*", "Y2"]}, {"B": ["B*"]}]
    assert view["discards"] == {"Y": ["Y3"]}
    assert view["deck"] == 41
    assert view["live"] == [-36, -40]
    assert view["scores"] == []
    assert view["totals"] == [0, 0]
    assert view["legal"] == ["+", "+Y"]


def test_only_the_seat_that_decides_sees_legal_moves() -> None:
    match = card()
    assert "legal" in match.view(0)
    assert "legal" not in match.view(1)


def test_a_spectator_sees_no_hand() -> None:
    view = card().view(None)
    assert view["seat"] is None
    assert "hand" not in view
    assert "legal" not in view


def test_the_view_after_the_match() -> None:
    match = card(f"0: {WORTH}", rounds=1)
    turns(match, WORTH)
    play_out(match)
    view = match.view(0)
    assert view["to_move"] is None
    assert view["round"] == 1
    assert view["scores"] == [[25, 0]]
    assert view["live"] == [25, 0]
    assert view["totals"] == [25, 0]
    assert "legal" not in view


def test_the_view_at_the_end_names_who_started_the_last_round() -> None:
    match = card(f"0: {WORTH}", starter=1, rounds=1)
    turns(match, WORTH)
    play_out(match)
    assert match.view(0)["round"] == 1
    assert match.view(0)["starter"] == 1


# -- impossible deals --


@pytest.mark.parametrize(
    ("setup", "code"),
    [
        ([], "not_an_object"),
        ({}, "missing_field"),
        ({"deck": card_box(), "tiles": {}}, "unknown_field"),
        ({"deck": "Y7"}, "not_a_list"),
        ({"deck": card_box()[:-1]}, "deck_size"),
        ({"deck": [*card_box()[:-1], "R11"]}, "unknown_card"),
        ({"deck": [*card_box()[:-1], 7]}, "unknown_card"),
        ({"deck": [*card_box()[:-1], "P2"]}, "unknown_card"),
        ({"deck": [*card_box()[:-1], "Y2"]}, "card_too_often"),
    ],
)
def test_a_deal_that_cannot_be(setup: object, code: str) -> None:
    with pytest.raises(BadSetup) as refusal:
        game("card").from_setup({}, 2, setup)  # type: ignore[arg-type]
    assert refusal.value.reason.code == code
    assert str(refusal.value)
