"""Backups of a SQLite database: made while the server runs, and restored only where they do no harm."""

import dataclasses
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from support.serving import Client, quick, running

from lostcities.server.errors import Refused
from lostcities.server.store.backup import back_up, check_copy, database_file, restore
from lostcities.server.store.lock import Lock


def test_a_backup_is_made_while_the_server_runs_and_put_back(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy.db"
    with running(data) as server:
        client = Client(server.url)
        opened = client.open(seats=["me", "here"])
        table = client.join(opened).dealt().my_turn()
        table.move(table.legal[-1])
        back_up(server.settings, copy)
        saved = client.table(opened)["version"]
        table.move("+")
        with pytest.raises(Refused) as caught:
            back_up(server.settings, copy)
        assert caught.value.reason.code == "file_exists"
        back_up(server.settings, tmp_path / "second.db")
        cookies = dict(client.http.cookies)
        client.close()
    settings = quick(data)
    with pytest.raises(Refused) as caught:
        restore(settings, copy)
    assert caught.value.reason.code == "file_exists"
    restore(settings, copy, force=True)
    with running(data) as server:
        client = Client(server.url)
        client.http.cookies.update(cookies)
        assert client.table(opened)["version"] == saved
        client.close()


def test_a_backup_needs_tables_and_a_restore_a_backup(tmp_path: Path) -> None:
    settings = quick(tmp_path / "data")
    with pytest.raises(Refused) as caught:
        back_up(settings, tmp_path / "copy.db")
    assert caught.value.reason.code == "no_database"
    other = tmp_path / "other.db"
    other.write_text("this is no database, however long it may be")
    empty = tmp_path / "empty.db"
    with closing(sqlite3.connect(empty)) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
    for file in (other, empty, tmp_path / "none.db"):
        with pytest.raises(Refused) as caught:
            check_copy(file)
        assert caught.value.reason.code == "not_a_backup"
    with pytest.raises(Refused) as caught:
        database_file(dataclasses.replace(settings, database_url="postgresql+asyncpg://localhost/x"))
    assert caught.value.reason.code == "backup_elsewhere"


def test_nothing_is_restored_under_a_running_server(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy.db"
    with running(data) as server:
        back_up(server.settings, copy)
        lock = Lock(data)
        lock.take()
        lock.announce("http://127.0.0.1:1")
        with pytest.raises(Refused) as caught:
            restore(server.settings, copy, force=True)
        assert caught.value.reason.code == "data_in_use"
        assert "http://127.0.0.1:1" in str(caught.value)
        assert Lock(data).held() == "http://127.0.0.1:1"
        lock.release()
        assert Lock(data).held() == ""
    assert Lock(tmp_path / "nowhere").address() == ""
