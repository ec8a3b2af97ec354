"""The scores worked out for people add up to those of the rules, at the end of every round of the vectors."""

from collections.abc import Iterator

from support.records import vectors

from lostcities.games.card.components import FULL, box_of
from lostcities.records import steps
from lostcities.terminal import board, card, roll
from lostcities.terminal.table import Finished


def ends(name: str) -> Iterator[Finished]:
    """Yield the end of every round."""
    found = [
        Finished(step.before.view(None), step.after.view(None))
        for record in vectors(name)
        for step in steps(record)
        if step.event.scores is not None
    ]
    assert len(found) >= 26
    yield from found


def value(text: str) -> int:
    """Return the result of `9: +50 × 2`."""
    points, _, factor = text.split(": ")[-1].replace("−", "-").partition(" × ")
    return int(points) * int(factor or 1)


def test_expeditions_of_the_card_game() -> None:
    for end in ends("card"):
        box = box_of(end.view["options"])
        for laid, points in zip(end.view["expeditions"], end.view["scores"][-1], strict=True):
            assert sum(card.worth(cards, box) for cards in laid.values()) == points
            sums = [card.worked_out(cards, box) for cards in laid.values()]
            assert [int(text.split("= ")[1].replace("−", "-")) for text in sums] == [card.worth(cards, box) for cards in laid.values()]


def test_figures_and_artifacts_of_the_board_game() -> None:
    for end in ends("board"):
        for seat, points in enumerate(end.view["points"]):
            assert max(end.earlier["points"][seat] + board.figures_worth(end.view, seat), 0) == points
            if end.view["options"]["rounds"] == len(end.view["scores"]):
                assert max(points + value(board.artifacts_worth(end.view, seat)), 0) == end.view["totals"][seat]


def test_sheets_of_the_roll_game() -> None:
    for end in ends("roll"):
        for sheet, points in zip(end.view["sheets"], end.view["scores"][-1], strict=True):
            columns = sum(value(roll.column_worth(sheet, color)) for color in "ROYGBP")
            tracks = roll.ARTIFACT_VALUES[sheet["artifacts"]] + roll.SYMBOL_VALUES[sheet["dice"]]
            assert columns + tracks + sheet["bonus"] == points


def test_values_are_read_as_they_are_written() -> None:
    assert [value("0: −50 × 2"), value("9: +50"), value("3 x: 0")] == [-100, 50, 0]
    assert card.worked_out(["Y*", "Y7", "Y8"], FULL) == "(15 − 20) × 2 = −10"
