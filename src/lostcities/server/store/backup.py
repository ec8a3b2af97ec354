"""Make a copy of all tables while the server runs, and restore one."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from lostcities.server.errors import BAD_REQUEST, NOT_FOUND, refused
from lostcities.server.settings import Settings
from lostcities.server.store.address import database_of
from lostcities.server.store.database import FULL, damage, make_file, make_folder
from lostcities.server.store.lock import held

BESIDE = ("-wal", "-shm")
"""Suffixes of the files that SQLite keeps beside an open database."""


def database_file(settings: Settings) -> Path:
    """Return the file with all tables. PostgreSQL has its own programs for backups."""
    found = database_of(settings.url)
    if found is None:
        raise refused("backup_elsewhere", BAD_REQUEST)
    return found


def back_up(settings: Settings, target: Path, force: bool = False) -> None:
    """Write a copy atomically. A server may be running: what it stores meanwhile may or may not be in the copy."""
    source = database_file(settings)
    if not source.is_file():
        raise refused("no_database", NOT_FOUND, file=str(source))
    if target.exists() and not force:
        raise refused("file_exists", file=str(target))
    draft = draft_of(target)
    try:
        why = copied(source, draft)
        if why:
            raise refused("damaged_database", BAD_REQUEST, file=str(source), why=why)
        draft.replace(target)
    except sqlite3.OperationalError as error:
        raise refused("cannot_write", BAD_REQUEST, file=str(target), why=str(error)) from None
    finally:
        draft.unlink(missing_ok=True)


def copied(source: Path, draft: Path) -> str | None:
    """Copy a database; return what is wrong with the copy, if anything: a damaged one must not replace a good one."""
    try:
        with closing(sqlite3.connect(source)) as origin, closing(sqlite3.connect(draft)) as copy:
            origin.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError as error:
        return str(error)
    with draft.open("rb") as file:
        os.fsync(file.fileno())
    return damage(draft, FULL)


def restore(settings: Settings, source: Path, force: bool = False) -> None:
    """Restore a copy. Refuses while a server is running, and if there are tables already, unless `force` is set."""
    target = database_file(settings)
    check_copy(source)
    with held(settings):
        if target.exists() and not force:
            raise refused("file_exists", file=str(target))
        replace(source, target)


def replace(source: Path, target: Path) -> None:
    make_folder(target.parent)
    draft = draft_of(target)
    draft.write_bytes(source.read_bytes())
    for name in BESIDE:
        target.with_name(target.name + name).unlink(missing_ok=True)
    draft.replace(target)


def draft_of(target: Path) -> Path:
    """Create an empty temporary file beside another, which it replaces when it is complete."""
    draft = target.with_name(f".{target.name}.draft")
    draft.unlink(missing_ok=True)
    make_file(draft)
    return draft


def check_copy(file: Path) -> None:
    """Refuse what is not a complete database of this program."""
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as copy:
            whole = copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            found = copy.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.Error as error:
        raise refused("not_a_backup", BAD_REQUEST, file=str(file), why=str(error)) from None
    if not whole or not found:
        raise refused("not_a_backup", BAD_REQUEST, file=str(file), why="integrity_check")
