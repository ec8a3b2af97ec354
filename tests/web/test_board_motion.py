"""Motion at the board table: a card flies, then its figure walks, then its player gets the tile. Sampled frame by frame."""

import json
from bisect import bisect_left
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser
from support.browsing import DESK, TOP, Visitor, Visitors
from support.seeing import leaves_from

BARS = {"width": 390, "height": 664}
MANY = 80
"""Turns of one player: more than an expedition has, so that its end would have been seen."""

FOLLOW = """() => {
  window.seen = []
  const box = (element) => { const { x, y, width, height } = element.getBoundingClientRect(); return { x, y, width, height } }
  const look = () => {
    const [flying, walking, prize] = ['.flying .card', '.walking', '.prize'].map((what) => document.querySelector(what))
    const landing = document.querySelector('[data-landing]')
    const hidden = !landing || getComputedStyle(landing).visibility === 'hidden'
    if (flying) seen.push({ what: 'card', ...box(flying), hidden })
    const key = walking?.dataset.figure
    if (walking) seen.push({ what: 'figure', ...box(walking), key, count: document.querySelectorAll(`[data-figure="${key}"]`).length })
    if (prize) seen.push({ what: 'tile', ...box(prize) })
    requestAnimationFrame(look)
  }
  look()
}"""
"""Records every frame in which something moves."""

STILL = "() => window.seen.length > 0 && !document.querySelector('.flying, .walking, .prize')"


def seated(visitor: Visitor) -> str:
    id = visitor.open("board", seats=["me", "thumb"])
    visitor.wait_for_turn(id)
    visitor.catch_up(id)
    return id


def stepping(visitor: Visitor, id: str) -> tuple[str, dict[str, Any]]:
    """Return a card that moves a figure already on its path, and the position in which it can be played."""
    for turn in range(12):
        visitor.play_on(id, 1, seed=turn)
        view = visitor.table(id)["view"]
        moves = [move for move in view["legal"] if move[0] in "YBWGR" and ":" not in move]
        if moves:
            return moves[0], view
    raise AssertionError("no figure could go on")


def press_on(visitor: Visitor, id: str) -> None:
    """Play a card if any can be played: where many are discarded, a round can end without an artefact."""
    shown = visitor.table(id)
    legal = shown["view"]["legal"]
    plays = [move for move in legal if move[0] in "YBWGR"]
    visitor.make(shown["view"], (plays or legal)[0], "keys", shown["version"])
    visitor.wait_for_turn(id)


@pytest.mark.parametrize("size", [DESK, BARS], ids=["desk", "phone"])
def test_a_card_flies_and_then_its_figure_walks(visitors: Visitors, size: dict[str, int]) -> None:
    visitor = visitors(viewport=size, reduced_motion="no-preference")
    id = seated(visitor)
    page = visitor.page
    card, view = stepping(visitor, id)
    visitor.catch_up(id)
    figure = f'[data-figure="0{card[0]}"]'
    before = page.locator(figure).bounding_box()
    page.locator(f'[data-place="hand:{card}"] button').first.click(position=TOP)
    page.wait_for_timeout(200)  # until it is raised
    start = page.locator(f'[data-place="hand:{card}"] .card').first.bounding_box()
    page.evaluate(FOLLOW)
    page.keyboard.press("Enter")
    visitor.until(STILL)
    after = page.locator(figure).bounding_box()
    frames = page.evaluate("seen")
    flight = [frame for frame in frames if frame["what"] == "card"]
    walk = [frame for frame in frames if frame["what"] == "figure"]
    assert start
    assert before
    assert after
    assert leaves_from(dict(start), flight), "the card leaves from its place, at its size"
    assert all(frame["hidden"] for frame in flight), "its place is empty until it arrives"
    assert page.locator(f'[data-place="hand:{card}"]').count() == view["hand"].count(card) - 1, "the card is not shown twice"
    assert frames.index(walk[0]) > frames.index(flight[-1]), "the figure waits for its card"
    assert all(frame["key"] == f"0{card[0]}" and frame["count"] == 1 for frame in walk)
    whole = max(abs(after[side] - before[side]) for side in ("x", "y"))
    left = max(abs(walk[0][side] - before[side]) for side in ("x", "y"))
    assert left < max(12, whole / 2), "the figure leaves from where it stood"  # a busy machine misses the first frames
    assert after["y"] < before["y"] - 15
    lowest = min(frame["y"] for frame in walk)
    assert lowest >= after["y"] - 0.4 * after["height"], "the arc is low"
    ways = [abs(one["y"] - other["y"]) + abs(one["x"] - other["x"]) for one, other in pairwise(walk)]
    assert len(walk) > 3
    assert max(ways) < 0.75 * (before["y"] - after["y"] + abs(before["x"] - after["x"])), "the figure does not jump"


