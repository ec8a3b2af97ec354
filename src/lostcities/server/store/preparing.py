"""Makes a database in a file ready before the server starts: a sentence says why it cannot be."""

import sqlite3
from pathlib import Path

from sqlalchemy import create_engine
from sqlalchemy.exc import SQLAlchemyError

from lostcities.server.errors import BAD_REQUEST, refused
from lostcities.server.settings import Settings
from lostcities.server.store.files import database_of, make_file, make_folder
from lostcities.server.store.integrity import QUICK, damage
from lostcities.server.store.storage import migrate, without_loop


def prepare(settings: Settings) -> None:
    """Makes a database in a file ready before anything else is; a sentence says why it cannot be."""
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
    """Refuses a damaged database: a server on it would lose more, and some tables would fail long after the cause is forgotten."""
    why = damage(file, QUICK)
    if why:
        raise refused("damaged_database", BAD_REQUEST, file=str(file), why=why)
