"""Statistics as a picture: an SVG of bars with their intervals, which any browser shows."""

from collections.abc import Callable
from html import escape

from lostcities.data.stats import SHARE, Figures
from lostcities.intervals import Bounds, percent
from lostcities.text import decimal

WIDTH, LEFT, RIGHT, SIZES = 820, 110, 250, 120
"""Widths of the picture, of the groups' names on the left, and of their figures on the right, the last part of which is their sizes."""
LINE = 22
FONT = "font-family='system-ui, sans-serif' font-size='13'"


def figure(group: Figures, unit: str) -> str:
    """Return a mean with its interval, formatted for people."""
    if unit == SHARE:
        return percent(group["mean"], None if group["low"] is None else Bounds(group["low"], group["high"]))
    width = "" if group["ci95"] is None else f" ± {group['ci95']:.2f}"
    return decimal(group["mean"], 2) + width


def size(group: Figures) -> str:
    """Return how many samples a group has, formatted for people."""
    return f"n = {group['count']:,}"


def reach(group: Figures) -> tuple[float, float]:
    """Return the ends of a group's interval; both are the mean if there is none."""
    return (group["mean"],) * 2 if group["low"] is None else (group["low"], group["high"])


def span(groups: list[Figures]) -> tuple[float, float]:
    """Return the range of the bars, including intervals and zero."""
    ends = [0.0]
    for group in groups:
        ends += reach(group)
    return min(ends), max(max(ends), min(ends) + 1e-9)


def svg(told: Figures, title: str, asked: Callable[[str], str]) -> str:
    """Return all questions, one below the other; `asked` gives the text of each."""
    parts, y = [text(0, LINE, title)], 2 * LINE
    for question in told["questions"]:
        y += LINE
        parts.append(text(0, y, asked(question["name"]), "font-weight='bold'"))
        for group in question["groups"]:
            y += LINE
            parts += bar(group, question["unit"], span(question["groups"]), y)
        y += LINE
    size = f"width='{WIDTH}' height='{y}' viewBox='-10 0 {WIDTH + 20} {y}'"
    paper = "<rect x='-10' width='100%' height='100%' fill='white'/>"
    return "\n".join([f"<svg xmlns='http://www.w3.org/2000/svg' {size} {FONT}>", paper, *parts, "</svg>", ""])


def bar(group: Figures, unit: str, ends: tuple[float, float], y: int) -> list[str]:
    """Return one group: its name, its bar from zero, its interval as a line, its figure, its size."""
    low, high = ends

    def x(value: float) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * (value - low) / (high - low), 1)

    first, last = reach(group)
    start, end = sorted((x(0), x(group["mean"])))
    middle = y - 5
    return [
        text(LEFT - 8, y, group["group"], "text-anchor='end'"),
        f"<rect x='{start}' y='{y - 13}' width='{round(end - start, 1)}' height='16' fill='#4878a8'/>",
        f"<path d='M{x(first)} {middle}H{x(last)}' stroke='black' stroke-width='2'/>",
        text(WIDTH - RIGHT + 8, y, figure(group, unit)),
        text(WIDTH - SIZES + 8, y, size(group)),
    ]


def text(x: int, y: int, words: str, more: str = "") -> str:
    return f"<text x='{x}' y='{y}' {more}>{escape(words)}</text>"
