"""SQLite: what happens when the disk fails, when the database is damaged, or when two servers try to share it."""

import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from support.serving import SERVE, Client, Serving, quick
from support.waiting import wait_for

from lostcities.server.errors import Refused
from lostcities.server.running import run
from lostcities.server.store.backup import back_up
from lostcities.server.store.database import prepare
from lostcities.server.store.inspection import Inspection
from lostcities.server.store.lock import Lock, held


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*SERVE, *arguments], capture_output=True, text=True, timeout=60)


# -- a disk that fails --


@contextmanager
def full_disk(process: int) -> Iterator[None]:
    """For this process no file can grow, including its log."""
    hard = resource.prlimit(process, resource.RLIMIT_FSIZE)[1]
    resource.prlimit(process, resource.RLIMIT_FSIZE, (1, hard))
    try:
        yield
    finally:
        resource.prlimit(process, resource.RLIMIT_FSIZE, (hard, hard))


@pytest.mark.skipif(sys.platform != "linux", reason="another process's limits can be set on Linux only")
def test_health_says_why_nothing_can_be_stored_and_that_it_can_again(tmp_path: Path) -> None:
    server = Serving(tmp_path / "data")
    try:
        client = Client(server.url)
        opened = client.open(seats=["me", "here"])
        table = client.join(opened).dealt().my_turn()
        health = client.http.get("/healthz")
        assert (health.status_code, health.json()["status"], health.json()["problems"]) == (200, "ok", [])
        with full_disk(server.process.pid):
            assert client.http.post("/api/tables", json={"game": "card"}).status_code == 503
            failing = client.http.get("/healthz", headers={"accept-language": "de"})
            assert (failing.status_code, failing.json()["status"]) == (503, "failing")
            [problem] = failing.json()["problems"]
            assert problem["code"] == "not_stored"
            assert problem["message"].startswith("es lässt sich nichts speichern: disk I/O error")
            assert client.table(opened)["version"] == table.version
        wait_for(lambda: client.http.get("/healthz").status_code == 200)
        assert table.move(table.legal[-1])["type"] == "ack"
        assert "lostcities_writes_failed_total" in client.http.get("/metrics").text
        client.close()
    finally:
        server.stop()


# -- damaged databases --


def broken(file: Path) -> None:
    """Overwrite the middle of a database."""
    pages = file.stat().st_size // 4096
    with file.open("r+b") as raw:
        for page in range(2, pages):
            raw.seek(page * 4096)
            raw.write(os.urandom(2048))


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    """A folder with a damaged database."""
    data = tmp_path / "data"
    server = Serving(data)
    for _ in range(20):
        httpx.post(f"{server.url}/api/tables", json={"game": "card"})
    server.stop()
    broken(data / "tables.db")
    return data


def test_a_server_does_not_start_on_a_damaged_database(damaged: Path) -> None:
    said = command("--data", str(damaged), "--port", "0")
    assert said.returncode == 2
    assert said.stderr.startswith(f"lostcities: {damaged / 'tables.db'} is damaged (")
    assert "restore a backup with --restore FILE --force" in said.stderr
    assert said.stderr.count("\n") == 1


def test_what_is_no_database_at_all(tmp_path: Path) -> None:
    (tmp_path / "tables.db").write_text("this is no database, however long it may be" * 100)
    with pytest.raises(Refused) as caught:
        Inspection(tmp_path / "tables.db")
    assert caught.value.reason.code == "damaged_database"


def test_a_large_database_is_inspected_while_the_server_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It stops as soon as damage is found, and says the same."""
    started: list[str] = []
    look = Inspection.look

    def look_late(inspection: Inspection) -> None:
        wait_for(lambda: started)
        look(inspection)

    monkeypatch.setattr(Inspection, "look", look_late)
    prepare(quick(tmp_path))
    monkeypatch.setattr("lostcities.server.store.inspection.damage", lambda *_: "page 7 is broken")
    with pytest.raises(Refused) as caught:
        run(quick(tmp_path), False, started.append)
    assert started
    assert caught.value.reason.code == "damaged_database"


def test_a_damaged_database_replaces_no_good_backup(damaged: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    copy.write_bytes(b"an old one")
    said = command("--data", str(damaged), "--backup", str(copy), "--force")
    assert said.returncode == 2
    assert "is damaged (" in said.stderr
    assert copy.read_bytes() == b"an old one"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.db", "data", "data.log"]


def test_a_backup_that_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    prepare(quick(tmp_path))
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, hard))
    try:
        with pytest.raises(Refused) as caught:
            back_up(quick(tmp_path), tmp_path / "copy.db")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert caught.value.reason.code == "cannot_write"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["tables.db"]


# -- two servers on one database --


def test_one_database_has_one_server_whatever_their_folders_are(tmp_path: Path) -> None:
    server = Serving(tmp_path / "one")
    link = tmp_path / "link.db"
    link.symlink_to(tmp_path / "one" / "tables.db")
    try:
        for file in (tmp_path / "one" / "tables.db", link):
            said = command("--data", str(tmp_path / "two"), "--port", "0", "--database-url", f"sqlite+aiosqlite:///{file}")
            assert said.returncode == 2
            assert f"another server is using {tmp_path / 'one' / 'tables.db'}; it is at {server.url}" in said.stderr
    finally:
        server.stop()
    other = quick(tmp_path / "two", database_url=f"sqlite+aiosqlite:///{link}")
    with held(other), pytest.raises(Refused), held(quick(tmp_path / "one")):
        pass
    assert Lock(tmp_path / "one").held() == ""
