"""Which matches count: those at the tables of the ladder, against a bot that is no weaker than the measured one."""

from typing import Any

import pytest
from support.tables import header

from lostcities.server.store.ratings import Played
from lostcities.server.tables.ratings import Strengths, luck

STRENGTHS = Strengths()
FULL = {"card": {"rounds": 3}, "board": {"rounds": 3}, "roll": {}}


def deviation(bot: str, game: str = "card", players: int = 2, **options: Any) -> float | None:
    """How sure the strength of a match's opponent is; None if the match does not count."""
    seats = ["person", *[f"bot:{bot}"] * (players - 1)]
    found = STRENGTHS.of(Played("T", header(game, seats, options=FULL[game] | options), bot, 1.0, 1))
    return found and found.deviation


@pytest.mark.parametrize("game", FULL)
@pytest.mark.parametrize("bot", ["pip", "nell", "bruno", "odile", "magnus", "random", "thumb", "net", "best"])
def test_every_bot_counts_as_it_is_by_default(bot: str, game: str) -> None:
    assert deviation(bot, game) is not None


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("card", {"max_turns": 6}),
        ("card", {"max_turns": 6, "rounds": 1}),
        ("card", {"max_turns": 10_000}),
        ("card", {"rounds": 4}),
        ("card", {"rounds": 99, "colors": 6}),
        ("card", {"size": "mini"}),
        ("board", {"max_turns": 6}),
        ("board", {"points_once": True}),
    ],
)
def test_a_match_does_not_count_at_a_table_that_was_not_measured(game: str, options: dict[str, Any]) -> None:
    assert deviation("magnus", game, **options) is None


@pytest.mark.parametrize("options", [{}, {"colors": 6}])
def test_fewer_rounds_count_for_less(options: dict[str, Any]) -> None:
    three, two, one = (deviation("pip", rounds=rounds, **options) for rounds in (3, 2, 1))
    assert three is not None
    assert two is not None
    assert one is not None
    assert three < luck(2 / 3) < two < luck(1 / 3) < one


@pytest.mark.parametrize(
    "bot",
    [
        *("magnus:ms=1", "magnus:ms=999", "magnus:worlds=31", "best:ms=1", "best:worlds=1", "best:file=a.npz", "best:worlds=32,file=a.npz"),
        *("net:quick=true", "net:quick=false", "net:level=true", "net:file=a.npz"),
    ],
)
def test_a_bot_that_may_be_weaker_than_measured_does_not_count(bot: str) -> None:
    assert deviation(bot) is None


@pytest.mark.parametrize("bot", ["magnus:ms=1000", "best:ms=3000", "best:worlds=32", "magnus:worlds=64"])
def test_a_bot_that_searches_more_counts_as_measured(bot: str) -> None:
    assert deviation(bot) == deviation("best")
