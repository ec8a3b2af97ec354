"""The database itself: what migrations make of it, from every release before, and what it refuses to be."""

import asyncio
import json
import sqlite3
import zlib
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, inspect, text
from support.databases import SQLITE, ask, in_transaction, make_empty, on_each_engine
from support.serving import quick
from support.waiting import wait_for

from lostcities.server.errors import Refused
from lostcities.server.store import database
from lostcities.server.store.address import on_sqlite
from lostcities.server.store.database import PATIENCE, engine_to_write, migrate, prepare, server_engine
from lostcities.server.store.migrations import NEXT, STEPS
from lostcities.server.store.models import metadata
from lostcities.server.store.storage import Figures, Storage

pytestmark = on_each_engine


def on(folder: Path, work: Any) -> Any:
    """Run `work` with a connection to the database of a folder."""
    url = quick(folder).url
    if on_sqlite(url):
        with engine_to_write(url).begin() as connection:
            return work(connection)

    async def run() -> Any:
        engine = server_engine(url, PATIENCE)
        async with engine.begin() as connection:
            found = await connection.run_sync(work)
        await engine.dispose()
        return found

    return asyncio.run(run())


def described(file: Path) -> dict[str, Any]:
    """Every table of a database with its columns, keys and indexes, as SQLite reports them."""
    with closing(sqlite3.connect(file)) as connection:

        def ask(pragma: str, name: str) -> list[Any]:
            return connection.execute(f"SELECT * FROM pragma_{pragma}(?)", (name,)).fetchall()

        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'") if "alembic" not in name]
        found: dict[str, Any] = {}
        for name in names:
            indexes = {row[1]: (row[2:], ask("index_info", row[1])) for row in ask("index_list", name)}
            without_rowid = connection.execute("SELECT wr FROM pragma_table_list WHERE name = ?", (name,)).fetchone()
            found[name] = [ask("table_xinfo", name), sorted(ask("foreign_key_list", name)), indexes, without_rowid]
        return found


def inspected(connection: Connection) -> dict[str, Any]:
    """The same as the database's own catalogue reports it."""
    looking = inspect(connection)
    return {
        name: [
            [(column["name"], str(column["type"]), column["nullable"]) for column in looking.get_columns(name)],
            looking.get_pk_constraint(name)["constrained_columns"],
            sorted(str(key) for key in looking.get_foreign_keys(name)),
            sorted(str(index) for index in looking.get_indexes(name)),
            sorted(str(once) for once in looking.get_unique_constraints(name)),
        ]
        for name in looking.get_table_names()
        if "alembic" not in name
    }


def test_the_migrations_make_what_the_models_say(tmp_path: Path, engine: str) -> None:
    models, migrations = tmp_path / "models", tmp_path / "migrations"
    for folder in (models, migrations):
        folder.mkdir()
        make_empty(folder)
    on(models, metadata.create_all)
    prepare(quick(migrations))
    if engine == SQLITE:
        made, migrated = (described(folder / "tables.db") for folder in (models, migrations))
    else:
        made, migrated = (on(folder, inspected) for folder in (models, migrations))
    assert sorted(made) == sorted(metadata.tables)
    assert made == migrated


def test_a_database_of_the_first_release_is_brought_up_to_date(tmp_path: Path) -> None:
    """Nothing in it is lost."""
    make_empty(tmp_path)
    on(tmp_path, lambda connection: migrate(connection, "0001"))
    ask(tmp_path, "INSERT INTO people VALUES ('p', :token, 'Anna', 'en', 1, 1)", token=b"\0")
    ask(tmp_path, "INSERT INTO tables VALUES ('t', '{}', 'card', :listed, 'open', 1, NULL, NULL)", listed=False)
    ask(tmp_path, "INSERT INTO seats VALUES ('t', 0, 'p', NULL, 'Anna', NULL, NULL, NULL)")

    async def look() -> list[Any]:
        storage = Storage(quick(tmp_path).url)
        await storage.open()
        found = [*await storage.read(text("SELECT name, person FROM seats")), *await storage.read(text("SELECT ran, seen FROM pulse"))]
        await storage.close()
        return [tuple(row) for row in found]

    assert asyncio.run(look()) == [("Anna", "p"), (0, 0)]


