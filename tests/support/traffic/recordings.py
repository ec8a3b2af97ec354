"""All recordings: how each is made, where it is stored, and how it is compared with today's traffic."""

import gzip
from collections.abc import Callable
from functools import partial
from itertools import zip_longest
from pathlib import Path

from support.folders import DATA
from support.traffic import commands, tables
from support.traffic.clients import Interrupted

from lostcities import GAMES

FOLDER = DATA / "traffic"
BEFORE = 4
"""Lines shown before a difference ..."""
AROUND = 120
"""... and characters on both sides of it."""
RECORD = '200 {"format":"lostcities.record/1"'

Recording = Callable[[Path], list[str]]
TABLES: dict[str, Recording] = {
    f"table-{scenario.__name__}": scenario
    for scenario in (tables.card, tables.agreed, tables.clock, tables.bot, tables.board, tables.roll, tables.site)
}
PROGRAMS: dict[str, Recording] = {f"program-{name}": partial(commands.program, name) for name in GAMES}
RECORDS: dict[str, Recording] = {f"records-{name}": partial(commands.records, name) for name in GAMES}
RECORDS |= {"replays-shown": commands.shown, "proofs": lambda folder: commands.proofs(given_out(), folder)}
RECORDINGS = TABLES | PROGRAMS | RECORDS


def given_out() -> list[str]:
    """Return the records in the recordings of tables."""
    lines = [line for name in TABLES for line in read(name)]
    return [line.partition(" 200 ")[2] for line in lines if RECORD in line]


def path_of(name: str) -> Path:
    return FOLDER / f"{name}.txt.gz"


def read(name: str) -> list[str]:
    """Return a recording without its first line, which says where it is from."""
    return gzip.decompress(path_of(name).read_bytes()).decode("utf-8").split("\n")[1:]


def write(name: str, commit: str, folder: Path) -> None:
    text = "\n".join([f"Recorded from {commit}", *RECORDINGS[name](folder)])
    FOLDER.mkdir(exist_ok=True)
    path_of(name).write_bytes(gzip.compress(text.encode("utf-8"), mtime=0))


def check(name: str, folder: Path) -> None:
    """Fail if anything differs from the recording, and show the first difference."""
    before, now = read(name), replayed(name, folder)
    for number, (old, new) in enumerate(zip_longest(before, now)):
        assert old == new, f"{path_of(name).name}, line {number + 2}\n{difference(before[:number], old, new)}"


def replayed(name: str, folder: Path) -> list[str]:
    """Return today's traffic; if it stops half-way, with the reason as the last line."""
    try:
        return RECORDINGS[name](folder)
    except Interrupted as stopped:
        return [*stopped.lines, f"stopped by {stopped.__cause__!r}"]


def difference(context: list[str], old: str | None, new: str | None) -> str:
    """Return both lines around the first character that differs, below the lines before them."""
    pairs = zip_longest(old or "", new or "")
    start = max(next(index for index, (one, other) in enumerate(pairs) if one != other) - AROUND, 0)
    earlier = [f"    {line[: 2 * AROUND]}" for line in context[-BEFORE:]]
    shown = ["nothing" if line is None else line[start : start + 2 * AROUND] for line in (old, new)]
    return "\n".join([*earlier, f"- {shown[0]}", f"+ {shown[1]}"])
