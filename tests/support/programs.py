"""Bots as separate programs for tests: one that notes what it hears, and some with fixed answers."""

import shlex
import sys
from pathlib import Path

from support.folders import SUPPORT

PYTHON = f"{shlex.quote(sys.executable)} -S"
ANSWERING = """
import json, os, sys, time
def say(**message): print(json.dumps(message), flush=True)
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "hello": say(type="hello", name=NAME, games=["card", "board", "roll"])
    if told["type"] == "decide": BODY
"""
STALLS = 'next((move for move in told["legal"] if move[0] == "-" or move[0] == "+" and move != "+"), told["legal"][-1])'
"""Discards, and draws from the piles: two such bots never use up the deck."""


def recorder(log: Path) -> str:
    """A bot that plays any legal move, and writes everything it hears to a file."""
    return f"cmd:{PYTHON} {SUPPORT / 'recorder.py'} {log}"


def doing(folder: Path, body: str, name: str = "first") -> str:
    """A bot that runs this when asked for a move; `told` is the question, `say` answers."""
    file = folder / f"{name}.py"
    file.write_text(ANSWERING.replace("NAME", repr(name)).replace("BODY", body))
    return f"cmd:{PYTHON} {file}"


def program(folder: Path, answer: str, name: str = "first") -> str:
    """A bot that always gives this answer."""
    return doing(folder, f'say(type="move", move={answer})', name)


def first_legal(folder: Path) -> str:
    """A bot that always plays the first legal move."""
    return program(folder, 'told["legal"][0]')
