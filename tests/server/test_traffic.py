"""The server answers requests and messages at its tables as before, byte for byte."""

from pathlib import Path

import pytest
from support.traffic.recordings import TABLES, check


@pytest.mark.parametrize("name", TABLES)
def test_a_table_answers_as_recorded(name: str, tmp_path: Path) -> None:
    check(name, tmp_path)
