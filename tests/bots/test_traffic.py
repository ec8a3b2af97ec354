"""Bot programs hear the same as before, byte for byte."""

from pathlib import Path

import pytest
from support.traffic.recordings import PROGRAMS, check


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_is_told_what_was_recorded(name: str, tmp_path: Path) -> None:
    check(name, tmp_path)
