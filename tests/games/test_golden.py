"""Golden playthroughs: a seeded match of each game printed in full, so that a change of behaviour is a readable diff.

After an intended change, write them again and read the diff: `PYTHONPATH=tests python tests/games/test_golden.py --write`.
"""

import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.folders import DATA
from support.matches import figures_text, new_match, random_move, table_name

from lostcities import State

GOLDEN = DATA / "golden"

MATCHES: list[tuple[tuple[str, int, dict[str, Any]], int]] = [
    (("card", 2, {"rounds": 2}), 1),
    (("card", 2, {"colors": 6, "rounds": 1, "max_turns": 40}), 2),
    (("card", 2, {"size": "mini"}), 3),
    (("card", 2, {"size": "tiny"}), 9),
    (("board", 2, {"rounds": 1}), 4),
    (("board", 3, {"rounds": 2, "direction": "either", "max_turns": 60}), 5),
    (("board", 4, {"rounds": 1, "open_lowest": True, "points_once": True}), 6),
    (("roll", 2, {}), 7),
    (("roll", 5, {}), 8),
]


def path(table: tuple[str, int, dict[str, Any]]) -> Path:
    return GOLDEN / f"{table_name(table).replace('=', '-')}.txt"


def playthrough(table: tuple[str, int, dict[str, Any]], seed: int) -> Iterator[str]:
    """Yield the whole match, a few lines per decision."""
    rng = random.Random(seed)
    state = new_match(table, seed)
    yield f"{table_name(table)}, seed {seed}, options {state.options}"
    rounds = -1
    while not state.over:
        if len(state.scores) != rounds:
            rounds = len(state.scores)
            yield from opening(state)
        yield from position(state)
        move = random_move(state, rng, 0.6)
        yield f"  move   {move}"
        state.push(move)
    yield from closing(state)


def opening(state: State) -> Iterator[str]:
    yield ""
    yield f"== round {len(state.scores) + 1}, seat {state.starter} starts; scores so far {state.scores}"
    for name, value in state.setup().items():
        yield f"   {name}: {value if isinstance(value, dict) else ' '.join(map(str, value))}"


def position(state: State) -> Iterator[str]:
    view = state.view(state.player)
    yield f"[{view['turn']}] seat {view['to_move']} {view['phase']}, live {view['live']}"
    yield from {"card": cards, "board": board, "roll": sheets}[state.game.name](view)
    yield f"  legal  {' '.join(view['legal'])}"


def cards(view: dict[str, Any]) -> Iterator[str]:
    yield f"  hand   {' '.join(view['hand'])} | deck {view['deck']} | known {view['known']} | barred {view['barred']}"
    if view["discards"]:
        yield f"  piles  {piles(view['discards'])}"
    for seat, laid in enumerate(view["expeditions"]):
        if laid:
            yield f"  laid {seat} {piles(laid)}"


def piles(cards: dict[str, list[str]]) -> str:
    return " / ".join(" ".join(names) for names in cards.values())


def board(view: dict[str, Any]) -> Iterator[str]:
    yield from cards(view)
    yield f"  points {view['points']} | artifacts {view['artifacts']} | crossed {view['crossed']}"
    yield f"  stands {' / '.join(seat or '-' for seat in figures_text(view))}"


def sheets(view: dict[str, Any]) -> Iterator[str]:
    yield f"  dice   {' '.join(view['dice'])} of seat {view['roller']} | bridges {view['bridges']} | fresh {view['fresh']}"
    for seat, sheet in enumerate(view["sheets"]):
        boxes = " / ".join([f"{color} {' '.join(map(str, numbers))}" for color, numbers in sheet["boxes"].items()] or ["-"])
        marks = f"circles {''.join(sheet['circles'])}, tops {''.join(sheet['tops'])}"
        yield f"  seat {seat} {boxes} | {marks}, artifacts {sheet['artifacts']}, dice {sheet['dice']}, bonus {sheet['bonus']}"


def closing(state: State) -> Iterator[str]:
    yield ""
    for number, past in enumerate(state.rounds, 1):
        yield f"round {number}: {len(past.moves)} moves, scores {past.scores}{', truncated' if past.truncated else ''}"
    yield f"{state.outcome()}"


@pytest.mark.parametrize(("table", "seed"), MATCHES, ids=[table_name(table) for table, _ in MATCHES])
def test_playthrough(table: tuple[str, int, dict[str, Any]], seed: int) -> None:
    lines = list(playthrough(table, seed))
    assert lines == path(table).read_text("utf-8").splitlines(), "behaviour has changed; see the top of tests/games/test_golden.py"


def write() -> None:
    for table, seed in MATCHES:
        path(table).write_text("\n".join(playthrough(table, seed)) + "\n", "utf-8")


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: PYTHONPATH=tests python tests/games/test_golden.py --write")
    write()
