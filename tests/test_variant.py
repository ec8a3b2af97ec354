"""CONTRIBUTING's walk-through "Add a variant", applied to a copy of this checkout: the blocks of the page are the edits."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest
from playwright.sync_api import Browser, Locator, Page
from support.browsing import Visitor
from support.folders import ROOT
from support.markdown import section
from support.matches import SOAK
from support.serving import Serving

pytestmark = pytest.mark.xdist_group("browser")
WALK = section("CONTRIBUTING.md", "Add a variant")
COST = 10
LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "node_modules", "static", "build", "dist")
HUNK = re.compile(r"^(?:--- (\S+)|@@)\n((?:(?!--- )[ +-].*\n)+)", re.MULTILINE)
SUM = re.compile(r"\(?\d+ − \d+\)?(?: × \d)?(?: \+ \d+)?")
"""An expedition worked out: `(15 − 20) × 2 + 20`."""


def edits() -> Iterator[tuple[str, str, str]]:
    """Yield each change of the walk-through: its file, the old text, and the new one."""
    path = ""
    for block in re.findall(r"^ *```diff\n(.*?)^ *```$", WALK, flags=re.DOTALL | re.MULTILINE):
        for named, hunk in HUNK.findall(dedent(block)):
            path = named or path
            yield path, side(hunk, "-"), side(hunk, "+")


def side(hunk: str, sign: str) -> str:
    return "".join(line[1:] for line in hunk.splitlines(keepends=True) if line[0] in f" {sign}")


@pytest.fixture(scope="module")
def variant(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of this checkout with the variant in it."""
    copy = tmp_path_factory.mktemp("variant") / "copy"
    shutil.copytree(ROOT, copy, ignore=LEFT_OUT)
    (copy / "web" / "node_modules").symlink_to(ROOT / "web" / "node_modules")
    for path, old, new in edits():
        text = (copy / path).read_text("utf-8")
        assert text.count(old) == 1, f"{path}: {old!r} appears {text.count(old)} times"
        (copy / path).write_text(text.replace(old, new), "utf-8")
    return copy


def environment(variant: Path) -> dict[str, str]:
    """Return an environment that runs the copy's package without the compiler, since its kernels are not cached."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return {"PATH": path, "PYTHONPATH": str(variant / "src"), "LOSTCITIES_JIT": "0", "LOSTCITIES_SOAK": "0"}


def run(variant: Path, *command: str, **changes: str) -> str:
    full = os.environ | environment(variant) | changes
    made = subprocess.run(command, cwd=variant, env=full, capture_output=True, text=True, timeout=500)
    assert made.returncode == 0, made.stdout + made.stderr
    return made.stdout


def lostcities(variant: Path, *arguments: str) -> str:
    return run(variant, sys.executable, "-m", "lostcities", *arguments, COLUMNS="100")


def worth(sum: str) -> int:
    """Return what an expedition is worth by its calculation."""
    assert f"− {COST}" in sum
    return int(eval(sum.replace("−", "-").replace("×", "*")))


def test_the_walk_through_is_short() -> None:
    assert len(re.findall(r"^\d+\. ", WALK, flags=re.MULTILINE)) <= 4
    assert len({path for path, _, _ in edits()}) <= 8


def test_rules_laws_records_and_pages_hold(variant: Path) -> None:
    files = ["games/card/test_rules.py", "games/test_laws.py", "records/test_record.py", "docs/test_docs.py"]
    wanted = "cost or (test_docs and card and (options or row))"
    told = run(variant, sys.executable, "-m", "pytest", "-q", "-k", wanted, *(f"tests/{file}" for file in files))
    assert int(re.findall(r"(\d+) passed", told)[0]) > 20


@pytest.mark.skipif(not SOAK, reason="compiles all kernels anew")
def test_compiled_equals_interpreted(variant: Path) -> None:
    run(variant, sys.executable, "-m", "pytest", "-q", "-k", "cost", "tests/games/test_compiled.py", LOSTCITIES_JIT="1")


def test_bots_play_it_and_the_terminal_works_it_out(variant: Path, tmp_path: Path) -> None:
    table = ("--option", f"cost={COST}", "--option", "rounds=1", "--option", "max_turns=40")
    lostcities(variant, "arena", "card", "thumb", "net", *table, "--matches", "2", "--jobs", "1", "--records", str(tmp_path), "--json")
    record = next(tmp_path.rglob("*.json*"))
    checked = map(json.loads, lostcities(variant, "replay", str(record), "--json").splitlines())
    told = lostcities(variant, "replay", str(record))
    sums = re.findall(rf"({SUM.pattern}) = (−?\d+)", told)
    assert sums
    assert all(worth(sum) == int(points.replace("−", "-")) for sum, points in sums)
    assert sum(worth(sum) for sum, _ in sums) == sum(points for match in checked for points in match["totals"])


@pytest.fixture
def serving(variant: Path, tmp_path: Path) -> Iterator[Serving]:
    """A server of the variant, with its own page."""
    run(variant, "npm", "--prefix", "web", "run", "--silent", "build")
    server = Serving(tmp_path / "data", "--workers", "1", **environment(variant))
    yield server
    server.stop()


def test_the_page_shows_the_right_sums(browser: Browser, serving: Serving) -> None:
    visitor = Visitor(browser, serving.url)
    id = visitor.open("card", options={"cost": COST, "rounds": 2, "max_turns": 16}, seats=["me", "thumb"])
    scores = visitor.play_round(id)
    visitor.page.get_by_role("dialog").wait_for()
    assert worked_out(visitor.page) == scores
    assert plaques(visitor.page) == scores
    visitor.close()


def worked_out(page: Page) -> list[int]:
    """Return the points of both seats at the end of a round, each expedition worked out as shown."""
    cells = [row.locator("td").all() for row in page.get_by_role("dialog").locator("tbody tr").all()]
    return [sum(map(expedition, seat)) for seat in zip(*cells, strict=True)]


def expedition(cell: Locator) -> int:
    value = sum(map(worth, cell.locator("small").all_inner_texts()))
    assert value == number(cell.locator("b").inner_text())
    return value


def plaques(page: Page) -> list[int]:
    """Return the points of both seats as shown below their expeditions."""
    return [sum(map(number, page.locator(f'[data-place^="column:{seat}:"] .plaque > .score').all_inner_texts())) for seat in range(2)]


def number(text: str) -> int:
    return int(text.replace("−", "-"))