def test_journals_of_an_older_database_get_their_figures_and_lose_their_names(tmp_path: Path) -> None:
    seats = [{"seat": 0, "cost": 12.5, "counted": 40, "cost_per_decision": 0.3125, "ci95": 0.1, "luck": -3.0, "labels": {}}]
    seats.append({"seat": 1, "cost": 0.0, "counted": 0, "cost_per_decision": None, "ci95": None, "luck": 3.0, "labels": {}})
    body = zlib.compress(json.dumps({"what": "report", "report": {"players": ["Anna", "Ben"], "seats": seats}}).encode())
    make_empty(tmp_path)
    on(tmp_path, lambda connection: migrate(connection, "0005"))
    columns = "id, header, game, listed, status, created"
    ask(tmp_path, f"INSERT INTO tables ({columns}) VALUES ('t', '{{}}', 'card', :listed, 'finished', 1)", listed=False)
    ask(tmp_path, "INSERT INTO journals VALUES ('t', 'card-critic-1', :body)", body=body)

    async def look() -> tuple[list[Any], list[Any]]:
        storage = Storage(quick(tmp_path).url)
        await storage.open()
        found = [tuple(row) for row in await storage.read(text("SELECT * FROM figures ORDER BY seat"))]
        kept = await storage.journal("t", "card-critic-1")
        assert kept
        assert json.loads(kept)["report"] == {"players": [], "seats": seats}
        await storage.keep_journal("t", "card-critic-2", b"{}", [Figures(1, 1.0, 10, 0.2, 4.0)])
        replaced = [tuple(row) for row in await storage.read(text("SELECT * FROM figures"))]
        await storage.close()
        return found, replaced

    found, replaced = asyncio.run(look())
    assert found == [("t", 0, 12.5, 40, 0.1, -3.0), ("t", 1, 0.0, 0, None, 3.0)]
    assert replaced == [("t", 1, 1.0, 10, 0.2, 4.0)]


def test_servers_that_start_at_once_migrate_once(tmp_path: Path, engine: str) -> None:
    if engine == SQLITE:
        return  # its file has one server at a time
    make_empty(tmp_path)
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(prepare, [quick(tmp_path)] * 4)) == [None] * 4
    assert ask(tmp_path, "SELECT version_num FROM alembic_version") == [(STEPS[-1],)]


def test_a_long_read_puts_a_migration_off_but_no_move(tmp_path: Path, engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever comes after a statement that waits for a table waits behind it."""
    if engine == SQLITE:
        return
    make_empty(tmp_path)
    on(tmp_path, lambda connection: migrate(connection, "0006"))
    with ThreadPoolExecutor(1) as threads:
        with in_transaction(tmp_path, "SELECT count(*) FROM events"):
            upgrading = threads.submit(prepare, quick(tmp_path))
            wait_for(lambda: ask(tmp_path, "SELECT 1 FROM pg_locks WHERE NOT granted"))
            assert ask(tmp_path, "SELECT count(*) FROM events") == [(0,)]
            assert not upgrading.done()
            monkeypatch.setattr(database, "PAUSES", ())
            with pytest.raises(Refused, match="lock timeout"):
                prepare(quick(tmp_path))
        upgrading.result()
    assert ask(tmp_path, "SELECT version_num FROM alembic_version") == [(STEPS[-1],)]


def test_a_database_of_the_next_release_is_used_as_it_is(tmp_path: Path) -> None:
    """So that servers can be upgraded one after the other."""
    prepare(quick(tmp_path))
    ask(tmp_path, f"UPDATE alembic_version SET version_num = '{NEXT}'")
    prepare(quick(tmp_path))
    assert ask(tmp_path, "SELECT version_num FROM alembic_version") == [(NEXT,)]


@pytest.mark.parametrize("revision", [f"{int(NEXT) + 1:04}", "9999"])
def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path, revision: str) -> None:
    prepare(quick(tmp_path))
    ask(tmp_path, f"UPDATE alembic_version SET version_num = '{revision}'")
    with pytest.raises(Refused) as caught:
        prepare(quick(tmp_path))
    assert caught.value.reason.code == "newer_database"
    assert STEPS[-1] in str(caught.value)

    async def open_storage() -> None:
        storage = Storage(quick(tmp_path).url)
        with pytest.raises(Refused):
            await storage.open()
        await storage.close()

    asyncio.run(open_storage())
    assert ask(tmp_path, "SELECT version_num FROM alembic_version") == [(revision,)]


def test_everything_is_written_through(tmp_path: Path, engine: str) -> None:
    async def settings() -> list[Any]:
        storage = Storage(quick(tmp_path).url)
        await storage.open()
        ask = {SQLITE: "PRAGMA {}"}.get(engine, "SHOW {}")
        names = {SQLITE: ("journal_mode", "synchronous", "foreign_keys")}.get(engine, ("synchronous_commit",))
        found = [(await storage.read(text(ask.format(name))))[0][0] for name in names]
        await storage.close()
        return found

    assert asyncio.run(settings()) == (["wal", 2, 1] if engine == SQLITE else ["on"])
