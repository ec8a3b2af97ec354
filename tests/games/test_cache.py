"""The compiled cache: never plays old rules, safe when several programs start at once, and not needed at all."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import lostcities

PROGRAM = """
import numpy as np
from lostcities import game
from lostcities.games.engine import Engine
card = game("card")
engine = Engine(card)
row = engine.blank_rows(1, 2, {})[0]
row[card.rules.COUNT] = 1
row[card.rules.SUM] = 7
print(engine.mode, engine.kernel(card.rules.expedition_score)(row, 0, 0))
"""


def environment(home: Path, source: Path, **extra: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("LOSTCITIES", "NUMBA"))}
    # Python's own cache of bytecode trusts a file's time and size; it is not what is tested here.
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


def test_an_edited_rule_is_never_played_from_the_cache(tmp_path: Path) -> None:
    source, home = copy_of_the_package(tmp_path / "source"), tmp_path / "home"
    assert answer(start(home, source)) == "compiled -13"
    components = source / "lostcities" / "games" / "card" / "components.py"
    stamp = components.stat()
    components.write_text(components.read_text().replace("COST = 20", "COST = 30"))
    os.utime(components, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))  # the file looks untouched to whoever trusts its time
    assert answer(start(home, source)) == "compiled -23"
    assert len(list((home / "lostcities").iterdir())) == 2


def test_programs_that_start_at_once_share_an_empty_cache(tmp_path: Path) -> None:
    source = Path(lostcities.__file__).parents[1]
    programs = [start(tmp_path / "home", source) for _ in range(3)]
    assert [answer(program) for program in programs] == ["compiled -13"] * 3


def test_a_cache_that_cannot_be_written_is_replaced_by_a_temporary_one(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    source = Path(lostcities.__file__).parents[1]
    assert answer(start(blocked, source, TMPDIR=str(temporary))) == "compiled -13"
    assert list(temporary.iterdir()) == []


def test_without_the_compiler_everything_runs_interpreted(tmp_path: Path) -> None:
    source = Path(lostcities.__file__).parents[1]
    assert answer(start(tmp_path, source, LOSTCITIES_JIT="0")) == "interpreted -13"
    blocker = tmp_path / "blocker"
    (blocker / "numba").mkdir(parents=True)
    (blocker / "numba" / "__init__.py").write_text("raise ImportError('no numba here')")
    assert answer(start(tmp_path, blocker, PYTHONPATH=f"{blocker}:{source}")) == "interpreted -13"
    assert not (tmp_path / "lostcities").exists()
