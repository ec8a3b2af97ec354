"""Perft: the number of move sequences up to a depth. One wrong legal move anywhere below changes the count.

The card game is counted a second time by a small independent game, written here from the rules. The counts of the
other two are golden: computed once, their first plies worked out by hand.
"""

import random

import pytest
from support.matches import board, card, new_match

from lostcities import State, game


def perft(state: State, depth: int) -> int:
    """Count the sequences of distinct tokens of exactly this length; a finished match has none."""
    moves = state.legal()
    if depth <= 1:
        return len(moves) if depth else 1
    total = 0
    for move in moves:
        after = state.copy()
        after.push(move)
        total += perft(after, depth - 1)
    return total


# -- the card game, independently --

Position = tuple[tuple[tuple[str, ...], ...], tuple[str, ...], tuple[tuple[str, ...], ...], tuple[str, ...], int, str, int]
"""Hands, cards played by either seat (`0Y7`), piles as strings of cards, the deck, whose turn, the card just discarded, turns left."""


def first_position(deck: list[str], hand: int, turns: int) -> Position:
    dealt = 2 * hand
    return ((tuple(deck[0:dealt:2]), tuple(deck[1:dealt:2])), (), (), tuple(deck[dealt:]), 0, "", turns)


def value(name: str) -> int:
    """The number on a card; a wager is lower than every number."""
    return 0 if name[1:] == "*" else int(name[1:])


def may_lay(name: str, laid: tuple[str, ...], seat: int) -> bool:
    numbers = [value(other[1:]) for other in laid if other[:2] == f"{seat}{name[0]}" and value(other[1:])]
    return not numbers or value(name) > max(numbers)


def without(hand: tuple[str, ...], name: str) -> tuple[str, ...]:
    place = hand.index(name)
    return hand[:place] + hand[place + 1 :]


def plays(position: Position) -> list[Position]:
    """The positions after each card that can be played or discarded; the player has yet to draw."""
    hands, laid, piles, deck, seat, _, turns = position
    found = []
    for name in sorted(set(hands[seat])):
        left = tuple(without(hand, name) if other == seat else hand for other, hand in enumerate(hands))
        if may_lay(name, laid, seat):
            found.append((left, (*laid, f"{seat}{name}"), piles, deck, seat, "", turns))
        pile = next((pile for pile in piles if pile[0][0] == name[0]), ())
        others = tuple(other for other in piles if other != pile)
        found.append((left, laid, (*others, (*pile, name)), deck, seat, name, turns))
    return found


def draws(position: Position) -> list[Position]:
    """The positions after each card that can be drawn: from the deck, or from any pile except the one just discarded to."""
    hands, laid, piles, deck, seat, discarded, turns = position

    def take(name: str, piles: tuple[tuple[str, ...], ...], deck: tuple[str, ...]) -> Position:
        full = tuple((*hand, name) if other == seat else hand for other, hand in enumerate(hands))
        return (full, laid, piles, deck, 1 - seat, "", turns - 1)

    found = [take(deck[0], piles, deck[1:])]
    for pile in piles:
        if pile[-1] != discarded:
            rest = tuple(other for other in piles if other != pile) + ((pile[:-1],) if len(pile) > 1 else ())
            found.append(take(pile[-1], rest, deck))
    return found


def count(position: Position, depth: int, drawing: bool = False) -> int:
    if depth == 0:
        return 1
    if not drawing and (not position[3] or not position[6]):
        return 0
    after = draws(position) if drawing else plays(position)
    return sum(count(next_position, depth - 1, not drawing) for next_position in after)


def counted(state: State, depth: int) -> int:
    deck = state.setup()["deck"]
    return count(first_position(deck, state.view(0)["hand_sizes"][0], int(str(state.options["max_turns"] or 10**6))), depth)


@pytest.mark.parametrize("seed", range(6))
def test_card_agrees_with_the_rules_written_anew(seed: int) -> None:
    deck = new_match(("card", 2, {}), seed).setup()["deck"]
    state = game("card").from_setup({"rounds": 1}, 2, {"deck": deck})
    for depth in range(1, 6):
        assert perft(state, depth) == counted(state, depth)


