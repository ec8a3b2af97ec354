"""Every branch of the kernels is tested."""

import subprocess

from support.folders import ROOT


def test_every_branch_is_taken() -> None:
    """Run the rules' tests interpreted, which is the only way to measure their coverage."""
    done = subprocess.run(["sh", "tests/coverage.sh"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
