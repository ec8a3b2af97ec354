"""Where the tables are: the address of a database, SQLite or PostgreSQL. It may hold a password, so no error repeats it."""

from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from lostcities.server.errors import BAD_REQUEST, refused

SQLITE, POSTGRESQL = "sqlite", "postgresql"
DRIVERS = {SQLITE: "sqlite+aiosqlite", POSTGRESQL: "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
"""The databases that tables can be in, and the driver of each. Many hosts write `postgres:` for PostgreSQL, as its own programs allow."""


def address_of(url: str) -> URL:
    """Return a database's address with the driver that we use. Refuses what is not an address of SQLite or PostgreSQL."""
    try:
        found = make_url(url)
        driver = DRIVERS[found.get_backend_name()]
    except (ArgumentError, KeyError, ValueError):
        raise refused("bad_database_url", BAD_REQUEST) from None
    options = dict(found.query)
    if "sslmode" in options:  # PostgreSQL's own programs call it that, our driver does not
        options["ssl"] = options.pop("sslmode")
        found = found.set(query=options)
    return found.set(drivername=driver)


def on_sqlite(url: str) -> bool:
    return address_of(url).get_backend_name() == SQLITE


def database_of(url: str) -> Path | None:
    """Return the file of a database; None if it is not in a file."""
    found = address_of(url)
    if not on_sqlite(url) or not found.database or found.database.startswith((":", "file:")):
        return None
    return Path(found.database)
