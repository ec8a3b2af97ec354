"""What happens when the disk fails, when a table or the whole database is damaged, or when two servers try to share one database."""

import os
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from support.serving import SERVE, Client, Running, Serving, quick, running
from support.waiting import wait_for

from lostcities.server.errors import Refused
from lostcities.server.store.backup import back_up
from lostcities.server.store.database import prepare
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
            assert client.http.post("/api/tables", json={"game": "card"}).status_code == 500
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


def test_a_wrong_entry_is_no_failure_of_the_database(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        client = Client(server.url)
        opened = client.open(seats=["me", "here"])
        table = client.join(opened).dealt().my_turn()
        run(
            tmp_path,
            "INSERT INTO events (table_id, version, what, body, at) VALUES (?, ?, 'hints', '{}', 1)",
            opened["id"],
            table.version + 1,
        )
        table.send(type="move", id="x", version=table.version, move=table.legal[0])
        assert table.closed() == 1011
        assert client.http.get("/healthz").status_code == 200
        client.close()


# -- damaged tables --


def run(folder: Path, statement: str, *values: Any) -> None:
    with closing(sqlite3.connect(folder / "tables.db")) as connection:
        connection.execute(statement, values)
        connection.commit()


DAMAGE = {
    "header": "UPDATE tables SET header = '{' WHERE id = ?",
    "game": """UPDATE tables SET header = replace(header, '"card"', '"chess"') WHERE id = ?""",
    "body": "UPDATE events SET body = '{' WHERE version = 2 AND table_id = ?",
    "move": """UPDATE events SET body = '{"move": "Z9"}' WHERE what = 'move' AND table_id = ?""",
    "gap": "DELETE FROM events WHERE version = 2 AND table_id = ?",
    "what": "UPDATE events SET what = 'nothing' WHERE version = 2 AND table_id = ?",
}


@dataclass
class Host:
    """A server restarted after some of its tables were damaged."""

    server: Running
    client: Client
    good: dict[str, Any]
    bad: dict[str, dict[str, Any]]


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    folder = tmp_path_factory.mktemp("host")
    with running(folder) as server, closing(Client(server.url)) as client:
        good = client.open(seats=["me", "open"], listed=True)
        bad = {damage: client.open(seats=["me", "bruno"], listed=True) for damage in DAMAGE}
        for opened in bad.values():
            table = client.join(opened).dealt().my_turn()
            table.move(table.legal[-1])
        cookies = dict(client.http.cookies)
    for damage, opened in bad.items():
        run(folder, DAMAGE[damage], opened["id"])
    with running(folder) as server, closing(Client(server.url)) as client:
        client.http.cookies.update(cookies)
        yield Host(server, client, good, bad)


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_table_says_so(host: Host, damage: str) -> None:
    client, bad = host.client, host.bad[damage]
    for path in ("", "/record", "/replay"):
        answer = client.http.get(f"/api/tables/{bad['id']}{path}")
        assert (answer.status_code, answer.json()["code"]) == (500, "table_damaged")
    late = client.join(bad)
    assert late.receive()["code"] == "table_damaged"
    assert late.closed() == 4500


def test_the_others_do_not_suffer_from_damaged_tables(host: Host) -> None:
    client = host.client
    assert client.table(host.good)["version"] == 0
    mine = {line["id"]: line["your_turn"] for line in client.http.get("/api/me").json()["tables"]}
    assert mine == dict.fromkeys([host.good["id"], *(opened["id"] for opened in host.bad.values())], False)
    listed = client.http.get("/api/tables").json()
    assert [line["id"] for line in listed["open"]] == [host.good["id"]]
    assert host.bad["header"]["id"] not in [line["id"] for line in listed["playing"]]
    assert client.http.delete("/api/me").status_code == 204


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
        prepare(quick(tmp_path))
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
