"""No branch of the kernels is left untested."""

import subprocess

from support.folders import ROOT


def test_every_branch_is_taken() -> None:
    """The rules are tested again, interpreted: only so can it be seen what they run through."""
    done = subprocess.run(["sh", "tests/coverage.sh"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
