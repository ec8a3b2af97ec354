"""The output and files of commands: contests with their records, what a program hears in them, replays, proofs. Times are left out."""

import hashlib
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from support.folders import SUPPORT
from support.records import vectors

from lostcities import GAMES, State, game

TIMES = re.compile(r'("ms(?:_per_move)?": ?)\[[^\]]*\]')
VERSION = re.compile(r'"version": ?"[^"]*"')
CONTESTS = {
    "card": ("--players", "2", "--matches", "4", "--option", "rounds=2"),
    "board": ("--players", "3", "--matches", "3", "--option", "rounds=1", "--option", "direction=either"),
    "roll": ("--players", "4", "--matches", "4"),
}
PATIENT = ("--ms", "60000")
"""No program is too slow, however busy the computer is."""
SHORT = 4
"""Hexadecimal digits kept of a position's hash."""


def lostcities(folder: Path, *words: str) -> list[str]:
    """Run a command; return its output, and how it ended."""
    environment = {**os.environ, "COLUMNS": "120", "LOSTCITIES_LANG": "en"}
    done = subprocess.run([sys.executable, "-m", "lostcities", *words], cwd=folder, env=environment, capture_output=True, text=True)
    return [f"$ lostcities {shlex.join(words)}", *untimed(done.stdout.splitlines()), *done.stderr.splitlines(), f"exit {done.returncode}"]


def untimed(lines: Iterable[str]) -> list[str]:
    return [VERSION.sub('"version":""', TIMES.sub(r"\1[]", line)) for line in lines]


def contest(folder: Path, name: str, bots: tuple[str, str], *words: str) -> list[str]:
    """Bots against each other: the output, and every stored file."""
    lines = lostcities(folder, "arena", name, *bots, *CONTESTS[name], *words, "--seed", "7", "--jobs", "1", "--records", "kept", "--json")
    for file in sorted((folder / "kept").glob("[!.]*")):
        lines += [file.name, *untimed(sorted(file.read_text("utf-8").splitlines(), key=when_played))]
    return lines


def when_played(line: str) -> tuple[int, int]:
    """Return a record's place in its contest: matches that end at almost the same time are stored in any order."""
    meta = json.loads(line).get("meta", {"deal": 0, "seat": 0})
    return meta["deal"], meta["seat"]


def program(name: str, folder: Path) -> list[str]:
    """Everything a program hears in a contest, line by line."""
    script = folder / "program"
    script.write_text(f"#!/bin/sh\nexec {sys.executable} -S {SUPPORT / 'recorder.py'} told.jsonl\n")
    script.chmod(0o755)
    lines = contest(folder, name, ("cmd:./program", "thumb"), *PATIENT)
    return [*lines, "told.jsonl", *(folder / "told.jsonl").read_text("utf-8").splitlines()]


def records(name: str, folder: Path) -> list[str]:
    """A contest of two bots, and the matches of the test vectors: replayed, and as seen by every seat."""
    lines = contest(folder, name, ("thumb", "random"))
    matches = vectors(name)
    (folder / "vectors.jsonl").write_text("".join(json.dumps(match) + "\n" for match in matches))
    (folder / "first.json").write_text(json.dumps(matches[0]))
    first = lostcities(folder, "replay", "first.json", "--json", "--legal")
    replayed = lostcities(folder, "replay", "vectors.jsonl", "--json", "--legal")
    return [*lines, *first, *(hashed(line, 64) for line in replayed), *views(matches)]


def shown(folder: Path) -> list[str]:
    """The first match of each game's test vectors, as `replay` shows it to people."""
    for name in GAMES:
        (folder / f"{name}.json").write_text(json.dumps(vectors(name)[0]))
    return [line for name in GAMES for line in lostcities(folder, "replay", f"{name}.json")]


def proofs(bodies: Iterable[str], folder: Path) -> list[str]:
    """The output of `verify` for the records that the server gave out."""
    (folder / "records.jsonl").write_text("".join(body + "\n" for body in bodies))
    return [*lostcities(folder, "verify", "records.jsonl"), *lostcities(folder, "verify", "records.jsonl", "--json")]


def views(matches: list[dict[str, Any]]) -> Iterator[str]:
    """What every seat and a spectator see before every move: the first round in full, the others as hashes."""
    for number, match in enumerate(matches, 1):
        state = game(match["game"]).table(len(match["players"]), match["options"])
        for round, played in enumerate(match["rounds"], 1):
            seen = list(positions(state, played))
            yield f"match {number}, round {round}: {' '.join(hashed(position, SHORT) for position in seen)}"
            if number == round == 1:
                yield from seen


def positions(state: State, played: dict[str, Any]) -> Iterator[str]:
    """Yield the views of a round's positions, including the last one."""
    seats = [*range(state.players), None]
    state.begin(played["setup"], played["starter"])
    for move in [*played["moves"], None]:
        yield json.dumps([state.view(seat) for seat in seats])
        if move is not None:
            state.push(move)


def hashed(text: str, digits: int) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:digits]