@pytest.mark.parametrize("size", ["mini", "tiny"])
@pytest.mark.parametrize("seed", range(6))
def test_small_boxes_agree_with_the_rules_written_anew(size: str, seed: int) -> None:
    deck = new_match(("card", 2, {"size": size}), seed).setup()["deck"]
    state = game("card").from_setup({"rounds": 1, "size": size}, 2, {"deck": deck})
    for depth in range(1, 10 if size == "mini" else 12):
        assert perft(state, depth) == counted(state, depth)


def test_mini_to_its_cap() -> None:
    """Four turns in total: no sequence is longer than eight moves."""
    state = card("0: Y* Y2\n1: B* B2", size="mini", rounds=1, max_turns=4)
    found = [perft(state, depth) for depth in range(1, 10)]
    assert found == [counted(state, depth) for depth in range(1, 10)]
    assert found[-1] == 0
    assert found[-2] > 0


def test_card_from_the_middle_of_a_round() -> None:
    """After random moves the two counts still agree: the position is rebuilt from the view."""
    rng = random.Random(8)
    for seed in range(4):
        state = new_match(("card", 2, {"rounds": 1}), seed)
        for _ in range(2 * rng.randrange(1, 40)):
            state.push(rng.choice(state.legal()))
        if not state.over:
            assert perft(state, 4) == count(rebuilt(state), 4)


def rebuilt(state: State) -> Position:
    view = state.view(None)
    hands = tuple(tuple(state.view(seat)["hand"]) for seat in (0, 1))
    laid = tuple(f"{seat}{name}" for seat in (0, 1) for cards in view["expeditions"][seat].values() for name in cards)
    piles = tuple(tuple(pile) for pile in view["discards"].values())
    deck = tuple(state.setup()["deck"][60 - view["deck"] :])
    return (hands, laid, piles, deck, view["to_move"], "", 10**6)


# -- golden counts --


def test_card_counts() -> None:
    """Eight different cards: sixteen plays, then only the deck, because the pile just discarded to is barred."""
    state = card("0: Y* Y2 B3 B9 W* W4 G7 R10\n1: Y* Y5 B* B4 W9 G2 G8 R3", rounds=1)
    assert [perft(state, depth) for depth in range(1, 7)] == [16, 16, 256, 371, 5872, 10157]


BOARD = """
    0: Y0 Y3 B1 B5 W2 W2 G7 R10
    1: Y0 Y4 B2 B6 W3 W8 G1 R5
    tiles: Y3=> Y5=15 W2=> W3=> G2=> B2=>
"""


def test_board_counts() -> None:
    """By hand: 7 kinds to open in two ways or to discard, 21; the other seat has 8 kinds, 21 x 24 = 504.

    Its draws: 14 x 24 after an opening; after a discard 48 each, less one for each discard to that same pile: 660.
    """
    state = board(BOARD, rounds=1)
    assert [perft(state, depth) for depth in range(1, 7)] == [21, 21, 504, 660, 11151, 17303]


def test_board_counts_either_way_opening_low() -> None:
    """By hand: 5 colours to open in two ways, 7 kinds to discard, 17; the other seat 5 x 2 + 8, 17 x 18 = 306."""
    state = board(BOARD, rounds=1, direction="either", open_lowest=True)
    assert [perft(state, depth) for depth in range(1, 7)] == [17, 17, 306, 420, 6215, 10387]


ROLLS = [["ROR", "309"], ["YGB", "112"], ["RRO", "045"], ["PPB", "999"], ["RGB", "010"]]


@pytest.mark.parametrize(
    ("players", "counts"),
    [
        (2, [7, 31, 217, 961, 5983, 25451]),
        (3, [7, 31, 151, 1057, 4681, 22801]),
        (5, [7, 31, 151, 799, 4519, 31633]),
    ],
)
def test_roll_counts(players: int, counts: list[int]) -> None:
    """By hand: two colours and three numbers, or none, 7; what is left then gives 3 x 5 + 3 x 3 + 7 = 31.

    Dice are shared, so further seats have as many: 3 x 25 + 3 x 9 + 49 = 151, then 799 and 4519; a new roll of three
    colours and two numbers gives 7 again.
    """
    state = game("roll").from_setup({}, players, {"rolls": ROLLS})
    assert [perft(state, depth) for depth in range(1, 7)] == counts
