"""Moving house: everything is copied from SQLite to PostgreSQL and compared, or nothing is."""

import random
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from support.databases import DATABASES, ask_at, databases_on
from support.postgres import Postgres
from support.serving import SERVE, Client, Serving, quick, running
from support.waiting import wait_for

from lostcities.server.errors import Refused
from lostcities.server.store.database import prepare
from lostcities.server.store.lock import Lock
from lostcities.server.store.models import metadata
from lostcities.server.store.moving import house

EMPTY = {"leases", "guests", "phrases", "nodes", "agreements"}
"""What only several servers write."""


def move(data: Path, url: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*SERVE, "--data", str(data), "--migrate-to", url], capture_output=True, text=True, timeout=60)


@pytest.fixture
def target(postgres: Postgres, tmp_path: Path) -> Iterator[str]:
    """An empty database on PostgreSQL."""
    with databases_on(postgres):
        url = DATABASES.url_of(tmp_path / "new")
        DATABASES.empty(tmp_path / "new")
        DATABASES.server = None  # other folders have theirs in a file
        assert url
        yield url
        DATABASES.server = postgres


@pytest.fixture
def data(tmp_path: Path) -> tuple[Path, dict[str, Any]]:
    """A folder with a finished table, its journal, an unfinished one, a deal of the day, a rating, and the people at them; and what a
    server says about them."""
    folder = tmp_path / "data"
    with running(folder) as server, closing(Client(server.url)) as client:
        client.http.put("/api/me", json={"name": "Änne Ж", "face": "mei", "language": "pl"})
        finished = client.open(seats=["me", "pip"], options={"size": "mini", "rounds": 1})
        client.join(finished).dealt().play_out(random.Random(1))
        assert "report" in client.http.get(f"/api/tables/{finished['id']}/journal", timeout=120).text
        unfinished = client.open(seats=["me", "here"], clock={"kind": "budget", "seconds": 600, "increment": 5})
        table = client.join(unfinished).dealt().my_turn()
        for _ in range(7):
            table.my_turn().play(random.Random(2))
        assert client.http.post(f"/api/daily/{client.http.get('/api/daily').json()['day']}/card").status_code == 201
        told = {"tables": [finished, unfinished], "cookies": dict(client.http.cookies)}
    with closing(sqlite3.connect(folder / "tables.db")) as connection:
        connection.execute("INSERT INTO marks SELECT day, 'card', 'pip', -12, 31500 FROM days")
        connection.execute("INSERT INTO ratings SELECT id, 'card', 1, 'T', 1, 907.25, 0.5, 1000.125, 300.1, 0.06 FROM people")
        connection.execute("INSERT INTO hardness VALUES ('card-00017', 'card', 3, 1012.5, 250.25, 0.06)")
        connection.commit()
    return folder, told | {"said": [*what_is_said(folder, told)]}


def what_is_said(folder: Path, told: dict[str, Any], **changes: Any) -> Iterator[Any]:
    """Yield what a server says about the tables and the person."""
    with running(folder, **changes) as server, closing(Client(server.url)) as client:
        client.http.cookies.update(told["cookies"])
        finished, unfinished = told["tables"]
        for path in (f"{finished['id']}/record", f"{finished['id']}/journal?stored=true", f"{finished['id']}/replay"):
            yield client.http.get(f"/api/tables/{path}").text
        for opened in told["tables"]:
            found = client.table(opened)
            yield found["version"], found["view"]
        yield [{key: line[key] for key in line if key != "your_turn"} for line in client.http.get("/api/me").json()["tables"]]
        yield client.http.get("/api/me/form?game=card").json()["matches"]
        yield client.http.get("/api/me/rating").json()["ratings"]
        days = client.http.get("/api/daily").json()
        yield days["commitment"], days["made"], days["games"]
        table = client.join(unfinished).my_turn()
        yield sorted(table.legal)


