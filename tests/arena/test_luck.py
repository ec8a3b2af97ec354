"""Margins without luck: the same matches, narrower intervals, and figures that survive in the folder of a tournament."""

import json
import os
from pathlib import Path

import pytest
from support.commands import run

from lostcities.games.compiler import jit_wanted

if not jit_wanted():
    pytest.skip("Numba is not there, or not wanted", allow_module_level=True)

MATCHES = ["arena", "card", "net", "thumb", "--option", "rounds=1", "--matches", "24", "--jobs", "1"]


def test_margins_without_luck_are_narrower_and_can_be_read_again(tmp_path: Path) -> None:
    done = run(*MATCHES, "--luck-adjusted", "--json", "--records", tmp_path)
    assert done.returncode == 0, done.stderr
    [pair] = json.loads(done.stdout)["pairs"]
    adjusted = pair["adjusted"]
    assert set(adjusted) == {"margin_per_round", "ci95", "luck_per_round", "luck_ci95"}
    assert adjusted["ci95"] < pair["ci95"]
    assert adjusted["margin_per_round"] + adjusted["luck_per_round"] == pytest.approx(pair["margin_per_round"], abs=0.01)
    assert abs(adjusted["luck_per_round"]) < 2 * adjusted["luck_ci95"]
    [file] = tmp_path.glob("*.jsonl")
    for line in file.read_text().splitlines():
        assert sum(json.loads(line)["meta"]["luck"]) == pytest.approx(0, abs=1e-3)
    again = json.loads(run(*MATCHES, "--luck-adjusted", "--json", "--records", tmp_path).stdout)
    assert again["pairs"][0] | {"ms_per_move": 0} == pair | {"ms_per_move": 0}
    refused = run(*MATCHES, "--json", "--records", tmp_path / "other")
    assert "adjusted" not in json.loads(refused.stdout)["pairs"][0]
    refused = run(*MATCHES, "--luck-adjusted", "--records", tmp_path / "other")
    assert refused.returncode == 2
    assert "luck_adjusted" in refused.stderr


STALLING = """
from lostcities.bots import Policy

class Stalling(Policy):
    def decide(self, view):
        legal = view["legal"]
        return next((move for move in legal if move[0] in "+-" and move != "+"), legal[0])
"""


def test_a_match_that_is_too_long_to_judge_move_by_move_still_has_its_luck(tmp_path: Path) -> None:
    """Two bots that only wait reach the cap of every round; the tournament goes on."""
    (tmp_path / "waiting.py").write_text(STALLING)
    folders = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    bots = ["py:waiting:Stalling", "py:waiting:Stalling"]
    rest = ["--option", "rounds=4", "--matches", "2", "--jobs", "1", "--luck-adjusted", "--json"]
    done = run("arena", "card", *bots, *rest, PYTHONPATH=folders)
    assert done.returncode == 0, done.stderr
    [pair] = json.loads(done.stdout)["pairs"]
    assert pair["truncated"] == 2
    assert "adjusted" in pair


def test_people_see_both_margins() -> None:
    done = run("arena", "card", "random", "thumb", "--option", "size=mini", "--matches", "4", "--jobs", "1", "--luck-adjusted")
    assert "without luck" in done.stdout


def test_a_ladder_has_leads_with_and_without_luck() -> None:
    ladder = ["ladder", "card", "--option", "rounds=1", "--bots", "net", "--bots", "thumb", "--matches", "16", "--jobs", "1"]
    done = run(*ladder, "--luck-adjusted", "--json")
    assert done.returncode == 0, done.stderr
    [table] = json.loads(done.stdout)["tables"]
    best, last = table["bots"]
    assert best["bot"] == "net"
    assert best["adjusted_ci95"] < best["ci95"]
    assert best["adjusted_margin_per_round"] == pytest.approx(-last["adjusted_margin_per_round"], abs=0.01)
    assert "without luck" in run(*ladder, "--luck-adjusted").stdout
    assert "ci95" not in json.loads(run(*ladder, "--json").stdout)["tables"][0]["bots"][0]
