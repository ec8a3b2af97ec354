"""Records, replays, views and proofs are the same as before, byte for byte."""

from pathlib import Path

import pytest
from support.traffic.recordings import RECORDS, check


@pytest.mark.parametrize("name", RECORDS)
def test_records_are_as_recorded(name: str, tmp_path: Path) -> None:
    check(name, tmp_path)