def test_a_tile_goes_to_whoever_took_it(visitors: Visitors) -> None:
    visitor = visitors(reduced_motion="no-preference")
    id = seated(visitor)
    page = visitor.page
    page.evaluate(FOLLOW)
    for _ in range(MANY):
        press_on(visitor, id)
        visitor.catch_up(id)
        if any(visitor.table(id)["view"]["artifacts"]):
            break
    frames = [frame for frame in page.evaluate("seen") if frame["what"] == "tile"]
    owners = [seat for seat, count in enumerate(visitor.table(id)["view"]["artifacts"]) if count]
    board, *rows = (page.locator(place).bounding_box() for place in (".map .board", *(f'[data-place="prizes:{seat}"]' for seat in owners)))
    assert frames
    assert board
    assert board["x"] < frames[0]["x"] < board["x"] + board["width"], "the tile leaves from the map"
    assert any(row and abs(frames[-1]["y"] - row["y"]) < 40 for row in rows), "and arrives at the player"


def test_with_reduced_motion_things_are_simply_there(visitors: Visitors) -> None:
    visitor = visitors()
    id = seated(visitor)
    visitor.page.evaluate(FOLLOW)
    visitor.play_on(id, 4)
    assert visitor.page.evaluate("seen.length") == 0


def frame_costs(events: list[dict[str, Any]]) -> list[float]:
    """For each frame with motion, the time that the page's main thread worked for it, in milliseconds."""
    tasks = [event for event in events if event["name"] == "RunTask" and event.get("ph") == "X"]
    threads = [event["tid"] for event in events if event["name"] == "UpdateLayoutTree"]
    tasks = sorted((task for task in tasks if task["tid"] == max(set(threads), key=threads.count)), key=lambda task: task["ts"])
    starts = [task["ts"] for task in tasks]
    marks = sorted((event for event in events if event["name"].startswith("frame ")), key=lambda event: event["ts"])
    costs = []
    for one, other in pairwise(marks):
        if one["name"] == other["name"] and "moving" in one["name"]:
            within = tasks[bisect_left(starts, one["ts"]) : bisect_left(starts, other["ts"])]
            costs.append(sum(task.get("tdur", 0) for task in within) / 1000)
    return costs


MARK = """() => {
  const look = () => {
    const moves = document.querySelector('.flying, .walking, .prize')
    performance.mark(`frame ${document.querySelector('main')?.dataset.version} ${moves ? 'moving' : 'still'}`)
    requestAnimationFrame(look)
  }
  look()
}"""
SLOWED, LONGEST = 4, 50


def test_moving_costs_little(visitors: Visitors, browser: Browser, tmp_path: Path) -> None:
    """As on a processor four times slower: only the main thread's work for a frame, not what else the machine does."""
    visitor = visitors(viewport=BARS, reduced_motion="no-preference")
    id = seated(visitor)
    visitor.play_on(id, 4)
    visitor.catch_up(id)
    visitor.page.evaluate(MARK)
    trace = tmp_path / "trace.json"
    browser.start_tracing(
        page=visitor.page, path=trace, categories=["devtools.timeline", "disabled-by-default-devtools.timeline", "blink.user_timing"]
    )
    for _ in range(4):
        visitor.play_on(id, 1)
        visitor.catch_up(id)
    browser.stop_tracing()
    costs = frame_costs(json.loads(trace.read_text())["traceEvents"])
    assert len(costs) > 30
    slow = [cost for cost in costs if SLOWED * cost > LONGEST]
    assert len(slow) <= len(costs) // 50, f"{slow} of {len(costs)} frames"
