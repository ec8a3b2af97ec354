"""Tournaments for tests: the results, and the stored records."""

import json
from pathlib import Path
from typing import Any

from support.commands import run


def arena(*arguments: str | Path) -> list[dict[str, Any]]:
    done = run("arena", *arguments, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["pairs"]


def timeless(pairs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the results without their times, the only figures that differ from run to run."""
    assert all(ms >= 0 for pair in pairs for ms in pair["ms_per_move"])
    return [{key: value for key, value in pair.items() if key != "ms_per_move"} for pair in pairs]


def records(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for file in sorted(folder.glob("*.jsonl")) for line in file.read_text().splitlines()]