def test_everything_is_there_after_the_move(data: tuple[Path, dict[str, Any]], target: str, tmp_path: Path) -> None:
    folder, told = data
    done = move(folder, target)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Everything was copied to PostgreSQL and compared: tables: 3, events: ")
    assert "people: 1. All counts and hashes agree." in done.stdout
    for part in metadata.sorted_tables:
        columns = ", ".join(f'"{column.name}"' for column in part.columns)
        order = ", ".join(f'"{column.name}"' for column in part.primary_key.columns)
        query = f"SELECT {columns} FROM {part.name} ORDER BY {order}"
        with closing(sqlite3.connect(folder / "tables.db")) as connection:
            assert part.name in EMPTY or connection.execute(f"SELECT count(*) FROM {part.name}").fetchone() > (0,), part.name
            assert sorted(map(str, plain(connection.execute(query)))) == sorted(map(str, plain(ask_at(target, query))))
    assert [*what_is_said(tmp_path / "new", told, database_url=target)] == told["said"]
    again = move(folder, target)
    assert again.returncode == 2
    assert again.stderr == "lostcities: that PostgreSQL database has tables already: create an empty one with createdb\n"


def plain(rows: Any) -> list[Any]:
    """Rows with truth as numbers, as SQLite stores it."""
    return [tuple(int(value) if isinstance(value, bool) else value for value in row) for row in rows]


def test_a_house_with_nothing_in_it_moves_as_well(target: str, tmp_path: Path) -> None:
    prepare(quick(tmp_path))
    done = move(tmp_path, target)
    assert "tables: 0, events: 0, people: 0" in done.stdout, done.stderr


# -- what is refused --


def refused(data: Path, url: str) -> str:
    with pytest.raises(Refused) as caught, house(quick(data), url) as found:
        found.copy(lambda *_: None)
    return caught.value.reason.code


def test_a_running_server_is_not_moved(target: str, tmp_path: Path) -> None:
    with running(tmp_path):
        lock = Lock(tmp_path)
        lock.take()
        assert refused(tmp_path, target) == "data_in_use"
        lock.release()


def test_a_running_server_is_a_sentence(target: str, tmp_path: Path) -> None:
    server = Serving(tmp_path / "data")
    try:
        done = move(tmp_path / "data", target)
    finally:
        server.stop()
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith("lostcities: another server is using ")
    assert move(tmp_path / "data", target).returncode == 0


def test_nothing_is_copied_to_where_a_server_runs(target: str, tmp_path: Path) -> None:
    """It may be one that was started too early and found no tables; once it is gone, its database counts as empty."""
    prepare(quick(tmp_path))
    server = Serving(tmp_path / "new", "--database-url", target)
    try:
        for part in ("nodes", "days"):  # it signs, and makes the deals of the days to come
            wait_for(lambda part=part: ask_at(target, f"SELECT count(*) > 0 FROM {part}") == [(True,)])  # type: ignore[misc]
        assert refused(tmp_path, target) == "target_in_use"
    finally:
        server.kill()
    ask_at(target, "UPDATE nodes SET until = 1")
    assert move(tmp_path, target).returncode == 0


def test_a_copy_that_is_killed_leaves_nothing_and_can_be_made_again(target: str, tmp_path: Path) -> None:
    fill(tmp_path, tables=60, events=2000)
    copying = subprocess.Popen([*SERVE, "--data", str(tmp_path), "--migrate-to", target], stderr=subprocess.DEVNULL)
    busy = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'INSERT INTO events%'"
    wait_for(lambda: ask_at(target, busy) != [])
    copying.kill()
    assert copying.wait(60) == -9, "it was done before it was killed"
    assert ask_at(target, "SELECT count(*) FROM information_schema.tables WHERE table_schema = 'public'") == [(0,)]
    assert "tables: 60, events: 120,000, people: 0" in move(tmp_path, target).stdout


