"""The scripts of examples/rl, as documented: they run, and what they train has learnt something. Only in the soak: a minute or two each.

Scripts whose libraries are not here are run with those that `make frameworks` installs; where they are missing, a test says so.
"""

import ast
import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from support.folders import ROOT
from support.matches import SOAK

SCRIPTS = sorted(path for path in ROOT.glob("examples/rl/*.py") if path.stem != "measuring")
FRAMEWORKS = ROOT / ".frameworks" / "bin" / "python"
NEEDS = {"lostcities.rl.sb3": "stable_baselines3", "ray.rllib": "tree"}
"""What modules need beyond their own package: Ray is pinned without what RLlib needs."""
RESULT = re.compile(r"^(before|after)\b.*: +([+-][\d.]+) ± ([\d.]+) points, \d+% won$", re.MULTILINE)

every_script = pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)


def libraries(path: Path) -> set[str]:
    """Return the top-level modules that a script imports."""
    nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
    names = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module]
    found = {name.partition(".")[0] for name in names} - {"measuring"}
    return found | {needed for name in names for module, needed in NEEDS.items() if name.startswith(module)}


def interpreter(path: Path) -> str:
    """Return a Python that has a script's libraries."""
    missing = sorted(name for name in libraries(path) if find_spec(name) is None)
    if missing and not FRAMEWORKS.exists():
        pytest.skip(f"{', '.join(missing)} not installed: make frameworks")
    return str(FRAMEWORKS if missing else sys.executable)


@every_script
@pytest.mark.skipif(not SOAK, reason="a minute or two of one core: only in the soak")
def test_it_learns(path: Path) -> None:
    settings = {"PYTHONPATH": str(ROOT / "src"), "OMP_NUM_THREADS": "1", "LOSTCITIES_QUIET": "1"}
    done = subprocess.run([interpreter(path), str(path)], capture_output=True, text=True, env=os.environ | settings, check=False)
    assert done.returncode == 0, done.stderr
    found = {name: (float(margin), float(ci95)) for name, margin, ci95 in RESULT.findall(done.stdout)}
    (before, doubt), (after, more_doubt) = found["before"], found["after"]
    assert after - more_doubt > before + doubt, done.stdout


@every_script
def test_it_says_what_it_does(path: Path) -> None:
    """Its docstring has the command, and the page of examples names it."""
    told = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
    assert f"python examples/rl/{path.name}" in told
    assert "pip install" in told
    assert f"(../examples/rl/{path.name})" in (ROOT / "docs" / "examples.md").read_text("utf-8")
