"""The scale of the graded opponents: only for tables like those at which it was measured."""

from typing import Any

import pytest

from lostcities import game
from lostcities.analysis.strength import scale_of


@pytest.mark.parametrize("options", [{}, {"rounds": 1}, {"rounds": 9, "colors": 5}, {"max_turns": None}, {"max_turns": 1000}])
def test_the_number_of_rounds_changes_no_decision(options: dict[str, Any]) -> None:
    assert scale_of(game("card"), 2, options) is not None


@pytest.mark.parametrize("options", [{"size": "mini"}, {"colors": 6, "rounds": 3}, {"max_turns": 20}])
def test_other_options_have_no_scale(options: dict[str, Any]) -> None:
    assert scale_of(game("card"), 2, options) is None


def test_neither_have_other_numbers_of_players() -> None:
    assert scale_of(game("board"), 3, {"direction": "up"}) is not None
    assert scale_of(game("board"), 4, {}) is None
    assert scale_of(game("board"), 2, {"direction": "either"}) is None