def fill(folder: Path, tables: int, events: int) -> None:
    """Store tables that are large enough for their copy to take a while."""
    prepare(quick(folder))
    with closing(sqlite3.connect(folder / "tables.db")) as connection:
        for table in range(tables):
            columns = "(id, header, game, listed, status, created) VALUES (?, '{}', 'card', 0, 'open', 1)"
            connection.execute(f"INSERT INTO tables {columns}", (f"t{table}",))
            lines = [(f"t{table}", version) for version in range(1, events + 1)]
            connection.executemany("INSERT INTO events (table_id, version, what, body, at) VALUES (?, ?, 'hints', '{}', 1)", lines)
        connection.commit()


def test_what_is_missing_or_damaged_is_not_moved(target: str, tmp_path: Path) -> None:
    assert refused(tmp_path, target) == "no_database"
    assert not (tmp_path / "tables.db").exists()
    (tmp_path / "tables.db").write_text("this is no database, however long it may be" * 100)
    assert refused(tmp_path, target) == "damaged_database"


def test_a_damaged_page_is_noticed(target: str, tmp_path: Path) -> None:
    fill(tmp_path, tables=20, events=500)
    file = tmp_path / "tables.db"
    content = bytearray(file.read_bytes())
    middle = len(content) // 2 // 4096 * 4096
    content[middle : middle + 4096] = bytes(range(256)) * 16
    file.write_bytes(content)
    assert refused(tmp_path, target) == "damaged_database"
    assert ask_at(target, "SELECT count(*) FROM information_schema.tables WHERE table_schema = 'public'") == [(0,)]


def test_only_from_sqlite_to_postgresql(target: str, tmp_path: Path) -> None:
    prepare(quick(tmp_path))
    assert refused(tmp_path, f"sqlite+aiosqlite:///{tmp_path / 'other.db'}") == "not_that_way"
    assert refused(tmp_path, "nonsense") == "bad_database_url"
    assert refused(tmp_path, "postgresql://anna@127.0.0.1:1/none") == "no_storage"
    with pytest.raises(Refused) as caught, house(quick(tmp_path, database_url=target), target):
        pass
    assert caught.value.reason.code == "not_that_way"


def test_a_copy_that_fails_leaves_nothing(target: str, tmp_path: Path) -> None:
    """A seat of somebody who does not exist: PostgreSQL refuses that row after many others."""
    prepare(quick(tmp_path))
    with closing(sqlite3.connect(tmp_path / "tables.db")) as connection:
        connection.execute("INSERT INTO tables (id, header, game, listed, status, created) VALUES ('t', '{}', 'card', 0, 'open', 1)")
        connection.execute("INSERT INTO seats (table_id, seat, person) VALUES ('t', 0, 'nobody')")
        connection.commit()
    assert refused(tmp_path, target) == "no_storage"
    assert ask_at(target, "SELECT count(*) FROM information_schema.tables WHERE table_schema = 'public'") == [(0,)]


@pytest.mark.parametrize("damage", ["UPDATE events SET body = 'other' WHERE version = 2", "DELETE FROM events WHERE version = 2"])
def test_a_copy_that_differs_is_noticed(target: str, tmp_path: Path, damage: str) -> None:
    """Something in PostgreSQL changes what it is given."""
    prepare(quick(tmp_path))
    with closing(sqlite3.connect(tmp_path / "tables.db")) as connection:
        connection.execute("INSERT INTO tables (id, header, game, listed, status, created) VALUES ('t', '{}', 'card', 0, 'open', 1)")
        for version in (1, 2, 3):
            connection.execute("INSERT INTO events (table_id, version, what, body, at) VALUES ('t', ?, 'hints', '{}', 1)", (version,))
        connection.commit()
    prepare(quick(tmp_path / "x", database_url=target))
    ask_at(target, f"CREATE FUNCTION meddle() RETURNS trigger AS $$ BEGIN {damage}; RETURN NULL; END $$ LANGUAGE plpgsql")
    ask_at(target, "CREATE TRIGGER meddle AFTER INSERT ON events FOR EACH STATEMENT EXECUTE FUNCTION meddle()")
    assert refused(tmp_path, target) == "copy_differs"
    assert ask_at(target, "SELECT count(*) FROM tables") == [(0,)]
