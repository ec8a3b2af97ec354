"""Where the package stores its data."""

from pathlib import Path

import pytest

from lostcities.folders import data_folder


def test_the_environment_names_the_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LOSTCITIES_DATA", str(tmp_path))
    assert data_folder("server") == tmp_path / "server"


def test_the_folder_is_the_users_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LOSTCITIES_DATA", raising=False)
    assert data_folder("server").parts[-2:] == ("lostcities", "server")
