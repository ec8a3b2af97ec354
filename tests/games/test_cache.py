"""The compiled cache: never plays outdated rules, is safe when several programs start at once, and is optional."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import lostcities

PROGRAM = """
import numpy as np
from lostcities import game
from lostcities.games.engine import Engine
card = game("card")
engine = Engine(card)
row = engine.blank_rows(1, 2, {})[0]
row[card.rules.COUNT] = 8
row[card.rules.SUM] = 7
print(engine.mode, engine.kernel(card.rules.score)(row, 0), engine.kernel(card.rules.total)(row, 0))
"""


def environment(home: Path, source: Path, **extra: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("LOSTCITIES", "NUMBA"))}
    # Python's own bytecode cache trusts a file's time and size; it is not under test here.
    return kept | {"XDG_CACHE_HOME": str(home), "PYTHONPATH": str(source), "PYTHONDONTWRITEBYTECODE": "1"} | extra


def start(home: Path, source: Path, **extra: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-W", "error", "-c", PROGRAM]
    return subprocess.Popen(command, env=environment(home, source, **extra), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def answer(program: subprocess.Popen[str]) -> str:
    out, err = program.communicate(timeout=120)
    assert err == ""
    return out.strip()


def copy_of_the_package(folder: Path) -> Path:
    source = Path(lostcities.__file__).parent
    shutil.copytree(source, folder / "lostcities", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def edit(file: Path, old: str, new: str) -> None:
    """Change a file so that its time looks untouched."""
    stamp, text = file.stat(), file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))
    os.utime(file, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))


def machine_code(home: Path) -> dict[Path, int]:
    """Every file of machine code with the time it was written."""
    return {file: file.stat().st_mtime_ns for file in home.rglob("*.nbc")}


@pytest.mark.parametrize(
    ("file", "old", "new", "points"),
    [
        pytest.param("card/components.py", "BONUS = 20", "BONUS = 30", "17 0", id="a constant"),
        pytest.param("card/rules.py", "if cards > 0:", "if cards > 8:", "20 0", id="a kernel"),
        pytest.param("kernel.py", "65536 * row[at + 2] - SIGN", "65536 * row[at + 2] - SIGN + 5", "7 5", id="a kernel of another file"),
    ],
)
def test_an_edited_rule_is_never_played_from_the_cache(tmp_path: Path, file: str, old: str, new: str, points: str) -> None:
    source, home = copy_of_the_package(tmp_path / "source"), tmp_path / "home"
    assert answer(start(home, source)) == "compiled 7 0"
    edit(source / "lostcities" / "games" / file, old, new)
    assert answer(start(home, source)) == f"compiled {points}"


def test_an_edit_elsewhere_compiles_nothing(tmp_path: Path) -> None:
    source, home = copy_of_the_package(tmp_path / "source"), tmp_path / "home"
    assert answer(start(home, source)) == "compiled 7 0"
    before = machine_code(home)
    assert before
    for file in ("games/card/state.py", "games/card/observation.py", "bots/log.py"):
        edit(source / "lostcities" / file, "\n\n", "\n\n\n")
    assert answer(start(home, source)) == "compiled 7 0"
    assert machine_code(home) == before


def test_programs_that_start_at_once_share_an_empty_cache(tmp_path: Path) -> None:
    source = Path(lostcities.__file__).parents[1]
    programs = [start(tmp_path / "home", source) for _ in range(3)]
    assert [answer(program) for program in programs] == ["compiled 7 0"] * 3


def test_a_cache_that_cannot_be_written_is_replaced_by_a_temporary_one(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    source = Path(lostcities.__file__).parents[1]
    assert answer(start(blocked, source, TMPDIR=str(temporary))) == "compiled 7 0"
    assert list(temporary.iterdir()) == []


def test_without_the_compiler_everything_runs_interpreted(tmp_path: Path) -> None:
    source = Path(lostcities.__file__).parents[1]
    assert answer(start(tmp_path, source, LOSTCITIES_JIT="0")) == "interpreted 7 0"
    blocker = tmp_path / "blocker"
    (blocker / "numba").mkdir(parents=True)
    (blocker / "numba" / "__init__.py").write_text("raise ImportError('no numba here')")
    assert answer(start(tmp_path, blocker, PYTHONPATH=f"{blocker}:{source}")) == "interpreted 7 0"
    assert not (tmp_path / "lostcities").exists()
