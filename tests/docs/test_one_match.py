"""The page that explains luck with one match shows the figures that the analysis gives, so far as they are quickly worked out."""

import json
from typing import cast

import pytest
from support.folders import ROOT
from support.markdown import Cells, table

from lostcities.analysis.decisions import Decision
from lostcities.analysis.luck import RoundLuck
from lostcities.analysis.report import Analyst, Task
from lostcities.analysis.story import read_story
from lostcities.games.compiler import jit_wanted

if not jit_wanted():
    pytest.skip("Numba is not there, or not wanted", allow_module_level=True)

PAGE = "docs/concepts/luck.md"
DEAREST = 11


@pytest.fixture(scope="module")
def analyst() -> Analyst:
    return Analyst(read_story(json.loads((ROOT / "examples/matches/odile-bruno.json").read_text("utf-8"))))


def test_the_ledger_on_the_page(analyst: Analyst) -> None:
    start, deal, own, others, *_, lead = ledger = table(PAGE, "The ledger", "part Odile Bruno")
    luck = cast("RoundLuck", analyst.do(Task(1)))
    for seat in (0, 1):
        drawn = [event.luck[seat] for event in luck.events[1:] if event.seat == seat]
        received = [event.luck[seat] for event in luck.events[1:] if event.seat != seat]
        found = [luck.start[seat], luck.events[0].luck[seat], sum(drawn), sum(received), luck.leads[-1][seat]]
        assert [number(row, 1 + seat) for row in (start, deal, own, others, lead)] == pytest.approx(found, abs=0.1)
        assert sum(number(row, 1 + seat) for row in ledger[:-1]) == pytest.approx(luck.leads[-1][seat], abs=0.05)


def test_the_dearest_decision_on_the_page(analyst: Analyst) -> None:
    *_, played = table(PAGE, "The dearest decision", "move worth to Bruno behind the best")
    [made] = cast("list[Decision]", analyst.do(Task(1, DEAREST, DEAREST)))
    assert (made.played, made.best, made.label) == ("B9", "-G2", "blunder")
    assert number(played, 1) == pytest.approx(made.candidates[-1].worth, abs=0.1)
    assert number(played, 2) == pytest.approx(made.cost, abs=0.1)


def number(row: Cells, column: int) -> float:
    """Return a figure without its error."""
    return float(row[column].strip("*").partition(" ")[0].replace("−", "-"))
