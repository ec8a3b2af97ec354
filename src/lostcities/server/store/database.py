"""The database itself: its file, its connections, its migrations, and its integrity check.

Files created here are readable only by their owner. Existing files keep their permissions.
"""

import contextlib
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from lostcities.server.errors import BAD_REQUEST, refused
from lostcities.server.settings import Settings
from lostcities.server.store.migrations import STEPS

PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000")
"""A commit is on the disk when it returns, even if the power fails."""
QUICK = "quick_check"
"""Checks that all pages are intact, but not that indexes and tables agree."""
FULL = "integrity_check"


# -- the file --


def database_of(url: str) -> Path | None:
    """Return the file of a database; None if it is not in a file."""
    found = make_url(url)
    if found.get_backend_name() != "sqlite" or not found.database or found.database.startswith((":", "file:")):
        return None
    return Path(found.database)


def make_folder(folder: Path) -> None:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def make_file(file: Path) -> None:
    """Create an empty file unless it exists. SQLite gives the files beside a database the same permissions."""
    with contextlib.suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def damage(file: Path, check: str) -> str | None:
    """Return what is wrong with a database, in SQLite's words; None if it is intact. Raises `sqlite3.OperationalError` if unopenable."""
    try:
        with closing(sqlite3.connect(file)) as connection:
            found = str(connection.execute(f"PRAGMA {check}(1)").fetchone()[0])
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError as error:
        return str(error)
    return None if found == "ok" else " ".join(found.split())


def prepare(settings: Settings) -> None:
    """Prepare a database in a file before the server starts. Refuses with the reason if that fails."""
    file = database_of(settings.url)
    if file is None:
        return
    engine = create_engine(without_loop(settings.url), hide_parameters=True)
    try:
        make_folder(file.parent)
        make_file(file)
        check_whole(file)
        with engine.begin() as connection:
            migrate(connection)
    except (OSError, SQLAlchemyError, sqlite3.OperationalError) as error:
        raise refused("no_storage", BAD_REQUEST, why=str(getattr(error, "orig", error))) from None
    finally:
        engine.dispose()


def check_whole(file: Path) -> None:
    """Refuse a damaged database: a server on it would lose more, and some tables would fail long after the cause is forgotten."""
    why = damage(file, QUICK)
    if why:
        raise refused("damaged_database", BAD_REQUEST, file=str(file), why=why)


# -- engines --


def engine_for(url: str) -> AsyncEngine:
    engine = create_async_engine(url, hide_parameters=True)
    with_pragmas(engine.sync_engine)
    return engine


def engine_to_write(url: str) -> Engine:
    """Return an engine for the same database without asyncio."""
    return with_pragmas(create_engine(without_loop(url), hide_parameters=True))


def without_loop(url: str) -> URL:
    """Return the address with a blocking driver; the drivers of other databases support both."""
    found = make_url(url)
    return found.set(drivername="sqlite") if found.get_backend_name() == "sqlite" else found


def with_pragmas(engine: Engine) -> Engine:
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", set_pragmas)
    return engine


def set_pragmas(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


# -- migrations --


def migrate(connection: Connection, step: str = STEPS[-1]) -> None:
    """Migrate the database to what this release expects. If it is up to date, alembic is not even imported."""
    found = revision_of(connection)
    if found == step:
        return
    if found not in (None, *STEPS):
        raise refused("newer_database", found=str(found), expected=STEPS[-1])
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, step)


def revision_of(connection: Connection) -> str | None:
    if not connection.dialect.has_table(connection, "alembic_version"):
        return None
    return connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
