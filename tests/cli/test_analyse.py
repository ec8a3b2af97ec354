"""`lostcities analyse`, run as a program."""

import json
import re

import pytest
from support.commands import run
from support.records import NAMES, played, vectors

from lostcities.records import encode, record_of

SHORT = encode(record_of(played("card", 2, {"size": "mini"}, 10_000), NAMES[:2]))


def test_a_report_for_people_and_one_for_programs() -> None:
    done = run("analyse", "-", typed=SHORT)
    assert done.returncode == 0
    assert f"Round 1\n  {NAMES[0]}: expected lead in points, and chance to win\n" in done.stdout
    assert re.search(r"(?m)^     0 ┼─+$\n(.*\n)*^   win │[▁-█]+$", done.stdout)
    assert all(len(line) < 80 for line in done.stdout.splitlines() if re.search(r"[│┼]", line))
    assert "points per decision" in done.stdout
    told = json.loads(run("analyse", "-", "--json", "--seat", "1", typed=SHORT).stdout)
    assert told["format"] == "lostcities.analysis/1"
    assert [seat["seat"] for seat in told["seats"]] == [1]
    assert {made["seat"] for made in told["rounds"][0]["decisions"]} == {1}


def test_doubt_is_two_standard_errors() -> None:
    """As on the page: the true figure is within it in 95% of cases."""
    record = encode(record_of(played("card", 2, {"rounds": 1, "max_turns": 12}, 10_000), NAMES[:2]))
    told = json.loads(run("analyse", "-", "--json", typed=record).stdout)
    made = {each["move"]: each for each in told["rounds"][0]["decisions"]}
    moments = re.findall(r"move (\d+), .* (\d+\.\d) ±(\d+\.\d) points", run("analyse", "-", typed=record).stdout)
    assert moments
    for move, cost, doubt in moments:
        assert float(cost) == pytest.approx(made[int(move)]["cost"], abs=0.051)
        assert float(doubt) == pytest.approx(2 * made[int(move)]["se"], abs=0.051)


def test_names_do_nothing_to_the_terminal() -> None:
    names = ["\x1b[31m\x07Eve", "Bob\n" + "b" * 99]
    done = run("analyse", "-", typed=encode(record_of(played("card", 2, {"size": "mini"}, 10_000), names)))
    assert done.returncode == 0
    assert "Eve" in done.stdout
    assert "\x1b" not in done.stdout
    assert "b" * 40 not in done.stdout


def test_wrong_use_is_one_sentence() -> None:
    unfinished = encode(record_of(played("card", 2, {}, 9), NAMES[:2]))
    done = run("analyse", "-", typed=unfinished)
    assert done.returncode == 2
    assert done.stderr == "lostcities: line 1: round 1: the match is not over; only a finished match can be analysed\n"
    done = run("analyse", "-", "--seat", "2", typed=SHORT)
    assert done.returncode == 2
    assert "there is no seat 2; expected 0 to 1" in done.stderr
    done = run("analyse", "-", "--level", "slow", typed=SHORT)
    assert done.returncode == 2
    assert 'unknown level "slow"; expected quick or deep' in done.stderr
    done = run("analyse", "-", "--json", typed=encode(vectors("card")[0])[:80])
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_a_line_that_cannot_be_analysed_does_not_stop_the_rest() -> None:
    """A line that is not a record, or whose match lacks the seat asked for, does not stop the others."""
    three = encode(record_of(played("roll", 3, {}, 10_000), NAMES[:3]))
    done = run("analyse", "-", "--json", "--seat", "2", typed=f"{SHORT}\n{SHORT[:80]}\n{three}\n")
    assert done.returncode == 2
    first, second, third = (json.loads(line) for line in done.stdout.splitlines())
    assert first == {"error": "there is no seat 2; expected 0 to 1"}
    assert "not JSON" in second["error"]
    assert [seat["seat"] for seat in third["seats"]] == [2]
    assert "line 1: there is no seat 2" in done.stderr
