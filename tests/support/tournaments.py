"""Tournaments for tests: the command line in a process of its own, a bot as a program, and what was kept."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

PROGRAM = [sys.executable, "-c", "from lostcities.cli.main import run; run()"]
FIRST = """
import json, sys
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "hello":
        print(json.dumps({"type": "hello", "name": "first", "games": ["card", "board", "roll"]}), flush=True)
    elif told["type"] == "decide":
        print(json.dumps({"type": "move", "move": ANSWER}), flush=True)
"""
"""A bot that always plays the first legal move, or whatever it is made to answer."""
STALLS = 'next((move for move in told["legal"] if move[0] == "-" or move[0] == "+" and move != "+"), told["legal"][-1])'
"""Discards, and takes from the piles: two such bots never draw the deck to its end."""


def run(*arguments: str | Path, **more: str) -> subprocess.CompletedProcess[str]:
    command = [*PROGRAM, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, env=os.environ | more, check=False)
    assert "Traceback" not in done.stderr, done.stderr
    return done


def arena(*arguments: str | Path) -> list[dict[str, Any]]:
    done = run("arena", *arguments, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["pairs"]


def timeless(pairs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The results without their times, the only figures that differ from run to run."""
    assert all(ms >= 0 for pair in pairs for ms in pair["ms_per_move"])
    return [{key: value for key, value in pair.items() if key != "ms_per_move"} for pair in pairs]


def program(folder: Path, answer: str, name: str = "first") -> str:
    """A bot as a program of its own."""
    file = folder / f"{name}.py"
    file.write_text(FIRST.replace("ANSWER", answer))
    return f"cmd:{sys.executable} {file}"


def records(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for file in sorted(folder.glob("*.jsonl")) for line in file.read_text().splitlines()]


def first_legal(folder: Path) -> str:
    """The bot that always plays the first legal move."""
    return program(folder, 'told["legal"][0]')
