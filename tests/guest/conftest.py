"""What the tests of guests share: a server, a person with a browser, and no waits."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.serving import Client, Running, running

from lostcities.guest import connection


@pytest.fixture(autouse=True)
def hurry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Guests in this process need not wait between messages: most servers here have no limits."""
    monkeypatch.setenv("LOSTCITIES_DATA", str(tmp_path / "own"))
    monkeypatch.setattr(connection, "SPACING", 0.0)


CLASSES = """
import time
from lostcities.bots import Policy

class Last(Policy):
    def decide(self, view):
        return view["legal"][-1]

class Slow(Last):
    def decide(self, view):
        time.sleep(5.5)
        return super().decide(view)
"""


@pytest.fixture
def classes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Classes in the current folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "classes.py").write_text(CLASSES)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """It deals when everyone has committed, and waits long for those who have not, so that no busy machine leaves anyone out."""
    with running(tmp_path_factory.mktemp("server"), first_wait=20.0, next_wait=20.0) as found:
        yield found


@pytest.fixture
def anna(server: Running) -> Iterator[Client]:
    """A person with a browser."""
    client = Client(server.url)
    yield client
    client.close()
