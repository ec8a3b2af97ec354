"""The database itself, SQLite or PostgreSQL: its file, its connections, its migrations, and its integrity check.

Files created here are readable only by their owner. Existing files keep their permissions.
"""

import asyncio
import contextlib
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from lostcities.server.errors import BAD_REQUEST, refused
from lostcities.server.settings import Settings
from lostcities.server.store.address import POSTGRESQL, SQLITE, address_of, database_of, on_sqlite
from lostcities.server.store.migrations import NEXT, STEPS

PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000")
"""A commit is on the disk when it returns, even if the power fails."""
QUICK = "quick_check"
"""Checks that all pages are intact, but not that indexes and tables agree."""
FULL = "integrity_check"
DURABLE = {"application_name": "lostcities", "synchronous_commit": "on"}
"""PostgreSQL's settings for our connections: a commit is on the disk when it returns, whatever the server's default is."""
ALIVE = {"tcp_keepalives_idle": "5", "tcp_keepalives_interval": "1", "tcp_keepalives_count": "3", "tcp_user_timeout": "5000"}
"""PostgreSQL gives up a server that has vanished ..."""
AWAKE = ALIVE | {"idle_in_transaction_session_timeout": "2000"}
"""... and one that sleeps within a transaction, on whose locks others would wait. In milliseconds, as the next."""
UNBLOCKED = ALIVE | {"lock_timeout": "1000"}
"""What is read never waits for the locks of others for long."""
PATIENCE: dict[str, float] = {"timeout": 5.0}
"""Seconds for connecting to PostgreSQL ..."""
PATIENCE_PER_STATEMENT = PATIENCE | {"command_timeout": 20.0}
"""... and for each statement of a running server: longer means that the network is gone."""
ONE_AT_A_TIME = 0x105C17E5
"""The advisory lock that PostgreSQL gives to one migration at a time."""
SHORTLY = "SET LOCAL lock_timeout = '1s'"
"""A migration that waits for a table longer, such as for a backup that reads it, is put off: every move would wait behind it ..."""
PAUSES = (1.0, 2.0, 4.0, 8.0)
"""... and tried again after so many seconds."""
LOCKED = "55P03"
"""What PostgreSQL calls that."""


# -- the file --


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
    """Prepare the database before the server starts. Refuses with the reason if that fails."""
    with explained():
        if on_sqlite(settings.url):
            prepare_file(settings.url)
        else:
            asyncio.run(prepare_server(settings.url))


@contextlib.contextmanager
def explained() -> Iterator[None]:
    """Refuse with a reason where a database cannot be used."""
    try:
        yield
    except ModuleNotFoundError:
        raise refused("no_postgres_driver", BAD_REQUEST) from None
    except TypeError:  # of the driver: an option in the address that it does not know
        raise refused("bad_database_url", BAD_REQUEST) from None
    except (OSError, SQLAlchemyError, sqlite3.OperationalError) as error:
        raise refused("no_storage", BAD_REQUEST, why=words_of(error)) from None


def words_of(error: Exception) -> str:
    """Return the database's own words for an error, without our statement or its values."""
    found = getattr(error, "orig", None) or error
    return str(found) or type(found).__name__


class Failure(NamedTuple):
    """Why the database fails."""

    kind: str
    words: str
    """Its own words, which can hold its address: they are for the host alone."""


def failure_of(error: Exception) -> Failure:
    return Failure(type(getattr(error, "orig", None) or error).__name__, words_of(error))


def prepare_file(url: str) -> None:
    """Create the file if there is none, and migrate it."""
    file = database_of(url)
    if file is None:
        return
    make_folder(file.parent)
    make_file(file)
    engine = file_engine(url)
    try:
        with engine.begin() as connection:
            migrate(connection)
    finally:
        engine.dispose()


async def prepare_server(url: str) -> None:
    """Migrate a database that another program serves."""
    engine = server_engine(url, PATIENCE)
    try:
        for pause in (*PAUSES, None):
            try:
                async with engine.begin() as connection:
                    await connection.run_sync(migrate)
                return
            except DBAPIError as error:
                if pause is None or getattr(error.orig, "sqlstate", None) != LOCKED:
                    raise
                await asyncio.sleep(pause)
    finally:
        await engine.dispose()


# -- engines --


def engine_to_read(url: str) -> AsyncEngine:
    """Return an engine for the event loop. PostgreSQL's connections are tested before use: they break when it restarts."""
    if not on_sqlite(url):
        return server_engine(url, PATIENCE_PER_STATEMENT, UNBLOCKED, isolation_level="AUTOCOMMIT", pool_pre_ping=True)
    engine = create_async_engine(address_of(url), hide_parameters=True)
    event.listen(engine.sync_engine, "connect", set_pragmas)
    return engine


def server_engine(url: str, patience: dict[str, float], settings: dict[str, str] | None = None, **options: Any) -> AsyncEngine:
    """Return an engine for a database on PostgreSQL, for connections with these settings."""
    engine = create_async_engine(address_of(url), hide_parameters=True, connect_args=patience, **options)
    event.listen(engine.sync_engine, "connect", partial(apply, DURABLE | (settings or {})))
    return engine


def apply(settings: dict[str, str], connection: Any, _record: Any) -> None:
    """Set PostgreSQL's settings for a new connection. They can't come with its first message: PgBouncer refuses those it doesn't know."""
    cursor = connection.cursor()
    cursor.execute("SELECT " + ", ".join(f"set_config('{name}', '{value}', false)" for name, value in settings.items()))
    cursor.close()
    connection.commit()


def file_engine(url: str) -> Engine:
    """Return an engine for a SQLite database without asyncio."""
    return create_engine(address_of(url).set(drivername=SQLITE), hide_parameters=True)


def engine_to_write(url: str) -> Engine:
    """Return one that writes as a server does."""
    engine = file_engine(url)
    event.listen(engine, "connect", set_pragmas)
    return engine


def set_pragmas(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


# -- migrations --


def migrate(connection: Connection, step: str = STEPS[-1]) -> None:
    """Migrate the database to what this release expects. If it is up to date, alembic is not even imported.

    Of several servers that start at once on PostgreSQL, the first one migrates and the others wait for it.
    """
    if connection.dialect.name == POSTGRESQL:
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({ONE_AT_A_TIME})")
    found = revision_of(connection)
    check_release(found)
    if found in (step, NEXT):
        return
    if connection.dialect.name == POSTGRESQL:
        connection.exec_driver_sql(SHORTLY)
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, step)


def check_release(found: str | None) -> None:
    """Refuse a database that is more than one release ahead."""
    if found not in (None, *STEPS, NEXT):
        raise refused("newer_database", found=str(found), expected=STEPS[-1])


def revision_of(connection: Connection) -> str | None:
    if not connection.dialect.has_table(connection, "alembic_version"):
        return None
    return connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
